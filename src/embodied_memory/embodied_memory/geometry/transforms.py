"""Quaternions (x, y, z, w), rotation matrices, and transforms between frames over time, without ROS: what tf2's
buffer does, for recordings.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass, field

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


Pose = tuple[NDArray[np.float64], NDArray[np.float64]]
"""(translation (3,), quaternion (4,) as x y z w)."""


_POSES_BETWEEN_PRUNINGS = 1000


class TransformError(LookupError):
    """No transform between two frames at a time. The message says what is missing."""


def normalised(frame: str) -> str:
    """The name of a frame without the leading slash that ROS 1 and some drivers give it."""
    return frame.strip().lstrip("/")


@dataclass
class _Edge:
    """The pose of one child frame in its parent, over time; without stamps it holds for ever."""

    parent: str
    static: bool
    poses: dict[int, Pose] = field(default_factory=dict)
    stamps: list[int] = field(default_factory=list)

    def at(self, stamp_ns: int, tolerance_ns: int) -> Pose | None:
        if self.static:
            return next(iter(self.poses.values()))
        if len(self.stamps) != len(self.poses):
            self.stamps = sorted(self.poses)
        after = bisect_right(self.stamps, stamp_ns)
        before = after - 1
        if before >= 0 and (self.stamps[before] == stamp_ns or after == len(self.stamps)):
            near = stamp_ns - self.stamps[before] <= tolerance_ns
            return self.poses[self.stamps[before]] if near else None
        if before < 0:
            return self.poses[self.stamps[0]] if self.stamps[0] - stamp_ns <= tolerance_ns else None
        return self._between(self.stamps[before], self.stamps[after], stamp_ns)

    def forget_before(self, oldest_ns: float) -> None:
        """Drop poses older than that."""
        self.poses = {stamp: pose for stamp, pose in self.poses.items() if stamp >= oldest_ns}
        self.stamps = sorted(self.poses)

    def _between(self, start_ns: int, end_ns: int, stamp_ns: int) -> Pose:
        (p0, q0), (p1, q1) = self.poses[start_ns], self.poses[end_ns]
        share = (stamp_ns - start_ns) / (end_ns - start_ns)
        return (1 - share) * p0 + share * p1, slerp(q0, q1, share)


class TransformBuffer:
    """Holds a tree of frames. Positions between two stamps are interpolated linearly, rotations by slerp.

    Outside the recorded span the first or last pose is used up to `tolerance_s` away, no farther. Poses more than
    `keep_s` older than the newest of their edge are forgotten: a robot that runs for months does not fill up.
    """

    def __init__(self, tolerance_s: float = 0.2, keep_s: float = math.inf) -> None:
        self._edges: dict[str, _Edge] = {}
        self._tolerance_ns = int(tolerance_s * 1e9)
        self._keep_ns = keep_s * 1e9

    def add(
        self,
        parent: str,
        child: str,
        stamp_ns: int,
        translation: NDArray[np.float64],
        quaternion: NDArray[np.float64],
        static: bool = False,
    ) -> None:
        """Store parent_T_child. quaternion: x y z w. ValueError if it is not finite or has no length."""
        length = float(np.linalg.norm(quaternion))
        if not (np.isfinite(translation).all() and np.isfinite(length)) or length < 1e-6:
            raise ValueError(f"the transform from {child} to {parent} is not finite or its rotation is zero")
        parent, child = normalised(parent), normalised(child)
        edge = self._edges.get(child)
        if edge is None or edge.parent != parent or static:
            edge = self._edges[child] = _Edge(parent, static)
        edge.poses[stamp_ns] = (np.asarray(translation, np.float64), np.asarray(quaternion) / length)
        if len(edge.poses) % _POSES_BETWEEN_PRUNINGS == 0:
            edge.forget_before(max(edge.poses) - self._keep_ns)

    def adopt(self, other: TransformBuffer) -> None:
        """Take over the frames of another buffer that have no parent here: odometry beside tf."""
        for child, edge in other._edges.items():
            self._edges.setdefault(child, edge)

    def root_of(self, frame: str) -> str:
        """The frame that everything above this one hangs from; itself if it has no parent."""
        return self._ancestors(normalised(frame))[-1]

    def ancestors(self, frame: str) -> list[str]:
        """The frame, what it hangs from, and so on up to the root. TransformError if they form a loop."""
        return self._ancestors(normalised(frame))

    def frames(self) -> set[str]:
        """Every frame that is spoken of."""
        return set(self._edges) | {edge.parent for edge in self._edges.values()}

    def lookup(self, target: str, source: str, stamp_ns: int) -> NDArray[np.float64]:
        """target_T_source, (4, 4). TransformError if the frames are not connected or not at that time."""
        target, source = normalised(target), normalised(source)
        common = self._meeting(target, source)
        common_T_source = self._climb(source, common, stamp_ns)
        common_T_target = self._climb(target, common, stamp_ns)
        return np.asarray(np.linalg.inv(common_T_target) @ common_T_source, np.float64)

    def newest_ns(self, target: str, source: str) -> int:
        """The stamp that all poses between the frames have reached; 0 if none of them moves.

        TransformError if the frames are not connected.
        """
        target, source = normalised(target), normalised(source)
        common = self._meeting(target, source)
        edges = [self._edges[frame] for end in (target, source) for frame in self._below(common, end)]
        return min((max(edge.poses) for edge in edges if not edge.static), default=0)

    def _meeting(self, target: str, source: str) -> str:
        """The nearest frame that both hang from."""
        up_from_target = self._ancestors(target)
        common = next((frame for frame in self._ancestors(source) if frame in up_from_target), None)
        if common is None:
            known = ", ".join(sorted(self.frames())) or "none"
            raise TransformError(f"no transform from {source!r} to {target!r}; frames known: {known}")
        return common

    def _below(self, ancestor: str, frame: str) -> list[str]:
        """The frame and those between it and one that it hangs from."""
        chain = self._ancestors(frame)
        return chain[: chain.index(ancestor)]

    def _ancestors(self, frame: str) -> list[str]:
        chain = [frame]
        while (edge := self._edges.get(chain[-1])) is not None:
            if edge.parent in chain:
                raise TransformError(f"the transforms form a loop through {edge.parent!r}")
            chain.append(edge.parent)
        return chain

    def _climb(self, frame: str, ancestor: str, stamp_ns: int) -> NDArray[np.float64]:
        ancestor_T_frame = np.eye(4)
        for name in self._below(ancestor, frame):
            edge = self._edges[name]
            pose = edge.at(stamp_ns, self._tolerance_ns)
            if pose is None:
                raise TransformError(f"the transform from {name!r} to {edge.parent!r} is not known at that time")
            ancestor_T_frame = matrix_from_pose(*pose) @ ancestor_T_frame
        return ancestor_T_frame
