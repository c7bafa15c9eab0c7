"""How well a map says what is there, whoever made it. Imports numpy only: the peers' environment has nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

OCCUPIED, FREE, UNKNOWN = 1, 0, -1
"""Labels of points, as octomap's getLabels gives them."""

Labels = Callable[[np.ndarray], np.ndarray]
"""(N, 3) points in map to (N,) labels."""


def any_occupied(labels_at: Labels) -> Labels:
    """(N, L, 3) centres of columns to (N,): what a robot makes of a map of voxels, any occupied one blocks it."""
    return lambda columns: (labels_at(columns.reshape(-1, 3)).reshape(columns.shape[:2]) == OCCUPIED).any(axis=1)


def quality(
    labels_at: Labels, folder: Path, knows_free: bool = True, blocked: Labels | None = None
) -> dict[str, float | None]:
    """Shares of the voxels that truly are occupied or free (truth.py) which a map labels so, or the contrary, and of
    the truly free floor that it blocks.

    knows_free: whether the map tells free from unknown; else what hangs on that is None. blocked: as `any_occupied`,
    where the map has a rule of its own.
    """
    floor = np.load(folder / "truly_free_floor.npy")
    occupied = np.asarray(labels_at(np.load(folder / "truly_occupied.npy")))
    free = np.asarray(labels_at(np.load(folder / "truly_free.npy")))
    return {
        "occupied_recall": float((occupied == OCCUPIED).mean()),
        "occupied_marked_free": float((occupied == FREE).mean()) if knows_free else None,
        "free_recall": float((free == FREE).mean()) if knows_free else None,
        "free_marked_occupied": float((free == OCCUPIED).mean()),
        "floor_blocked": float((blocked or any_occupied(labels_at))(floor).mean()) if knows_free else None,
    }
