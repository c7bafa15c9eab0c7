"""Messages of one image topic to decoded images: each by itself, or as the frames of a video."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from embodied_memory_tools.bags.images.image_decoding import decode_color, decode_depth, decode_instances
from embodied_memory_tools.bags.images.instance_labels import instance_labels
from embodied_memory_tools.bags.images.video_decoding import VIDEO_TYPES, VideoDecoder, video_color, video_depth


class Decoded(NamedTuple):
    """What one message became; pixels: an array, or the labels of instances. error: why there are none."""

    stamp_ns: int
    pixels: Any
    error: ValueError | None = None


class StillStream:
    """Each message is whole: those that nobody asks for need not be given."""

    needs_all = False

    def __init__(self, decode: Callable[[Any], Any]) -> None:
        self._decode = decode

    def take(self, stamp_ns: int, message: Any) -> list[Decoded]:
        """One image. ImageError if it cannot be decoded."""
        return [Decoded(stamp_ns, self._decode(message))]

    def rest(self) -> list[Decoded]:
        """Nothing is held back."""
        return []


class VideoStream:
    """Every message must be given, in order."""

    needs_all = True

    def __init__(self, picture: Callable[[Any], Any]) -> None:
        self._picture, self._decoder = picture, VideoDecoder()

    def take(self, stamp_ns: int, message: Any) -> list[Decoded]:
        """The images that are whole now, as a rule the one of this message. ImageError if it cannot be decoded."""
        return [self._decoded(stamp, frame) for stamp, frame in self._decoder.take(stamp_ns, message)]

    def rest(self) -> list[Decoded]:
        """Those that the end of the recording lets go."""
        return [self._decoded(stamp, frame) for stamp, frame in self._decoder.rest()]

    def _decoded(self, stamp_ns: int, frame: Any) -> Decoded:
        try:
            return Decoded(stamp_ns, self._picture(frame))
        except ValueError as error:
            return Decoded(stamp_ns, None, error)


def make_stream(role: str, type_name: str, metres_per_unit: float | None) -> StillStream | VideoStream:
    """For a topic of that role. MissingExtraError for a video if PyAV is not installed."""
    if type_name in VIDEO_TYPES:
        if role == "depth":
            return VideoStream(lambda frame: video_depth(frame, metres_per_unit))
        return VideoStream(video_color)
    decoders: dict[str, Callable[[Any], Any]] = {
        "color": decode_color,
        "depth": lambda message: decode_depth(message, metres_per_unit),
        "instances": decode_instances,
        "labels": instance_labels,
    }
    return StillStream(decoders[role])
