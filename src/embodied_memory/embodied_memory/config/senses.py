"""From pictures to objects; how poses that may be wrong are levelled, registered and judged; the map and its
frontiers.

"LMEE" is "Explore with Long-term Memory" (section given); "3D-Mem" its public GOAT-Bench configuration.
"""

from __future__ import annotations

from dataclasses import dataclass, field


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


@dataclass(frozen=True)
class LevellingConfig:
    """The tilt and height of the camera, told from the floor that it sees."""

    max_tilt_deg: float = 7.0
    """A camera is tilted at most this much more than it is said to be; what needs more is refused."""
    max_height_error_m: float = 0.15
    least_tilt_deg: float = 0.1
    """Less than this, or than 2.5 of its own deviations, is left alone: an exact view stays exact."""
    least_height_m: float = 0.006
    min_patches: int = 30
    """Fewer patches of floor tell nothing."""
    tilt_deviation_deg: float = 0.15
    """Of what one view says, however much floor it shows: carpets and thresholds are not at height zero."""
    height_deviation_m: float = 0.006
    refused_tilt_deg: float = 20.0
    """A base or a floor tilted by more than this is no floor: the frame of gravity is wrong."""


@dataclass(frozen=True)
class RegistrationConfig:
    """The fit of a view to what earlier views saw."""

    voxel_m: float = 0.2
    """Side of the cells that hold one surfel for each direction it faces."""
    min_height_m: float = 0.15
    max_height_m: float = 2.3
    max_range_m: float = 6.0
    max_extent_m: float = 200.0
    """Patches farther than half of this from where the robot began are not kept."""
    reach_m: float = 0.3
    """A patch is compared with surfels at most this far off."""
    min_patches: int = 60
    """Of a view, that have something to be compared with."""
    min_overlap: float = 0.2
    """Share of a view's patches that must have something to be compared with."""
    min_fit: float = 0.75
    """Share of those that must lie where the map has them, within their deviation, where most overlap;"""
    min_fit_alone: float = 0.88
    """and where hardly enough do: a few surfaces fit in many places."""
    contradiction: float = 0.45
    """A smaller share, with an overlap of contradicted, says that the robot is not where it is believed to be."""
    contradicted: float = 0.4
    clear_overlap: float = 0.45
    """A fit far from where the robot is believed to be must have this much overlap, and this much agreement:"""
    clear_fit: float = 0.82
    deviation_m: float = 0.004
    """Of a fit, however many patches there are; corners and curved things are no planes."""
    deviation_deg: float = 0.05
    search_reach_m: float = 1.0
    """The wide search compares points as far apart as this."""
    search_turn_deg: float = 40.0
    """What fits only when turned more than this is another place that looks alike."""
    search_points: int = 700
    """Points of a view in the wide search."""


@dataclass(frozen=True)
class MotionConfig:
    """How a robot moves, and how its pose goes wrong on the way."""

    top_speed_m_s: float = 1.5
    turn_rate_deg_s: float = 180.0
    jump_margin_m: float = 0.25
    """A pose may be off by this much more than the robot can have driven before it counts as a jump."""
    jump_margin_deg: float = 8.0
    still_m: float = 0.002
    """A base that is said to have moved less than this, and turned less than still_deg, stood still."""
    still_deg: float = 0.05
    drift: float = 0.03
    """Deviation of the pose as a share of the way, where nothing is known."""
    drift_deg_per_m: float = 0.3
    noise_m: float = 0.03
    """Deviation of each new pose, until the robot's own has been seen."""
    noise_deg: float = 0.7


@dataclass(frozen=True)
class TrustConfig:
    """When a pose is good enough, and what is said of one that is not."""

    drifting_m: float = 0.1
    """A deviation above this, or above drifting_deg, is called drifting: views are used, and say so."""
    drifting_deg: float = 2.5
    lost_m: float = 1.0
    """A pose whose covariance says more than this, or more than lost_deg, is no pose: the robot is lost."""
    lost_deg: float = 30.0
    views_to_trust: int = 6
    """Views in a row that nothing contradicts before a pose is believed again without having been registered."""
    revision_m: float = 0.06
    """What was written since the last good fix is moved if it was off by more than this, or by revision_deg."""
    revision_deg: float = 1.0


@dataclass(frozen=True)
class LocalisationConfig:
    """Poses that may be wrong (see the module `localisation`)."""

    enabled: bool = True
    """Whether poses are levelled and corrected; otherwise they are taken as they come."""
    levelling: LevellingConfig = field(default_factory=LevellingConfig)
    registration: RegistrationConfig = field(default_factory=RegistrationConfig)
    motion: MotionConfig = field(default_factory=MotionConfig)
    trust: TrustConfig = field(default_factory=TrustConfig)


@dataclass(frozen=True)
class VoxelMapConfig:
    """Occupancy mapping (LMEE, section 14)."""

    resolution_m: float = 0.1
    max_range_m: float = 5.0
    min_depth_m: float = 0.1
    stride_px: int = 1
    min_height_m: float = -0.2
    max_height_m: float = 2.4
    extent_m: float = 40.0
    """Side of the square the map can cover, centred on the first observation; it grows beyond it."""
    max_extent_m: float = 200.0
    """An observation that would make the map wider than this is refused: its pose must be wrong."""
    clearance_m: float = 0.3
    """The robot stood there, so what is unknown this close to its trajectory is free (3D-Mem)."""
    hit_evidence: int = 8
    max_evidence: int = 24
    """A sharp hit adds hit_evidence up to max_evidence, a blurred one less and up to as many times less. Where a
    cell is seen through it loses as much."""
    hit_share: float = 0.15
    """Of the pixels that a cell fills, so many make a hit count in full."""
    free_deviations: float = 2.0
    """A cell nearer than this in front of what was measured is neither hit nor seen through."""
    depth_proportional: float = 0.0
    depth_square_per_m: float = 0.0
    """The deviation of depth z is at least sqrt((proportional z)^2 + (square_per_m z^2)^2); views tell how much."""
    pose_deviation_m: float = 0.03
    pose_deviation_deg: float = 0.5
    """The camera's pose deviates at least this much, and more where an observation's covariance says so."""
    floor_tilt_deg: float = 1.0
    floor_deviations: float = 3.0
    """What rises above the floor by no more than this tilt and noise is floor."""
    free_margin_m: float = 0.02
    """A cell is seen through when the surface lies at least this far behind its centre."""
    occupied_margin_m: float = 0.1
    """The same for a cell known as occupied, and behind all of the cell: a surface may touch only a corner."""


@dataclass(frozen=True)
class FrontierConfig:
    """Frontiers (LMEE, section 14)."""

    slice_height_m: float = 0.4
    explored_radius_m: float = 1.7
    min_cells: int = 20
    border_min_cells: int = 10
    """Where nothing free is unexplored: the least size of a border, two cells deep, with what is unknown."""
    same_frontier_iou: float = 0.95
    max_angle_deg: float = 150.0
    robot_radius_m: float = 0.25
    min_neighbours: int = 4
    """DBSCAN's min_samples, itself counted, with eps 1.5 cells: strips one cell wide join nothing."""
    obstacle_low_m: float = 0.1
    obstacle_high_m: float = 1.2
    """Anything occupied between these heights blocks the robot."""
    obstacle_evidence: int = 12
    lone_evidence: int = 24
    """The evidence of a column that blocks the robot, beside others and alone; a sharp hit is worth 8."""
    wall_low_m: float = 1.5
    wall_high_m: float = 1.9
    """What stands here hides what is behind it; it is above most furniture and below lintels."""
