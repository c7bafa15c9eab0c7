"""Images sent as video, ffmpeg_image_transport's packets and Foxglove's CompressedVideo: with the extra "video"."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.optional import require
from embodied_memory_tools.bags.images.image_decoding import MILLIMETRE, in_metres
from embodied_memory_tools.bags.images.image_error import ImageError

VIDEO_TYPES = ("ffmpeg_image_transport_msgs/msg/FFMPEGPacket", "foxglove_msgs/msg/CompressedVideo")
_CODECS = {"264": "h264", "avc": "h264", "265": "hevc", "hevc": "hevc", "av1": "av1", "vp9": "vp9", "vp8": "vp8",
           "mjpeg": "mjpeg", "ffv1": "ffv1"}  # fmt: skip
"""Part of what the messages say, which may be the name of an encoder (libx264, hevc_nvenc), to the decoder."""


class VideoDecoder:
    """One video from its first packet on: a frame is told by those before it, so none may be left out.

    Frames come out in their order of showing, some packets later if the encoder reordered them.
    """

    def __init__(self) -> None:
        """MissingExtraError if PyAV is not installed."""
        self._av = require("av", "video")
        self._decoder: Any = None
        self._begun = False
        self._stamps: dict[int, int] = {}

    def take(self, stamp_ns: int, message: Any) -> list[tuple[int, Any]]:
        """(stamp, frame) of every picture that is whole now. ImageError for a packet that is none."""
        if self._decoder is None:
            self._decoder = self._made(codec_of(message))
        packet = self._av.Packet(bytes(message.data))
        packet.pts = packet.dts = len(self._stamps)
        self._stamps[packet.pts] = stamp_ns
        try:
            frames = self._decoder.decode(packet)
        except self._av.error.FFmpegError as error:
            if not self._begun:
                raise ImageError("video packets before the first key frame: they cannot be decoded") from error
            raise ImageError(f"video packet cannot be decoded: {error}") from error
        return self._stamped(frames)

    def rest(self) -> list[tuple[int, Any]]:
        """What the decoder still holds back at the end."""
        if self._decoder is None:
            return []
        try:
            return self._stamped(self._decoder.decode(None))
        except self._av.error.FFmpegError:
            return []

    def _made(self, codec: str) -> Any:
        try:
            decoder = self._av.CodecContext.create(codec, "r")
        except (self._av.error.FFmpegError, ValueError) as error:
            raise ImageError(f"video codec not supported: this PyAV has no {codec!r}") from error
        decoder.thread_count = 1
        return decoder

    def _stamped(self, frames: list[Any]) -> list[tuple[int, Any]]:
        self._begun = self._begun or bool(frames)
        return [(self._stamps[frame.pts], frame) for frame in frames if frame.pts in self._stamps]


def codec_of(message: Any) -> str:
    """The decoder that a message asks for. ImageError if it is none of those known."""
    said = str(getattr(message, "encoding", getattr(message, "format", ""))).partition(";")[0].lower()
    for part, codec in _CODECS.items():
        if part in said:
            return codec
    raise ImageError(f"video codec not supported: {said!r}; read are {', '.join(dict.fromkeys(_CODECS.values()))}")


def video_color(frame: Any) -> NDArray[np.uint8]:
    """(H, W, 3) RGB."""
    return np.asarray(frame.to_ndarray(format="rgb24"), np.uint8)


def video_depth(frame: Any, metres_per_unit: float | None) -> NDArray[np.float32]:
    """(H, W) metres of a lossless 16-bit frame. ImageError for any other: 8 bits, or colours, are no depth."""
    if not frame.format.name.startswith("gray16"):
        raise ImageError(
            f"depth encoding not supported: video of {frame.format.name} pixels, depth needs lossless 16 bits",
            "record depth raw or as compressedDepth (PNG or RVL)",
        )
    values = frame.to_ndarray(format="gray16le")
    return in_metres(values, MILLIMETRE if metres_per_unit is None else metres_per_unit)
