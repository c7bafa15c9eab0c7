"""A robot that drives through a home and bumps into what is there."""

from __future__ import annotations

import numpy as np

from household.home import ROBOT_ID, Home
from household.navigation import NavigationGrid

_SUBSTEP_M = 0.02


class RobotMotion:
    """Moves the round robot of a home's world; poses are (x, y, yaw) in map."""

    def __init__(self, home: Home, radius: float = 0.22, grid: NavigationGrid | None = None) -> None:
        """The robot stands at the home's start pose. A navigation grid may be shared to save work."""
        self.home, self.radius = home, radius
        self._grid = grid or NavigationGrid(home)
        self.collided = False
        self.teleport(*home.start_pose)

    @property
    def pose(self) -> tuple[float, float, float]:
        """Where the robot of the world is: a skill may have moved it, too."""
        robot = self.home.world[ROBOT_ID]
        return robot.position[0], robot.position[1], robot.yaw

    def teleport(self, x: float, y: float, yaw: float) -> None:
        """Set the pose, without asking whether the place is free."""
        if ROBOT_ID not in self.home.world.entities:
            self.home.world.add_actor(ROBOT_ID, "robot", x, y)
        self.home.world.move_actor(ROBOT_ID, float(x), float(y), _wrap(yaw))

    def forward(self, distance_m: float = 0.25) -> bool:
        """Go straight, and stop where something is in the way. Returns whether it collided."""
        yaw = self.pose[2]
        return self._drive(distance_m * np.cos(yaw), distance_m * np.sin(yaw), 0.0, slide=False)

    def turn(self, angle_deg: float = 30.0) -> None:
        """Turn on the spot; positive is to the left."""
        x, y, yaw = self.pose
        self.collided = False
        self.teleport(x, y, yaw + np.radians(angle_deg))

    def integrate(self, vx: float, vy: float, wz: float, dt: float) -> bool:
        """Drive with a velocity (robot frame: x forward, y left; m/s, rad/s) for dt seconds.

        Slides along what is in the way. Returns whether it collided.
        """
        heading = self.pose[2] + wz * dt / 2
        dx = (vx * np.cos(heading) - vy * np.sin(heading)) * dt
        dy = (vx * np.sin(heading) + vy * np.cos(heading)) * dt
        return self._drive(dx, dy, wz * dt, slide=True)

    def _drive(self, dx: float, dy: float, turn: float, slide: bool) -> bool:
        x, y, yaw = self.pose
        count = max(1, int(np.ceil(np.hypot(dx, dy) / _SUBSTEP_M)))
        self.collided = False
        for _ in range(count):
            options = [(dx, dy), (dx, 0.0), (0.0, dy)] if slide else [(dx, dy)]
            step = next((o for o in options if self._may_go(x, y, x + o[0] / count, y + o[1] / count)), None)
            self.collided |= step is None or step != (dx, dy)
            if step is None:
                break
            x, y = x + step[0] / count, y + step[1] / count
        self.teleport(x, y, yaw + turn)
        return self.collided

    def _may_go(self, x: float, y: float, new_x: float, new_y: float) -> bool:
        """Free there, or at least freer than here: who stands too close to something can leave."""
        there = self._grid.collision.clearance_at(new_x, new_y)
        return there >= self.radius or there > self._grid.collision.clearance_at(x, y) > 0


def _wrap(angle: float) -> float:
    return float((angle + np.pi) % (2 * np.pi) - np.pi)
