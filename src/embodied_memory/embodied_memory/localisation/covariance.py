"""What the covariance that comes with a pose is worth.

ROS sends zeros where nothing is known (geometry_msgs/PoseWithCovariance, sensor_msgs/Imu), and drivers send worse.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config.localisation import TrustConfig

Array = NDArray[np.float64]

_PLANE = np.ix_((0, 1, 5), (0, 1, 5))
"""x, y and yaw of REP-103's six."""
_ASYMMETRY = 1e-3


@dataclass(frozen=True, eq=False)
class GivenCovariance:
    """planar: (3, 3) of x, y, yaw in map, m2 and rad2, None where nothing is known. is_lost: it says that the pose is
    no pose. remark: what is wrong with it, empty if nothing is.
    """

    planar: Array | None = None
    is_lost: bool = False
    remark: str = ""


def read_covariance(covariance: Array | None, trust: TrustConfig) -> GivenCovariance:
    """Of an observation's pose_covariance (6, 6). What cannot be one is left out with a remark, never believed."""
    if covariance is None or not np.any(covariance):
        return GivenCovariance()
    if not np.isfinite(covariance).all():
        return GivenCovariance(remark="the covariance of the pose is not finite, and is ignored")
    scale = float(np.abs(covariance).max())
    if np.abs(covariance - covariance.T).max() > _ASYMMETRY * scale:
        return GivenCovariance(remark="the covariance of the pose is not symmetric, and is ignored")
    if np.linalg.eigvalsh(covariance).min() < -_ASYMMETRY * scale:
        return GivenCovariance(remark="the covariance of the pose is not positive, and is ignored")
    planar = covariance[_PLANE]
    if not planar.any():
        return GivenCovariance()
    deviations = np.sqrt(np.maximum(np.diag(planar), 0.0))
    is_lost = max(deviations[:2]) > trust.lost_m or deviations[2] > np.radians(trust.lost_deg)
    return GivenCovariance(planar, bool(is_lost))


def full_covariance(planar: Array, levelling: Array) -> Array:
    """(6, 6) as REP-103 orders it, of x, y, yaw (3, 3) in map and the deviations (3,) of roll, pitch and height."""
    covariance = np.zeros((6, 6))
    covariance[_PLANE] = planar
    covariance[2, 2], covariance[3, 3], covariance[4, 4] = levelling[2] ** 2, levelling[0] ** 2, levelling[1] ** 2
    return covariance
