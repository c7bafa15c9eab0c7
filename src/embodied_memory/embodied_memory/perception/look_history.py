"""The looks of the last minutes: what is seen for the first time where nothing was seen before may be imagined."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.map_revision import MapRevision
from embodied_memory.perception.visibility import Look, shown

Floats = NDArray[np.float64]

KEPT, KEPT_NS = 60, 120_000_000_000
"""Looks; longer ago somebody may have put the thing there."""
STRIDE = 4
JUDGED = 4
"""Of those that show the place, the last so many from different places count."""
APART_M = 0.4


class LookHistory:
    """Thinned-out depth of past views, with their poses."""

    def __init__(self) -> None:
        self._looks: deque[Look] = deque(maxlen=KEPT)

    def keep(self, look: Look) -> None:
        """Take one in."""
        self._looks.append(look.thinned(STRIDE))

    def revise(self, revision: MapRevision) -> None:
        """Looks in its span were taken from elsewhere."""
        for number, look in enumerate(self._looks):
            if revision.covers(look.stamp_ns):
                self._looks[number] = replace(look, map_T_camera=revision.map_T_map @ look.map_T_camera)

    def shares_and_pixels(self, low: Floats, high: Floats, now: Look, range_m: float) -> tuple[Floats, Floats]:
        """(K,) each: how much of a box was open to view, and its apparent size, of looks within range at it."""
        found = [shown(low[None], high[None], look) for look in self._towards((low + high) / 2, now, range_m)]
        shares = np.array([one.share[0] for one in found])
        return shares, np.array([one.pixels[0] for one in found])

    def _towards(self, point: Floats, now: Look, range_m: float) -> list[Look]:
        """The last looks from different places, not from here, that have a point within range in view."""
        looks = [look for look in self._looks if now.stamp_ns - look.stamp_ns <= KEPT_NS]
        if not looks:
            return []
        poses = np.stack([look.map_T_camera for look in looks])
        ahead = np.einsum("ni,nij->nj", point - poses[:, :3, 3], poses[:, :3, :3])
        camera = now.camera
        depth = np.maximum(ahead[:, 2], 1e-3)
        columns, rows = ahead[:, 0] / depth * camera.fx + camera.cx, ahead[:, 1] / depth * camera.fy + camera.cy
        in_view = (ahead[:, 2] > 0) & (columns >= 0) & (columns < camera.width) & (rows >= 0) & (rows < camera.height)
        in_view &= np.sqrt((ahead**2).sum(axis=1)) <= range_m
        chosen: list[int] = []
        places = [now.map_T_camera[:3, 3]]
        for number in np.flatnonzero(in_view)[::-1].tolist():
            if (
                len(chosen) < JUDGED
                and ((np.array(places) - poses[number, :3, 3]) ** 2).sum(axis=1).min() > APART_M**2
            ):
                chosen.append(number)
                places.append(poses[number, :3, 3])
        return [looks[number] for number in chosen]
