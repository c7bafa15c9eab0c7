"""Quaternions (x, y, z, w) and rotation matrices."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def matrix_from_pose(translation: Array, quaternion: Array) -> Array:
    """(4, 4) of a translation (3,) and a quaternion (4,) of any length but zero."""
    matrix = np.eye(4)
    matrix[:3, :3] = rotation_from_quaternion(quaternion)
    matrix[:3, 3] = translation
    return matrix


def pose_from_matrix(matrix: Array) -> tuple[Array, Array]:
    """The translation (3,) and the unit quaternion (4,) with w >= 0 of a rigid (4, 4)."""
    return matrix[:3, 3].astype(np.float64), quaternion_from_rotation(matrix[:3, :3])


def rotation_from_quaternion(quaternion: Array) -> Array:
    """(3, 3) of a quaternion (4,); without scipy, which every small node would have to load.

    Raises ValueError if it is not finite or has no length.
    """
    length = float(np.linalg.norm(quaternion))
    if not length > 0 or not np.isfinite(length):
        raise ValueError("a rotation is not finite, or its quaternion has no length")
    x, y, z, w = np.asarray(quaternion, np.float64) / length
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def quaternion_from_rotation(rotation: Array) -> Array:
    """The unit quaternion (4,), w >= 0, of a rotation (3, 3): the eigenvector of Bar-Itzhack (2000)."""
    r = np.asarray(rotation, np.float64)
    k = np.array(
        [
            [r[0, 0] - r[1, 1] - r[2, 2], r[1, 0] + r[0, 1], r[2, 0] + r[0, 2], r[2, 1] - r[1, 2]],
            [r[1, 0] + r[0, 1], r[1, 1] - r[0, 0] - r[2, 2], r[2, 1] + r[1, 2], r[0, 2] - r[2, 0]],
            [r[2, 0] + r[0, 2], r[2, 1] + r[1, 2], r[2, 2] - r[0, 0] - r[1, 1], r[1, 0] - r[0, 1]],
            [r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1], np.trace(r)],
        ]
    )
    quaternion = np.linalg.eigh(k / 3.0)[1][:, -1]
    return quaternion if quaternion[3] >= 0 else -quaternion


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


def rotation_from_vector(turn: Array) -> Array:
    """(3, 3) of a rotation vector (3,), axis times angle in rad (Rodrigues' formula)."""
    angle = float(np.linalg.norm(turn))
    if angle == 0.0:
        return np.eye(3)
    x, y, z = turn / angle
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1.0 - np.cos(angle)) * (cross @ cross))
