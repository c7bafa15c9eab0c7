"""Quaternions (x, y, z, w) and rotation matrices."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

Array = NDArray[np.float64]


def matrix_from_pose(translation: Array, quaternion: Array) -> Array:
    """(4, 4) of a translation (3,) and a quaternion (4,) of any length but zero."""
    matrix = np.eye(4)
    matrix[:3, :3] = Rotation.from_quat(quaternion).as_matrix()
    matrix[:3, 3] = translation
    return matrix


def pose_from_matrix(matrix: Array) -> tuple[Array, Array]:
    """The translation (3,) and the unit quaternion (4,) with w >= 0 of a rigid (4, 4)."""
    quaternion = np.asarray(Rotation.from_matrix(matrix[:3, :3]).as_quat(), np.float64)
    return matrix[:3, 3].astype(np.float64), quaternion if quaternion[3] >= 0 else -quaternion


def slerp(start: Array, end: Array, share: float) -> Array:
    """Spherical interpolation between two unit quaternions, the shorter way round; share 0 to 1."""
    cosine = float(start @ end)
    if cosine < 0:
        end, cosine = -end, -cosine
    if cosine > 0.9995:
        mixed = (1 - share) * start + share * end
        return np.asarray(mixed / np.linalg.norm(mixed), np.float64)
    angle = float(np.arccos(cosine))
    return np.asarray((np.sin((1 - share) * angle) * start + np.sin(share * angle) * end) / np.sin(angle))
