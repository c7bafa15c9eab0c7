"""DBSCAN on the cells of a grid, in one pass and a half instead of a search tree."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from embodied_memory.mapping.compiled import compiled


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
    first_core = np.empty(rows * columns // 2 + 2, np.int32)
    count = 0
    for r in range(rows):
        for c in range(columns):
            if not mask[r, c] or not _is_core(mask, r, c, min_samples):
                continue
            core[r, c] = True
            label = -1
            for dr, dc in ((-1, -1), (-1, 0), (-1, 1), (0, -1)):
                if r + dr >= 0 and 0 <= c + dc < columns and core[r + dr, c + dc]:
                    root = _root(first_core, labels[r + dr, c + dc])
                    if label < 0:
                        label = root
                    elif root != label:
                        low, high = min(root, label), max(root, label)
                        first_core[high] = low
                        label = low
            if label < 0:
                label = count
                first_core[count] = count
                count += 1
            labels[r, c] = label
    numbers, clusters = _number_roots(first_core, count)
    for r in range(rows):
        for c in range(columns):
            if core[r, c]:
                labels[r, c] = numbers[_root(first_core, labels[r, c])]
    _adopt_border(mask, core, labels)
    return labels, clusters


@compiled
def _is_core(mask: NDArray[np.bool_], row: int, column: int, min_samples: int) -> bool:
    near = 0
    for r in range(max(0, row - 1), min(mask.shape[0], row + 2)):
        for c in range(max(0, column - 1), min(mask.shape[1], column + 2)):
            near += mask[r, c]
    return near >= min_samples


@compiled
def _root(parents: NDArray[np.int32], label: int) -> int:
    while parents[label] != label:
        parents[label] = parents[parents[label]]
        label = parents[label]
    return label


@compiled
def _number_roots(parents: NDArray[np.int32], count: int) -> tuple[NDArray[np.int32], int]:
    """Roots in their order; a root is the smallest label of its cluster, so that of its first core."""
    numbers = np.zeros(count + 1, np.int32)
    clusters = 0
    for label in range(count):
        if parents[label] == label:
            numbers[label] = clusters
            clusters += 1
    return numbers, clusters


@compiled
def _adopt_border(mask: NDArray[np.bool_], core: NDArray[np.bool_], labels: NDArray[np.int32]) -> None:
    """Give each cell that is no core the lowest label among the cores it touches."""
    for row in range(mask.shape[0]):
        for column in range(mask.shape[1]):
            if not mask[row, column] or core[row, column]:
                continue
            for r in range(max(0, row - 1), min(mask.shape[0], row + 2)):
                for c in range(max(0, column - 1), min(mask.shape[1], column + 2)):
                    if core[r, c] and (labels[row, column] < 0 or labels[r, c] < labels[row, column]):
                        labels[row, column] = labels[r, c]
