"""The names by which commands and nodes give the settings of reading."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from embodied_memory_tools.bags.observation_topics import ObservationTopics
from embodied_memory_tools.bags.read_settings import ReadSettings


@dataclass(frozen=True)
class ReadOption:
    """name: of an option and of a parameter; field: of ReadSettings, or of its topics."""

    name: str
    field: str
    kind: Any
    help: str

    @property
    def is_topic(self) -> bool:
        """Whether it belongs to the names of topics and frames."""
        return self.field in {item.name for item in dataclasses.fields(ObservationTopics)}

    @property
    def default(self) -> Any:
        """As the settings have it."""
        return self.of(ReadSettings())

    def of(self, settings: ReadSettings) -> Any:
        """Its value among settings."""
        return getattr(settings.topics if self.is_topic else settings, self.field)


_MOUNT = "'x y z roll pitch yaw' (metres, degrees) or 'x y z qx qy qz qw'"
READ_OPTIONS = tuple(
    ReadOption(*option)
    for option in (
        ("color_topic", "color", str, "Colour images: Image, CompressedImage or video."),
        ("depth_topic", "depth", str, "Depth images: 32FC1 in metres, 16UC1 in millimetres, or compressed."),
        ("info_topic", "camera_info", str, "Camera info of colour; else the one beside the images."),
        ("depth_info_topic", "depth_info", str, "Camera info of depth; else the one beside the images."),
        ("tf_topic", "tf", str, "Transforms; else the only topic of that type."),
        ("tf_static_topic", "tf_static", str, "Transforms that never change; likewise."),
        ("odom_topic", "odometry", str, "Odometry, where tf does not tell; likewise."),
        ("pose_topic", "pose", str, "Poses, with covariance or without, or single transforms; likewise."),
        ("pose_frame", "pose_frame", str, "The frame whose pose odometry or pose tells; else the base."),
        ("map_frame", "map_frame", str, "The fixed frame."),
        ("base_frame", "base_frame", str, "The robot's base."),
        ("camera_mount", "camera_mount", str, f"Camera (x ahead, z up) on the base: {_MOUNT}."),
        ("depth_mount", "depth_mount", str, f"Depth camera in the colour camera, optical frames: {_MOUNT}."),
        ("depth_registered", "depth_registered", bool, "Depth is registered, whatever its frame says."),
        ("intrinsics", "intrinsics", str, "Of colour: 'fx fy cx cy', pixels."),
        ("depth_intrinsics", "depth_intrinsics", str, "Of depth that is not registered: 'fx fy cx cy', pixels."),
        ("depth_scale", "depth_scale", float | None, "Metres of a unit of depth; default: as encoded."),
        ("max_difference", "max_difference_s", float, "Colour and depth this far apart still belong together, s."),
        ("up", "up", str, "Axis of the recording's world that is up: x, -x, y, -y, z, -z, or auto."),
        ("level", "level", bool, "Put right a world that is tilted or whose floor is elsewhere."),
        ("camera_height", "camera_height_m", float | None, "Folders: the first camera over the floor, m."),
        ("rate", "rate_hz", float, "Folders that carry no time: frames a second."),
    )
)


def settings_from(values: Mapping[str, Any]) -> ReadSettings:
    """Of options by their names; those that are missing as usual. BagError for a value that makes no sense."""
    given = {option: values[option.name] for option in READ_OPTIONS if option.name in values}
    topics = ObservationTopics(**{option.field: value for option, value in given.items() if option.is_topic})
    others = {option.field: value for option, value in given.items() if not option.is_topic}
    settings = ReadSettings(topics=topics, **others)
    settings.check()
    return settings
