"""Rooms, as the robot's own map shows them: open spaces that narrow openings join."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from embodied_memory.mapping.grid import FREE, OCCUPIED, OccupancySlice, RoomMap
from embodied_memory.mapping.room_flood import flood_rooms

_WIDE_OPENING_M = 1.3  # doors are narrower, passages within a room wider
_NARROWING = 0.85  # an opening nearly as wide as the narrower side is no door: a corridor goes on
_LEAST_ROOM_M2 = 1.5
_MOST_ROOMS = 127


def segment_rooms(walls: OccupancySlice, previous: RoomMap | None = None) -> RoomMap:
    """Divide the free cells of a slice above the furniture (see wall_slice) into rooms.

    A watershed on the distance to the nearest wall: two basins stay apart where the opening between them
    is narrower than a door's and than both of them. What is unknown is no wall, so a half-seen room is not
    cut in pieces. Rooms below 1.5 m2 join the neighbour with the widest opening, or are dropped. With
    `previous` a room keeps its number while it mainly covers the same cells.
    """
    free = walls.cells == FREE
    occupied = walls.cells == OCCUPIED
    clearance = np.full(free.shape, _WIDE_OPENING_M, np.float32)
    if occupied.any():
        clearance = (distance_transform_edt(~occupied) * walls.resolution_m).astype(np.float32)
    cells = np.flatnonzero(free)
    order = cells[np.argsort(-clearance.ravel()[cells], kind="stable")]
    least = round(_LEAST_ROOM_M2 / walls.resolution_m**2)
    labels = flood_rooms(order, clearance, _WIDE_OPENING_M / 2, _NARROWING, least)
    rooms = RoomMap(walls.stamp_ns, walls.origin, walls.resolution_m, _compact(labels))
    return rooms if previous is None else _keep_numbers(rooms, previous)


def room_at(rooms: RoomMap, x: float, y: float, within_m: float = 1.0) -> int:
    """The number of the room at a point or nearest to it (an object stands on occupied cells); -1 if none."""
    row, column = rooms.cell_of(x, y)
    reach = int(np.ceil(within_m / rooms.resolution_m))
    top, left = max(row - reach, 0), max(column - reach, 0)
    window = rooms.cells[top : max(row + reach + 1, 0), left : max(column + reach + 1, 0)]
    near = np.argwhere(window >= 0)
    if not len(near):
        return -1
    away = np.hypot(*(near - np.array([row - top, column - left])).T)
    best = int(np.argmin(away))
    return int(window[tuple(near[best])]) if away[best] * rooms.resolution_m <= within_m else -1


def _compact(labels: NDArray[np.int32]) -> NDArray[np.int8]:
    """Number rooms from the largest, 0, downwards; -1 elsewhere."""
    numbers, sizes = np.unique(labels[labels >= 0], return_counts=True)
    cells = np.full(labels.shape, -1, np.int8)
    for number, label in enumerate(numbers[np.argsort(-sizes, kind="stable")][:_MOST_ROOMS]):
        cells[labels == label] = number
    return cells


def _keep_numbers(rooms: RoomMap, previous: RoomMap) -> RoomMap:
    """The same rooms with the numbers of those in `previous` that they share most cells with."""
    before = _aligned(previous, rooms)
    both = (rooms.cells >= 0) & (before >= 0)
    pairs, shared = np.unique(np.stack([rooms.cells[both], before[both]]), axis=1, return_counts=True)
    renamed: dict[int, int] = {}
    for index in np.argsort(-shared, kind="stable"):
        now, then = int(pairs[0, index]), int(pairs[1, index])
        if now not in renamed and then not in renamed.values():
            renamed[now] = then
    unused = iter(sorted(set(range(_MOST_ROOMS)) - set(renamed.values()) - set(np.unique(previous.cells).tolist())))
    spare = iter(sorted(set(range(_MOST_ROOMS)) - set(renamed.values())))
    cells = np.full_like(rooms.cells, -1)
    for now in range(int(rooms.cells.max(initial=-1)) + 1):
        number = renamed.get(now)
        if number is None:
            number = renamed[now] = next(unused, None) or next(spare)
        cells[rooms.cells == now] = number
    return RoomMap(rooms.stamp_ns, rooms.origin, rooms.resolution_m, cells)


def _aligned(grid: RoomMap, to: RoomMap) -> NDArray[np.int8]:
    """The cells of one grid at the places of another one; -1 outside."""
    rows, columns = np.indices(to.cells.shape)
    rows = rows + round((to.origin[1] - grid.origin[1]) / grid.resolution_m)
    columns = columns + round((to.origin[0] - grid.origin[0]) / grid.resolution_m)
    inside = (rows >= 0) & (columns >= 0) & (rows < grid.cells.shape[0]) & (columns < grid.cells.shape[1])
    cells = np.full(to.cells.shape, -1, np.int8)
    cells[inside] = grid.cells[rows[inside], columns[inside]]
    return cells
