"""Reads observations and events from a bag, without ROS.

Two passes: the first reads transforms, camera info and the stamps of all images, so that poses are known even
if they were recorded late; the second decodes the images that belong together and yields them in order of time.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embodied_memory.event import Event
from embodied_memory.geometry.transforms import TransformError
from embodied_memory.observation import CameraIntrinsics, InstanceImage, InvalidObservationError, Observation
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.camera_info import CameraInfo
from embodied_memory_tools.bags.depth_alignment import DepthAlignment, Taken
from embodied_memory_tools.bags.event_message import event_from_message
from embodied_memory_tools.bags.gravity import level_world
from embodied_memory_tools.bags.images.image_error import ImageError
from embodied_memory_tools.bags.images.image_streams import Decoded, StillStream, VideoStream, make_stream
from embodied_memory_tools.bags.images.video_decoding import VIDEO_TYPES
from embodied_memory_tools.bags.observation_topics import ObservationTopics, absolute, sibling_info
from embodied_memory_tools.bags.open_bag import OpenBag, open_bag
from embodied_memory_tools.bags.pose_source import PoseSource, transform_remedy
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.bags.recording_index import RecordingIndex, header_of, index_recording
from embodied_memory_tools.bags.topic_choice import IMAGE_ROLES
from embodied_memory_tools.bags.view_parts import ViewParts, needed_parts

_Stream = StillStream | VideoStream


class BagRecording:
    """The views of a bag, each known by the stamp of its colour image."""

    def __init__(self, path: str | Path, settings: ReadSettings, report: ReadReport) -> None:
        """First pass. BagError, with the remedy, if the bag cannot be read or replayed."""
        self.path, self._settings, self._report = Path(path), settings, report
        with open_bag(path) as bag:
            self._index = index_recording(bag, settings, report)
            self._types = {topic: bag.topics()[topic][0] for topic in self._index.choice.topics(*IMAGE_ROLES)}
        self._poses = PoseSource(self._index, settings, report)
        self._needed = needed_parts(self._index, settings, report)
        self._color_info = _info(self._index, settings.topics.camera_info, "color")
        depth_info = _info(self._index, settings.topics.depth_info, "depth")
        self._alignment = DepthAlignment(settings, depth_info, report)

    @property
    def stamps(self) -> list[int]:
        """Of every view for which there are images, in order of time."""
        return sorted(self._needed)

    @property
    def has_labels(self) -> bool:
        """Whether a simulator told what its images show."""
        return all(self._index.choice.topic(role) for role in ("instances", "labels"))

    @property
    def knows_base(self) -> bool:
        """Whether the recording says where the robot's base was."""
        return self._poses.knows_base

    @property
    def is_video(self) -> bool:
        """Whether its colour cannot be decoded without all that comes before."""
        return any(kind in VIDEO_TYPES for kind in self._types.values())

    def views(self, only: set[int] | None = None) -> Iterator[Observation]:
        """Second pass: every view that can be used, in order of time; only: of these stamps."""
        needed = {stamp: parts for stamp, parts in self._needed.items() if only is None or stamp in only}
        parts = ViewParts(needed, self._report)
        streams = {topic: self._stream(topic) for topic in self._types}
        with open_bag(self.path) as bag:
            for topic, type_name, log_ns, data in bag.raw_messages(set(self._types)):
                role = self._index.choice.roles[topic]
                for decoded in self._decoded(bag, streams[topic], role, type_name, log_ns, data, parts):
                    parts.put(role, decoded)
                yield from self._observations(parts.whole())
                if parts.are_done():
                    return
            for topic, stream in streams.items():
                for decoded in stream.rest():
                    parts.put(self._index.choice.roles[topic], decoded)
            yield from self._observations(parts.rest())

    def level_T_world(self, views: list[Observation]) -> NDArray[np.float64]:
        """(4, 4): nothing for a world that is level, with its floor at 0, as some of its views tell."""
        return level_world(views, self._settings, self.knows_base, self._report)

    def events(self) -> Iterator[Event]:
        """In the order of their recording; none if there is no such topic."""
        return read_events(self.path, self._settings.topics, self._report)

    def _stream(self, topic: str) -> _Stream:
        return make_stream(self._index.choice.roles[topic], self._types[topic], self._settings.depth_scale)

    def _decoded(
        self, bag: OpenBag, stream: _Stream, role: str, type_name: str, log_ns: int, data: bytes, parts: ViewParts
    ) -> list[Decoded]:
        """What the message gives: nothing for one that nobody needs, or a reason in the place of an image."""
        try:
            stamp_ns = self._index.stamp_of(header_of(data, bag.is_ros1)[0], log_ns)
        except ValueError:
            return []
        if not (stream.needs_all or parts.need(role, stamp_ns)):
            return []
        try:
            return stream.take(stamp_ns, bag.decode(data, type_name))
        except ValueError as error:
            return [Decoded(stamp_ns, None, error)]

    def _observations(self, whole: Iterator[tuple[int, dict[str, Decoded]]]) -> Iterator[Observation]:
        for stamp_ns, decoded in whole:
            if all(self._is_good(role, part) for role, part in decoded.items()):
                observation = self._observation(stamp_ns, decoded)
                if observation is not None:
                    yield observation

    def _is_good(self, role: str, part: Decoded) -> bool:
        """Counts why not. A view without its labels is a view."""
        if part.error is None:
            return True
        if isinstance(part.error, ImageError):
            reason, _, detail = str(part.error).partition(":")
            self._report.skip(f"{role}: {reason}", detail.strip(), part.error.remedy)
        else:
            self._report.skip(f"{role}: truncated or broken message", str(part.error))
        return role not in ("color", "depth")

    def _observation(self, stamp_ns: int, parts: dict[str, Decoded]) -> Observation | None:
        """Counts why there is none."""
        color, depth = parts["color"].pixels, parts["depth"].pixels
        frame = self._index.frames.get("color", "") or (self._color_info.frame if self._color_info else "")
        try:
            camera = self._camera(color.shape[1], color.shape[0])
            pose = self._poses.at(stamp_ns, frame)
            of_depth = Taken(self._index.frames.get("depth", ""), parts["depth"].stamp_ns)
            of_color = Taken(self._index.frames.get("color", ""), stamp_ns)
            depth = self._alignment.aligned(depth, of_depth, of_color, camera, self._poses)
            return Observation(
                stamp_ns, color, depth, camera, pose.map_T_camera, pose.map_T_base,
                instances=_instances(parts), pose_covariance=pose.covariance,
            )  # fmt: skip
        except TransformError as error:
            self._report.skip("no transform for an image", str(error), transform_remedy(error))
        except ImageError as error:
            reason, _, detail = str(error).partition(":")
            self._report.skip(reason, detail.strip(), error.remedy)
        except InvalidObservationError as error:
            self._report.skip("images and camera info do not fit together", str(error))
        return None

    def _camera(self, width: int, height: int) -> CameraIntrinsics:
        given = self._settings.camera(width, height)
        if given is not None:
            return given
        remedy = "name the right one with --info-topic, or give --intrinsics 'fx fy cx cy' in pixels of colour"
        if self._color_info is None:
            raise ImageError("no camera info with a calibration", remedy)
        camera = self._color_info.camera
        if (camera.width, camera.height) != (width, height):
            told = f"colour has {width}x{height} pixels, its camera info is of {camera.width}x{camera.height}"
            raise ImageError(f"images and camera info do not fit together: {told}", remedy)
        return camera


def read_events(
    path: str | Path, topics: ObservationTopics | None = None, report: ReadReport | None = None
) -> Iterator[Event]:
    """The events of a bag in the order of their recording; none if it has no such topic."""
    topic = (topics or ObservationTopics()).absolute("events")
    report = report if report is not None else ReadReport()
    with open_bag(path) as bag:
        for _, type_name, _, data in bag.raw_messages({topic}):
            try:
                yield event_from_message(bag.decode(data, type_name))
            except (ValueError, AttributeError) as error:
                if isinstance(error, BagError):
                    raise
                report.skip("event cannot be decoded", str(error))


def _info(index: RecordingIndex, named: str, role: str) -> CameraInfo | None:
    """The camera info that was named, else the one beside the images."""
    topic = index.choice.topic(role)
    for name in (absolute(named) if named else "", sibling_info(topic)):
        if name in index.infos:
            return index.infos[name]
    return None


def _instances(parts: dict[str, Decoded]) -> InstanceImage | None:
    ids, labels = parts.get("instances"), parts.get("labels")
    if ids is None or labels is None or ids.error is not None or labels.error is not None:
        return None
    return InstanceImage(ids.pixels, labels.pixels)
