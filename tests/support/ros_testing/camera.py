"""A robot's camera in front of a wall, with a mug before it: good views, and any defect a test asks for."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from sensor_msgs.msg import CameraInfo, Image
from tf2_msgs.msg import TFMessage

from embodied_memory.observation import CameraIntrinsics, InstanceLabel
from embodied_memory_interfaces.msg import InstanceLabels
from embodied_memory_ros.conversions.geometry import matrix_to_transform
from embodied_memory_ros.conversions.images import array_to_image, intrinsics_to_camera_info
from embodied_memory_ros.conversions.scene_graph import label_to_message
from embodied_memory_ros.conversions.stamps import ns_to_header
from embodied_memory_ros.qos import SENSOR_PUBLISHED, TRANSFORMS

WIDTH, HEIGHT, WALL_M, MUG_M = 80, 60, 2.5, 1.5
FRAME = "camera_optical_frame"
START_NS = 1_700_000_000_000_000_000
TOPICS = {
    "info": (CameraInfo, "/camera/color/camera_info"),
    "color": (Image, "/camera/color/image_raw"),
    "depth": (Image, "/camera/depth/image_raw"),
    "ids": (Image, "/camera/instances/image"),
    "labels": (InstanceLabels, "/camera/instances/labels"),
}


class Camera:
    """Publishes one whole view at a time; `view(color=..., depth=None, ...)` replaces or leaves out parts."""

    def __init__(self, observer: Any, readers: int = 1, labels_read: bool = True) -> None:
        self.stamp_ns = START_NS
        self._tf = observer.publisher(TFMessage, "/tf", TRANSFORMS, readers)
        self._publish = {
            part: observer.publisher(
                kind, topic, SENSOR_PUBLISHED, readers if part in ("info", "color", "depth") else int(labels_read)
            )
            for part, (kind, topic) in TOPICS.items()
        }

    def view(self, after_s: float = 0.5, transform: bool = True, **changes: Any) -> int:
        """Publish; returns the stamp. after_s may be negative."""
        self.stamp_ns += round(after_s * 1e9)
        if transform:
            self._tf.publish(TFMessage(transforms=self.edges()))
        for part, message in (self.messages() | changes).items():
            if message is not None:
                self._publish[part].publish(message)
        return self.stamp_ns

    def edges(self) -> list[Any]:
        """The robot stands at the origin and looks along x; the camera is 0.6 m above the floor."""
        camera = np.array([[0.0, 0.0, 1.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.6], [0.0, 0.0, 0.0, 1.0]])
        return [
            matrix_to_transform(np.eye(4), self.stamp_ns, "map", "base_link"),
            matrix_to_transform(camera, self.stamp_ns, "base_link", FRAME),
        ]

    def messages(self) -> dict[str, Any]:
        depth = np.full((HEIGHT, WIDTH), WALL_M, np.float32)
        ids = np.zeros((HEIGHT, WIDTH), np.uint16)
        ids[25:40, 30:50] = 1
        depth[ids == 1] = MUG_M
        label = label_to_message(InstanceLabel(1, "mug", "a red mug", (("color", "red"),)))
        camera = CameraIntrinsics.from_horizontal_fov(WIDTH, HEIGHT, 90.0)
        return {
            "info": intrinsics_to_camera_info(camera, self.stamp_ns, FRAME),
            "color": self.image(np.full((HEIGHT, WIDTH, 3), 120, np.uint8), "rgb8"),
            "depth": self.image(depth, "32FC1"),
            "ids": self.image(ids, "16UC1"),
            "labels": InstanceLabels(header=ns_to_header(self.stamp_ns, FRAME), labels=[label]),
        }

    def image(self, pixels: Any, encoding: str) -> Image:
        """Stamped as the next view will be once `view` is called with after_s=0."""
        return array_to_image(pixels, encoding, self.stamp_ns, FRAME)

    def depth_of(self, value: float) -> Image:
        return self.image(np.full((HEIGHT, WIDTH), value, np.float32), "32FC1")


NOT_MEASURED = (math.nan, 0.0, math.inf)
