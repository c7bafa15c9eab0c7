"""What comes of a view whose pose may be wrong."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.map_revision import MapRevision
from embodied_memory.observation import Observation

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
