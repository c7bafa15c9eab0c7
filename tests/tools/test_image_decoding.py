"""Pixels of every encoding come out as the same picture."""

import io
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from embodied_memory_tools.bags.image_decoding import ImageError, decode_color, decode_depth, decode_instances

RGB = np.random.default_rng(0).integers(0, 256, (5, 7, 3), dtype=np.uint8)
GREY = RGB[:, :, :1]
MILLIMETRES = (np.arange(35, dtype=np.uint16).reshape(5, 7) + 1) * 301


def message(encoding, pixels, padding=0, big_endian=False):
    rows = np.ascontiguousarray(pixels).reshape(len(pixels), -1).view(np.uint8)
    rows = np.pad(rows, ((0, 0), (0, padding)), constant_values=99)
    return SimpleNamespace(
        encoding=encoding, height=pixels.shape[0], width=pixels.shape[1], step=rows.shape[1],
        is_bigendian=big_endian, data=rows.reshape(-1),
    )  # fmt: skip


def compressed(array, kind, format_text, prefix=b"", **options):
    buffer = io.BytesIO()
    Image.fromarray(array).save(buffer, kind, **options)
    data = np.frombuffer(prefix + buffer.getvalue(), np.uint8)
    return SimpleNamespace(format=format_text, data=data)


ALPHA = np.full((5, 7, 1), 255, np.uint8)
COLORS = {
    "rgb8": RGB,
    "bgr8": RGB[:, :, ::-1],
    "rgba8": np.concatenate([RGB, ALPHA], axis=2),
    "bgra8": np.concatenate([RGB[:, :, ::-1], ALPHA], axis=2),
}


@pytest.mark.parametrize("encoding", COLORS)
@pytest.mark.parametrize("padding", [0, 3])
def test_colour_encodings_give_rgb(encoding, padding):
    assert np.array_equal(decode_color(message(encoding, COLORS[encoding], padding)), RGB)


def test_grey_becomes_rgb():
    assert np.array_equal(decode_color(message("mono8", GREY)), np.repeat(GREY, 3, axis=2))


def test_compressed_colour():
    assert np.array_equal(decode_color(compressed(RGB, "PNG", "rgb8; png compressed")), RGB)
    smooth = np.full((16, 16, 3), (200, 100, 50), np.uint8)
    decoded = decode_color(compressed(smooth, "JPEG", "jpeg", quality=95))
    assert np.abs(decoded.astype(int) - smooth).max() <= 4


def test_depth_is_metres_from_either_unit_and_byte_order():
    metres = MILLIMETRES.astype(np.float32) / 1000
    assert np.array_equal(decode_depth(message("32FC1", metres)), metres)
    assert np.allclose(decode_depth(message("16UC1", MILLIMETRES)), metres)
    big = message("16UC1", MILLIMETRES.astype(">u2"), big_endian=True)
    assert np.allclose(decode_depth(big), metres)
    png = compressed(MILLIMETRES, "PNG", "16UC1; compressedDepth png", prefix=bytes(12))
    assert np.allclose(decode_depth(png), metres)


def test_not_measured_depth_stays_not_measured():
    holes = np.array([[0.0, np.nan, np.inf]], np.float32)
    assert np.array_equal(decode_depth(message("32FC1", holes)), holes, equal_nan=True)


def test_instances_are_ids():
    assert np.array_equal(decode_instances(message("16UC1", MILLIMETRES)), MILLIMETRES)


@pytest.mark.parametrize(
    ("decode", "bad", "said"),
    [
        (decode_color, compressed(RGB, "GIF", "gif"), "cannot be decoded"),
        (decode_color, SimpleNamespace(format="jpeg", data=np.zeros(0, np.uint8)), "empty image"),
        (decode_color, SimpleNamespace(format="jpeg", data=np.zeros(90, np.uint8)), "cannot be decoded"),
        (decode_depth, compressed(RGB, "PNG", "png"), "depth needs 16 bits"),
        (decode_depth, SimpleNamespace(format="32FC1; compressedDepth", data=b""), "record 16UC1"),
        (decode_instances, message("mono8", GREY), "instance encoding not supported"),
    ],
)
def test_what_cannot_be_decoded_is_named(decode, bad, said):
    with pytest.raises(ImageError, match=said):
        decode(bad)
