"""Dijkstra's algorithm on a grid, the inner loop of exploring and of path planning.

Steps go to the 8 neighbours, a diagonal one only where neither corner is cut. Lengths are in cells.
"""

from __future__ import annotations

import heapq

import numpy as np
from numpy.typing import NDArray

from embodied_memory.mapping.compiled import compiled

BLOCKED, OPEN, TIGHT, SLOW = 0, 1, 2, 3
"""Kinds of cell. TIGHT is entered from TIGHT only: a robot too near an obstacle may leave, not go there.

SLOW counts as OPEN, but a planner prefers to keep out of it.
"""


@compiled
def may_step(kinds: NDArray[np.int8], row: int, column: int, dr: int, dc: int) -> bool:
    """Whether a step from a cell is allowed."""
    r, c = row + dr, column + dc
    if r < 0 or c < 0 or r >= kinds.shape[0] or c >= kinds.shape[1]:
        return False
    there = kinds[r, c]
    if there == 0 or (there == 2 and kinds[row, column] != 2):
        return False
    return dr == 0 or dc == 0 or (kinds[r, column] != 0 and kinds[row, c] != 0)


@compiled
def shortest_paths(
    kinds: NDArray[np.int8], starts: NDArray[np.int64], limit: float, slowness: float
) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """(lengths, parents) of the shortest paths from the nearest of the starts (N, 2), rows and columns.

    lengths: (rows, columns), inf beyond the limit or where no path leads; parents: index of the cell
    before, -1 at starts. A step into a SLOW cell counts `slowness` times.
    """
    rows, columns = kinds.shape
    lengths = np.full((rows, columns), np.inf, np.float32)
    parents = np.full((rows, columns), -1, np.int32)
    queue = [(np.float32(0.0), np.int64(0)) for _ in range(0)]
    for index in range(starts.shape[0]):
        row, column = starts[index, 0], starts[index, 1]
        lengths[row, column] = 0.0
        heapq.heappush(queue, (np.float32(0.0), row * columns + column))
    while queue:
        length, cell = heapq.heappop(queue)
        row, column = cell // columns, cell % columns
        if length > lengths[row, column]:
            continue
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                if (dr == 0 and dc == 0) or not may_step(kinds, row, column, dr, dc):
                    continue
                r, c = row + dr, column + dc
                step = 1.0 if dr == 0 or dc == 0 else 1.4142135
                step = step * slowness if kinds[r, c] == 3 else step
                longer = np.float32(length + step)
                if longer < lengths[r, c] and longer <= limit:
                    lengths[r, c] = longer
                    parents[r, c] = cell
                    heapq.heappush(queue, (longer, np.int64(r * columns + c)))
    return lengths, parents


def spread_distances(passable: NDArray[np.bool_], starts: NDArray[np.int64], limit: float) -> NDArray[np.float32]:
    """(rows, columns) lengths from the nearest of the starts (N, 2), in cells; inf beyond the limit."""
    kinds = passable.astype(np.int8)
    kinds[starts[:, 0], starts[:, 1]] = OPEN
    return shortest_paths(kinds, starts, limit, 1.0)[0]
