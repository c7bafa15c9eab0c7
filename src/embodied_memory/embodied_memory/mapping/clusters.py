"""DBSCAN on the cells of a grid, in one pass and a half instead of a search tree."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.compiled import compiled

_EARLIER = ((-1, -1), (-1, 0), (-1, 1), (0, -1))


@compiled
def cluster_cells(mask: NDArray[np.bool_], min_samples: int) -> tuple[NDArray[np.int32], int]:
    """(labels, count): exactly what DBSCAN(eps=1.5, min_samples) gives for the mask's cells in row order.

    labels: (rows, columns) int32, -1 for noise and outside the mask. On a grid, eps 1.5 reaches the 8
    neighbours; a cell with min_samples of them, itself counted, is a core. Cores that touch are one cluster,
    clusters are numbered by their first core, and a cell that only touches cores joins the first of theirs.
    """
    rows, columns = mask.shape
    labels = np.full((rows, columns), -1, np.int32)
    core = np.zeros((rows, columns), np.bool_)
    parents = np.empty(rows * columns // 2 + 2, np.int32)
    count = 0
    for row in range(rows):
        for column in range(columns):
            if mask[row, column] and _is_core(mask, row, column, min_samples):
                core[row, column] = True
                label = _join_earlier(core, labels, parents, row, column)
                if label < 0:
                    label = count
                    parents[count] = count
                    count += 1
                labels[row, column] = label
    return labels, _finish(mask, core, labels, parents[:count])


def cells_of_clusters(labels: NDArray[np.int32], count: int, min_cells: int) -> list[NDArray[np.int64]]:
    """(N, 2) rows and columns of every cluster of at least min_cells cells, in the order of the labels."""
    cells, numbers = _list_cells(labels, np.zeros(count, np.int64))
    ends = np.cumsum(numbers)
    return [cells[end - size : end] for end, size in zip(ends, numbers, strict=True) if size >= min_cells]


@compiled
def _is_core(mask: NDArray[np.bool_], row: int, column: int, min_samples: int) -> bool:
    near = 0
    for r in range(max(0, row - 1), min(mask.shape[0], row + 2)):
        for c in range(max(0, column - 1), min(mask.shape[1], column + 2)):
            near += mask[r, c]
    return near >= min_samples


@compiled
def _join_earlier(
    core: NDArray[np.bool_], labels: NDArray[np.int32], parents: NDArray[np.int32], row: int, column: int
) -> int:
    """Join the clusters of the touching cores that came before; their root, -1 if there is none."""
    label = -1
    for dr, dc in _EARLIER:
        r, c = row + dr, column + dc
        if r < 0 or c < 0 or c >= core.shape[1] or not core[r, c]:
            continue
        root = find_root(parents, labels[r, c])
        if label >= 0 and root != label:
            parents[max(root, label)] = min(root, label)
            root = min(root, label)
        label = root
    return label


@compiled
def find_root(parents: NDArray[np.int32], label: int) -> int:
    """What stands for all that was joined with it: the one that is its own parent."""
    while parents[label] != label:
        parents[label] = parents[parents[label]]
        label = parents[label]
    return label


@compiled
def _finish(
    mask: NDArray[np.bool_], core: NDArray[np.bool_], labels: NDArray[np.int32], parents: NDArray[np.int32]
) -> int:
    """Number the clusters from 0 and give each cell that only touches cores the lowest of their labels."""
    numbers = np.zeros(parents.size + 1, np.int32)
    count = 0
    for label in range(parents.size):
        if parents[label] == label:
            numbers[label] = count
            count += 1
    for row in range(mask.shape[0]):
        for column in range(mask.shape[1]):
            if core[row, column]:
                labels[row, column] = numbers[find_root(parents, labels[row, column])]
    for row in range(mask.shape[0]):
        for column in range(mask.shape[1]):
            if mask[row, column] and not core[row, column]:
                labels[row, column] = _lowest_core(core, labels, row, column)
    return count


@compiled
def _lowest_core(core: NDArray[np.bool_], labels: NDArray[np.int32], row: int, column: int) -> int:
    lowest = -1
    for r in range(max(0, row - 1), min(core.shape[0], row + 2)):
        for c in range(max(0, column - 1), min(core.shape[1], column + 2)):
            if core[r, c] and (lowest < 0 or labels[r, c] < lowest):
                lowest = labels[r, c]
    return lowest


@compiled
def _list_cells(labels: NDArray[np.int32], sizes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All clustered cells, one cluster after the other, and how many each has."""
    for label in labels.flat:
        if label >= 0:
            sizes[label] += 1
    places = np.zeros(sizes.size, np.int64)
    for label in range(1, sizes.size):
        places[label] = places[label - 1] + sizes[label - 1]
    cells = np.empty((sizes.sum(), 2), np.int64)
    for row in range(labels.shape[0]):
        for column in range(labels.shape[1]):
            label = labels[row, column]
            if label >= 0:
                cells[places[label], 0], cells[places[label], 1] = row, column
                places[label] += 1
    return cells, sizes
