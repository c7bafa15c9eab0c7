"""Poses and transforms. Matrices are 4x4 float64, named target_T_source."""

from __future__ import annotations

import math

import numpy as np
from geometry_msgs.msg import Point, Pose, PoseStamped, Quaternion, Transform, TransformStamped, Vector3
from numpy.typing import NDArray

from embodied_memory.geometry.pose import Pose2D
from embodied_memory.geometry.transforms import quaternion_from_rotation, rotation_from_quaternion
from embodied_memory_ros.conversions.stamps import ns_to_header


def yaw_to_quaternion(yaw: float) -> Quaternion:
    """A turn about z."""
    return Quaternion(z=math.sin(yaw / 2), w=math.cos(yaw / 2))


def quaternion_to_yaw(q: Quaternion) -> float:
    """The turn about z, radians."""
    return math.atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z))


def point_to_tuple(point: Point | Vector3) -> tuple[float, float, float]:
    """x, y, z."""
    return (point.x, point.y, point.z)


def tuple_to_point(xyz: tuple[float, float, float]) -> Point:
    """x, y, z."""
    return Point(x=float(xyz[0]), y=float(xyz[1]), z=float(xyz[2]))


def tuple_to_vector(xyz: tuple[float, float, float]) -> Vector3:
    """x, y, z."""
    return Vector3(x=float(xyz[0]), y=float(xyz[1]), z=float(xyz[2]))


def pose2d_to_pose(pose: Pose2D) -> Pose:
    """On the floor."""
    return Pose(position=Point(x=float(pose.x), y=float(pose.y)), orientation=yaw_to_quaternion(pose.yaw))


def pose_to_pose2d(pose: Pose) -> Pose2D:
    """Height and tilt are dropped."""
    return Pose2D(pose.position.x, pose.position.y, quaternion_to_yaw(pose.orientation))


def pose2d_to_pose_stamped(pose: Pose2D, stamp_ns: int, frame_id: str = "map") -> PoseStamped:
    """On the floor of a frame."""
    return PoseStamped(header=ns_to_header(stamp_ns, frame_id), pose=pose2d_to_pose(pose))


def matrix_to_transform(matrix: NDArray[np.float64], stamp_ns: int, target: str, source: str) -> TransformStamped:
    """target_T_source as the edge from target (parent) to source (child)."""
    x, y, z, w = quaternion_from_rotation(matrix[:3, :3])
    return TransformStamped(
        header=ns_to_header(stamp_ns, target),
        child_frame_id=source,
        transform=Transform(
            translation=tuple_to_vector((matrix[0, 3], matrix[1, 3], matrix[2, 3])),
            rotation=Quaternion(x=float(x), y=float(y), z=float(z), w=float(w)),
        ),
    )


def matrix_to_pose(matrix: NDArray[np.float64]) -> Pose:
    """frame_T_thing as the pose of the thing in the frame."""
    x, y, z, w = quaternion_from_rotation(matrix[:3, :3])
    position = tuple_to_point((matrix[0, 3], matrix[1, 3], matrix[2, 3]))
    return Pose(position=position, orientation=Quaternion(x=float(x), y=float(y), z=float(z), w=float(w)))


def pose_to_matrix(pose: Pose) -> NDArray[np.float64]:
    """The pose of a thing in a frame as frame_T_thing. Raises ValueError for a rotation that is none."""
    x, y, z = point_to_tuple(pose.position)
    return transform_to_matrix(Transform(translation=Vector3(x=x, y=y, z=z), rotation=pose.orientation))


def transform_to_matrix(transform: Transform) -> NDArray[np.float64]:
    """target_T_source of an edge. Raises ValueError for a rotation that is none."""
    q = transform.rotation
    matrix = np.eye(4)
    matrix[:3, :3] = rotation_from_quaternion(np.array([q.x, q.y, q.z, q.w]))
    matrix[:3, 3] = point_to_tuple(transform.translation)
    if not np.isfinite(matrix).all():
        raise ValueError("transform holds values that are not finite")
    return matrix
