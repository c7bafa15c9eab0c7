"""Publishes the views of a recording the way any robot's drivers would."""

from __future__ import annotations

import numpy as np
from geometry_msgs.msg import Pose
from nav_msgs.msg import Odometry
from sensor_msgs.msg import CameraInfo, Image
from tf2_msgs.msg import TFMessage

from embodied_memory.observation import Observation
from embodied_memory_interfaces.msg import InstanceLabels
from embodied_memory_ros.conversions.geometry import matrix_to_transform
from embodied_memory_ros.conversions.images import array_to_image, intrinsics_to_camera_info
from embodied_memory_ros.conversions.scene_graph import label_to_message
from embodied_memory_ros.conversions.stamps import ns_to_header
from embodied_memory_ros.names import TF_STATIC_TOPIC, TF_TOPIC
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.qos import SENSOR_PUBLISHED, STATIC_TRANSFORMS, TRANSFORMS

OPTICAL_FRAME = "camera_color_optical_frame"
_MAP, _ODOM, _BASE = "map", "odom", "base_link"


class ViewPublisher:
    """The topics of a camera, registered and in the encodings that the nodes read, with frames of the usual names."""

    def __init__(self, node: EmbodiedNode, with_labels: bool) -> None:
        self._tf = node.publisher(TFMessage, TF_TOPIC, TRANSFORMS)
        self._tf_static = node.publisher(TFMessage, TF_STATIC_TOPIC, STATIC_TRANSFORMS)
        self._odom = node.publisher(Odometry, "odom", SENSOR_PUBLISHED)
        self._infos = [
            node.publisher(CameraInfo, f"camera/{name}/camera_info", SENSOR_PUBLISHED) for name in ("color", "depth")
        ]
        self._color = node.publisher(Image, "camera/color/image_raw", SENSOR_PUBLISHED)
        self._depth = node.publisher(Image, "camera/depth/image_raw", SENSOR_PUBLISHED)
        if with_labels:
            self._instances = node.publisher(Image, "camera/instances/image", SENSOR_PUBLISHED)
            self._labels = node.publisher(InstanceLabels, "camera/instances/labels", SENSOR_PUBLISHED)
        self._with_labels = with_labels

    def publish_static(self, stamp_ns: int) -> None:
        """map and odom are one: what drifted between them is in the poses that were recorded."""
        self._tf_static(TFMessage(transforms=[matrix_to_transform(np.eye(4), stamp_ns, _MAP, _ODOM)]))

    def publish(self, view: Observation) -> None:
        """Pose first, so that the transform is there when the images are."""
        self._publish_pose(view)
        for publish in self._infos:
            publish(intrinsics_to_camera_info(view.intrinsics, view.stamp_ns, OPTICAL_FRAME))
        if self._with_labels and view.instances is not None:
            labels = [label_to_message(label) for label in view.instances.labels]
            self._labels(InstanceLabels(header=ns_to_header(view.stamp_ns, OPTICAL_FRAME), labels=labels))
            self._instances(array_to_image(view.instances.ids, "16UC1", view.stamp_ns, OPTICAL_FRAME))
        self._depth(array_to_image(view.depth, "32FC1", view.stamp_ns, OPTICAL_FRAME))
        self._color(array_to_image(view.color, "rgb8", view.stamp_ns, OPTICAL_FRAME))

    def _publish_pose(self, view: Observation) -> None:
        base_T_camera = np.linalg.inv(view.map_T_base) @ view.map_T_camera
        base = matrix_to_transform(view.map_T_base, view.stamp_ns, _ODOM, _BASE)
        camera = matrix_to_transform(base_T_camera, view.stamp_ns, _BASE, OPTICAL_FRAME)
        self._tf(TFMessage(transforms=[base, camera]))
        odometry = Odometry(header=ns_to_header(view.stamp_ns, _ODOM), child_frame_id=_BASE)
        place, odometry.pose.pose = base.transform.translation, Pose(orientation=base.transform.rotation)
        where = odometry.pose.pose.position
        where.x, where.y, where.z = place.x, place.y, place.z
        if view.pose_covariance is not None:
            odometry.pose.covariance = view.pose_covariance.ravel().tolist()
        self._odom(odometry)
