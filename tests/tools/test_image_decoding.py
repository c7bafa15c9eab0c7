"""Pixels of every encoding come out as the same picture."""

import io
import struct
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from PIL import Image
from recordings import encoders
from recordings.small_room import drive

from embodied_memory_tools.bags.images.image_decoding import decode_color, decode_depth, decode_instances
from embodied_memory_tools.bags.images.image_error import ImageError
from embodied_memory_tools.bags.images.rvl import decode_rvl

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


SMOOTH = drive(1)[0].color
HUGE_RVL = bytes(12) + struct.pack("<II", 1 << 20, 1 << 20)
NO_QUANTISATION = bytes(12) + encoders.picture(MILLIMETRES, "PNG")
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


def test_sixteen_bits_become_eight_by_the_upper_byte():
    wide = RGB.astype(np.uint16) * 257
    assert np.array_equal(decode_color(message("rgb16", wide)), RGB)
    assert np.array_equal(decode_color(message("mono16", wide[:, :, :1])), np.repeat(GREY, 3, axis=2))
    big = message("mono16", wide[:, :, :1].astype(">u2"), big_endian=True)
    assert np.array_equal(decode_color(big), np.repeat(GREY, 3, axis=2))


@pytest.mark.parametrize(
    ("encoding", "order"), [("yuv422", "uyvy"), ("uyvy", "uyvy"), ("yuv422_yuy2", "yuy2"), ("yuyv", "yuy2")]
)
@pytest.mark.parametrize("padding", [0, 6])
def test_yuv_gives_the_colours_that_were_there(encoding, order, padding):
    pixels = encoders.yuv422(SMOOTH, order)
    decoded = decode_color(message(encoding, pixels, padding)).astype(int)
    assert np.abs(decoded - SMOOTH).mean() < 3
    flat = np.full((4, 6, 3), (200, 40, 90), np.uint8)
    assert np.abs(decode_color(message(encoding, encoders.yuv422(flat, order))).astype(int) - flat).max() <= 3


def test_planes_of_yuv_give_the_colours_that_were_there():
    flat = np.full((4, 6, 3), (30, 180, 90), np.uint8)
    packed = encoders.yuv422(flat, "yuy2")
    for encoding, first in (("nv12", 0), ("nv21", 1)):
        chroma = np.tile([packed[0, first, 1], packed[0, 1 - first, 1]], (2, 3)).astype(np.uint8)
        planes = np.concatenate([packed[:, :, 0], chroma])
        image = SimpleNamespace(encoding=encoding, height=4, width=6, step=6, is_bigendian=0, data=planes.reshape(-1))
        assert np.abs(decode_color(image).astype(int) - flat).max() <= 3


@pytest.mark.parametrize("pattern", ["rggb", "bggr", "gbrg", "grbg"])
def test_a_mosaic_gives_the_colours_that_were_there(pattern):
    mosaic = encoders.bayer(SMOOTH, pattern)
    decoded = decode_color(message(f"bayer_{pattern}8", mosaic)).astype(int)
    assert np.abs(decoded - SMOOTH).mean() < 4
    wide = decode_color(message(f"bayer_{pattern}16", mosaic.astype(np.uint16) * 256)).astype(int)
    assert np.abs(wide - decoded).max() <= 1
    flat = np.full((6, 8, 3), (200, 40, 90), np.uint8)
    assert np.array_equal(decode_color(message(f"bayer_{pattern}8", encoders.bayer(flat, pattern))), flat)


def test_compressed_colour():
    assert np.abs(decode_color(compressed(SMOOTH, "WEBP", "webp", quality=95)).astype(int) - SMOOTH).mean() < 4
    assert np.array_equal(decode_color(compressed(RGB, "WEBP", "webp", lossless=True)), RGB)
    wide = compressed(GREY[:, :, 0].astype(np.uint16) * 256, "PNG", "mono16; png compressed ")
    assert np.array_equal(decode_color(wide), np.repeat(GREY, 3, axis=2))
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


@given(arrays(np.uint16, array_shapes(min_dims=2, max_dims=2, max_side=12), elements=st.integers(0, 65535)))
def test_what_was_coded_by_rvl_is_decoded(depth):
    data = struct.pack("<II", depth.shape[1], depth.shape[0]) + encoders.rvl(depth)
    assert np.array_equal(decode_rvl(data), depth)


@given(st.binary(max_size=80), st.integers(1, 40), st.integers(1, 40))
def test_what_is_no_rvl_is_an_image_or_an_error(code, width, height):
    try:
        assert decode_rvl(struct.pack("<II", width, height) + code).shape == (height, width)
    except ImageError as error:
        assert "RVL" in str(error)


@pytest.mark.parametrize("codec", ["png", "rvl"])
def test_compressed_depth_is_what_was_measured(codec):
    depth = drive(1)[0].depth.copy()
    depth[3:9, 5:20] = np.nan
    for encoding, exact in (("16UC1", 0.0006), ("32FC1", 0.005)):
        data = np.frombuffer(encoders.compressed_depth(depth, encoding, codec), np.uint8)
        decoded = decode_depth(SimpleNamespace(format=f"{encoding}; compressedDepth {codec}", data=data))
        assert np.nanmax(np.abs(decoded - depth)) < exact
        assert not (np.nan_to_num(decoded[3:9, 5:20]) > 0).any()


def test_the_greatest_number_of_sixteen_bits_is_no_distance():
    values = np.array([[65535, 2000, 0]], np.uint16)
    assert decode_depth(message("16UC1", values)).tolist() == [[0.0, 2.0, 0.0]]


def test_depth_in_a_wrong_unit_is_said_and_the_scale_that_is_proposed_puts_it_right():
    metres = drive(1)[0].depth
    for encoding, pixels in (
        ("32FC1", metres * 1000),
        ("32FC1", metres / 1000),
        ("16UC1", metres.round().astype(np.uint16)),
    ):
        image = message(encoding, pixels.astype(np.float32) if encoding == "32FC1" else pixels)
        with pytest.raises(ImageError, match="wrong unit") as told:
            decode_depth(image)
        scale = float(told.value.remedy.partition("--depth-scale ")[2].partition(",")[0])
        assert np.abs(decode_depth(image, scale) - metres).max() <= (0.51 if encoding == "16UC1" else 1e-4)


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
        (decode_depth, SimpleNamespace(format="32FC1; compressedDepth", data=b""), "empty image"),
        (
            decode_depth,
            SimpleNamespace(format="16UC1; compressedDepth rvl", data=bytes(20)),
            "RVL data of 0x0 pixels",
        ),
        (decode_depth, SimpleNamespace(format="16UC1; compressedDepth rvl", data=HUGE_RVL), "pixels"),
        (decode_depth, SimpleNamespace(format="32FC1; compressedDepth png", data=NO_QUANTISATION), "the parameters"),
        (decode_color, message("thermal12", GREY), "'thermal12'; read are rgb8"),
        (decode_color, message("nv12", GREY), "truncated image"),
        (decode_instances, message("mono8", GREY), "instance encoding not supported"),
    ],
)
def test_what_cannot_be_decoded_is_named(decode, bad, said):
    with pytest.raises(ImageError, match=said):
        decode(bad)
