"""Pictures that somebody shows: what is no picture is refused, whatever it is, and says what would help."""

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from embodied_memory.config import PerceptionConfig
from embodied_memory.perception.detector import make_detector
from embodied_memory.perception.picture import (
    MAX_PICTURE_BYTES,
    PictureNamer,
    UnreadablePictureError,
    decode_picture,
    shown_picture,
)
from embodied_memory.perception.text_embedders import HashingEmbedder


def encoded(image, format):
    stream = io.BytesIO()
    image.save(stream, format)
    return stream.getvalue()


@pytest.mark.parametrize(("mode", "format"), [("RGB", "PNG"), ("L", "PNG"), ("RGBA", "PNG"), ("RGB", "JPEG")])
def test_pictures_of_all_sorts_are_read_as_red_green_and_blue(mode, format):
    color = decode_picture(encoded(Image.new(mode, (5, 3)), format))
    assert (color.shape, color.dtype) == ((3, 5, 3), np.uint8)
    assert shown_picture(color).color is color


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=60), st.integers(0, 80))
def test_whatever_is_sent_is_read_or_refused(noise, cut):
    whole = encoded(Image.new("RGB", (4, 4)), "PNG")
    for file in (noise, whole[:cut], whole[:cut] + noise):
        try:
            assert decode_picture(file).ndim == 3
        except UnreadablePictureError as error:
            assert str(error)


def test_a_picture_that_is_too_large_is_refused_before_it_is_unpacked():
    with pytest.raises(UnreadablePictureError, match="send a smaller one"):
        decode_picture(bytes(MAX_PICTURE_BYTES + 1))
    with pytest.raises(UnreadablePictureError, match="8000x8000 pixels"):
        decode_picture(encoded(Image.new("1", (8000, 8000)), "PNG"))


def test_a_simulators_detector_reads_no_bare_picture_and_says_what_does():
    namer = PictureNamer(make_detector(PerceptionConfig(detector="ground_truth")), HashingEmbedder())
    with pytest.raises(UnreadablePictureError, match=r"choose another detector \(perception\.detector\)"):
        namer.name(shown_picture(np.zeros((6, 8, 3), np.uint8)))
