"""Where the page looks from: obliquely from above, so that all of the map is seen."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

_FIELD_OF_VIEW = math.radians(40)
_TILT = math.radians(34)
"""How far the view leans from straight down."""
_GROWTH_M = 0.75
"""The camera stays where it is until the map has grown by this much."""


class MapCamera:
    """The camera of every visitor of the page, as long as `follow_map` is set."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._bounds = (0.0, 0.0, 0.0, 0.0)
        self.follow_map = True
        server.initial_camera.fov = _FIELD_OF_VIEW

    def fit(self, bounds: tuple[float, float, float, float]) -> None:
        """Move when the map has grown. bounds: (x, y, width, depth) in map, metres."""
        if all(abs(new - old) < _GROWTH_M for new, old in zip(bounds, self._bounds, strict=True)):
            return
        self._bounds = bounds
        x, y, width, depth = bounds
        middle = np.array([x + width / 2, y + depth / 2, 0.0])
        long, short = max(4.0, width, depth), min(width, depth)
        away = 1.02 * long / 2 / math.tan(_FIELD_OF_VIEW / 2) + math.sin(_TILT) * short / 2
        # Seen from a long side, as the view is wider than high.
        side = np.array([0.0, -1.0, 0.0]) if width >= depth else np.array([1.0, 0.0, 0.0])
        position = middle + away * (math.sin(_TILT) * side + np.array([0.0, 0.0, math.cos(_TILT)]))
        self._server.initial_camera.look_at = middle
        self._server.initial_camera.position = position
        if self.follow_map:
            for client in self._server.get_clients().values():
                client.camera.position = position
                client.camera.look_at = middle
