"""Perception as a whole: one observation in, one scene-graph instant out."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import PerceptionConfig
from embodied_memory.geometry.map_revision import MapRevision
from embodied_memory.observation import Observation
from embodied_memory.perception.category_choice import CategoryChoice
from embodied_memory.perception.depth import require_measured_depth
from embodied_memory.perception.depth_noise import inverse_depth
from embodied_memory.perception.detector import Detector, make_detector
from embodied_memory.perception.embedder import Embedder, make_embedder
from embodied_memory.perception.lifting import lift
from embodied_memory.perception.object_tracker import ObjectTracker, TrackedView
from embodied_memory.perception.object_tracks import ASSERTED
from embodied_memory.perception.one_thing import one_per_thing
from embodied_memory.perception.relations import find_relations
from embodied_memory.perception.tagger import Tagger, make_tagger
from embodied_memory.perception.text_of_view import embed_phrases, phrases_of_view
from embodied_memory.perception.thumbnail import thumbnail_jpeg
from embodied_memory.scene_graph import RelationTriple, SceneGraphInstant

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
