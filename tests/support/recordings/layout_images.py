"""The colour images of a layout, raw, compressed or as video."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from recordings import encoders
from recordings.messages import COMPRESSED_VIDEO, FFMPEG_PACKET, Messages
from recordings.small_room import View

if TYPE_CHECKING:
    from recordings.layout_writer import Layout, LayoutWriter
OPTICAL = "camera_color_optical_frame"
YUV = {"yuv422": "uyvy", "uyvy": "uyvy", "yuv422_yuy2": "yuy2", "yuyv": "yuy2"}
IMAGE, COMPRESSED = "sensor_msgs/msg/Image", "sensor_msgs/msg/CompressedImage"


def color_messages(writer: LayoutWriter, views: list[View]) -> list[tuple[str, Any]]:
    """(topic, message) of each view."""
    codec, _, rest = writer.layout.color.partition(":")
    if codec == "ffmpeg":
        packets = encoders.video([view.color for view in views], rest or "libx264")
        return [
            (f"{writer.layout.color_topic}/ffmpeg", _packet(writer, v, *p))
            for v, p in zip(views, packets, strict=True)
        ]
    if codec == "video":
        packets = encoders.video([view.color for view in views], rest or "libx264")
        return [
            (f"{writer.layout.color_topic}/video", _frame(writer, v, *p)) for v, p in zip(views, packets, strict=True)
        ]
    return [_color_message(writer, view, codec) for view in views]


def _packet(writer: LayoutWriter, view: View, data: bytes, is_key: bool) -> Any:
    return writer.messages.make(
        FFMPEG_PACKET,
        header=image_header(writer, view.stamp_ns, OPTICAL),
        width=80,
        height=60,
        encoding="h264;yuv420p;bgr8;bgr8",
        pts=view.stamp_ns,
        flags=int(is_key),
        data=np.frombuffer(data, np.uint8),
    )


def _frame(writer: LayoutWriter, view: View, data: bytes, _: bool) -> Any:
    stamp_ns = image_stamp(writer.layout, view.stamp_ns)
    return writer.messages.make(
        COMPRESSED_VIDEO,
        timestamp=writer.messages.time(stamp_ns),
        frame_id=OPTICAL,
        data=np.frombuffer(data, np.uint8),
        format="h264",
    )


def image_header(writer: LayoutWriter, stamp_ns: int, frame: str) -> Any:
    stamp_ns = image_stamp(writer.layout, stamp_ns)
    return writer.messages.header(stamp_ns, writer.layout.slash + frame)


def _color_message(writer: LayoutWriter, view: View, encoding: str) -> tuple[str, Any]:
    topic, rgb = writer.layout.color_topic, view.color
    header = image_header(writer, view.stamp_ns, OPTICAL)
    if encoding in ("jpeg", "png", "webp"):
        data = encoders.picture(rgb, encoding.upper(), **({} if encoding == "png" else {"quality": 95}))
        format_ = f"rgb8; {encoding} compressed bgr8"
        message = writer.messages.make(COMPRESSED, header=header, format=format_, data=np.frombuffer(data, np.uint8))
        return f"{topic}/compressed", message
    alpha = np.full((*rgb.shape[:2], 1), 255, np.uint8)
    grey = rgb.mean(axis=2, keepdims=True).astype(np.uint8)
    pixels = {
        "rgb8": lambda: rgb,
        "bgr8": lambda: rgb[:, :, ::-1],
        "rgba8": lambda: np.concatenate([rgb, alpha], axis=2),
        "bgra8": lambda: np.concatenate([rgb[:, :, ::-1], alpha], axis=2),
        "mono8": lambda: grey,
        "mono16": lambda: grey.astype(np.uint16) * 257,
    }.get(encoding)
    if pixels is not None:
        array = pixels()
    elif encoding in YUV:
        array = encoders.yuv422(rgb, YUV[encoding])
    elif encoding.startswith("bayer_"):
        array = encoders.bayer(rgb, encoding[6:10])
    else:
        array = grey
    return topic, raw_image(writer.messages, header, encoding, array)


def raw_image(messages: Messages, header: Any, encoding: str, array: np.ndarray) -> Any:
    array = np.ascontiguousarray(array)
    rows = array.reshape(len(array), -1).view(np.uint8)
    return messages.make(
        IMAGE,
        header=header,
        height=array.shape[0],
        width=array.shape[1],
        encoding=encoding,
        step=rows.shape[1],
        data=rows.reshape(-1),
    )


def image_stamp(layout: Layout, stamp_ns: int) -> int:
    return stamp_ns if layout.stamps == "kept" else 0
