"""Ids that stay: which objects of this view were seen before, and which of before are not there any more.

The looks of the last minutes: what is seen for the first time where nothing was seen before may be imagined.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import PerceptionConfig
from embodied_memory.geometry.pose import MapRevision
from embodied_memory.observation import Observation
from embodied_memory.perception.lifting import LiftedObject
from embodied_memory.perception.measurement import InverseDepth
from embodied_memory.perception.object_matching import join_doubles, match
from embodied_memory.perception.object_tracks import ObjectTracks
from embodied_memory.perception.visibility import Look, VisibleShares, shown
from embodied_memory.scene_graph import SceneObject

Floats = NDArray[np.float64]

KEPT, KEPT_NS = 60, 120_000_000_000
"""Looks; longer ago somebody may have put the thing there."""
STRIDE = 4
JUDGED = 4
"""Of those that show the place, the last so many from different places count."""
APART_M = 0.4


class LookHistory:
    """Thinned-out depth of past views, with their poses."""

    def __init__(self) -> None:
        self._looks: deque[Look] = deque(maxlen=KEPT)

    def keep(self, look: Look) -> None:
        """Take one in."""
        self._looks.append(look.thinned(STRIDE))

    def revise(self, revision: MapRevision) -> None:
        """Looks in its span were taken from elsewhere."""
        for number, look in enumerate(self._looks):
            if revision.covers(look.stamp_ns):
                self._looks[number] = replace(look, map_T_camera=revision.map_T_map @ look.map_T_camera)

    def shares_and_pixels(self, low: Floats, high: Floats, now: Look, range_m: float) -> tuple[Floats, Floats]:
        """(K,) each: how much of a box was open to view, and its apparent size, of looks within range at it."""
        found = [shown(low[None], high[None], look) for look in self._towards((low + high) / 2, now, range_m)]
        shares = np.array([one.share[0] for one in found])
        return shares, np.array([one.pixels[0] for one in found])

    def _towards(self, point: Floats, now: Look, range_m: float) -> list[Look]:
        """The last looks from different places, not from here, that have a point within range in view."""
        looks = [look for look in self._looks if now.stamp_ns - look.stamp_ns <= KEPT_NS]
        if not looks:
            return []
        poses = np.stack([look.map_T_camera for look in looks])
        ahead = np.einsum("ni,nij->nj", point - poses[:, :3, 3], poses[:, :3, :3])
        camera = now.camera
        depth = np.maximum(ahead[:, 2], 1e-3)
        columns, rows = ahead[:, 0] / depth * camera.fx + camera.cx, ahead[:, 1] / depth * camera.fy + camera.cy
        in_view = (ahead[:, 2] > 0) & (columns >= 0) & (columns < camera.width) & (rows >= 0) & (rows < camera.height)
        in_view &= np.sqrt((ahead**2).sum(axis=1)) <= range_m
        chosen: list[int] = []
        places = [now.map_T_camera[:3, 3]]
        for number in np.flatnonzero(in_view)[::-1].tolist():
            if (
                len(chosen) < JUDGED
                and ((np.array(places) - poses[number, :3, 3]) ** 2).sum(axis=1).min() > APART_M**2
            ):
                chosen.append(number)
                places.append(poses[number, :3, 3])
        return [looks[number] for number in chosen]


SHOULD_BE_SEEN = 0.6
"""Share of a box that is open to view, from which on the detector should have reported what is there."""
SURE_RANGE = 0.85
"""What is nearer than this share of the greatest range is not left out for being too far away."""
FORGOTTEN = 0.02
"""A thing less likely than this is told of for the last time."""
MOST_OVERLOOKED = 2.5
"""Nats that looks of before count against a first sight at most."""
NOT_IN_VIEW = (0, 0, 0, 0)


@dataclass(frozen=True)
class TrackedView:
    """objects: one for each lifted one, in that order, once where several turned out to be one; revised and merged as
    in SceneGraphInstant.

    deviations_m: of the places of the objects, one for each.
    """

    objects: tuple[SceneObject, ...]
    deviations_m: tuple[float, ...] = ()
    revised: tuple[SceneObject, ...] = ()
    merged: tuple[tuple[str, str], ...] = ()


class ObjectTracker:
    """Gives every object of a session one id, `<category>_<n>`, whatever side it is seen from.

    Within a view, objects and known objects are matched one to one at the least total cost, so that two
    alike objects seen together stay two. What is known of each is a box, a distribution over sorts and a probability
    that it exists. Time is linear in the known objects.
    """

    def __init__(self, config: PerceptionConfig) -> None:
        self._config = config
        self._tracks = ObjectTracks(config)
        self._history = LookHistory()

    def update(
        self,
        lifted: Sequence[LiftedObject],
        observation: Observation | None = None,
        image: InverseDepth | None = None,
    ) -> TrackedView:
        """Take in what one view shows. image: of the depth of the observation, if it is known already.

        With the observation it was seen in, what should have been seen and was not becomes less likely, and an object
        that was moved a little (at most the association distance) keeps its id, if its old place is seen to be empty.
        """
        tracks = self._tracks
        likelihoods = tracks.labels.likelihoods(lifted)
        rows = match(lifted, likelihoods, tracks, self._config)
        look = None if observation is None else Look.of(observation, self._config, image)
        moved: list[int] = []
        if look is not None:
            before = shown(*tracks.boxes.sides(), look)
            moved = self._follow_moved(lifted, rows, before)
            self._weigh_misses(rows, look, before)
        rows = self._take_in(lifted, rows, moved, look)
        worth = self._weigh_hits(lifted, rows, look)
        tracks.labels.name(rows, likelihoods, worth)
        tracks.saw_together(rows)
        joined = join_doubles(tracks, rows, self._config)
        tracks.existence.decide()
        view = self._tell(lifted, rows, joined)
        self._forget(rows, joined)
        if look is not None:
            self._history.keep(look)
        return view

    def revise(self, revision: MapRevision) -> None:
        """Move what was seen in a span of time, and from where: things by as much as they are known from then."""
        self._tracks.boxes.revise(revision)
        self._tracks.viewpoints.revise(revision)
        self._history.revise(revision)

    def _follow_moved(self, lifted: Sequence[LiftedObject], rows: list[int], before: VisibleShares) -> list[int]:
        """Give a row to small things whose alike stood near and is seen to be gone; return their positions.

        Only small things seen whole: one sees past a piece of a chair without the chair having moved.
        """
        tracks, reach_m, boxes = self._tracks, self._config.association_distance_m, self._tracks.boxes.boxes()
        moved = []
        may_be = before.vacated() & ~boxes.cut.any(axis=1)
        may_be &= (boxes.maximum - boxes.minimum).max(axis=1, initial=0.0) <= reach_m
        for index, seen in enumerate(lifted):
            is_small = not seen.cut.any() and (seen.maximum - seen.minimum).max() <= reach_m
            if rows[index] >= 0 or not is_small or not may_be.any():
                continue
            distance = np.sqrt(((seen.centre - boxes.centre()) ** 2).sum(axis=1))
            for row in sorted(np.flatnonzero(may_be & (distance <= reach_m)).tolist(), key=distance.__getitem__):
                is_named_so = tracks.category(row) == seen.detection.category
                if row not in rows and is_named_so and tracks.looks_like(row, seen.detection):
                    rows[index] = row
                    moved.append(index)
                    break
        return moved

    def _weigh_misses(self, rows: Sequence[int], look: Look, before: VisibleShares) -> None:
        """What should have been seen and was not is less likely there, or not there at all."""
        tracks, existence = self._tracks, self._tracks.existence
        is_hit = np.zeros(len(tracks), np.bool_)
        is_hit[[row for row in rows if row >= 0]] = True
        low, high = tracks.boxes.sides()
        nearest_m = before.range_m - (high - low).max(axis=1, initial=0.0) / 2
        judged = (before.share >= SHOULD_BE_SEEN) & (nearest_m <= SURE_RANGE * self._config.max_object_range_m)
        judged &= before.pixels >= 2 * self._config.min_object_pixels
        misses = np.flatnonzero(judged & ~is_hit)
        camera = look.map_T_camera[:3, 3]
        worth = tracks.viewpoints.news(misses, camera, before.range_m[misses], False, look.stamp_ns)
        existence.miss(misses, before.share[misses], before.pixels[misses], worth)
        whole = np.flatnonzero(before.share == 1)
        existence.look_through(whole, is_hit[whole], before.through[whole] == 1)

    def _take_in(
        self, lifted: Sequence[LiftedObject], rows: Sequence[int], moved: Sequence[int], look: Look | None
    ) -> list[int]:
        """Boxes and looks of all that is seen; what has no row yet is new. Return the row of each."""
        tracks, stamp_ns = self._tracks, 0 if look is None else look.stamp_ns
        again = [index for index, row in enumerate(rows) if row >= 0 and index not in moved]
        if again:
            numbers = np.array([rows[index] for index in again])
            tracks.boxes.update(numbers, [lifted[index] for index in again], stamp_ns)
        for index in moved:
            tracks.boxes.replace(rows[index], lifted[index], stamp_ns)
        taken = [
            row if row >= 0 else tracks.add(seen, stamp_ns, self._overlooked(seen, look))
            for seen, row in zip(lifted, rows, strict=True)
        ]
        for seen, row in zip(lifted, taken, strict=True):
            tracks.describe(row, seen)
        return taken

    def _weigh_hits(self, lifted: Sequence[LiftedObject], rows: Sequence[int], look: Look | None) -> Floats:
        """(len(lifted),): how much of an independent look at each thing this is."""
        tracks, numbers = self._tracks, np.array(rows, np.int64)
        worth = np.ones(len(rows))
        if look is not None and len(rows):
            range_m = np.array([seen.range_m for seen in lifted])
            worth = tracks.viewpoints.news(numbers, look.map_T_camera[:3, 3], range_m, True, look.stamp_ns)
        again = tracks.existence["looks"][numbers] > 0
        boxes = np.array([seen.detection.box for seen in lifted], float).reshape(-1, 4)
        pixels = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
        scores = np.array([seen.detection.score for seen in lifted])
        tracks.existence.hit(numbers[again], scores[again], pixels[again], worth[again])
        tracks.existence.begun(numbers[~again])
        return worth

    def _overlooked(self, seen: LiftedObject, look: Look | None) -> float:
        """Nats against a thing that looks of before should have shown where it is seen now."""
        if look is None:
            return 0.0
        reach_m = SURE_RANGE * self._config.max_object_range_m
        shares, pixels = self._history.shares_and_pixels(seen.minimum, seen.maximum, look, reach_m)
        good = (shares >= SHOULD_BE_SEEN) & (pixels >= 2 * self._config.min_object_pixels)
        nothing = np.zeros(int(good.sum()))
        recall = self._tracks.existence.reliability.recall(pixels[good], nothing, nothing) * shares[good]
        return float(min(-np.log(1 - recall).sum(), MOST_OVERLOOKED))

    def _tell(
        self, lifted: Sequence[LiftedObject], rows: list[int], joined: Sequence[tuple[int, int]]
    ) -> TrackedView:
        """What there is to tell, with the ids that hold from now on. rows: brought up to date."""
        tracks, onward = self._tracks, dict(joined)
        merged = [(tracks.ids[dropped], tracks.ids[kept]) for dropped, kept in joined]
        for index, row in enumerate(rows):
            while row in onward:
                row = onward[row]
            rows[index] = row
        merged += tracks.settle_names()
        boxes = {row: seen.detection.box for row, seen in reversed(list(zip(rows, lifted, strict=True)))}
        shown_rows = list(dict.fromkeys(rows))
        objects = tracks.tell(np.array(shown_rows, np.int64), [boxes[row] for row in shown_rows])
        news = tracks.with_news()
        news[[*rows, *onward]] = False
        silent = np.flatnonzero(news)
        deviations_m = tuple(tracks.boxes.deviation()[shown_rows].tolist())
        return TrackedView(objects, deviations_m, tracks.tell(silent, [NOT_IN_VIEW] * len(silent)), tuple(merged))

    def _forget(self, rows: Sequence[int], joined: Sequence[tuple[int, int]]) -> None:
        """Drop what went on as another, and what is not there."""
        gone = self._tracks.existence.probability() < FORGOTTEN
        gone[list(rows)] = False
        gone[[dropped for dropped, _ in joined]] = True
        if gone.any():
            self._tracks.keep(np.flatnonzero(~gone))
