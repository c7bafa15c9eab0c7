"""Ids that stay: which objects of this view were seen before."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from embodied_memory.config import PerceptionConfig
from embodied_memory.observation import Observation
from embodied_memory.perception.association import Boxes, Floats, appearance_cost, association_cost
from embodied_memory.perception.lifting import LiftedObject
from embodied_memory.perception.object_tracks import ObjectTracks
from embodied_memory.perception.vacated import is_vacated
from embodied_memory.scene_graph import SceneObject

NEW_OBJECT_COST_M = 1.0
"""Cost of calling an object new: cheaper than two doubtful matches, dearer than any good one."""
IMPOSSIBLE = 1e6
"""Stands for infinity in the assignment, which wants finite costs."""


class ObjectTracker:
    """Gives every object of a session one id, `<category>_<n>`, whatever side it is seen from.

    Within a view, objects and known objects are matched one to one at the least total cost, so that two
    alike objects seen together stay two. Time is linear in the known objects of the categories in view.
    """

    def __init__(self, config: PerceptionConfig) -> None:
        self._config = config
        self._tracks: dict[str, ObjectTracks] = {}

    def track(self, lifted: Sequence[LiftedObject], observation: Observation | None = None) -> list[SceneObject]:
        """Return one scene object for each lifted one, in the same order, with all that is known of it.

        With the observation they were seen in, an object that was moved a little (at most the association
        distance) keeps its id too, if the view shows that its old place is empty.
        """
        by_category: dict[str, list[int]] = defaultdict(list)
        for index, seen in enumerate(lifted):
            by_category[_id_prefix(seen.detection.category)].append(index)
        objects: dict[int, SceneObject] = {}
        for prefix, indices in by_category.items():
            tracks = self._tracks.setdefault(prefix, ObjectTracks(self._config.position_noise_m))
            seen_now = [lifted[index] for index in indices]
            rows = self._update(prefix, tracks, seen_now, observation)
            for index, seen, row in zip(indices, seen_now, rows, strict=True):
                objects[index] = _scene_object(tracks, row, seen)
        return [objects[index] for index in range(len(lifted))]

    def _update(
        self, prefix: str, tracks: ObjectTracks, seen_now: Sequence[LiftedObject], view: Observation | None
    ) -> list[int]:
        """Take in what one view shows of one category; return the row of each."""
        rows = self._match(seen_now, tracks)
        for position, seen in enumerate(seen_now):
            if rows[position] >= 0:
                tracks.merge(rows[position], seen)
                continue
            moved = self._moved(seen, tracks, view, rows)
            if moved >= 0:
                tracks.replace(moved, seen)
            rows[position] = moved if moved >= 0 else tracks.add(f"{prefix}_{len(tracks) + 1}", seen)
        tracks.saw_together(rows)
        return [tracks.retire_parts_of(row) for row in rows]

    def _moved(self, seen: LiftedObject, tracks: ObjectTracks, view: Observation | None, taken: Sequence[int]) -> int:
        """The nearest alike object whose place the view shows to be empty, or -1.

        Only small things seen whole: one sees past a piece of a chair without the chair having moved.
        """
        reach_m, boxes = self._config.association_distance_m, tracks.boxes()
        if view is None or seen.cut.any() or (seen.maximum - seen.minimum).max() > reach_m:
            return -1
        distance = np.sqrt((((seen.minimum + seen.maximum) / 2 - boxes.centre()) ** 2).sum(axis=1))
        may_be = (distance <= reach_m) & ~boxes.cut.any(axis=1)
        may_be &= (boxes.maximum - boxes.minimum).max(axis=1) <= reach_m
        for row in sorted(np.flatnonzero(may_be).tolist(), key=distance.__getitem__):
            box = boxes.minimum[row], boxes.maximum[row]
            is_gone = row not in taken and is_vacated(*box, view, self._config.position_noise_m)
            if is_gone and tracks.looks_like(row, seen):
                return int(row)
        return -1

    def _match(self, seen: Sequence[LiftedObject], tracks: ObjectTracks) -> list[int]:
        """The row of the known object that each one is, or -1 for a new one."""
        matched = [-1] * len(seen)
        if not len(tracks):
            return matched
        cost = self._cost(seen, tracks)
        as_new = np.full((len(seen), len(seen)), NEW_OBJECT_COST_M)
        # Squeezed below the cost of a new object: a doubtful match is better than none, a good one better still.
        finite = np.where(np.isfinite(cost), NEW_OBJECT_COST_M * (1 - np.exp(-cost)), IMPOSSIBLE)
        for row, column in zip(*linear_sum_assignment(np.hstack([finite, as_new])), strict=True):
            if column < len(tracks) and np.isfinite(cost[row, column]):
                matched[row] = int(column)
        return matched

    def _cost(self, seen: Sequence[LiftedObject], tracks: ObjectTracks) -> Floats:
        boxes = Boxes(
            np.array([one.minimum for one in seen]),
            np.array([one.maximum for one in seen]),
            np.array([one.cut for one in seen]),
            np.array([one.hidden for one in seen]),
        )
        noise_m = np.array([self._config.position_noise_m + one.pixel_m for one in seen])
        cost = association_cost(boxes, tracks.boxes(), noise_m, self._config.association_distance_m)
        for row, column in np.argwhere(np.isfinite(cost)):
            detection = seen[row].detection
            cost[row, column] += appearance_cost(
                detection.caption, detection.attributes, tracks.captions[column], tracks.attributes[column]
            )
        return cost


def _id_prefix(category: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", category.lower()).strip("_") or "object"


def _scene_object(tracks: ObjectTracks, row: int, seen: LiftedObject) -> SceneObject:
    boxes, detection = tracks.boxes(), seen.detection
    low, high = boxes.minimum[row], boxes.maximum[row]
    return SceneObject(
        object_id=tracks.ids[row],
        category=detection.category,
        position=_triple((low + high) / 2),
        size=_triple(high - low),
        score=detection.score,
        caption=tracks.captions[row],
        attributes=tracks.attributes[row],
        box=detection.box,
    )


def _triple(values: Floats) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])
