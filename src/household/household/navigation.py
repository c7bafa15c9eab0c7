"""Where a robot can go, how far that is, and from where a thing counts as reached."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from household.collision import CELL_M, CollisionGrid, build_collision_grid
from household.entity import Entity
from household.grid_search import distance_field, straighten, walk_back
from household.home import Home
from household.rooms import Room
from household.world import World

Point = tuple[float, float]
_SNAP_M = 0.4
"""A start or goal this close to free floor is taken to it."""
_FRONT_M = 0.08
"""Sight ends this far in front of a thing: what hangs on a wall shares cells with it."""


class NavigationGrid:
    """The free floor of a home for a robot of a given radius; follows the world's changes.

    Free is the largest connected area: what a robot can never get to is not free. Points are (x, y) in map.
    """

    def __init__(self, home: Home | World, robot_radius: float = 0.25) -> None:
        self.world, self.robot_radius = home.world if isinstance(home, Home) else home, robot_radius
        self._revision = -1
        self._collision: CollisionGrid
        self._free: NDArray[np.bool_]
        self._refresh()

    @property
    def collision(self) -> CollisionGrid:
        """Obstacles and walls as they are now."""
        self._refresh()
        return self._collision

    @property
    def free(self) -> NDArray[np.bool_]:
        """(rows, columns) bool: where the robot's centre can be."""
        self._refresh()
        return self._free

    def shortest_path(self, start: Point, goal: Point) -> list[Point] | None:
        """Corner points from start to goal, or None if there is no way."""
        ends = self._snap(start), self._snap(goal)
        if ends[0] is None or ends[1] is None:
            return None
        path = self._path_to(ends[0], np.array([ends[1]]))
        return None if path is None else [start, *path[1:-1], goal]

    def geodesic_distance(self, start: Point, targets: Iterable[Point]) -> float:
        """Length in metres of the shortest path to the nearest target; inf if none can be reached."""
        lengths = [path_length(path) for t in targets if (path := self.shortest_path(start, t)) is not None]
        return min(lengths, default=float("inf"))

    def distance_to_success(self, start: Point, entity: Entity | str, within: float = 1.0) -> float:
        """Length of the shortest path to anywhere from where the entity counts as reached; inf if none."""
        thing = self._entity(entity)
        if self.is_success(start, thing, within):
            return 0.0
        cell, goals = self._snap(start), self.success_cells(thing, within)
        if cell is None or not len(goals):
            return float("inf")
        path = self._path_to(cell, goals)
        return float("inf") if path is None else path_length([start, *path[1:]])

    def is_success(self, xy: Point, entity: Entity | str, within: float = 1.0) -> bool:
        """Whether the nearest point of the entity's footprint is within reach and no wall is between."""
        thing = self._entity(entity)
        return thing.footprint_distance(*xy) <= within and self._in_sight(xy, thing)

    def distances_from(self, start: Point) -> NDArray[np.float64]:
        """(rows, columns) metres of way from a point to every free cell, inf elsewhere."""
        cell = self._snap(start)
        if cell is None:
            return np.full(self.free.shape, np.inf)
        return np.asarray(distance_field(self.free, cell[0], cell[1], np.zeros((0, 2), np.int64))) * CELL_M

    def success_cells(self, entity: Entity | str, within: float = 1.0) -> NDArray[np.int64]:
        """(N, 2) free cells (row, column) from whose centre the entity counts as reached."""
        thing = self._entity(entity)
        cells = np.argwhere(self.free)
        points = self._collision.centers(cells)
        near = np.hypot(*(points - thing.position[:2]).T) <= within + np.hypot(*thing.size[:2]) / 2
        good = [k for k in np.flatnonzero(near) if self.is_success(tuple(points[k]), thing, within)]
        return np.asarray(cells[good], np.int64).reshape(-1, 2)

    def approach_pose(
        self, start: Point, entity: Entity | str, within: float = 0.8
    ) -> tuple[float, float, float] | None:
        """(x, y, yaw) to stand at and face the entity, the nearest by path; None if there is no way."""
        thing, cell = self._entity(entity), self._snap(start)
        goals = self.success_cells(thing, within)
        if cell is None or not len(goals):
            return None
        path = self._path_to(cell, goals)
        if path is None:
            return None
        x, y = path[-1]
        return x, y, float(np.arctan2(thing.position[1] - y, thing.position[0] - x))

    def nearest_free(self, point: Point, room: Room | None = None) -> Point | None:
        """The free cell's centre nearest to a point, of a room if one is given; None if there is none."""
        points = self._collision.centers(np.argwhere(self.free))
        if room is not None:
            points = points[[room.contains(x, y) for x, y in points]]
        if not len(points):
            return None
        x, y = points[int(np.argmin(np.hypot(*(points - point).T)))]
        return float(x), float(y)

    def free_pose(self, rng: np.random.Generator, clearance: float = 0.4) -> tuple[float, float, float]:
        """A free place with room around it, looking where there is most space."""
        cells = np.argwhere(self.free & (self._collision.clearance >= clearance))
        if not len(cells):
            cells = np.argwhere(self.free)
        x, y = self._collision.centers(cells[int(rng.integers(len(cells)))][None])[0]
        yaws = np.arange(12) * np.pi / 6
        return float(x), float(y), float(yaws[int(np.argmax([self._view_length(x, y, yaw) for yaw in yaws]))])

    def _view_length(self, x: float, y: float, yaw: float) -> float:
        far = np.arange(0.1, 6.0, 0.1)
        blocked = [self._collision.clearance_at(x + d * np.cos(yaw), y + d * np.sin(yaw)) <= 0 for d in far]
        return float(far[int(np.argmax(blocked))]) if any(blocked) else 6.0

    def _entity(self, entity: Entity | str) -> Entity:
        return self.world[entity] if isinstance(entity, str) else entity

    def _in_sight(self, xy: Point, thing: Entity) -> bool:
        near = np.array(thing.nearest_point(*xy))
        line = near - np.array(xy)
        length = float(np.hypot(*line))
        if length <= _FRONT_M:
            return True
        end = np.array(xy) + line * (1 - _FRONT_M / length)
        return not self.collision.wall_between(xy, (float(end[0]), float(end[1])))

    def _snap(self, point: Point) -> tuple[int, int] | None:
        """The free cell at or near a point."""
        row, column = self.collision.cell_of(*point)
        if 0 <= row < self._free.shape[0] and 0 <= column < self._free.shape[1] and self._free[row, column]:
            return row, column
        reach = round(_SNAP_M / CELL_M)
        top, left = max(0, row - reach), max(0, column - reach)
        near = np.argwhere(self._free[top : row + reach + 1, left : column + reach + 1]) + np.array([top, left])
        if not len(near):
            return None
        best = near[int(np.argmin(np.hypot(*(self._collision.centers(near) - point).T)))]
        return int(best[0]), int(best[1])

    def _path_to(self, start: tuple[int, int], goals: NDArray[np.int64]) -> list[Point] | None:
        """The straightened path from a cell to the nearest of the goal cells."""
        costs = distance_field(self._free, start[0], start[1], goals)
        reached = costs[goals[:, 0], goals[:, 1]]
        best = int(np.argmin(reached))
        if not np.isfinite(reached[best]):
            return None
        cells = straighten(self._free, walk_back(costs, int(goals[best, 0]), int(goals[best, 1])))
        return [(float(x), float(y)) for x, y in self._collision.centers(cells)]

    def _refresh(self) -> None:
        if self._revision == self.world.revision:
            return
        self._revision = self.world.revision
        self._collision = build_collision_grid(self.world)
        labels, count = ndimage.label(self._collision.clearance >= self.robot_radius, structure=np.ones((3, 3)))
        sizes = np.bincount(labels.ravel(), minlength=count + 1)
        sizes[0] = 0
        self._free = labels == int(np.argmax(sizes)) if count else np.zeros_like(labels, bool)


def path_length(path: list[Point]) -> float:
    """Metres along the corner points."""
    return float(np.hypot(*np.diff(np.array(path), axis=0).T).sum()) if len(path) > 1 else 0.0
