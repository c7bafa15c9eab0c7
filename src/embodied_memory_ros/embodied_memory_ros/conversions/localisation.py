"""Where views were really taken from."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from geometry_msgs.msg import TransformStamped
from numpy.typing import NDArray

from embodied_memory.geometry.pose import ALWAYS_NS, MapRevision, Pose2D
from embodied_memory.localisation.localised import LocalisationStatus, Localised
from embodied_memory.observation import Observation
from embodied_memory_interfaces.msg import LocalisedView
from embodied_memory_ros.conversions.geometry import (
    matrix_to_pose,
    matrix_to_transform,
    pose_to_matrix,
    pose_to_pose2d,
    transform_to_matrix,
)
from embodied_memory_ros.conversions.stamps import ns_to_header, time_to_ns

_SINCE = "@"
"""Between the name of a map and the stamp since which it was written as it was, where not all of it moves."""


@dataclass(frozen=True, eq=False)
class LocalisedPose:
    """Of one view. map_T_base, map_T_camera: (4, 4), corrected; map_T_told: (4, 4), takes what tf tells there.

    covariance: (6, 6) of map_T_base, None where nobody knows it. is_lost: nothing of the view is to be kept.
    """

    stamp_ns: int
    map_T_base: NDArray[np.float64]
    map_T_camera: NDArray[np.float64]
    map_T_told: NDArray[np.float64]
    covariance: NDArray[np.float64] | None = None
    status: LocalisationStatus = LocalisationStatus.LOCALISED
    reason: str = ""

    @property
    def is_lost(self) -> bool:
        """Whether nobody knows where the view was taken from."""
        return self.status is LocalisationStatus.LOST

    @property
    def base(self) -> Pose2D:
        """The corrected pose of the base on the floor."""
        return pose_to_pose2d(matrix_to_pose(self.map_T_base))

    @property
    def correction(self) -> Pose2D:
        """From what tf tells to the corrected pose, on the floor."""
        return pose_to_pose2d(matrix_to_pose(self.map_T_told))


def localised_to_message(stamp_ns: int, result: Localised, frame_id: str = "map") -> LocalisedView:
    """To a message in the frame of the map; of a lost view the poses say nothing."""
    told = LocalisedView(
        header=ns_to_header(stamp_ns, frame_id),
        status=result.status.value,
        reason=result.reason,
        correction=matrix_to_transform(result.correction, stamp_ns, frame_id, "told").transform,
    )
    told.pose.covariance = np.asarray(result.covariance, np.float64).ravel().tolist()
    if result.observation is not None:
        told.pose.pose = matrix_to_pose(result.observation.map_T_base)
        told.camera_pose = matrix_to_pose(result.observation.map_T_camera)
    return told


def message_to_localised(message: LocalisedView) -> LocalisedPose:
    """From a message. Raises ValueError for a status or a rotation that is none."""
    covariance = np.array(message.pose.covariance, np.float64).reshape(6, 6)
    return LocalisedPose(
        time_to_ns(message.header.stamp),
        pose_to_matrix(message.pose.pose),
        pose_to_matrix(message.camera_pose),
        transform_to_matrix(message.correction),
        covariance if covariance.any() else None,
        LocalisationStatus(message.status),
        message.reason,
    )


def corrected(observation: Observation, told: LocalisedPose) -> Observation:
    """The view as taken from where it really was."""
    return replace(
        observation,
        map_T_base=told.map_T_base,
        map_T_camera=told.map_T_camera,
        pose_covariance=told.covariance,
    )


def revision_to_message(stamp_ns: int, map_id: str, revision: MapRevision) -> TransformStamped:
    """A revision known since a view of that stamp, as a correction of a map: from the map as it was to the map."""
    as_it_was = map_id if revision.is_whole else f"{map_id}{_SINCE}{revision.since_ns}"
    return matrix_to_transform(revision.map_T_map, stamp_ns, map_id, as_it_was)


def message_to_revision(message: TransformStamped, now_ns: int) -> MapRevision:
    """From a correction of a map: all that was written before its stamp, or since what the child frame says as well.

    now_ns: stands for a stamp that is 0. Raises ValueError for a rotation, or a time to move since, that is none.
    """
    as_it_was, before = message.child_frame_id, f"{message.header.frame_id}{_SINCE}"
    since_ns = int(as_it_was.removeprefix(before)) if as_it_was.startswith(before) else ALWAYS_NS
    until_ns = (time_to_ns(message.header.stamp) or now_ns) - 1
    return MapRevision(since_ns, until_ns, transform_to_matrix(message.transform))
