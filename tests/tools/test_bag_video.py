"""Colour that was sent as video."""

import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from recordings import encoders
from recordings.bag_layouts import LAYOUTS, write_layout
from recordings.small_room import drive
from typer.testing import CliRunner

from embodied_memory.optional import MissingExtraError
from embodied_memory_tools.bags.images.image_error import ImageError
from embodied_memory_tools.bags.images.video_decoding import VideoDecoder, codec_of, video_color, video_depth
from embodied_memory_tools.bags.recording import read_observations
from embodied_memory_tools.command_line.main import app


@pytest.fixture
def packets():
    pytest.importorskip("av")
    return encoders.video([view.color for view in drive(9)], keyframe_every=4)


def message(data, encoding="h264;yuv420p;bgr8;bgr8"):
    return SimpleNamespace(data=np.frombuffer(data, np.uint8), encoding=encoding)


def decoded(decoder, packets, first=0):
    """Stamps of what comes out; -1 for a packet that cannot be decoded."""
    out = []
    for number, (data, _) in enumerate(packets[first:], start=first):
        try:
            out += [stamp for stamp, _ in decoder.take(number, message(data))]
        except ImageError:
            out.append(-1)
    return out + [stamp for stamp, _ in decoder.rest()]


def test_each_frame_has_the_stamp_of_its_packet(packets):
    assert decoded(VideoDecoder(), packets) == list(range(9))


def test_pictures_are_those_that_were_sent(packets):
    decoder = VideoDecoder()
    for number, view in enumerate(drive(9)):
        for stamp, frame in decoder.take(number, message(packets[number][0])):
            assert stamp == number
            assert np.abs(video_color(frame).astype(int) - view.color).mean() < 8


def test_a_video_entered_in_its_midst_begins_at_the_next_key_frame(packets):
    assert [is_key for _, is_key in packets][:5] == [True, False, False, False, True]
    stamps = decoded(VideoDecoder(), packets, first=1)
    assert [stamp for stamp in stamps if stamp >= 0] == [4, 5, 6, 7, 8]
    with pytest.raises(ImageError, match="before the first key frame"):
        VideoDecoder().take(1, message(packets[1][0]))


def test_a_packet_that_is_none_is_one_error(packets):
    decoder = VideoDecoder()
    assert decoded(decoder, packets[:4]) == [0, 1, 2, 3]
    with pytest.raises(ImageError, match="video packet"):
        decoder.take(4, message(b"not a packet"))


@pytest.mark.parametrize(
    ("said", "codec"),
    [("libx264", "h264"), ("h264_nvenc;nv12", "h264"), ("hevc_vaapi;nv12;bgr8;bgr8", "hevc"), ("libsvtav1", "av1")],
)
def test_the_names_of_encoders_are_understood(said, codec):
    assert codec_of(SimpleNamespace(encoding=said)) == codec


def test_a_codec_that_is_not_known_is_named():
    with pytest.raises(ImageError, match="'wavelets'; read are h264"):
        codec_of(SimpleNamespace(format="wavelets"))


def test_lossy_video_is_no_depth(packets):
    ((_, frame),) = VideoDecoder().take(0, message(packets[0][0]))
    with pytest.raises(ImageError, match="lossless 16 bits"):
        video_depth(frame, None)


def test_views_before_the_first_key_frame_are_counted(tmp_path):
    pytest.importorskip("av")
    path = write_layout(tmp_path / "bag", replace(LAYOUTS["colour ffmpeg"], first_packet=2))
    views = list(read_observations(path))
    assert [view.stamp_ns for view in views] == [view.stamp_ns for view in drive(8)[4:]]


def test_without_pyav_the_extra_is_named_with_the_command(tmp_path, monkeypatch):
    pytest.importorskip("av")  # the layout is written with it
    path = write_layout(tmp_path / "bag", LAYOUTS["colour ffmpeg"])
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'embodied_memory\[video\]'"):
        read_observations(path)
    checked = CliRunner().invoke(app, ["bag", "check", str(path)])
    assert checked.exit_code == 1
    assert "pip install 'embodied_memory[video]'" in checked.stdout
    replayed = CliRunner().invoke(app, ["replay", str(path), "--detector", "none", "--output", str(tmp_path / "out")])
    assert (replayed.exit_code, replayed.stderr.count("\n")) == (2, 1)
    assert "pip install 'embodied_memory[video]'" in replayed.stderr
