"""The watershed behind the rooms."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.mapping.compiled import compiled


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
def find_root(parent: NDArray[np.int32], cell: int) -> int:
    """The peak of a cell's basin."""
    while parent[cell] != cell:
        parent[cell] = parent[parent[cell]]
        cell = parent[cell]
    return cell


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
