"""Publishes what a simulated robot senses the way any robot's drivers would."""

from __future__ import annotations

import numpy as np
from nav_msgs.msg import Odometry
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
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.qos import CLOCK, SENSOR_PUBLISHED, STATIC_TRANSFORMS, TRANSFORMS
from household.robot import HomeRobot, camera_T_optical

OPTICAL_FRAME = "camera_optical_frame"


class SensorPublisher:
    """The robot's topics: clock, tf, odometry and the camera's images."""

    def __init__(self, node: EmbodiedNode, robot: HomeRobot) -> None:
        self._robot = robot
        self._clock = node.publisher(Clock, "clock", CLOCK)
        self._tf = node.publisher(TFMessage, "tf", TRANSFORMS)
        self._tf_static = node.publisher(TFMessage, "tf_static", STATIC_TRANSFORMS)
        self._odom = node.publisher(Odometry, "odom", SENSOR_PUBLISHED)
        self._color = node.publisher(Image, "camera/color/image_raw", SENSOR_PUBLISHED)
        self._color_info = node.publisher(CameraInfo, "camera/color/camera_info", SENSOR_PUBLISHED)
        self._depth = node.publisher(Image, "camera/depth/image_raw", SENSOR_PUBLISHED)
        self._depth_info = node.publisher(CameraInfo, "camera/depth/camera_info", SENSOR_PUBLISHED)
        self._instances = node.publisher(Image, "camera/instances/image", SENSOR_PUBLISHED)
        self._labels = node.publisher(InstanceLabels, "camera/instances/labels", SENSOR_PUBLISHED)

    def publish_static(self, stamp_ns: int) -> None:
        """Frames that never move: map and odom are one here, because simulated odometry does not drift."""
        edges = [
            matrix_to_transform(np.eye(4), stamp_ns, "map", "odom"),
            matrix_to_transform(camera_T_optical(), stamp_ns, "camera_link", OPTICAL_FRAME),
        ]
        self._tf_static(TFMessage(transforms=edges))

    def publish_pose(self, stamp_ns: int, pan_rad: float) -> None:
        """The clock, where the base is and where the camera points."""
        self._clock(Clock(clock=ns_to_time(stamp_ns)))
        base = matrix_to_transform(self._robot.map_T_base(), stamp_ns, "odom", "base_link")
        camera = matrix_to_transform(self._robot.mount.base_T_camera(pan_rad), stamp_ns, "base_link", "camera_link")
        self._tf(TFMessage(transforms=[base, camera]))
        odometry = Odometry(header=ns_to_header(stamp_ns, "odom"), child_frame_id="base_link")
        odometry.pose.pose = pose2d_to_pose(Pose2D(*self._robot.pose))
        self._odom(odometry)

    def publish_view(self, pan_rad: float, stamp_ns: int) -> None:
        """One view: pose first, so that the transform is there when the images are."""
        self.publish_pose(stamp_ns, pan_rad)
        view = self._robot.view(pan_rad, stamp_ns)
        info = intrinsics_to_camera_info(view.intrinsics, stamp_ns, OPTICAL_FRAME)
        self._color_info(info)
        self._depth_info(info)
        self._publish_images(view)

    def _publish_images(self, view: Observation) -> None:
        self._color(array_to_image(view.color, "rgb8", view.stamp_ns, OPTICAL_FRAME))
        self._depth(array_to_image(view.depth, "32FC1", view.stamp_ns, OPTICAL_FRAME))
        if view.instances is not None:
            labels = [label_to_message(label) for label in view.instances.labels]
            self._labels(InstanceLabels(header=ns_to_header(view.stamp_ns, OPTICAL_FRAME), labels=labels))
            self._instances(array_to_image(view.instances.ids, "16UC1", view.stamp_ns, OPTICAL_FRAME))
