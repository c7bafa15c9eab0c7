"""All that is known of the objects of a session, a row an object, so that comparing with all of them stays cheap.

How likely a detector always gives a thing the same wrong name: the less sure it is of it on the average.

A detector that takes one thing for another does so from everywhere, so that repetition proves nothing; but it is less
sure of it than of most of what it names. How sure it usually is, and how much that differs from thing to thing, is
learnt from all that it has named: one whose scores are all alike, or differ widely, tells nothing by them.

From where things were looked at: what the same place shows again is hardly news.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import PerceptionConfig
from embodied_memory.geometry.pose import MapRevision
from embodied_memory.perception.association import CAPTION_WEIGHT_M, appearance_cost
from embodied_memory.perception.box_estimates import BoxEstimates
from embodied_memory.perception.confusion import make_confusion
from embodied_memory.perception.lifting import LiftedObject
from embodied_memory.perception.object_beliefs import Existence, GrowingTable, LabelBeliefs, Rows
from embodied_memory.scene_graph import Attributes, Detection, SceneObject

REMEMBERED = 6
APART_M, APART_SHARE = 0.15, 0.15
"""Two viewpoints are as good as independent if so far apart, and by this share of the distance more."""
SAME_PLACE = 0.5
"""In that measure: what is nearer is remembered as the same place."""
REPEATED = 0.3
"""A look from the same place is worth this much of the one before it."""


class Viewpoints(GrowingTable):
    """For each of N things the last places that it was looked at from, and how often each showed it or did not."""

    def __init__(self) -> None:
        none = np.zeros(REMEMBERED, np.int64)
        super().__init__(place=np.full((REMEMBERED, 3), np.inf), hits=none, misses=none, stamp=none, next=0)

    def news(self, rows: Rows, camera: Floats, range_m: Floats, hit: bool, stamp_ns: int) -> Floats:
        """(len(rows),) 0 to 1: what this look is worth as evidence; it is remembered.

        A look from near a place that showed the same before is worth less each time. What showed the contrary does
        not lessen it: a thing that is missed after many looks from here may have been taken away.
        """
        places, following, same = self["place"], self["next"], self["hits" if hit else "misses"]
        distance = np.sqrt(((places[rows] - camera) ** 2).sum(axis=2))
        nearest = distance.argmin(axis=1)
        near = distance[np.arange(len(rows)), nearest]
        novelty = np.minimum(near / (APART_M + APART_SHARE * range_m), 1.0)
        worth: Floats = novelty + (1 - novelty) * REPEATED ** same[rows, nearest]
        is_near = novelty < SAME_PLACE
        slot = np.where(is_near, nearest, following[rows])
        following[rows] = np.where(is_near, following[rows], (following[rows] + 1) % REMEMBERED)
        places[rows, slot] = np.where(is_near[:, None], places[rows, slot], camera)
        self["stamp"][rows, slot] = np.where(is_near, self["stamp"][rows, slot], stamp_ns)
        for name in ("hits", "misses"):
            self[name][rows, slot] = np.where(is_near, self[name][rows, slot], 0)
        same[rows, slot] += 1
        return worth

    def revise(self, revision: MapRevision) -> None:
        """Move the places that were first looked from in a span of time."""
        covered = (revision.since_ns <= self["stamp"]) & (self["stamp"] <= revision.until_ns)
        covered &= np.isfinite(self["place"]).all(axis=2)
        self["place"][covered] = revision.moved(self["place"][covered])


Floats = NDArray[np.float64]

LESS_SURE = 0.15
"""The mean score of a wrong name lies below that of right ones by at least so much."""
OF_ONE_LOOK = 0.12
"""Standard deviation of the scores of one thing from look to look (of a Beta of mean .75 and concentration 12)."""
LEAST_SPREAD = 0.04
LEAST_LOOKS, LEAST_THINGS = 2.0, 8
"""From so many things, each with so many independent looks, the usual score is known."""
MOST_NATS = 5.0
ALIKE = 0.005
"""A detector whose scores differ by less says the same of everything."""


def doubts(mean_scores: Floats, looks: Floats, prior: float) -> Floats:
    """(N,) 0 to 1, from the mean score and the number of independent looks at each of N things.

    prior: how likely any thing is misnamed, before its scores are looked at.
    """
    known = looks >= LEAST_LOOKS
    if known.sum() < LEAST_THINGS or prior <= 0:
        return np.full(len(looks), prior)
    usual = float(np.median(mean_scores[known]))
    spread = 1.4826 * float(np.median(np.abs(mean_scores[known] - usual)))
    if spread < ALIKE:
        return np.full(len(looks), prior)
    variance = max(spread, LEAST_SPREAD) ** 2 + OF_ONE_LOOK**2 / np.maximum(looks, 1.0)
    below = usual - mean_scores
    nats = np.clip(LESS_SURE * (2 * below - LESS_SURE) / (2 * variance), -MOST_NATS, MOST_NATS)
    odds = prior / (1 - prior) * np.exp(nats)
    found: Floats = odds / (1 + odds)
    return found


Looks = dict[str, tuple[str, Attributes]]
"""Caption and attributes by category: what a thing looks like hangs on what it is taken for."""
ImageBox = tuple[int, int, int, int]

ASSERTED = 0.5
"""From this probability of existence on a thing has an id of its own for good."""
TOLD_CHANGE = 0.05


class ObjectTracks:
    """Place, sort, existence, looks and id of every object, and which of them were seen in one view."""

    def __init__(self, config: PerceptionConfig) -> None:
        self.boxes = BoxEstimates()
        self.labels = LabelBeliefs(make_confusion(config), config.label_doubt)
        self.existence = Existence(config.min_score)
        self.viewpoints = Viewpoints()
        self.ids: list[str] = []
        self._looks: list[Looks] = []
        self._told = GrowingTable(named=False, existence=0.0, doubt=0.0, sort=-1, score=0.0)
        self._numbers: dict[str, int] = defaultdict(int)
        self._together = np.zeros((8, 8), np.bool_)
        self._label_doubt = config.label_doubt

    def __len__(self) -> int:
        return len(self.ids)

    def add(self, seen: LiftedObject, stamp_ns: int, overlooked: float = 0.0) -> int:
        """Add an object seen for the first time; return its row. overlooked: nats of evidence against it."""
        row = len(self)
        for part in (self.boxes, self.labels, self.existence, self.viewpoints, self._told):
            part.add()
        if row == len(self._together):
            wider = np.zeros((2 * row, 2 * row), np.bool_)
            wider[:row, :row] = self._together
            self._together = wider
        self._together[row, : row + 1] = self._together[: row + 1, row] = False
        detection = seen.detection
        self.ids.append(self._new_id(detection.category))
        self._looks.append({})
        self.boxes.replace(row, seen, stamp_ns)
        self.existence.begin(row, detection.score, detection.mask is not None, overlooked)
        return row

    def describe(self, row: int, seen: LiftedObject) -> None:
        """Take in what a view shows of the looks of an object."""
        looks = self._looks[row]
        for detection in (seen.detection, *seen.others):
            caption, attributes = looks.get(detection.category, ("", ()))
            looks[detection.category] = detection.caption or caption, detection.attributes or attributes
        self._told["score"][row] = seen.detection.score

    def saw_together(self, rows: Sequence[int]) -> None:
        """Note that these were seen in one view: they are different objects for good."""
        self._together[np.ix_(rows, rows)] = True

    def seen_together(self, rows: Sequence[int]) -> NDArray[np.bool_]:
        """(len(rows), len(self)): what was ever seen in one view with these objects; themselves, too."""
        together: NDArray[np.bool_] = self._together[np.asarray(rows, np.int64), : len(self)]
        return together

    def category(self, row: int) -> str:
        """What it most likely is."""
        return self.labels.categories[int(self.labels.top(np.array([row]))[0])]

    def looks_cost(self, row: int, detection: Detection) -> float:
        """Metres: inf if a lasting attribute differs; see `appearance_cost`."""
        caption, attributes = self._look_as(row, detection.category)
        return appearance_cost(detection.caption, detection.attributes, caption, attributes)

    def looks_like(self, row: int, detection: Detection) -> bool:
        """Whether caption and lasting attributes let it be that object."""
        return self.looks_cost(row, detection) < CAPTION_WEIGHT_M

    def looks_difference(self, row: int, other: int) -> float:
        """Metres, as `looks_cost`, of two known objects."""
        one, two = (self._look_as(number, self.category(number)) for number in (row, other))
        return appearance_cost(*one, *two)

    def look_alike(self, row: int, other: int) -> bool:
        """Whether caption and lasting attributes let them be one."""
        return self.looks_difference(row, other) < CAPTION_WEIGHT_M

    def join(self, kept: int, other: int, whole: int) -> None:
        """Two rows are of one thing, best shown by row `whole`; row `other` is to be dropped."""
        part = other if whole == kept else kept
        self._looks[kept] = {**self._looks[part], **self._looks[whole]}
        self.boxes.join(kept, whole)
        self.labels.join(kept, other)
        self.existence.join(kept, other)
        count = len(self)
        self._together[kept, :count] |= self._together[other, :count]
        self._together[:count, kept] |= self._together[:count, other]

    def keep(self, rows: Rows) -> None:
        """Drop all objects but these."""
        for part in (self.boxes, self.labels, self.existence, self.viewpoints, self._told):
            part.keep(rows)
        self.ids = [self.ids[row] for row in rows]
        self._looks = [self._looks[row] for row in rows]
        self._together[: len(rows), : len(rows)] = self._together[np.ix_(rows, rows)]

    def settle_names(self) -> list[tuple[str, str]]:
        """Once an object is asserted its id says what it is; return old and new ids of those that change."""
        changed = []
        asserted = self.existence.probability() >= ASSERTED
        for row in np.flatnonzero(asserted & ~self._told["named"]).tolist():
            self._told["named"][row] = True
            category, old = self.category(row), self.ids[row]
            if old.rsplit("_", 1)[0] != _prefix(category):
                self.ids[row] = self._new_id(category)
                changed.append((old, self.ids[row]))
        return changed

    def with_news(self) -> NDArray[np.bool_]:
        """(len(self),): what differs clearly from what was told of it last."""
        now, was = self.existence.probability(), self._told["existence"]
        news: NDArray[np.bool_] = (np.abs(now - was) > TOLD_CHANGE) | ((now < ASSERTED) != (was < ASSERTED))
        news |= np.abs(self._doubts() - self._told["doubt"]) > TOLD_CHANGE
        news |= self.labels.top(np.arange(len(self))) != self._told["sort"]
        return news

    def tell(self, rows: Rows, image_boxes: Sequence[ImageBox]) -> tuple[SceneObject, ...]:
        """All that is known of some objects. image_boxes: in this view, one for each."""
        existence = self.existence.probability()
        self._told["existence"][rows] = existence[rows]
        self._told["sort"][rows] = self.labels.top(rows)
        deviations_m = self.boxes.told_deviation()
        doubt = self._told["doubt"][rows] = self._doubts()[rows]
        objects = []
        for row, labels, image_box in zip(rows.tolist(), self.labels.told(rows, doubt), image_boxes, strict=True):
            face, category = self.boxes["face"][row], labels[0][0]
            caption, attributes = self._look_as(row, category)
            objects.append(
                SceneObject(
                    object_id=self.ids[row],
                    category=category,
                    position=_triple((face[:3] + face[3:]) / 2),
                    size=_triple(face[3:] - face[:3]),
                    score=float(self._told["score"][row]),
                    caption=caption,
                    attributes=attributes,
                    box=image_box,
                    existence=float(existence[row]),
                    labels=labels,
                    deviation_m=float(deviations_m[row]),
                )
            )
        return tuple(objects)

    def _doubts(self) -> NDArray[np.float64]:
        return doubts(self.existence.mean_scores(), self.existence["hits"], self._label_doubt)

    def _look_as(self, row: int, category: str) -> tuple[str, Attributes]:
        """Caption and attributes as that category, else as what it most likely is, else as whatever it was called."""
        looks = self._looks[row]
        return looks.get(category) or looks.get(self.category(row)) or next(iter(looks.values()), ("", ()))

    def _new_id(self, category: str) -> str:
        prefix = _prefix(category)
        self._numbers[prefix] += 1
        return f"{prefix}_{self._numbers[prefix]}"


def _prefix(category: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", category.lower()).strip("_") or "object"


def _triple(values: NDArray[np.float64]) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])
