"""Publishes what a simulated robot senses the way any robot's drivers would."""

from __future__ import annotations

import numpy as np
from geometry_msgs.msg import PoseWithCovariance, PoseWithCovarianceStamped
from nav_msgs.msg import Odometry
from numpy.typing import NDArray
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, Image
from tf2_msgs.msg import TFMessage

from embodied_memory.geometry.pose import Pose2D
from embodied_memory.observation import Observation
from embodied_memory_interfaces.msg import InstanceLabels
from embodied_memory_ros.conversions.geometry import matrix_to_transform, pose2d_to_pose
from embodied_memory_ros.conversions.images import array_to_image, intrinsics_to_camera_info
from embodied_memory_ros.conversions.scene_graph import label_to_message
from embodied_memory_ros.conversions.stamps import ns_to_header, ns_to_time
from embodied_memory_ros.names import CLOCK_TOPIC, TF_STATIC_TOPIC, TF_TOPIC
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.qos import CLOCK, SENSOR_PUBLISHED, STATIC_TRANSFORMS, TRANSFORMS
from household.robot import HomeRobot, camera_T_optical
from household.sensors.planar_pose import Pose, matrix_of

OPTICAL_FRAME = "camera_optical_frame"


class SensorPublisher:
    """The robot's topics: clock, tf, odometry, the camera's images, and the pose of a localisation that may err.

    Where sensors err, the truth is on ground_truth/odom: for judges only.
    """

    def __init__(self, node: EmbodiedNode, robot: HomeRobot) -> None:
        self._robot, self._senses = robot, robot.senses
        self._clock = node.publisher(Clock, CLOCK_TOPIC, CLOCK)
        self._tf = node.publisher(TFMessage, TF_TOPIC, TRANSFORMS)
        self._tf_static = node.publisher(TFMessage, TF_STATIC_TOPIC, STATIC_TRANSFORMS)
        self._odom = node.publisher(Odometry, "odom", SENSOR_PUBLISHED)
        self._pose = self._truth = None
        if self._senses.tells_localisation:
            self._pose = node.publisher(PoseWithCovarianceStamped, "pose", SENSOR_PUBLISHED)
        if not self._senses.sensors.is_exact:
            self._truth = node.publisher(Odometry, "ground_truth/odom", SENSOR_PUBLISHED)
        self._color = node.publisher(Image, "camera/color/image_raw", SENSOR_PUBLISHED)
        self._color_info = node.publisher(CameraInfo, "camera/color/camera_info", SENSOR_PUBLISHED)
        self._depth = node.publisher(Image, "camera/depth/image_raw", SENSOR_PUBLISHED)
        self._depth_info = node.publisher(CameraInfo, "camera/depth/camera_info", SENSOR_PUBLISHED)
        self._instances = node.publisher(Image, "camera/instances/image", SENSOR_PUBLISHED)
        self._labels = node.publisher(InstanceLabels, "camera/instances/labels", SENSOR_PUBLISHED)

    def publish_static(self, stamp_ns: int) -> None:
        """Frames that never move; map and odom are one where nothing corrects odometry."""
        edges = [matrix_to_transform(camera_T_optical(), stamp_ns, "camera_link", OPTICAL_FRAME)]
        if self._senses.odometry_is_believed:
            edges.insert(0, matrix_to_transform(np.eye(4), stamp_ns, "map", "odom"))
        self._tf_static(TFMessage(transforms=edges))

    def publish_pose(self, stamp_ns: int, pan_rad: float) -> None:
        """The clock, where the robot takes the base to be and where it takes the camera to point."""
        self._robot.pass_time(stamp_ns)
        self._publish_moment(stamp_ns, pan_rad, self._robot.map_T_base())

    def publish_view(self, pan_rad: float, stamp_ns: int) -> None:
        """One view, unless it is lost: pose first, so that the transform is there when the images are."""
        view = self._robot.view(pan_rad, stamp_ns)
        self._publish_moment(stamp_ns, pan_rad, self._robot.map_T_base() if view is None else view.map_T_base)
        if view is None:
            return
        info = intrinsics_to_camera_info(view.intrinsics, stamp_ns, OPTICAL_FRAME)
        self._color_info(info)
        self._depth_info(info)
        self._publish_images(view)

    def _publish_moment(self, stamp_ns: int, pan_rad: float, map_T_base: NDArray[np.float64]) -> None:
        """map_T_base: (4, 4), as the robot believes it."""
        self._clock(Clock(clock=ns_to_time(stamp_ns)))
        odom_T_base = matrix_of(self._senses.odometry_pose)
        edges = [
            matrix_to_transform(odom_T_base, stamp_ns, "odom", "base_link"),
            matrix_to_transform(self._robot.mount.base_T_camera(pan_rad), stamp_ns, "base_link", "camera_link"),
        ]
        if not self._senses.odometry_is_believed:
            edges.insert(0, matrix_to_transform(map_T_base @ np.linalg.inv(odom_T_base), stamp_ns, "map", "odom"))
        self._tf(TFMessage(transforms=edges))
        self._odom(_odometry(self._senses.odometry_pose, stamp_ns, "odom", self._senses.odometry_covariance()))
        if self._pose is not None:
            believed = _with_covariance(self._senses.believed_pose, self._senses.covariance())
            self._pose(PoseWithCovarianceStamped(header=ns_to_header(stamp_ns, "map"), pose=believed))
        if self._truth is not None:
            self._truth(_odometry(self._robot.pose, stamp_ns, "map", None))

    def _publish_images(self, view: Observation) -> None:
        self._color(array_to_image(view.color, "rgb8", view.stamp_ns, OPTICAL_FRAME))
        self._depth(array_to_image(view.depth, "32FC1", view.stamp_ns, OPTICAL_FRAME))
        if view.instances is not None:
            labels = [label_to_message(label) for label in view.instances.labels]
            self._labels(InstanceLabels(header=ns_to_header(view.stamp_ns, OPTICAL_FRAME), labels=labels))
            self._instances(array_to_image(view.instances.ids, "16UC1", view.stamp_ns, OPTICAL_FRAME))


def _odometry(pose: Pose, stamp_ns: int, frame_id: str, covariance: NDArray[np.float64] | None) -> Odometry:
    """Of the base in a frame. covariance: (6, 6); None: unknown, which is all zeros in the message."""
    message = Odometry(header=ns_to_header(stamp_ns, frame_id), child_frame_id="base_link")
    message.pose = _with_covariance(pose, covariance)
    return message


def _with_covariance(pose: Pose, covariance: NDArray[np.float64] | None) -> PoseWithCovariance:
    numbers = np.zeros(36) if covariance is None else covariance.reshape(36)
    return PoseWithCovariance(pose=pose2d_to_pose(Pose2D(*pose)), covariance=numbers.tolist())
