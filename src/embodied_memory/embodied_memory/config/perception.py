"""From pictures to objects.

"LMEE" is "Explore with Long-term Memory" (section given); "3D-Mem" its public GOAT-Bench configuration.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PerceptionConfig:
    """From an observation to a scene-graph instant."""

    detector: str = "ground_truth"
    """ground_truth | objectron | yolo_world | none"""
    tagger: str = "detections"
    """detections | ram"""
    embedder: str = "minilm"
    """minilm (text only: images are embedded through their tags and captions) | open_clip | hashing"""
    detector_weights: str = ""
    """yolo_world: file of weights; empty: yolov8x-worldv2.pt in the model folder."""
    detector_classes: str = ""
    """yolo_world: text file, one class a line; empty: the indoor classes that come with the package."""
    tagger_weights: str = ""
    """ram: file of weights; empty: ram_swin_large_14m.pth in the model folder."""
    model_folder: str = ""
    """Where model files are looked for; empty: the folder that set-up fills."""
    max_object_range_m: float = 4.5
    """Objects farther away are not recorded (3D-Mem: 3.5; what stands high is then missed in large rooms)."""
    min_object_pixels: int = 12
    min_score: float = 0.3
    association_distance_m: float = 0.5
    """How far an object may go on beyond where the view of it was cut off."""
    position_noise_m: float = 0.03
    """How far two views of one surface may disagree."""
    pose_deviation_m: float = 0.02
    pose_deviation_deg: float = 0.5
    """How far the pose of a view may be wrong where the view does not say."""
    label_reliability: float = 0.93
    """How often a label with a score of 1 is right."""
    label_doubt: float = 0.04
    """How likely a detector always gives one thing the same wrong label; repetition does not lessen it."""
    confusion_counts: str = ""
    """CSV file of counts: sort of thing, name given, count; empty: wrong labels are mostly those of look-alikes."""
    ignored_categories: str = ""
    """Sorts of things that are not recorded whatever the detector says, parted by commas: car, train."""
    allowed_categories: str = ""
    """If not empty, no other sorts of things are recorded; parted by commas."""
    near_distance_m: float = 0.6
    """Two objects closer than this, surface to surface, are next to each other."""
    max_neighbours: int = 4
    """"Next to" is told of at most this many neighbours an object."""
    thumbnail_width_px: int = 160
