"""First pass over a bag: transforms, poses, camera info and the stamps of all images, but no pixels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from embodied_memory.geometry.transforms import TransformBuffer, normalised
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.camera_info import CameraInfo, camera_info
from embodied_memory_tools.bags.open_bag import OpenBag
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.bags.topic_choice import IMAGE_ROLES, TopicChoice, choose_topics, missing_roles

_LONGEST_FRAME = 1024
_OTHER_CLOCK_NS = 1_000_000_000
"""Stamps that lie farther from the time of recording are of another clock, such as that of a simulation."""


@dataclass(frozen=True, eq=False)
class PoseSample:
    """Where something was: parent_T_child. child: "" if the message does not say. covariance: (6, 6) or None."""

    parent: str
    child: str
    stamp_ns: int
    translation: NDArray[np.float64]
    quaternion: NDArray[np.float64]
    covariance: NDArray[np.float64] | None = None


@dataclass
class RecordingIndex:
    """What the first pass found.

    stamps: for each role, (stamp of the header, time of recording) in the order of recording. frames: of each role's
    first message. poses: of each topic of odometry or poses. clock_offset_ns: time of recording less stamp.
    """

    choice: TopicChoice
    transforms: TransformBuffer = field(default_factory=TransformBuffer)
    poses: dict[str, list[PoseSample]] = field(default_factory=dict)
    infos: dict[str, CameraInfo] = field(default_factory=dict)
    stamps: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: {role: [] for role in IMAGE_ROLES})
    frames: dict[str, str] = field(default_factory=dict)
    static_frames: set[str] = field(default_factory=set)
    clock_offset_ns: int = 0

    def stamp_of(self, header_ns: int, log_ns: int) -> int:
        """The stamp that counts: of the header, or where that is zero, the time of recording."""
        return header_ns if header_ns > 0 else log_ns - self.clock_offset_ns

    def stamps_of(self, role: str) -> list[int]:
        """Those that count, in the order of recording."""
        return [self.stamp_of(header_ns, log_ns) for header_ns, log_ns in self.stamps[role]]


def header_of(data: bytes, is_ros1: bool = False) -> tuple[int, str]:
    """Stamp (ns) and frame of a serialized message that begins with a std_msgs/Header.

    ROS 2 tells the byte order in its first four bytes, ROS 1 has a number there; all else is at the same place.
    ValueError if it is too short.
    """
    if len(data) < 12:
        raise ValueError(f"truncated message: {len(data)} bytes")

    def number(start: int, signed: bool = False) -> int:
        order: Literal["little", "big"] = "little" if is_ros1 or data[1] == 1 else "big"
        return int.from_bytes(data[start : start + 4], order, signed=signed)

    length = number(12)
    frame = bytes(data[16 : 16 + length]).rstrip(b"\0").decode(errors="replace") if length < _LONGEST_FRAME else ""
    return number(4, signed=True) * 1_000_000_000 + number(8), normalised(frame)


def header_stamp_ns(data: bytes) -> int:
    """The stamp alone."""
    return header_of(data)[0]


def index_recording(bag: OpenBag, settings: ReadSettings, report: ReadReport) -> RecordingIndex:
    """Read everything but pixels. BagError if a topic is missing without which no observation can be made."""
    choice = choose_topics(bag, settings.topics)
    missing = missing_roles(choice, bag, settings.topics, has_camera=bool(settings.intrinsics))
    if missing:
        held = ", ".join(bag.topics()) or "none"
        raise BagError(f"{bag.path} cannot be replayed: {'; '.join(missing)}. Topics in the bag: {held}")
    for told in choice.assumed:
        report.note(told)
    return _Indexing(bag, RecordingIndex(choice), report).done()


class _Indexing:
    """One pass; what has no stamp is put in its place at the end, when the clocks are known."""

    def __init__(self, bag: OpenBag, index: RecordingIndex, report: ReadReport) -> None:
        self._bag, self._index, self._report = bag, index, report
        self._offsets: list[int] = []
        self._unstamped: list[tuple[int, Callable[[int], None]]] = []
        self._take: dict[str, Callable[[str, Any, int], None]] = {
            "camera_info": self._camera_info,
            "tf": lambda topic, message, log_ns: self._transforms(message, log_ns, static=False),
            "tf_static": lambda topic, message, log_ns: self._transforms(message, log_ns, static=True),
            "odometry": self._pose,
            "pose": self._pose,
        }

    def done(self) -> RecordingIndex:
        """Read all, then place what had no stamp."""
        roles = self._index.choice.roles
        for topic, type_name, log_ns, data in self._bag.raw_messages(set(roles)):
            role = roles[topic]
            try:
                if role in IMAGE_ROLES:
                    self._image(role, data, log_ns)
                elif role != "events":
                    self._take[role](topic, self._bag.decode(data, type_name), log_ns)
            except ValueError as error:
                self._report.skip(f"{role} message cannot be decoded", str(error))
        self._set_clock()
        for log_ns, place in self._unstamped:
            place(self._index.stamp_of(0, log_ns))
        return self._index

    def _image(self, role: str, data: bytes, log_ns: int) -> None:
        header_ns, frame = header_of(data, self._bag.is_ros1)
        self._index.frames.setdefault(role, frame)
        self._index.stamps[role].append((header_ns, log_ns))

    def _camera_info(self, topic: str, message: Any, log_ns: int) -> None:
        try:
            info = camera_info(message)
        except ValueError as error:
            self._report.skip("camera info without a calibration", str(error), "give --intrinsics 'fx fy cx cy'")
            return
        if info.distorted:
            self._report.note(
                "the camera info has distortion, which is ignored: record rectified images for exact maps"
            )
        self._index.infos[topic] = info

    def _transforms(self, message: Any, log_ns: int, static: bool) -> None:
        for item in message.transforms:
            sample = self._sample(
                item.header, item.child_frame_id, item.transform.translation, item.transform.rotation
            )
            self._at_its_time(sample, log_ns, lambda stamped: self._add(stamped, static), static)

    def _pose(self, topic: str, message: Any, log_ns: int) -> None:
        """Of Odometry, PoseStamped, PoseWithCovarianceStamped or TransformStamped."""
        where, covariance = getattr(message, "pose", None), None
        if where is None:
            where = message.transform
        elif hasattr(where, "pose"):
            where, covariance = where.pose, np.array(where.covariance, np.float64).reshape(6, 6)
        place = getattr(where, "position", None) or where.translation
        turn = getattr(where, "orientation", None) or where.rotation
        sample = self._sample(message.header, getattr(message, "child_frame_id", ""), place, turn, covariance)
        track = self._index.poses.setdefault(topic, [])
        self._at_its_time(sample, log_ns, track.append, False)

    def _sample(self, header: Any, child: str, place: Any, turn: Any, covariance: Any = None) -> PoseSample:
        stamp_ns = int(header.stamp.sec) * 1_000_000_000 + int(header.stamp.nanosec)
        translation = np.array([place.x, place.y, place.z], np.float64)
        quaternion = np.array([turn.x, turn.y, turn.z, turn.w], np.float64)
        parent = normalised(header.frame_id)
        return PoseSample(parent, normalised(child), stamp_ns, translation, quaternion, covariance)

    def _at_its_time(self, sample: PoseSample, log_ns: int, take: Callable[[PoseSample], None], static: bool) -> None:
        if not (np.isfinite(sample.translation).all() and 1e-6 < np.linalg.norm(sample.quaternion) < np.inf):
            self._report.skip(
                "transform that is no rigid motion", f"of {sample.child or 'a pose'} in {sample.parent}"
            )
        elif sample.stamp_ns > 0 or static:
            self._offsets += [log_ns - sample.stamp_ns] if sample.stamp_ns > 0 and not static else []
            take(sample)
        else:
            self._report.note("transforms or poses without a stamp: the time of their recording is taken")
            self._unstamped.append((log_ns, lambda stamp_ns: take(_at(sample, stamp_ns))))

    def _add(self, sample: PoseSample, static: bool) -> None:
        if not sample.child or sample.child == sample.parent:
            self._report.skip("transform between no two frames", f"from {sample.child!r} to {sample.parent!r}")
            return
        self._index.transforms.add(
            sample.parent, sample.child, sample.stamp_ns, sample.translation, sample.quaternion, static
        )
        (self._index.static_frames.add if static else self._index.static_frames.discard)(sample.child)

    def _set_clock(self) -> None:
        stamped = [log - header for pairs in self._index.stamps.values() for header, log in pairs if header > 0]
        offsets = self._offsets + stamped
        middle = int(np.median(offsets)) if offsets else 0
        self._index.clock_offset_ns = middle if abs(middle) > _OTHER_CLOCK_NS else 0


def _at(sample: PoseSample, stamp_ns: int) -> PoseSample:
    return PoseSample(sample.parent, sample.child, stamp_ns, sample.translation, sample.quaternion, sample.covariance)
