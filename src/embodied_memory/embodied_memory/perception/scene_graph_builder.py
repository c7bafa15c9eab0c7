"""Perception as a whole: one observation in, one scene-graph instant out.

Which sorts of things are recorded: classes can be switched off, or limited to some.

Two detections of one thing in one view: a cup that is reported as a mug, too; two boxes around one table.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import PerceptionConfig
from embodied_memory.geometry.pose import MapRevision
from embodied_memory.observation import Observation
from embodied_memory.perception.association import Boxes, overlap
from embodied_memory.perception.confusion import look_alike
from embodied_memory.perception.detector import Detector, make_detector
from embodied_memory.perception.embedder import Embedder, make_embedder
from embodied_memory.perception.lifting import LiftedObject, lift
from embodied_memory.perception.measurement import inverse_depth, require_measured_depth
from embodied_memory.perception.object_tracker import ObjectTracker, TrackedView
from embodied_memory.perception.object_tracks import ASSERTED
from embodied_memory.perception.picture import thumbnail_jpeg
from embodied_memory.perception.relations import find_relations
from embodied_memory.perception.tagger import Tagger, make_tagger
from embodied_memory.perception.text_embedders import embed_phrases, phrases_of_view
from embodied_memory.scene_graph import Detection, RelationTriple, SceneGraphInstant

SAME_BOX, SAME_BOX_ALIKE = 0.8, 0.6
"""Intersection over union in the image; the second for names that detectors take for one another."""
SAME_PIXELS, SAME_PIXELS_BOX = 0.6, 0.3
"""Boxes of alike names that overlap by the second, whose segments share the first of the lesser one."""
SAME_PLACE = 0.3
"""The same in the map, the boxes grown by their deviation."""


def one_per_thing(lifted: Sequence[LiftedObject]) -> list[LiftedObject]:
    """The detections in their order; of those that are of one thing the best, with what else it was taken for.

    Masks are of one thing only if they are of the same pixels: things that stand close have their own.
    """
    shared = _shares([one.detection for one in lifted])
    best = sorted(range(len(lifted)), key=lambda number: -lifted[number].detection.score)
    stands_for: dict[int, int] = {}
    others: dict[int, list[Detection]] = {}
    for place, number in enumerate(best):
        rivals = [
            other for other in best[:place] if other not in stands_for and shared[number, other] >= SAME_PIXELS_BOX
        ]
        same = next(
            (other for other in rivals if _are_one(lifted[number], lifted[other], shared[number, other])), None
        )
        if same is not None:
            stands_for[number] = same
            others.setdefault(same, []).append(lifted[number].detection)
    return [
        replace(one, others=(*one.others, *others[number])) if number in others else one
        for number, one in enumerate(lifted)
        if number not in stands_for
    ]


def _shares(detections: Sequence[Detection]) -> NDArray[np.float64]:
    """(N, N): intersection over union of the boxes in the image."""
    boxes = np.array([one.box for one in detections], float).reshape(-1, 4)
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    common = np.maximum(high - low, 0).prod(axis=2)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
    shares: NDArray[np.float64] = common / np.maximum(area[:, None] + area[None] - common, 1e-9)
    return shares


def _are_one(one: LiftedObject, other: LiftedObject, shared: float) -> bool:
    first, second = one.detection, other.detection
    is_alike = look_alike(first.category, second.category)
    if first.mask is not None and second.mask is not None:
        shared = _shared_mask(first.mask, second.mask)
    if is_alike and _shared_segment(one, other) >= SAME_PIXELS:
        return True
    if shared < (SAME_BOX_ALIKE if is_alike else SAME_BOX):
        return False
    noise_m = np.array([[np.hypot(one.deviation.mean(), other.deviation.mean())]])
    return bool(overlap(Boxes.of([one]), Boxes.of([other]), noise_m)[0, 0] >= SAME_PLACE)


def _shared_mask(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    return float((one & other).sum()) / max(float((one | other).sum()), 1.0)


def _shared_segment(one: LiftedObject, other: LiftedObject) -> float:
    """Which share of the lesser segment the pixels of both are; 0 where one has none."""
    if one.segment is None or other.segment is None:
        return 0.0
    corners = [np.maximum(lifted.detection.box[:2], 0) for lifted in (one, other)]
    low = np.maximum(*corners)
    high = np.minimum(
        *(corner + segment.shape[::-1] for corner, segment in zip(corners, (one.segment, other.segment), strict=True))
    )
    if (high <= low).any():
        return 0.0
    parts = []
    for corner, segment in zip(corners, (one.segment, other.segment), strict=True):
        (left, top), (right, bottom) = low - corner, high - corner
        parts.append(segment[top:bottom, left:right])
    least = min(float(one.segment.sum()), float(other.segment.sum()))
    return float((parts[0] & parts[1]).sum()) / max(least, 1.0)


class CategoryChoice:
    """As `ignored_categories` and `allowed_categories` say; names are compared without regard to case and _."""

    def __init__(self, config: PerceptionConfig) -> None:
        self._ignored, self._allowed = _names(config.ignored_categories), _names(config.allowed_categories)

    def takes(self, category: str) -> bool:
        """Whether things of that sort are recorded."""
        name = _plain(category)
        return name not in self._ignored and (not self._allowed or name in self._allowed)

    def of(self, detections: Iterable[Detection]) -> list[Detection]:
        """Those that are recorded, in their order."""
        return [detection for detection in detections if self.takes(detection.category)]

    def vocabulary(self, categories: Iterable[str] | None) -> tuple[str, ...] | None:
        """What of a detector's sorts is recorded; None if it knows no bounds and nothing bounds it here."""
        if categories is None:
            return tuple(sorted(self._allowed - self._ignored)) if self._allowed else None
        return tuple(category for category in categories if self.takes(category))


def _names(text: str) -> frozenset[str]:
    return frozenset(filter(None, map(_plain, text.split(","))))


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("_", " ").split())


_REVISIONS = 20
"""Views wait for seconds at most; these are the revisions of much longer."""


class SceneGraphBuilder:
    """Detects, lifts, tracks, relates, tags and embeds; keeps the ids of objects throughout a session."""

    def __init__(
        self,
        config: PerceptionConfig,
        detector: Detector | None = None,
        tagger: Tagger | None = None,
        embedder: Embedder | None = None,
        session_id: str = "",
        map_id: str = "map",
    ) -> None:
        """Parts that are not given are made as `config` names them."""
        self._config = config
        self.detector = make_detector(config) if detector is None else detector
        self.tagger = make_tagger(config) if tagger is None else tagger
        self.embedder = make_embedder(config.embedder, config.model_folder) if embedder is None else embedder
        self.session_id, self.map_id = session_id, map_id
        self._tracker = ObjectTracker(config)
        self._choice = CategoryChoice(config)
        self._revisions: deque[MapRevision] = deque(maxlen=_REVISIONS)

    @property
    def categories(self) -> tuple[str, ...] | None:
        """Every sort of thing that can be recorded: of others nothing can be said; None: there are no bounds."""
        return self._choice.vocabulary(getattr(self.detector, "categories", None))

    def build(self, observation: Observation) -> SceneGraphInstant:
        """Return the instant of one observation.

        Raises InvalidObservationError if its depth measures nothing (or the detector cannot use it); then
        nothing was tracked.
        """
        require_measured_depth(observation.depth)
        observation = self._revised(observation)
        detections = self._choice.of(self.detector.detect(observation))
        image = inverse_depth(observation.depth)
        lifted = lift(detections, observation, self._config, image)
        in_range = [one for one in lifted if one.range_m <= self._config.max_object_range_m]
        tags = self.tagger.tag(observation, detections)
        captions = [detection.caption for detection in detections if detection.caption]
        image_feature, text_feature = self._embed(observation.color, tags, captions)
        tracked = self._tracker.update(one_per_thing(in_range), observation, image)
        return SceneGraphInstant(
            stamp_ns=observation.stamp_ns,
            observer=observation.observer,
            robot_position=_position(observation.map_T_base),
            robot_yaw=_yaw(observation.map_T_base),
            objects=tracked.objects,
            relations=_relations(tracked, self._config),
            tags=tags,
            image_feature=image_feature,
            text_feature=text_feature,
            feature_model=self.embedder.name,
            thumbnail=thumbnail_jpeg(observation.color, self._config.thumbnail_width_px),
            map_id=self.map_id,
            session_id=self.session_id,
            revised=tracked.revised,
            merged=tracked.merged,
        )

    def revise(self, revision: MapRevision) -> None:
        """What was seen in a span of time was seen from elsewhere; so was what is yet to come of that span."""
        self._tracker.revise(revision)
        self._revisions.append(revision)

    def _revised(self, observation: Observation) -> Observation:
        """From where the view was taken by all that is known now: others may have been revised while it waited."""
        for revision in self._revisions:
            if revision.covers(observation.stamp_ns):
                map_T_map = revision.map_T_map
                map_T_camera, map_T_base = map_T_map @ observation.map_T_camera, map_T_map @ observation.map_T_base
                observation = replace(observation, map_T_camera=map_T_camera, map_T_base=map_T_base)
        return observation

    def _embed(
        self, color: NDArray[np.uint8], tags: Sequence[str], captions: Sequence[str]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        text_feature = embed_phrases(self.embedder.embed_text, phrases_of_view(tags))
        return self.embedder.embed_image(color, tags, captions), text_feature


def _relations(tracked: TrackedView, config: PerceptionConfig) -> tuple[RelationTriple, ...]:
    """Of the objects that are asserted: what may not be there stands on nothing."""
    sure = [number for number, one in enumerate(tracked.objects) if one.existence >= ASSERTED]
    deviations_m = [tracked.deviations_m[number] for number in sure]
    return find_relations([tracked.objects[number] for number in sure], config, deviations_m)


def _position(map_T_base: NDArray[np.float64]) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in map_T_base[:3, 3])
    return x, y, z


def _yaw(map_T_base: NDArray[np.float64]) -> float:
    return math.atan2(map_T_base[1, 0], map_T_base[0, 0])
