"""Which topics of a bag make up observations."""

from __future__ import annotations

from dataclasses import dataclass

SIBLING = ""
"""A camera info that lies beside its images, as image_transport has it."""


@dataclass(frozen=True)
class ObservationTopics:
    """Names of topics (relative ones count from "/") and frames. The defaults are those of our own nodes.

    A camera topic may carry Image, CompressedImage or video, also under /compressed, /compressedDepth, /ffmpeg.
    depth_info: of the depth camera, for depth that is not registered; empty: beside the depth images. pose: where the
    robot was, beside or instead of tf. pose_frame: the frame whose pose odometry and pose tell; empty: as they say
    themselves, else the base.
    """

    color: str = "camera/color/image_raw"
    camera_info: str = "camera/color/camera_info"
    depth: str = "camera/depth/image_raw"
    depth_info: str = SIBLING
    instances: str = "camera/instances/image"
    labels: str = "camera/instances/labels"
    tf: str = "tf"
    tf_static: str = "tf_static"
    odometry: str = "odom"
    pose: str = "amcl_pose"
    events: str = "events"
    map_frame: str = "map"
    base_frame: str = "base_link"
    pose_frame: str = ""

    def absolute(self, role: str) -> str:
        """The topic of a role with its leading slash, for example absolute("color")."""
        return absolute(getattr(self, role))

    def is_named(self, role: str) -> bool:
        """Whether the topic was given, and is not the one that is usual."""
        return bool(getattr(self, role) != getattr(ObservationTopics(), role))


def absolute(topic: str) -> str:
    """With its leading slash and no other at the ends."""
    return "/" + topic.strip("/")


def sibling_info(topic: str) -> str:
    """The camera info beside an image topic, whose transport ("/compressed") does not count."""
    base, _, last = absolute(topic).rpartition("/")
    if last in TRANSPORTS:
        base = base.rpartition("/")[0]
    return f"{base}/camera_info"


TRANSPORTS = ("compressed", "compressedDepth", "ffmpeg", "video", "foxglove", "theora", "h264", "zstd")
"""What image_transport appends to the name of an image topic."""
