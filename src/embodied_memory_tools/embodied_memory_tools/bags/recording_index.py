"""First pass over a bag: transforms, camera info and the stamps of all images, but no pixels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from embodied_memory.geometry.transform_buffer import TransformBuffer, normalised
from embodied_memory.observation import CameraIntrinsics
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.observation_topics import ObservationTopics, ReadReport
from embodied_memory_tools.bags.open_bag import OpenBag

IMAGE_ROLES = ("color", "depth", "instances", "labels")


@dataclass
class RecordingIndex:
    """What the first pass found. stamps: for each role, those of the headers, in order of recording."""

    transforms: TransformBuffer = field(default_factory=TransformBuffer)
    odometry: TransformBuffer = field(default_factory=TransformBuffer)
    intrinsics: CameraIntrinsics | None = None
    info_frame: str = ""
    stamps: dict[str, list[int]] = field(default_factory=lambda: {role: [] for role in IMAGE_ROLES})
    roles: dict[str, str] = field(default_factory=dict)
    """The role of each topic that was found."""


def header_stamp_ns(data: bytes) -> int:
    """The stamp of a serialized message that begins with a std_msgs/Header. ValueError if it is too short."""
    if len(data) < 12:
        raise ValueError(f"truncated message: {len(data)} bytes")
    order = "little" if data[1] == 1 else "big"
    seconds = int.from_bytes(data[4:8], order, signed=True)  # type: ignore[arg-type]
    return seconds * 1_000_000_000 + int.from_bytes(data[8:12], order)  # type: ignore[arg-type]


def index_recording(bag: OpenBag, topics: ObservationTopics, report: ReadReport) -> RecordingIndex:
    """Read everything but pixels. BagError if a topic is missing without which no observation can be made."""
    index = RecordingIndex(roles=topic_roles(bag, topics))
    missing = missing_roles(bag, topics)
    if missing:
        held = ", ".join(bag.topics()) or "none"
        raise BagError(f"{bag.path} cannot be replayed: {'; '.join(missing)}. Topics in the bag: {held}")
    for topic, type_name, _, data in bag.raw_messages(set(index.roles)):
        role = index.roles[topic]
        try:
            if role in IMAGE_ROLES:
                index.stamps[role].append(header_stamp_ns(data))
            elif role != "events":
                _TAKE[role](index, bag.decode(data, type_name), report)
        except ValueError as error:
            report.skip(f"{role} message cannot be decoded", str(error))
    index.transforms.adopt(index.odometry)
    return index


def topic_roles(bag: OpenBag, topics: ObservationTopics) -> dict[str, str]:
    """The role of every topic of the bag that has one; /compressed stands in for a raw image topic."""
    held = bag.topics()
    roles: dict[str, str] = {}
    for role in (*IMAGE_ROLES, "camera_info", "tf", "tf_static", "odometry", "events"):
        name = topics.absolute(role)
        for candidate in (name, f"{name}/compressed", f"{name}/compressedDepth"):
            if held.get(candidate, ("", 0))[1] > 0:
                roles[candidate] = role
                break
    return roles


def missing_roles(bag: OpenBag, topics: ObservationTopics) -> list[str]:
    """What the bag lacks for replay, in words; empty if it can be replayed."""
    found = set(topic_roles(bag, topics).values())
    lacking = [
        f"no messages on {topics.absolute(role)}" for role in ("color", "depth", "camera_info") if role not in found
    ]
    if not found & {"tf", "tf_static", "odometry"}:
        lacking.append(f"no transforms on {topics.absolute('tf')} and no {topics.absolute('odometry')}")
    return lacking


def _stamp_ns(stamp: Any) -> int:
    return int(stamp.sec) * 1_000_000_000 + int(stamp.nanosec)


def _take_camera_info(index: RecordingIndex, message: Any, report: ReadReport) -> None:
    if min(message.k[0], message.k[4], message.width, message.height) <= 0:
        report.skip("camera info without a calibration", "its focal length or size is zero")
        return
    if np.any(np.abs(np.asarray(message.d)) > 1e-6):
        report.note("the camera info has distortion, which is ignored: record rectified images for exact maps")
    # With no rectification (P empty) K holds for the image as it is.
    k = message.k if message.p[0] == 0 else (message.p[0], 0, message.p[2], 0, message.p[5], message.p[6])
    index.intrinsics = CameraIntrinsics(
        int(message.width), int(message.height), float(k[0]), float(k[4]), float(k[2]), float(k[5])
    )
    index.info_frame = normalised(message.header.frame_id)


def _take_transforms(static: bool) -> Any:
    def take(index: RecordingIndex, message: Any, report: ReadReport) -> None:
        for item in message.transforms:
            _add_pose(
                index.transforms,
                (item.header.frame_id, item.child_frame_id),
                _stamp_ns(item.header.stamp),
                (item.transform.translation, item.transform.rotation),
                static,
                report,
            )

    return take


def _take_odometry(index: RecordingIndex, message: Any, report: ReadReport) -> None:
    frames = (normalised(message.header.frame_id), normalised(message.child_frame_id))
    pose = message.pose.pose
    parts = (pose.position, pose.orientation)
    _add_pose(index.odometry, frames, _stamp_ns(message.header.stamp), parts, False, report)


def _add_pose(
    buffer: TransformBuffer,
    frames: tuple[str, str],
    stamp_ns: int,
    parts: tuple[Any, Any],
    static: bool,
    report: ReadReport,
) -> None:
    translation, rotation = parts
    try:
        buffer.add(
            *frames,
            stamp_ns,
            np.array([translation.x, translation.y, translation.z], np.float64),
            np.array([rotation.x, rotation.y, rotation.z, rotation.w], np.float64),
            static,
        )
    except ValueError as error:
        report.skip("transform that is no rigid motion", str(error))


_TAKE: dict[str, Any] = {
    "camera_info": _take_camera_info,
    "tf": _take_transforms(static=False),
    "tf_static": _take_transforms(static=True),
    "odometry": _take_odometry,
}
