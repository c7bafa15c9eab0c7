"""Rooms, as the robot's own map shows them: open spaces that narrow openings join. A watershed divides them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from embodied_memory.geometry.compiled import compiled
from embodied_memory.mapping.clusters import find_root
from embodied_memory.mapping.grid import FREE, OCCUPIED, OccupancySlice, RoomMap


@compiled
def flood_rooms(
    order: NDArray[np.int64], clearance: NDArray[np.float32], wide: float, narrowing: float, least_cells: int
) -> NDArray[np.int32]:
    """(rows, columns) labels of the cells in `order` (flat indices, from the most clearance down), else -1.

    Basins grow from peaks of clearance. Where two meet, they are one room if the clearance there exceeds
    `wide`, or `narrowing` times the lower one of their peaks. Basins below least_cells then join the
    neighbour they met first, or lose their label.
    """
    rows, columns = clearance.shape
    parent = np.full(rows * columns, -1, np.int32)
    size = np.zeros(rows * columns, np.int32)
    meetings = np.zeros((4 * order.size, 2), np.int32)
    met = 0
    depth = clearance.ravel()
    for cell in order:
        parent[cell] = cell
        size[cell] = 1
        row, column = cell // columns, cell % columns
        for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if r < 0 or c < 0 or r >= rows or c >= columns or parent[r * columns + c] < 0:
                continue
            one, other = find_root(parent, cell), find_root(parent, r * columns + c)
            if one == other:
                continue
            low, high = (one, other) if depth[one] < depth[other] else (other, one)
            alike = depth[cell] > wide or depth[cell] >= narrowing * depth[low]
            if size[low] == 1 or alike:
                parent[low] = high
                size[high] += size[low]
            else:
                meetings[met, 0], meetings[met, 1] = one, other
                met += 1
    _join_small(parent, size, meetings[:met], least_cells)
    labels = np.full(rows * columns, -1, np.int32)
    for cell in order:
        root = find_root(parent, cell)
        if size[root] >= least_cells:
            labels[cell] = root
    return labels.reshape(rows, columns)


@compiled
def _join_small(
    parent: NDArray[np.int32], size: NDArray[np.int32], meetings: NDArray[np.int32], least_cells: int
) -> None:
    """Widest openings first, as they were met."""
    for index in range(meetings.shape[0]):
        one, other = find_root(parent, meetings[index, 0]), find_root(parent, meetings[index, 1])
        if one != other and min(size[one], size[other]) < least_cells:
            low, high = (one, other) if size[one] < size[other] else (other, one)
            parent[low] = high
            size[high] += size[low]


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
