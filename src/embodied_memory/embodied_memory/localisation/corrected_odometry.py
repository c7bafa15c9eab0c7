"""Where the robot stands in map between views: what odometry says of its way since the last that was localised."""

from __future__ import annotations

from collections import deque

from embodied_memory.geometry.pose import STANDING, Point, Pose2D

_APART_M = 0.2
_KEPT = 400
"""Odometry comes at 10 to 100 Hz, and views are localised within a second."""


class CorrectedOdometry:
    """map_T_odom from the newest localised view, and what odometry has said since.

    Until a view is localised odometry is taken as it is.
    """

    def __init__(self) -> None:
        self.stamp_ns = self.localised_ns = 0
        self.lost_because = ""
        """Why nobody knows where the robot is; empty while somebody does."""
        self._odom_T_base: Pose2D | None = None
        self._map_T_odom = self._map_T_told = STANDING
        self._history: deque[tuple[int, Pose2D]] = deque(maxlen=_KEPT)
        self._driven: dict[tuple[int, int], Point] = {}

    @property
    def pose(self) -> Pose2D | None:
        """In map; None before the first odometry."""
        return None if self._odom_T_base is None else self._map_T_odom.then(self._odom_T_base)

    @property
    def driven(self) -> tuple[Point, ...]:
        """Where the robot has been, one place a cell."""
        return tuple(self._driven.values())

    def moved(self, stamp_ns: int, odom_T_base: Pose2D) -> None:
        """What odometry says now."""
        self.stamp_ns, self._odom_T_base = stamp_ns, odom_T_base
        self._history.append((stamp_ns, odom_T_base))
        here = self._map_T_odom.then(odom_T_base)
        self._driven[round(here.x / _APART_M), round(here.y / _APART_M)] = (here.x, here.y)

    def localised(self, stamp_ns: int, map_T_base: Pose2D, map_T_told: Pose2D) -> None:
        """A view was taken from there; map_T_told takes what was told of it to that."""
        self.localised_ns, self.lost_because = stamp_ns, ""
        self._map_T_told = map_T_told
        if self._history:
            _, odom_T_base = min(self._history, key=lambda told: abs(told[0] - stamp_ns))
            self._map_T_odom = map_T_base.then(odom_T_base.inverse())

    def lost(self, stamp_ns: int, reason: str) -> None:
        """Nobody knows where a view was taken from."""
        self.localised_ns, self.lost_because = stamp_ns, reason or "the robot is lost"

    def as_told(self, pose: Pose2D) -> Pose2D:
        """A pose in map as who drives by tf alone has to be told it."""
        return self._map_T_told.inverse().then(pose)
