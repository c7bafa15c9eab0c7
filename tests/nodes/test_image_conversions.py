"""Images and camera info: every encoding, padding and byte order; every defect is named."""

from __future__ import annotations

import array

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sensor_msgs.msg import CameraInfo, Image

from embodied_memory.observation import CameraIntrinsics, InvalidObservationError
from embodied_memory_ros.conversions.images import (
    array_to_image,
    camera_info_to_intrinsics,
    image_to_color,
    image_to_depth,
    image_to_instances,
    intrinsics_to_camera_info,
)

RGB = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
DEPTH = np.array([[0.0, 1.5, np.inf], [np.nan, 2.25, 4.0]], np.float32)
IDS = np.array([[0, 1, 65535], [7, 256, 2]], np.uint16)


def message_of(pixels: np.ndarray, encoding: str, padding: int = 0, big_endian: bool = False) -> Image:
    """As some driver might send it: rows padded with rubbish, either byte order."""
    wire = pixels.astype(pixels.dtype.newbyteorder(">" if big_endian else "<"))
    rows = wire.reshape(pixels.shape[0], -1).view(np.uint8)
    padded = np.hstack([rows, np.full((rows.shape[0], padding), 0xAB, np.uint8)])
    return Image(
        height=pixels.shape[0],
        width=pixels.shape[1],
        encoding=encoding,
        is_bigendian=int(big_endian),
        step=padded.shape[1],
        data=array.array("B", padded.tobytes()),
    )


@pytest.mark.parametrize("padding", [0, 1, 5])
@pytest.mark.parametrize(
    ("encoding", "pixels"),
    [
        ("rgb8", RGB),
        ("8UC3", RGB),
        ("bgr8", RGB[:, :, ::-1]),
        ("rgba8", np.dstack([RGB, np.full((2, 3), 9, np.uint8)])),
        ("bgra8", np.dstack([RGB[:, :, ::-1], np.full((2, 3), 9, np.uint8)])),
    ],
)
def test_every_colour_encoding_becomes_rgb(encoding, pixels, padding):
    color = image_to_color(message_of(pixels, encoding, padding))
    assert color.dtype == np.uint8
    assert color.flags.c_contiguous
    assert color.tolist() == RGB.tolist()


@pytest.mark.parametrize("encoding", ["mono8", "8UC1"])
def test_grey_becomes_rgb_with_three_equal_channels(encoding):
    grey = RGB[:, :, 0]
    assert image_to_color(message_of(grey, encoding, 2)).tolist() == np.dstack([grey] * 3).tolist()


@pytest.mark.parametrize("big_endian", [False, True])
@pytest.mark.parametrize("padding", [0, 3])
def test_depth_in_metres_and_millimetres(big_endian, padding):
    metres = image_to_depth(message_of(DEPTH, "32FC1", padding, big_endian))
    np.testing.assert_array_equal(metres, DEPTH)
    millimetres = np.array([[0, 1500, 1], [65535, 2250, 4000]], np.uint16)
    for encoding in ("16UC1", "mono16"):
        depth = image_to_depth(message_of(millimetres, encoding, padding, big_endian))
        assert depth.dtype == np.float32
        np.testing.assert_allclose(depth, millimetres / 1000, atol=1e-6)


@pytest.mark.parametrize("big_endian", [False, True])
def test_instance_ids_in_either_byte_order(big_endian):
    assert image_to_instances(message_of(IDS, "16UC1", 2, big_endian)).tolist() == IDS.tolist()


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 2**32 - 1))
def test_arrays_come_back_from_messages_as_they_were(height, width, seed):
    random = np.random.default_rng(seed)
    color = random.integers(0, 256, (height, width, 3), np.uint8)
    depth = random.random((height, width), np.float32)
    ids = random.integers(0, 65536, (height, width), np.uint16)
    np.testing.assert_array_equal(image_to_color(array_to_image(color, "rgb8", 1, "c")), color)
    np.testing.assert_array_equal(image_to_depth(array_to_image(depth, "32FC1", 1, "c")), depth)
    np.testing.assert_array_equal(image_to_instances(array_to_image(ids, "16UC1", 1, "c")), ids)


def with_changes(message: Image, **changes) -> Image:
    for name, value in changes.items():
        setattr(message, name, value)
    return message


@pytest.mark.parametrize(
    ("convert", "message", "cause"),
    [
        (image_to_color, with_changes(message_of(RGB, "rgb8"), data=b"\x01" * 17), "truncated: 17 of 18 bytes"),
        (image_to_color, with_changes(message_of(RGB, "rgb8"), data=b""), "truncated: 0 of 18 bytes"),
        (image_to_color, with_changes(message_of(RGB, "rgb8"), step=8), "step of 8 bytes, a row needs 9"),
        (image_to_color, Image(encoding="rgb8"), "empty (0x0)"),
        (image_to_color, Image(encoding="rgb8", width=3), "empty (3x0)"),
        (image_to_color, message_of(RGB, "yuv422"), 'encoding "yuv422"'),
        (image_to_color, message_of(RGB, ""), 'encoding ""'),
        (image_to_depth, message_of(DEPTH, "64FC1"), 'encoding "64FC1"'),
        (image_to_depth, message_of(RGB, "rgb8"), 'encoding "rgb8"'),
        (image_to_depth, with_changes(message_of(DEPTH, "32FC1"), data=b"\x00" * 23), "truncated: 23 of 24 bytes"),
        (image_to_instances, message_of(RGB, "rgb8"), "expected 16UC1"),
        (image_to_instances, Image(encoding="16UC1"), "empty (0x0)"),
    ],
)
def test_a_defect_is_named(convert, message, cause):
    with pytest.raises(InvalidObservationError) as error:
        convert(message)
    assert cause in str(error.value)


def test_camera_info_is_a_pinhole_and_back():
    camera = CameraIntrinsics(320, 240, 92.4, 93.5, 159.5, 119.5)
    message = intrinsics_to_camera_info(camera, 1_500_000_002, "optical")
    assert camera_info_to_intrinsics(message) == camera
    assert (message.header.stamp.sec, message.header.stamp.nanosec) == (1, 500_000_002)
    assert message.header.frame_id == "optical"
    assert list(message.p) == [92.4, 0, 159.5, 0, 0, 93.5, 119.5, 0, 0, 0, 1, 0]


@pytest.mark.parametrize("focal", [0.0, -1.0, float("nan"), float("inf")])
def test_camera_info_without_calibration_is_refused(focal):
    message = CameraInfo(width=4, height=3, k=[focal, 0.0, 2.0, 0.0, focal, 1.5, 0.0, 0.0, 1.0])
    with pytest.raises(InvalidObservationError, match="no calibration"):
        camera_info_to_intrinsics(message)
