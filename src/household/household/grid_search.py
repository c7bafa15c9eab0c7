"""Shortest paths on a grid: Dijkstra over eight neighbours, then straightening."""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np
from numba import njit
from numpy.typing import NDArray

_ROWS = np.array([0, 0, 1, -1, 1, 1, -1, -1])
_COLUMNS = np.array([1, -1, 0, 0, 1, -1, 1, -1])
_STEPS = np.array([1.0, 1.0, 1.0, 1.0, 2**0.5, 2**0.5, 2**0.5, 2**0.5])


@njit(cache=True)  # type: ignore[untyped-decorator]
def distance_field(free: NDArray[np.bool_], row: int, column: int, goals: NDArray[np.int64]) -> NDArray[np.float64]:
    """Path lengths in cells from (row, column), inf where unknown; stops when a goal (N, 2) is reached."""
    rows, columns = free.shape
    costs = np.full((rows, columns), np.inf)
    is_goal = np.zeros((rows, columns), np.bool_)
    for k in range(goals.shape[0]):
        is_goal[goals[k, 0], goals[k, 1]] = True
    costs[row, column] = 0.0
    heap = [(0.0, row * columns + column)]
    while len(heap) > 0:
        cost, cell = heappop(heap)
        r, c = cell // columns, cell % columns
        if cost > costs[r, c]:
            continue
        if is_goal[r, c]:
            break
        for k in range(8):
            nr, nc = r + _ROWS[k], c + _COLUMNS[k]
            if nr < 0 or nc < 0 or nr >= rows or nc >= columns or not free[nr, nc]:
                continue
            if k >= 4 and not (free[r, nc] and free[nr, c]):
                continue  # no cutting of corners
            longer = cost + _STEPS[k]
            if longer < costs[nr, nc]:
                costs[nr, nc] = longer
                heappush(heap, (longer, nr * columns + nc))
    return costs


@njit(cache=True)  # type: ignore[untyped-decorator]
def walk_back(costs: NDArray[np.float64], row: int, column: int) -> NDArray[np.int64]:
    """(N, 2) cells from the start of the field to a cell of finite cost."""
    path = [(row, column)]
    r, c = row, column
    while costs[r, c] > 0:
        best_r, best_c, best = r, c, costs[r, c]
        for k in range(8):
            nr, nc = r + _ROWS[k], c + _COLUMNS[k]
            if not (0 <= nr < costs.shape[0] and 0 <= nc < costs.shape[1]):
                continue
            # Only the step that the field was made of: its cost adds up, so corners are not cut here either.
            is_step = abs(costs[nr, nc] + _STEPS[k] - costs[r, c]) < 1e-6
            if is_step and costs[nr, nc] < best:
                best_r, best_c, best = nr, nc, costs[nr, nc]
        if best_r == r and best_c == c:
            break
        r, c = best_r, best_c
        path.append((r, c))
    cells = np.empty((len(path), 2), np.int64)
    for k in range(len(path)):
        cells[len(path) - 1 - k, 0], cells[len(path) - 1 - k, 1] = path[k]
    return cells


@njit(cache=True)  # type: ignore[untyped-decorator]
def _all_free(free: NDArray[np.bool_], r0: int, c0: int, r1: int, c1: int) -> bool:
    steps = max(abs(r1 - r0), abs(c1 - c0)) * 2 + 1
    for k in range(steps + 1):
        row = int(np.floor(r0 + 0.5 + (r1 - r0) * k / steps))
        column = int(np.floor(c0 + 0.5 + (c1 - c0) * k / steps))
        if not free[row, column]:
            return False
    return True


@njit(cache=True)  # type: ignore[untyped-decorator]
def straighten(free: NDArray[np.bool_], path: NDArray[np.int64]) -> NDArray[np.int64]:
    """Only the corners: from each one straight to the farthest cell of the path that is in free sight."""
    kept = [0]
    current = 0
    while current < len(path) - 1:
        far = len(path) - 1
        while far > current + 1 and not _all_free(
            free, path[current, 0], path[current, 1], path[far, 0], path[far, 1]
        ):
            far -= 1
        kept.append(far)
        current = far
    corners = np.empty((len(kept), 2), np.int64)
    for k in range(len(kept)):
        corners[k] = path[kept[k]]
    return corners
