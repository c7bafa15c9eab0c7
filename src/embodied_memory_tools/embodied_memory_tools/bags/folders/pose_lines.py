"""Poses of cameras as text: quaternions, 3x4 and 4x4 matrices, with a time before them or without."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.transforms import matrix_from_pose
from embodied_memory_tools.bags.bag_error import BagError

Array = NDArray[np.float64]
_RIGID = 0.02
"""How far a rotation that was written with few digits may be from orthogonal."""


@dataclass(frozen=True, eq=False)
class PoseLine:
    """world_T_camera (4, 4); None if it is none, and why. second: where the line begins with a time."""

    matrix: Array | None
    fault: str = ""
    second: float | None = None


def read_pose_file(file: Path) -> PoseLine:
    """A file of one pose: a matrix of 4 or 3 lines, or one line."""
    return pose_line(" ".join(line for line in _lines(file)))


def read_pose_lines(file: Path) -> list[PoseLine]:
    """A file of one pose a line. BagError if it cannot be read at all."""
    return [pose_line(line) for line in _lines(file)]


def pose_line(text: str) -> PoseLine:
    """`[time] tx ty tz qx qy qz qw`, or 12 or 16 numbers of a matrix, row by row."""
    try:
        values = np.array([float(word) for word in text.replace(",", " ").split()])
    except ValueError:
        return PoseLine(None, f"{text[:40]!r} is not all numbers")
    if len(values) == 8:
        return PoseLine(*_from_quaternion(values[1:]), second=float(values[0]))
    if len(values) == 7:
        return PoseLine(*_from_quaternion(values))
    if len(values) in (12, 16):
        return PoseLine(*_from_matrix(values))
    return PoseLine(
        None, f"{len(values)} numbers are no pose; 7 (tx ty tz qx qy qz qw), 12 or 16 (a matrix) are, or a time and 7"
    )


def _from_quaternion(values: Array) -> tuple[Array | None, str]:
    if not np.isfinite(values).all():
        return None, "a number that is not finite"
    try:
        return matrix_from_pose(values[:3], values[3:]), ""
    except ValueError as error:
        return None, str(error)


def _from_matrix(values: Array) -> tuple[Array | None, str]:
    if not np.isfinite(values).all():
        return None, "a number that is not finite"
    matrix = np.eye(4)
    matrix[:3] = values[:12].reshape(3, 4)
    if len(values) == 16 and np.abs(values[12:] - (0, 0, 0, 1)).max() > 1e-6:
        return None, "a matrix whose last row is not 0 0 0 1"
    turn = matrix[:3, :3]
    if np.abs(turn @ turn.T - np.eye(3)).max() > _RIGID or np.linalg.det(turn) < 0:
        return None, "a matrix that is no rigid motion"
    left, _, right = np.linalg.svd(turn)
    matrix[:3, :3] = left @ right
    return matrix, ""


def _lines(file: Path) -> list[str]:
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise BagError(f"{file} cannot be read: {error.strerror or error}") from error
    return [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#")]
