"""Footprints on the floor of a home: rectangles at right angles, and a raster of what they leave free."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from household.entity import Entity
from household.generation.floor_plan import Doorway
from household.rooms import Rectangle

CELL_M = 0.05
DOOR_CLEAR_M = 0.9


def rectangle_of(entity: Entity) -> Rectangle:
    """The footprint of a piece that stands at a right angle to the walls."""
    x, y, _ = entity.position
    turned = round(entity.yaw / (np.pi / 2)) % 2
    half_x, half_y = entity.size[turned] / 2, entity.size[1 - turned] / 2
    return (x - half_x, y - half_y, x + half_x, y + half_y)


def front_of(entity: Entity, depth: float) -> Rectangle:
    """The floor where one stands to use it."""
    size = (depth, entity.size[1] * 0.9, 0.1)
    x, y = entity.to_map(entity.size[0] / 2 + depth / 2 + 0.02, 0.0)
    return rectangle_of(replace(entity, position=(x, y, 0.0), size=size))


def grow_doorway(door: Doorway, reach: float = DOOR_CLEAR_M) -> Rectangle:
    """The floor on both sides of a doorway that must stay free."""
    x0, x1 = (door.low, door.high) if door.along == 0 else (door.at - reach, door.at + reach)
    y0, y1 = (door.at - reach, door.at + reach) if door.along == 0 else (door.low, door.high)
    return (x0, y0, x1, y1)


def grow(r: Rectangle, margin: float) -> Rectangle:
    """Larger by a margin on all sides."""
    return (r[0] - margin, r[1] - margin, r[2] + margin, r[3] + margin)


def overlap(a: Rectangle, b: Rectangle) -> bool:
    """Whether they have an area in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def within(a: Rectangle, b: Rectangle) -> bool:
    """Whether a lies in b."""
    return a[0] >= b[0] - 1e-6 and a[1] >= b[1] - 1e-6 and a[2] <= b[2] + 1e-6 and a[3] <= b[3] + 1e-6


def cell_of(point: tuple[float, float], origin: tuple[float, float]) -> tuple[int, int]:
    """(row, column) of a point of the map."""
    return int((point[1] - origin[1]) / CELL_M), int((point[0] - origin[0]) / CELL_M)


def paint(cells: NDArray[np.bool_], r: Rectangle, origin: tuple[float, float], value: bool) -> None:
    """Set the cells of a rectangle: outwards for obstacles, inwards for free floor."""
    low, high = (np.ceil, np.floor) if value else (np.floor, np.ceil)
    x0, y0 = (max(0, int(low((r[k] - origin[k]) / CELL_M))) for k in (0, 1))
    x1, y1 = (max(0, int(high((r[k + 2] - origin[k]) / CELL_M))) for k in (0, 1))
    cells[y0:y1, x0:x1] = value


def nearest_distance(r: Rectangle, xs: NDArray[Any], ys: NDArray[Any]) -> float:
    """Distance from a rectangle to the nearest of some points; inf if there are none."""
    dx = np.maximum(np.maximum(r[0] - xs, xs - r[2]), 0)
    dy = np.maximum(np.maximum(r[1] - ys, ys - r[3]), 0)
    return float(np.hypot(dx, dy).min(initial=np.inf))
