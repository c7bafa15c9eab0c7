"""What a robot on the floor would hit: cells that geometry occupies, and the clearance of the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy import ndimage

from household.entity import Entity
from household.shape import place_triangles
from household.world import World

CELL_M = 0.05
LOW_M, HIGH_M = 0.05, 1.2
"""Geometry between these heights is an obstacle."""
_WALL_LOW_M, _WALL_HIGH_M = 1.0, 1.9
_MARGIN_M = 0.5


@dataclass(frozen=True, eq=False)
class CollisionGrid:
    """clearance (rows, columns) float32: metres to the nearest obstacle, 0 in one; walls likewise bool.

    Cell [r, c] covers x from origin[0] + c * 0.05 m, y likewise by r, in map.
    """

    origin: tuple[float, float]
    clearance: NDArray[np.float32]
    walls: NDArray[np.bool_]

    def cell_of(self, x: float, y: float) -> tuple[int, int]:
        """(row, column) of a point; may lie outside."""
        return int(np.floor((y - self.origin[1]) / CELL_M)), int(np.floor((x - self.origin[0]) / CELL_M))

    def centers(self, cells: NDArray[np.int64]) -> NDArray[np.float64]:
        """(N, 2) x, y of the centres of (N, 2) rows and columns."""
        return np.asarray((cells[:, ::-1] + 0.5) * CELL_M + np.array(self.origin))

    def clearance_at(self, x: float, y: float) -> float:
        """Metres to the nearest obstacle; 0 outside of the grid."""
        row, column = self.cell_of(x, y)
        inside = 0 <= row < self.clearance.shape[0] and 0 <= column < self.clearance.shape[1]
        return float(self.clearance[row, column]) if inside else 0.0

    def wall_between(self, start: tuple[float, float], end: tuple[float, float]) -> bool:
        """Whether a wall stands on the straight line between two points of the map."""
        a, b = (np.array([(p[1] - self.origin[1]) / CELL_M, (p[0] - self.origin[0]) / CELL_M]) for p in (start, end))
        return bool(_line_hits(self.walls, a[0], a[1], b[0], b[1]))


def build_collision_grid(world: World) -> CollisionGrid:
    """The grid of a world as it is now. Doors of furniture count as shut: they give way to the robot. A shut door
    between rooms is a wall.
    """
    x0, y0, x1, y1 = world.bounds
    origin = (float(np.floor(x0 - _MARGIN_M)), float(np.floor(y0 - _MARGIN_M)))
    shape = tuple(int(np.ceil((high - low + _MARGIN_M) / CELL_M)) for high, low in ((y1, origin[1]), (x1, origin[0])))
    walls, occupied = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
    rasterize(world.solids.structure, _WALL_LOW_M, _WALL_HIGH_M, *origin, walls)
    rasterize(_triangles(world, _shut_doors(world)), _WALL_LOW_M, _WALL_HIGH_M, *origin, walls)
    rasterize(world.solids.structure, LOW_M, HIGH_M, *origin, occupied)
    rasterize(_triangles(world, _standing(world)), LOW_M, HIGH_M, *origin, occupied)
    occupied |= _outside_rooms(world, origin, shape)
    # The distance is between cell centres: half a cell less is what is surely free.
    clearance = np.maximum(ndimage.distance_transform_edt(~occupied) - 0.5, 0.0) * CELL_M
    return CollisionGrid(origin, clearance.astype(np.float32), walls)


def _triangles(world: World, entities: Iterable[Entity]) -> NDArray[np.float32]:
    """In map."""
    placed = [place_triangles(world.solids.of(e), e.base, e.yaw) for e in entities]
    return np.concatenate(placed) if placed else np.zeros((0, 3, 3), np.float32)


def _shut_doors(world: World) -> Iterable[Entity]:
    return (world[door_id] for door_id in world.solids.opened if world[door_id].open is False)


def _standing(world: World) -> Iterable[Entity]:
    """Everything that reaches into the height of the robot; held things do not."""
    solid = (e for e in world.entities.values() if e.entity_id in world.solids.entities)
    return (e for e in solid if _reaches_robot(world, e))


def _reaches_robot(world: World, entity: Entity) -> bool:
    if entity.base[2] > HIGH_M or entity.base[2] + entity.size[2] < LOW_M or entity.parent_relation == "in":
        return False
    return world.holder_of(entity.entity_id) is None


def _outside_rooms(world: World, origin: tuple[float, float], shape: Sequence[int]) -> NDArray[np.bool_]:
    outside = np.ones(tuple(shape), np.bool_)
    for room in world.rooms:
        for x0, y0, x1, y1 in room.rectangles:
            rows = slice(max(0, round((y0 - origin[1]) / CELL_M)), round((y1 - origin[1]) / CELL_M))
            columns = slice(max(0, round((x0 - origin[0]) / CELL_M)), round((x1 - origin[0]) / CELL_M))
            outside[rows, columns] = False
    return outside


@njit(cache=True)  # type: ignore[untyped-decorator]
def rasterize(
    triangles: NDArray[np.float32], low: float, high: float, origin_x: float, origin_y: float,
    cells: NDArray[np.bool_],
) -> None:  # fmt: skip
    """Mark the cells under every part of a triangle between two heights, sampled every half cell."""
    step = CELL_M / 2
    for k in range(triangles.shape[0]):
        a, b, c = triangles[k, 0], triangles[k, 1], triangles[k, 2]
        if max(a[2], b[2], c[2]) < low or min(a[2], b[2], c[2]) > high:
            continue
        ab = np.sqrt(np.sum((b - a) ** 2))
        ac = np.sqrt(np.sum((c - a) ** 2))
        rows = int(np.ceil(ab / step)) + 1
        columns = int(np.ceil(ac / step)) + 1
        for i in range(rows + 1):
            u = i / rows
            for j in range(columns + 1):
                v = j / columns * (1.0 - u)
                z = a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2])
                if z < low or z > high:
                    continue
                x = a[0] + u * (b[0] - a[0]) + v * (c[0] - a[0])
                y = a[1] + u * (b[1] - a[1]) + v * (c[1] - a[1])
                row = int(np.floor((y - origin_y) / CELL_M))
                column = int(np.floor((x - origin_x) / CELL_M))
                if 0 <= row < cells.shape[0] and 0 <= column < cells.shape[1]:
                    cells[row, column] = True


@njit(cache=True)  # type: ignore[untyped-decorator]
def _line_hits(cells: NDArray[np.bool_], r0: float, c0: float, r1: float, c1: float) -> bool:
    """Whether the line between two points (in cells) crosses a marked cell."""
    steps = int(max(abs(r1 - r0), abs(c1 - c0)) * 2) + 1
    for k in range(steps + 1):
        row = int(np.floor(r0 + (r1 - r0) * k / steps))
        column = int(np.floor(c0 + (c1 - c0) * k / steps))
        if 0 <= row < cells.shape[0] and 0 <= column < cells.shape[1] and cells[row, column]:
            return True
    return False
