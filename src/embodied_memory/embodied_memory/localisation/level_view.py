"""What goes into the tracking of the base, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.map_revision import MapRevision
from embodied_memory.localisation.base_motion import BaseMotion
from embodied_memory.localisation.localised import LocalisationStatus
from embodied_memory.localisation.patches import Patches

Array = NDArray[np.float64]


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
