"""What goes into the tracking of the base, and what comes out."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.map_revision import MapRevision
from embodied_memory.localisation.localised import LocalisationStatus
from embodied_memory.localisation.patches import Patches
from embodied_memory.localisation.planar import BaseMotion

Array = NDArray[np.float64]

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
