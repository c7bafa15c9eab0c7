"""What goes into the tracking of the base, and what comes of a view whose pose may be wrong.

Where the robot stands in map between views: what is told of it, as corrected with the view localised last.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.pose import STANDING, MapRevision, Point, Pose2D
from embodied_memory.localisation.planar import BaseMotion
from embodied_memory.localisation.surfels import Patches
from embodied_memory.observation import Observation

_APART_M = 0.2


class CorrectedPose:
    """The pose that localisation (SLAM, AMCL, odometry alone) tells, and what registration with the map makes of it.

    Until a view is localised it is taken as it is told.
    """

    def __init__(self) -> None:
        self.stamp_ns = self.localised_ns = 0
        self.lost_because = ""
        """Why nobody knows where the robot is; empty while somebody does."""
        self._told_T_base: Pose2D | None = None
        self._map_T_told = STANDING
        self._driven: dict[tuple[int, int], Point] = {}

    @property
    def pose(self) -> Pose2D | None:
        """In map; None before the first is told."""
        return None if self._told_T_base is None else self._map_T_told.then(self._told_T_base)

    @property
    def driven(self) -> tuple[Point, ...]:
        """Where the robot has been, one place a cell."""
        return tuple(self._driven.values())

    def told(self, stamp_ns: int, told_T_base: Pose2D) -> None:
        """Where the robot is said to be then; later than what was told before, unless the clock was set back."""
        self.stamp_ns, self._told_T_base = stamp_ns, told_T_base
        here = self._map_T_told.then(told_T_base)
        self._driven[round(here.x / _APART_M), round(here.y / _APART_M)] = (here.x, here.y)

    def localised(self, stamp_ns: int, map_T_told: Pose2D) -> None:
        """A view was registered with the map; map_T_told takes what was told of it to where it was taken from."""
        self.localised_ns, self.lost_because = stamp_ns, ""
        self._map_T_told = map_T_told

    def lost(self, stamp_ns: int, reason: str) -> None:
        """Nobody knows where a view was taken from."""
        self.localised_ns, self.lost_because = stamp_ns, reason or "the robot is lost"

    def as_told(self, pose: Pose2D) -> Pose2D:
        """A pose in map as who drives by tf alone has to be told it."""
        return self._map_T_told.inverse().then(pose)


Array = NDArray[np.float64]


class LocalisationStatus(Enum):
    """How well the robot knows where it is."""

    LOCALISED = "localised"
    DRIFTING = "drifting"
    """It has not been able to compare what it sees with the map for a while."""
    LOST = "lost"


@dataclass(frozen=True, eq=False)
class Localised:
    """A view with the pose that it was really taken from, or why it must not be used.

    observation: levelled and corrected, with a covariance of its own; None: nothing may be written of it. correction:
    (4, 4) map_T_believed, takes a pose as it was given to the map. covariance: (6, 6) as in `Observation`. reason:
    a sentence, empty where there is nothing to say. revision: what was written before must move. may_move: what is
    written of this view may be revised yet, as it could not be compared with the map.
    """

    observation: Observation | None
    status: LocalisationStatus
    correction: Array
    covariance: Array
    reason: str = ""
    revision: MapRevision | None = None
    may_move: bool = False


_VIEWS = 100
"""What came before hardly counts for what is known of the last ones."""


@dataclass(frozen=True, eq=False)
class LevelView:
    """One view of a levelled camera. given: (3,) the base as it is believed to stand. patches: in the frame of the
    base. covariance: (3, 3) that came with the pose, in the frame of the base, None where unknown. is_lost: it says
    that the pose is no pose.
    """

    stamp_ns: int
    given: Array
    motion: BaseMotion
    patches: Patches
    covariance: Array | None = None
    is_lost: bool = False


@dataclass(frozen=True, eq=False)
class Placed:
    """What became of a view."""

    status: LocalisationStatus
    reason: str = ""
    revision: MapRevision | None = None


@dataclass
class Search:
    """What is tried while the robot is lost. corrections: (3,) each; found: views in a row that fit; quiet: views in
    a row that nothing contradicts."""

    reason: str
    corrections: list[Array] = field(default_factory=list)
    found: int = 0
    quiet: int = 0


@dataclass
class Unfixed:
    """Views that were written without a fit. doubts: (3,) each, the variances of the pose along, across, of yaw."""

    since_ns: int
    doubts: deque[Array] = field(default_factory=lambda: deque(maxlen=_VIEWS))

    def share_of(self, doubt: Array) -> Array:
        """(2,) the share of the error found at a fix, in place and in yaw, that these views had already.

        doubt: (3,) variances at the fix. Errors add up on the way; at each moment the share is that of the variance
        (the smoother of Rauch, Tung and Striebel, 1965).
        """
        mean = np.mean(self.doubts, axis=0)
        place, turn = mean[:2].sum() / max(doubt[:2].sum(), 1e-12), mean[2] / max(doubt[2], 1e-12)
        return np.array([min(place, 1.0), min(turn, 1.0)])
