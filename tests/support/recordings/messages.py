"""Messages of ROS 1 and ROS 2 with every field that is not given zero or empty."""

from __future__ import annotations

from typing import Any

import numpy as np
from rosbags.interfaces import Nodetype
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

FFMPEG_PACKET = "ffmpeg_image_transport_msgs/msg/FFMPEGPacket"
COMPRESSED_VIDEO = "foxglove_msgs/msg/CompressedVideo"
_OTHERS = {
    FFMPEG_PACKET: "std_msgs/Header header\nint32 width\nint32 height\nstring encoding\nuint64 pts\nuint8 flags\n"
    "bool is_bigendian\nuint8[] data\n",
    COMPRESSED_VIDEO: "builtin_interfaces/Time timestamp\nstring frame_id\nuint8[] data\nstring format\n",
    "acme_msgs/msg/Thing": "std_msgs/Header header\nfloat64[] values\n",
}
_OTHERS_OF_ROS1 = {
    "tf2_msgs/msg/TFMessage": "geometry_msgs/TransformStamped[] transforms\n",
    "acme_msgs/msg/Thing": _OTHERS["acme_msgs/msg/Thing"],
}
_ARRAYS = {"bool": np.bool_, "float32": np.float32, "float64": np.float64, "byte": np.uint8, "char": np.uint8}


class Messages:
    """Makes messages of one typestore."""

    def __init__(self, ros1: bool = False) -> None:
        self.ros1 = ros1
        self.store = get_typestore(Stores.ROS1_NOETIC if ros1 else Stores.ROS2_HUMBLE)
        for name, text in (_OTHERS_OF_ROS1 if ros1 else _OTHERS).items():
            self.store.register(get_types_from_msg(text, name))

    def make(self, type_name: str, **given: Any) -> Any:
        """Names of fields in lower case; ROS 1 writes K, D, R and P of CameraInfo large."""
        fields = {}
        for name, kind in self.store.fielddefs[type_name][1]:
            fields[name] = given.pop(name.lower(), None)
            if fields[name] is None:
                fields[name] = self._nothing(kind)
        assert not given, f"{type_name} has no {given}"
        return self.store.types[type_name](**fields)

    def bytes(self, message: Any) -> bytes:
        serialize = self.store.serialize_ros1 if self.ros1 else self.store.serialize_cdr
        return bytes(serialize(message, message.__msgtype__))

    def header(self, stamp_ns: int, frame: str) -> Any:
        return self.make("std_msgs/msg/Header", stamp=self.time(stamp_ns), frame_id=frame)

    def time(self, stamp_ns: int) -> Any:
        return self.make("builtin_interfaces/msg/Time", sec=stamp_ns // 10**9, nanosec=stamp_ns % 10**9)

    def _nothing(self, kind: Any) -> Any:
        node, what = kind
        if node == Nodetype.NAME:
            return self.make(what)
        if node == Nodetype.BASE:
            return {"string": "", "bool": False, "float32": 0.0, "float64": 0.0}.get(what[0], 0)
        length = what[1] if node == Nodetype.ARRAY else 0
        inner, name = what[0]
        if inner == Nodetype.BASE and name[0] != "string":
            return np.zeros(length, _ARRAYS.get(name[0], name[0]))
        return [self._nothing(what[0]) for _ in range(length)]
