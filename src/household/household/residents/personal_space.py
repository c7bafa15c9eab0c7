"""Places to stand where nobody stands: people who are seen keep a distance from each other and from the robot."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from household.entity import Entity
from household.navigation import Point
from household.residents.standing_grid import StandingGrid
from household.rooms import Room

APART_M = 0.55
"""Between the middles of two who stand."""


class PersonalSpaceGrid(StandingGrid):
    """A standing grid that gives the next place in the room if somebody is in the way; the same if all are taken."""

    def approach_pose(
        self, start: Point, entity: Entity | str, within: float = 0.8
    ) -> tuple[float, float, float] | None:
        """As in the standing grid, apart from all but who is at the start."""
        pose = super().approach_pose(start, entity, within)
        if pose is None:
            return None
        thing = self._entity(entity)
        who = frozenset(actor.entity_id for actor in self._at_home() if actor.position[:2] == start)
        x, y = self._apart(pose[:2], who, lambda: self.success_cells(thing, within))
        return x, y, float(np.arctan2(thing.position[1] - y, thing.position[0] - x))

    def nearest_free(self, point: Point, room: Room | None = None) -> Point | None:
        """As in the standing grid, apart from everybody."""
        free = super().nearest_free(point, room)
        return free and self._apart(free, frozenset(), lambda: np.argwhere(self.free))

    def aside(self, actor_id: str) -> Point:
        """Where an actor may step who stands too close to another: the nearest place in the room."""
        here = self.world[actor_id].position[:2]
        return self._apart(here, frozenset({actor_id}), lambda: np.argwhere(self.free))

    def _apart(self, wished: Point, who: frozenset[str], cells: Callable[[], NDArray[np.int64]]) -> Point:
        others = np.array([a.position[:2] for a in self._at_home() if a.entity_id not in who]).reshape(-1, 2)
        if _is_apart(wished, others):
            return wished
        room = self.world.room_at(*wished)
        points = self.collision.centers(cells())
        for k in np.argsort(np.hypot(*(points - wished).T)):
            point = (float(points[k, 0]), float(points[k, 1]))
            if _is_apart(point, others) and (room is None or room.contains(*point)):
                return point
        return wished

    def _at_home(self) -> list[Entity]:
        return [actor for actor in self.world.actors if actor.entity_id not in self.world.away]


def _is_apart(point: Point, others: NDArray[np.float64]) -> bool:
    return not len(others) or float(np.hypot(*(others - point).T).min()) >= APART_M
