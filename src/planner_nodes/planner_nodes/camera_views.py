"""The views of the last look as small pictures, for a language model that chooses where to go (LMEE, section 4)."""

from __future__ import annotations

import threading
from collections import deque

from rclpy.callback_groups import ReentrantCallbackGroup
from sensor_msgs.msg import Image

from embodied_memory.perception.picture import thumbnail_jpeg
from embodied_memory_ros.conversions.images import image_to_color
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.qos import SENSOR

_WIDTH_PX = 360
"""As 3D-Mem prompts with (its public configuration)."""


class CameraViews:
    """Only who asks a model for its choice listens to the camera: pictures are costly."""

    def __init__(self, node: EmbodiedNode, views_per_step: int) -> None:
        self._images: deque[Image] = deque(maxlen=views_per_step)
        self._lock = threading.Lock()
        node.subscription(Image, "camera/color/image_raw", self._see, SENSOR, ReentrantCallbackGroup())

    def _see(self, message: Image) -> None:
        with self._lock:
            self._images.append(message)

    def last(self) -> tuple[bytes, ...]:
        """JPEG files, in the order in which they were taken."""
        with self._lock:
            images = tuple(self._images)
        return tuple(thumbnail_jpeg(image_to_color(image), _WIDTH_PX) for image in images)
