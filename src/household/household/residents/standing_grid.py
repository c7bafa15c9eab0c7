"""Navigation by what does not move: the floor as the furniture leaves it, and remembered places to stand."""

from __future__ import annotations

from household.entity import Entity
from household.navigation import NavigationGrid, Point
from household.rooms import Room

_ROUND_M = 0.05


class StandingGrid(NavigationGrid):
    """A navigation grid that is drawn once: what people carry about rests on furniture, not on the floor.

    All free cells are connected, so that there is a way to every place where one can stand. The place to stand at
    a thing is the nearest one of those who come from the same room, instead of the nearest for every start.
    """

    def _refresh(self) -> None:
        if self._revision < 0:
            super()._refresh()
            self._poses: dict[tuple[object, ...], tuple[float, float, float] | None] = {}
            self._nearest: dict[tuple[object, ...], Point | None] = {}

    def shortest_path(self, start: Point, goal: Point) -> list[Point] | None:
        """Start and goal, if both are on the free floor."""
        return [start, goal] if self._snap(start) is not None and self._snap(goal) is not None else None

    def approach_pose(
        self, start: Point, entity: Entity | str, within: float = 0.8
    ) -> tuple[float, float, float] | None:
        """As in the full grid, but for the room that the start is in."""
        thing = self._entity(entity)
        room = self.world.room_at(*start)
        where = tuple(round(value / _ROUND_M) for value in (*thing.position[:2], thing.yaw))
        key = (room.room_id if room else "", where, thing.size, within)
        if key not in self._poses:
            self._poses[key] = super().approach_pose(start, thing, within)
        return self._poses[key]

    def nearest_free(self, point: Point, room: Room | None = None) -> Point | None:
        """As in the full grid."""
        key = (point, room.room_id if room else "")
        if key not in self._nearest:
            self._nearest[key] = super().nearest_free(point, room)
        return self._nearest[key]
