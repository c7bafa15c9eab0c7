"""Writes observations to a bag as the messages that a robot's drivers would have published."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.transforms import pose_from_matrix
from embodied_memory.observation import CameraIntrinsics, InstanceImage, Observation
from embodied_memory_tools.bags.bag_writer import BagWriter
from embodied_memory_tools.bags.event_message import header
from embodied_memory_tools.bags.observation_topics import ObservationTopics

OPTICAL_FRAME = "camera_color_optical_frame"


class ObservationWriter:
    """Writes Image, CameraInfo and tf messages for each observation; depth as 32FC1, in metres."""

    def __init__(self, writer: BagWriter, topics: ObservationTopics | None = None) -> None:
        self._writer = writer
        self._topics = topics or ObservationTopics()

    def write(self, observation: Observation) -> None:
        """All topics get the stamp of the observation."""
        topics, stamp = self._topics, observation.stamp_ns
        base_T_camera = np.linalg.inv(observation.map_T_base) @ observation.map_T_camera
        self._put(topics.tf, self._transforms(stamp, observation.map_T_base, base_T_camera), stamp)
        self._put(topics.camera_info, self._camera_info(stamp, observation.intrinsics), stamp)
        self._put(topics.color, self._image(stamp, "rgb8", observation.color), stamp)
        self._put(topics.depth, self._image(stamp, "32FC1", observation.depth), stamp)
        if observation.instances is not None:
            self._put(topics.instances, self._image(stamp, "16UC1", observation.instances.ids), stamp)
            self._put(topics.labels, self._labels(stamp, observation.instances), stamp)

    def _put(self, topic: str, message: Any, stamp_ns: int) -> None:
        self._writer.write(topic, message, stamp_ns)

    def _header(self, stamp_ns: int, frame: str = OPTICAL_FRAME) -> Any:
        return header(self._writer.types, stamp_ns, frame)

    def _image(self, stamp_ns: int, encoding: str, pixels: NDArray[Any]) -> Any:
        pixels = np.ascontiguousarray(pixels, pixels.dtype.newbyteorder("<"))
        return self._writer.types.message(
            "sensor_msgs/msg/Image",
            header=self._header(stamp_ns),
            height=pixels.shape[0],
            width=pixels.shape[1],
            encoding=encoding,
            is_bigendian=0,
            step=pixels.strides[0],
            data=pixels.reshape(-1).view(np.uint8),
        )

    def _camera_info(self, stamp_ns: int, camera: CameraIntrinsics) -> Any:
        types = self._writer.types
        roi = types.message(
            "sensor_msgs/msg/RegionOfInterest", x_offset=0, y_offset=0, height=0, width=0, do_rectify=False
        )
        fx, fy, cx, cy = camera.fx, camera.fy, camera.cx, camera.cy
        return types.message(
            "sensor_msgs/msg/CameraInfo",
            header=self._header(stamp_ns),
            height=camera.height,
            width=camera.width,
            distortion_model="plumb_bob",
            d=np.zeros(5),
            k=np.array([fx, 0, cx, 0, fy, cy, 0, 0, 1.0]),
            r=np.eye(3).reshape(-1),
            p=np.array([fx, 0, cx, 0, 0, fy, cy, 0, 0, 0, 1.0, 0]),
            binning_x=0,
            binning_y=0,
            roi=roi,
        )

    def _transforms(self, stamp_ns: int, map_T_base: NDArray[np.float64], base_T_camera: NDArray[np.float64]) -> Any:
        frames = (self._topics.map_frame, self._topics.base_frame, OPTICAL_FRAME)
        return self._writer.types.message(
            "tf2_msgs/msg/TFMessage",
            transforms=[
                self._transform(stamp_ns, parent, child, matrix)
                for (parent, child), matrix in zip(pairwise(frames), (map_T_base, base_T_camera), strict=True)
            ],
        )

    def _transform(self, stamp_ns: int, parent: str, child: str, matrix: NDArray[np.float64]) -> Any:
        types = self._writer.types
        (x, y, z), (qx, qy, qz, qw) = (part.tolist() for part in pose_from_matrix(matrix))
        return types.message(
            "geometry_msgs/msg/TransformStamped",
            header=self._header(stamp_ns, parent),
            child_frame_id=child,
            transform=types.message(
                "geometry_msgs/msg/Transform",
                translation=types.message("geometry_msgs/msg/Vector3", x=x, y=y, z=z),
                rotation=types.message("geometry_msgs/msg/Quaternion", x=qx, y=qy, z=qz, w=qw),
            ),
        )

    def _labels(self, stamp_ns: int, instances: InstanceImage) -> Any:
        types = self._writer.types
        labels = [
            types.message(
                "embodied_memory_interfaces/msg/InstanceLabel",
                instance=label.instance,
                category=label.category,
                caption=label.caption,
                attributes=[
                    types.message("diagnostic_msgs/msg/KeyValue", key=key, value=value)
                    for key, value in label.attributes
                ],
                score=label.score,
                box=np.array(label.box or (), np.uint32),
            )
            for label in instances.labels
        ]
        return types.message(
            "embodied_memory_interfaces/msg/InstanceLabels", header=self._header(stamp_ns), labels=labels
        )
