"""Tells a bag whose messages nodes can read as they are from one that has to be decoded for them."""

from __future__ import annotations

from pathlib import Path

from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.observation_topics import ObservationTopics
from embodied_memory_tools.bags.open_bag import open_bag
from embodied_memory_tools.bags.topic_choice import IMAGE_ROLES

_IMAGE, _INFO, _TF = "sensor_msgs/msg/Image", "sensor_msgs/msg/CameraInfo", "tf2_msgs/msg/TFMessage"
_ENCODINGS = {
    "color": ("rgb8", "bgr8", "rgba8", "bgra8", "mono8", "8UC1", "8UC3"),
    "depth": ("32FC1", "16UC1", "mono16"),
}
"""What embodied_memory_ros reads."""


def is_plain_bag(path: Path) -> bool:
    """Whether names, types, encodings, frames, sizes and stamps of its camera are those of our own nodes.

    Looks at the first message of each topic. False too for what is no ROS 2 bag.
    """
    topics = ObservationTopics()
    try:
        with open_bag(path) as bag:
            held = {topic: kind for topic, (kind, count) in bag.topics().items() if count > 0}
            wanted = {topics.absolute("color"): _IMAGE, topics.absolute("depth"): _IMAGE}
            wanted |= {topics.absolute("camera_info"): _INFO, topics.absolute("tf"): _TF}
            if bag.is_ros1 or any(held.get(topic) != kind for topic, kind in wanted.items()):
                return False
            seen = {}
            for role in IMAGE_ROLES[:2]:
                _, kind, _, data = next(bag.raw_messages({topics.absolute(role)}))
                message = bag.decode(data, kind)
                if message.encoding not in _ENCODINGS[role] or message.header.stamp.sec <= 0:
                    return False
                seen[role] = (message.header.frame_id, message.width, message.height)
            return seen["color"] == seen["depth"]
    except (BagError, ValueError, StopIteration):
        return False
