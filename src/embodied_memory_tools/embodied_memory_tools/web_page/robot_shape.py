"""The robot as the page draws it: base, mast, head and what its camera covers."""

from __future__ import annotations

import math
from typing import Any

from embodied_memory_tools.web_page import colors


class RobotShape:
    """Drawn when it is first put somewhere."""

    def __init__(self, scene: Any) -> None:
        self._scene = scene
        self._frame: Any = None

    def put(self, x: float, y: float, yaw: float) -> None:
        """Put the robot somewhere in map; metres, yaw in radians."""
        if self._frame is None:
            self._frame = self._scene.add_frame("/robot", show_axes=False)
            self._draw()
        self._frame.position = (x, y, 0.0)
        self._frame.wxyz = (math.cos(yaw / 2), 0.0, 0.0, math.sin(yaw / 2))

    def _draw(self) -> None:
        self._scene.add_cylinder("/robot/base", 0.2, 0.25, colors.ROBOT, position=(0, 0, 0.13))
        self._scene.add_cylinder("/robot/mast", 0.05, 0.9, (225, 228, 232), position=(0, 0, 0.65))
        self._scene.add_box("/robot/head", colors.ROBOT, (0.16, 0.26, 0.16), position=(0.02, 0, 1.15))
        # Optical frame: z forward is x of the robot, y down is -z of it.
        self._scene.add_camera_frustum(
            "/robot/view", math.radians(60), 4 / 3, scale=0.35, color=colors.ROBOT,
            thickness=2.0, thickness_units="screen", wxyz=(0.5, -0.5, 0.5, -0.5), position=(0.1, 0, 1.15),
        )  # fmt: skip
