"""A camera in the flat of boxes, on a robot that takes itself to be at another pose than it is."""

from __future__ import annotations

import numpy as np
from boxed_flat import CAMERA, FLAT, base_T_camera, take

from embodied_memory.localisation.planar import spatial
from embodied_memory_interfaces.msg import InstanceLabels
from embodied_memory_ros.conversions.geometry import matrix_to_transform
from embodied_memory_ros.conversions.images import intrinsics_to_camera_info
from embodied_memory_ros.conversions.stamps import ns_to_header
from ros_testing.camera import FRAME, Camera


class DrivenCamera(Camera):
    """`look(true, told, ...)`: both poses (3,) of the base in map, metres and rad."""

    def look(self, true, told, pan, after_s):
        self._pose, self._pan = told, pan
        self._depth = take(FLAT, true, told, 0, pan).depth
        return self.view(after_s)

    def edges(self):
        return [
            matrix_to_transform(spatial(self._pose), self.stamp_ns, "map", "base_link"),
            matrix_to_transform(base_T_camera(self._pan), self.stamp_ns, "base_link", FRAME),
        ]

    def messages(self):
        return {
            "info": intrinsics_to_camera_info(CAMERA, self.stamp_ns, FRAME),
            "color": self.image(np.zeros((*self._depth.shape, 3), np.uint8), "rgb8"),
            "depth": self.image(self._depth, "32FC1"),
            "ids": self.image(np.zeros(self._depth.shape, np.uint16), "16UC1"),
            "labels": InstanceLabels(header=ns_to_header(self.stamp_ns, FRAME)),
        }
