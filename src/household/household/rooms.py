"""Rooms: a category and a floor."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Rectangle = tuple[float, float, float, float]
"""(x low, y low, x high, y high) in map, metres."""


@dataclass(frozen=True)
class Room:
    """A room. Its floor is the union of `rectangles`, which do not overlap."""

    room_id: str
    category: str
    rectangles: tuple[Rectangle, ...]

    def contains(self, x: float, y: float) -> bool:
        """Whether the point lies on the room's floor."""
        return any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in self.rectangles)

    def distance(self, x: float, y: float) -> float:
        """Horizontal distance from a point to the room's floor, 0 inside."""
        return min(
            (
                (max(x0 - x, 0.0, x - x1) ** 2 + max(y0 - y, 0.0, y - y1) ** 2) ** 0.5
                for x0, y0, x1, y1 in self.rectangles
            ),
            default=float("inf"),
        )

    @property
    def area(self) -> float:
        """Square metres."""
        return sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in self.rectangles)

    @property
    def center(self) -> tuple[float, float]:
        """Middle of the floor, weighted by area; of an L-shaped room it may lie outside."""
        total = max(self.area, 1e-9)
        parts = [((r[2] - r[0]) * (r[3] - r[1]), r) for r in self.rectangles]
        return (
            sum(a * (r[0] + r[2]) / 2 for a, r in parts) / total,
            sum(a * (r[1] + r[3]) / 2 for a, r in parts) / total,
        )


def rectangles_of_cells(
    cells: NDArray[np.bool_], origin: tuple[float, float], cell_m: float
) -> tuple[Rectangle, ...]:
    """Rectangles that cover the True cells (rows, columns): equal runs of following rows are joined."""
    open_runs: dict[tuple[int, int], int] = {}
    found: list[tuple[int, int, int, int]] = []
    for row in range(len(cells) + 1):
        runs = _runs(cells[row]) if row < len(cells) else set()
        for run in [run for run in open_runs if run not in runs]:
            found.append((run[0], open_runs.pop(run), run[1], row))
        for run in runs:
            open_runs.setdefault(run, row)
    x, y = origin
    return tuple(
        (x + c0 * cell_m, y + r0 * cell_m, x + c1 * cell_m, y + r1 * cell_m) for c0, r0, c1, r1 in sorted(found)
    )


def _runs(line: NDArray[np.bool_]) -> set[tuple[int, int]]:
    """(start, end) of each stretch of True."""
    steps = np.flatnonzero(np.diff(np.concatenate([[False], line, [False]]).astype(np.int8)))
    return {(int(a), int(b)) for a, b in zip(steps[::2], steps[1::2], strict=True)}


def rectangles_of_polygon(polygon: NDArray[np.float64], cell_m: float = 0.05) -> tuple[Rectangle, ...]:
    """Rectangles that cover a polygon (N, 2), to the resolution of a cell. ValueError if it has no area."""
    if len(polygon) < 3 or not np.isfinite(polygon).all():
        raise ValueError("a polygon needs at least three finite points")
    low, high = polygon.min(0), polygon.max(0)
    columns, rows = (np.maximum(1, np.round((high - low) / cell_m)).astype(int)).tolist()
    xs = low[0] + (np.arange(columns) + 0.5) * cell_m
    ys = low[1] + (np.arange(rows) + 0.5) * cell_m
    inside = np.zeros((rows, columns), bool)
    for (x0, y0), (x1, y1) in zip(polygon, np.roll(polygon, -1, 0), strict=True):
        crosses = (y0 <= ys) != (y1 <= ys)
        at = x0 + (ys - y0) / np.where(y1 == y0, 1.0, y1 - y0) * (x1 - x0)
        inside ^= crosses[:, None] & (xs[None, :] < at[:, None])
    if not inside.any():
        raise ValueError("a polygon has no area")
    return rectangles_of_cells(inside, (float(low[0]), float(low[1])), cell_m)
