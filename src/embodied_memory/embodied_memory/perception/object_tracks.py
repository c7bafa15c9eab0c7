"""The objects of one category that are known, and how another view of one changes what is known of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.association import CAPTION_WEIGHT_M, Boxes, appearance_cost
from embodied_memory.perception.lifting import LiftedObject
from embodied_memory.scene_graph import Attributes

AVERAGED_SHARE = 0.3


class ObjectTracks:
    """Growing arrays, one row an object, so that comparing with all of them stays cheap."""

    def __init__(self, noise_m: float) -> None:
        self._noise_m = noise_m
        self._minimum = np.empty((8, 3))
        self._maximum = np.empty((8, 3))
        self._cut = np.empty((8, 6), np.bool_)
        self._hidden = np.empty((8, 6), np.bool_)
        self.ids: list[str] = []
        self.captions: list[str] = []
        self.attributes: list[Attributes] = []
        self._seen_together: set[tuple[int, int]] = set()

    def __len__(self) -> int:
        return len(self.ids)

    def boxes(self) -> Boxes:
        """The boxes of all objects of the category, in the order of `ids`."""
        count = len(self)
        return Boxes(self._minimum[:count], self._maximum[:count], self._cut[:count], self._hidden[:count])

    def add(self, object_id: str, seen: LiftedObject) -> int:
        """Add an object seen for the first time; return its row."""
        row = len(self)
        if row == len(self._minimum):
            self._minimum, self._maximum = _doubled(self._minimum), _doubled(self._maximum)
            self._cut, self._hidden = _doubled(self._cut), _doubled(self._hidden)
        self.ids.append(object_id)
        self.captions.append("")
        self.attributes.append(())
        self.replace(row, seen)
        return row

    def replace(self, row: int, seen: LiftedObject) -> None:
        """Forget where the object was: it is where it is seen now."""
        self._minimum[row], self._maximum[row] = seen.minimum, seen.maximum
        self._cut[row], self._hidden[row] = seen.cut, seen.hidden
        self._describe(row, seen)

    def _describe(self, row: int, seen: LiftedObject) -> None:
        self.captions[row] = seen.detection.caption or self.captions[row]
        self.attributes[row] = seen.detection.attributes or self.attributes[row]

    def saw_together(self, rows: Sequence[int]) -> None:
        """Note that these were seen in one view: they are different objects for good."""
        self._seen_together.update(combinations(sorted(rows), 2))

    def retire_parts_of(self, row: int) -> int:
        """Drop objects that turned out to be parts of this one; return the row that goes on.

        Two ends of one thing get two ids if nothing between them was seen. Once a view shows it whole, its
        box holds the other's, and if the two were never seen together, the older id alone goes on.
        """
        low, high = self._minimum[row] - self._noise_m, self._maximum[row] + self._noise_m
        boxes = self.boxes()
        inside = ((boxes.minimum >= low) & (boxes.maximum <= high)).all(axis=1)
        inside[row] = False
        for part in np.flatnonzero(inside).tolist():
            if (min(part, row), max(part, row)) in self._seen_together or not self._look_alike(part, row):
                continue
            kept, dropped = min(part, row), max(part, row)
            for rows in (self._minimum, self._maximum, self._cut, self._hidden):
                rows[kept] = rows[row]
            self.captions[kept], self.attributes[kept] = self.captions[row], self.attributes[row]
            self._minimum[dropped] = self._maximum[dropped] = np.nan  # nothing is like it any more
            self._seen_together |= {
                (min(kept, a + b - dropped), max(kept, a + b - dropped))
                for a, b in self._seen_together
                if dropped in (a, b)
            }
            row = kept
        return row

    def looks_like(self, row: int, seen: LiftedObject) -> bool:
        """Whether caption and lasting attributes let it be that object."""
        looks = seen.detection.caption, seen.detection.attributes, self.captions[row], self.attributes[row]
        return appearance_cost(*looks) < CAPTION_WEIGHT_M

    def _look_alike(self, one: int, other: int) -> bool:
        looks = self.captions[one], self.attributes[one], self.captions[other], self.attributes[other]
        return appearance_cost(*looks) < CAPTION_WEIGHT_M

    def merge(self, row: int, seen: LiftedObject) -> None:
        """Take in another view: the box grows to hold it, small differences of a seen face are averaged."""
        # Both sides as "outwards is positive", so that one rule serves the six faces.
        outward = np.array([-1.0, -1.0, -1.0, 1.0, 1.0, 1.0])
        known = outward * np.concatenate([self._minimum[row], self._maximum[row]])
        now = outward * np.concatenate([seen.minimum, seen.maximum])
        farther = now - known
        is_noise = (np.abs(farther) <= self._noise_m) & ~seen.cut
        grows = (farther > 0) & ~is_noise
        known = np.where(is_noise, known + AVERAGED_SHARE * farther, np.where(grows, now, known))
        self._cut[row] = np.where(grows, seen.cut, self._cut[row] & ~is_noise)
        self._hidden[row] = np.where(grows, seen.hidden, self._hidden[row] & (seen.hidden | ~is_noise))
        self._minimum[row], self._maximum[row] = (outward * known)[:3], (outward * known)[3:]
        self._describe(row, seen)


def _doubled(rows: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate([rows, np.empty_like(rows)])
