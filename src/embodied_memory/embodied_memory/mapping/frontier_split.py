"""Wide frontiers are split, so that each part lies in one direction (LMEE, section 14)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_MAX_ROUNDS = 50


def angular_width(cells: NDArray[np.int64], viewpoint: NDArray[np.float64]) -> float:
    """Radians of the smallest sector, seen from the viewpoint, that holds all cells (N, 2)."""
    offset = cells - viewpoint
    bearings = np.sort(np.arctan2(offset[:, 0], offset[:, 1]))
    gaps = np.diff(bearings, append=bearings[0] + 2 * np.pi)
    return float(2 * np.pi - gaps.max())


def split_wide(
    cells: NDArray[np.int64], viewpoint: NDArray[np.float64], max_angle: float, min_cells: int
) -> list[NDArray[np.int64]]:
    """Parts of a region by K-means, K the least that could make each narrow enough; [cells] if it is.

    A region is left whole where a part would have fewer than min_cells cells.
    """
    width = angular_width(cells, viewpoint)
    if width <= max_angle:
        return [cells]
    labels = kmeans(cells.astype(np.float64), int(np.ceil(width / max_angle)))
    parts = [cells[labels == label] for label in np.unique(labels)]
    return parts if min(map(len, parts)) >= min_cells else [cells]


def kmeans(points: NDArray[np.float64], count: int) -> NDArray[np.int64]:
    """(N,) labels of Lloyd's algorithm. Deterministic: it starts from points far from one another."""
    centres = points[[int(np.argmax(np.sum((points - points.mean(axis=0)) ** 2, axis=1)))]]
    while len(centres) < count:
        away = _squared_distances(points, centres).min(axis=1)
        centres = np.vstack([centres, points[int(np.argmax(away))]])
    labels = np.full(len(points), -1)
    for _ in range(_MAX_ROUNDS):
        nearest = _squared_distances(points, centres).argmin(axis=1)
        if np.array_equal(nearest, labels):
            break
        labels = nearest
        kept = [points[labels == label].mean(axis=0) for label in range(len(centres)) if (labels == label).any()]
        centres = np.array(kept)
    return labels


def _squared_distances(points: NDArray[np.float64], centres: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.sum((points[:, None] - centres[None]) ** 2, axis=2))
