"""What was written into the voxel map since the last good fix: it may have to be taken back and written elsewhere.

Hits and carving saturate, so that they cannot be subtracted. The map as it was is kept instead, with what has
been written since: to take something back is to write the rest again. What moves as a whole is cut into cells
anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.pose import MapRevision
from embodied_memory.mapping.depth_view import DepthView
from embodied_memory.mapping.sensor_model import SensorModel

Position = tuple[float, float, float]

MOST = 20
"""Views between two copies of the map; the last two copies are kept, so that at least so many views can be moved."""


@dataclass(frozen=True, eq=False)
class MappedView:
    """A view as it was written. place: of the robot's base, (x, y, z) in map."""

    stamp_ns: int
    view: DepthView
    model: SensorModel
    place: Position

    def moved(self, revision: MapRevision) -> MappedView:
        """The same from where it was really taken."""
        x, y, z = revision.moved(np.array([self.place]))[0].tolist()
        return replace(self, view=self.view.moved(revision.map_T_map), place=(x, y, z))


@dataclass(frozen=True)
class FreedBox:
    """Somebody stood there: (x, y, z) of the corners of a box in map."""

    stamp_ns: int
    low: Position
    high: Position

    def moved(self, revision: MapRevision) -> FreedBox:
        """The upright box of the same size where its middle really was."""
        corners = np.array([self.low, self.high])
        middle = corners.mean(axis=0)
        (lx, ly, lz), (hx, hy, hz) = (corners + revision.moved(middle[None])[0] - middle).tolist()
        return replace(self, low=(lx, ly, lz), high=(hx, hy, hz))


Writing = MappedView | FreedBox


@dataclass(frozen=True, eq=False)
class MapCopy:
    """The part of the map that had been looked at before some writing.

    low: (2,) its first cell, counted from map zero; places: how long the trajectory was.
    """

    low: NDArray[np.int64]
    evidence: NDArray[np.int8]
    places: int


@dataclass(frozen=True, eq=False)
class Draft:
    """A copy of the map, and what was written after it."""

    before: MapCopy
    writings: list[Writing] = field(default_factory=list)


class UnfixedWriting:
    """The last two drafts."""

    def __init__(self) -> None:
        self._drafts: list[Draft] = []

    @property
    def is_empty(self) -> bool:
        """Whether all that was written stays where it is."""
        return not self._drafts

    @property
    def needs_copy(self) -> bool:
        """Whether the next writing is kept behind a new copy of the map."""
        return not self._drafts or len(self._drafts[-1].writings) >= MOST

    def begin(self, before: MapCopy) -> None:
        """What follows was written after this copy."""
        self._drafts = [*self._drafts[-1:], Draft(before)]

    def keep(self, writing: Writing) -> None:
        """Take one in."""
        self._drafts[-1].writings.append(writing)

    def clear(self) -> None:
        """The robot knows where it was."""
        self._drafts = []

    def revised(self, revision: MapRevision) -> tuple[MapCopy, list[Writing]]:
        """(the map as it was, all that is to be written on it). At least one draft must be there."""
        writings = [one for draft in self._drafts for one in draft.writings]
        return self._drafts[0].before, [
            one.moved(revision) if revision.covers(one.stamp_ns) else one for one in writings
        ]


def moved_cells(
    low: NDArray[np.int64], cells: NDArray[np.int8], map_T_map: NDArray[np.float64], resolution_m: float
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """(low, cells) in the map as it is now. low: (2,) the first cell, counted from map zero; cells: (nx, ny, nz).

    Each cell is as the one that its middle was in, so that surfaces neither double nor tear; what was outside is 0.
    """
    turn, shift = map_T_map[:2, :2], map_T_map[:2, 3] / resolution_m
    size = np.array(cells.shape[:2])
    corners = np.array([[x, y] for x in (0, size[0]) for y in (0, size[1])]) + low
    moved = corners @ turn.T + shift
    first = np.floor(moved.min(axis=0) + 1e-9).astype(np.int64)
    count = np.ceil(moved.max(axis=0) - 1e-9).astype(np.int64) - first
    x, y = np.meshgrid(*(np.arange(n) + 0.5 for n in count), indexing="ij")
    was = (np.stack([x, y], axis=-1) + first - shift) @ turn - low
    column = np.floor(was).astype(np.int64)
    inside = ((column >= 0) & (column < size)).all(axis=-1)
    found = np.zeros((*count, cells.shape[2]), np.int8)
    found[inside] = cells[column[inside][:, 0], column[inside][:, 1]]
    return first, found
