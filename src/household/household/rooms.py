"""Rooms: a category and a floor."""

from __future__ import annotations

from dataclasses import dataclass

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
