"""The objects of one category that are known, and how another view of one changes what is known of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.association import Boxes
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
        self._minimum[row], self._maximum[row] = seen.minimum, seen.maximum
        self._cut[row], self._hidden[row] = seen.cut, seen.hidden
        self.ids.append(object_id)
        self.captions.append(seen.detection.caption)
        self.attributes.append(seen.detection.attributes)
        return row

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
        self.captions[row] = seen.detection.caption or self.captions[row]
        self.attributes[row] = seen.detection.attributes or self.attributes[row]


def _doubled(rows: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate([rows, np.empty_like(rows)])
