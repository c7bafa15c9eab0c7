"""Reads observations and events from a bag, without ROS.

Two passes: the first reads transforms, camera info and the stamps of all images, so that poses are known even
if they were recorded late; the second decodes the images that belong together and yields them in order.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.event import Event
from embodied_memory.geometry.transform_buffer import TransformError, normalised
from embodied_memory.observation import InstanceImage, InstanceLabel, InvalidObservationError, Observation
from embodied_memory_tools.bags.base_pose import base_below
from embodied_memory_tools.bags.event_message import event_from_message
from embodied_memory_tools.bags.image_decoding import ImageError, decode_color, decode_depth, decode_instances
from embodied_memory_tools.bags.observation_topics import ObservationTopics, ReadReport
from embodied_memory_tools.bags.open_bag import OpenBag, open_bag
from embodied_memory_tools.bags.recording_index import (
    IMAGE_ROLES,
    RecordingIndex,
    header_stamp_ns,
    index_recording,
)
from embodied_memory_tools.bags.stamp_pairing import paired, rising

_MAX_WAITING = 64
"""Images kept while others that belong to them have not come up yet."""


class BagObservations(Iterator[Observation]):
    """The observations of a bag in order of time; `expected`: how many there are if none is broken."""

    def __init__(self, expected: int, observations: Iterator[Observation]) -> None:
        self.expected = expected
        self._observations = observations

    def __next__(self) -> Observation:
        return next(self._observations)


def read_observations(
    path: str | Path, topics: ObservationTopics | None = None, report: ReadReport | None = None
) -> BagObservations:
    """The observations of a bag. BagError, at once, if it cannot be read or replayed.

    What cannot be used (broken images, no transform, stamps that go backwards ...) is counted in the report.
    """
    topics = topics or ObservationTopics()
    report = report if report is not None else ReadReport()
    with open_bag(path) as bag:
        index = index_recording(bag, topics, report)
    needed = _needed_parts(index, topics, report)
    return BagObservations(len(needed), _observations(Path(path), topics, index, needed, report))


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
            except ValueError as error:
                report.skip("event cannot be decoded", str(error))


def _observations(
    path: Path,
    topics: ObservationTopics,
    index: RecordingIndex,
    needed: dict[int, dict[str, int]],
    report: ReadReport,
) -> Iterator[Observation]:
    waiting: dict[int, dict[str, Any]] = {}
    users = _users_of_parts(needed)
    image_topics = {topic for topic, role in index.roles.items() if role in IMAGE_ROLES}
    with open_bag(path) as bag:
        for topic, type_name, _, data in bag.raw_messages(image_topics):
            role = index.roles[topic]
            stamp_ns = users.pop((role, _stamp_or_zero(data)), None)
            if stamp_ns is None:
                continue
            waiting.setdefault(stamp_ns, {})[role] = _decoded(bag, role, type_name, data, report)
            if waiting[stamp_ns].keys() == needed[stamp_ns].keys():
                observation = _observation(stamp_ns, waiting.pop(stamp_ns), topics, index, report)
                if observation is not None:
                    report.used += 1
                    yield observation
            elif len(waiting) > _MAX_WAITING:
                del waiting[min(waiting)]
                report.skip("images that belong together lie too far apart in the bag")


def _stamp_or_zero(data: bytes) -> int:
    try:
        return header_stamp_ns(data)
    except ValueError:
        return 0


def _needed_parts(index: RecordingIndex, topics: ObservationTopics, report: ReadReport) -> dict[int, dict[str, int]]:
    """For each observation, by the stamp of its colour image: the stamps of the images it is made of."""
    colors, backwards = rising(index.stamps["color"])
    report.skipped.update({"the stamp of a colour image goes backwards or repeats": backwards} if backwards else {})
    pairs = paired(colors, index.stamps["depth"], int(topics.max_difference_s * 1e9))
    if len(pairs) < len(colors):
        reason = f"no depth image within {topics.max_difference_s} s of a colour image"
        report.skipped[reason] += len(colors) - len(pairs)
    labelled = set(index.stamps["instances"]) & set(index.stamps["labels"])
    return {
        color: {"color": color, "depth": pairs[color]}
        | ({"instances": color, "labels": color} if color in labelled else {})
        for color in sorted(pairs)
    }


def _users_of_parts(needed: dict[int, dict[str, int]]) -> dict[tuple[str, int], int]:
    return {(role, stamp): color for color, parts in needed.items() for role, stamp in parts.items()}


def _decoded(bag: OpenBag, role: str, type_name: str, data: bytes, report: ReadReport) -> Any:
    """(decoded, frame), or None if it cannot be decoded."""
    try:
        message = bag.decode(data, type_name)
        return _DECODERS[role](message), normalised(message.header.frame_id)
    except ImageError as error:
        reason, _, detail = str(error).partition(":")
        report.skip(f"{role}: {reason}", detail.strip())
    except ValueError as error:
        report.skip(f"{role}: truncated or broken message", str(error))
    return None


def _labels(message: Any) -> tuple[InstanceLabel, ...]:
    return tuple(
        InstanceLabel(
            int(label.instance),
            label.category,
            label.caption,
            tuple((a.key, a.value) for a in label.attributes),
        )
        for label in message.labels
    )


_DECODERS: dict[str, Any] = {
    "color": decode_color,
    "depth": decode_depth,
    "instances": decode_instances,
    "labels": _labels,
}


def _observation(
    stamp_ns: int, parts: dict[str, Any], topics: ObservationTopics, index: RecordingIndex, report: ReadReport
) -> Observation | None:
    if parts["color"] is None or parts["depth"] is None:
        return None
    if index.intrinsics is None:
        report.skip("no camera info with a calibration")
        return None
    (color, color_frame), (depth, _) = parts["color"], parts["depth"]
    labelled = parts.get("instances") is not None and parts.get("labels") is not None
    instances = InstanceImage(parts["instances"][0], parts["labels"][0]) if labelled else None
    try:
        camera, base = _poses(stamp_ns, color_frame or index.info_frame, topics, index, report)
        return Observation(stamp_ns, color, depth, index.intrinsics, camera, base, instances=instances)
    except TransformError as error:
        report.skip("no transform for an image", str(error))
    except InvalidObservationError as error:
        report.skip("images and camera info do not fit together", str(error))
    return None


def _poses(
    stamp_ns: int, camera_frame: str, topics: ObservationTopics, index: RecordingIndex, report: ReadReport
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """map_T_camera and map_T_base."""
    transforms = index.transforms
    world = topics.map_frame
    if normalised(world) not in transforms.frames():
        world = transforms.root_of(camera_frame)
        report.note(f"no frame {topics.map_frame!r} in the bag: {world!r} is taken as the map")
    map_T_camera = transforms.lookup(world, camera_frame, stamp_ns)
    if normalised(topics.base_frame) in transforms.frames():
        return map_T_camera, transforms.lookup(world, topics.base_frame, stamp_ns)
    report.note(f"no frame {topics.base_frame!r} in the bag: the robot is taken to be below its camera")
    return map_T_camera, base_below(map_T_camera)
