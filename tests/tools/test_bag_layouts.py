"""Recordings as others make them become the views that were there: pixels, depth, places."""

import shutil
from dataclasses import replace
from importlib.util import find_spec

import numpy as np
import pytest
from recordings.bag_layouts import LAYOUTS, UNREGISTERED, UNUSABLE, Layout, write_layout
from recordings.small_room import CAMERA_HEIGHT_M, COLOR_T_DEPTH, drive

from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.observation_topics import ObservationTopics
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.bags.recording import read_observations

OTHER_WORLDS = ("a world that is tilted", "a world that is the first camera", "a floor at -2 m")
AS_THEY_ARE = [name for name in LAYOUTS if name not in (*UNUSABLE, *OTHER_WORLDS)]
NEEDS_TO_BE_TOLD = ("depth of another frame, same size",)


def read(path, **settings):
    report = ReadReport()
    return list(read_observations(path, ReadSettings(**settings), report)), report


def needs_video(name):
    if LAYOUTS[name].color in ("ffmpeg", "video") and find_spec("av") is None:
        pytest.skip("PyAV (the extra video) is not installed")


@pytest.mark.parametrize("name", [name for name in AS_THEY_ARE if name not in NEEDS_TO_BE_TOLD])
def test_every_view_of_a_layout_is_read_as_it_was(name, tmp_path):
    needs_video(name)
    views, report = read(write_layout(tmp_path / "bag", LAYOUTS[name]))
    truth = drive(LAYOUTS[name].views)
    assert len(views) == len(truth)
    assert report.skipped == {}
    exact = 1e-6 if LAYOUTS[name].stamps == "kept" else 1e-3  # messages are recorded a little later
    for view, true in zip(views, truth, strict=True):
        assert np.allclose(view.map_T_camera, true.map_T_camera, atol=exact)
        assert np.allclose(view.map_T_base, true.map_T_base, atol=exact)
        assert color_error(view.color, true.color, LAYOUTS[name].color) < 7
        known = view.depth > 0
        assert known.mean() > 0.9
        errors = np.abs(view.depth - true.depth)[known]
        assert np.median(errors) < 0.01
        assert np.percentile(errors, 90) < 0.05


def color_error(found, true, encoding):
    if encoding.startswith("mono"):
        true = np.repeat(true.mean(axis=2, keepdims=True), 3, axis=2)
    return np.abs(found.astype(float) - true).mean()


@pytest.mark.parametrize("name", OTHER_WORLDS)
def test_a_world_that_is_tilted_or_sunk_is_put_right_with_a_word(name, tmp_path):
    views, report = read(write_layout(tmp_path / "bag", LAYOUTS[name]))
    truth = drive(LAYOUTS[name].views)
    for view, true in zip(views, truth, strict=True):
        assert view.map_T_camera[2, 3] == pytest.approx(CAMERA_HEIGHT_M, abs=0.06)
        assert np.allclose(view.map_T_camera[2, :3], true.map_T_camera[2, :3], atol=0.03)
        assert np.allclose(motion(views[0], view), motion(truth[0], true), atol=1e-6)
    assert any("levelled" in note or "moved to 0" in note for note in report.notes)


def motion(first, second):
    return np.linalg.inv(first.map_T_camera) @ second.map_T_camera


def test_a_world_is_left_as_it_is_where_that_is_asked_for(tmp_path):
    views, report = read(write_layout(tmp_path / "bag", LAYOUTS["a floor at -2 m"]), level=False)
    assert views[0].map_T_camera[2, 3] == pytest.approx(CAMERA_HEIGHT_M - 2.0, abs=1e-6)
    assert report.notes == []


TOLD = {
    "other names": {
        "topics": ObservationTopics(
            color="/front/rgb/image", depth="/front/depth/image", camera_info="/front/rgb/camera_info"
        )
    },
    "no camera info": {"intrinsics": "60 60 39.5 29.5"},
    "pose without mount": {"camera_mount": "0.1 0 1.2 0 12 0"},
    "depth unregistered, no transform": {"depth_mount": "0.05 0 0.01 0 0 0"},
    "depth unregistered, no info": {"depth_intrinsics": "40 40 31 24"},
    "depth in mm as metres": {"depth_scale": 0.001},
    "depth in metres as mm": {"depth_scale": 1.0},
    "depth of another frame, same size": {"depth_registered": True},
    "no pose at all": {"topics": ObservationTopics(map_frame="base_link")},
}


@pytest.mark.parametrize("name", TOLD)
def test_what_a_recording_does_not_say_can_be_told(name, tmp_path):
    layout = LAYOUTS[name]
    views, _ = read(write_layout(tmp_path / "bag", layout), **TOLD[name])
    truth = drive(layout.views)
    assert len(views) == len(truth)
    if name != "no pose at all":
        assert np.allclose(views[3].map_T_camera, truth[3].map_T_camera, atol=1e-6)
    error = np.abs(views[3].depth - truth[3].depth)[views[3].depth > 0]
    assert np.median(error) < (0.5 if name == "depth in metres as mm" else 0.01)  # whole metres are all it has


@pytest.mark.parametrize("name", UNUSABLE)
def test_what_cannot_be_replayed_is_refused_or_yields_nothing_with_a_cause(name, tmp_path):
    path = write_layout(tmp_path / "bag", LAYOUTS[name])
    try:
        views, report = read(path)
    except BagError as error:
        assert "\n" not in str(error)
        return
    assert views == []
    assert report.cause()


def test_frames_that_are_connected_only_by_what_is_given_are_used_for_a_camera_of_its_own_pose(tmp_path):
    """Poses of the camera's optical frame itself, as visual SLAM publishes them."""
    layout = replace(LAYOUTS["pose without mount"], base_frame="camera_color_optical_frame")
    views, _ = read(
        write_layout(tmp_path / "bag", layout),
        topics=ObservationTopics(pose_frame="camera_color_optical_frame"),
        level=False,
    )
    assert np.allclose(views[2].map_T_camera, drive(8)[2].map_T_base, atol=1e-6)


def test_covariances_come_with_the_views(tmp_path):
    for name, variance in (("odometry only", 0.01), ("pose with covariance", 0.02)):
        views, _ = read(write_layout(tmp_path / name, LAYOUTS[name]))
        assert [np.array_equal(view.pose_covariance, np.eye(6) * variance) for view in views] == [True] * 8


@pytest.mark.parametrize("variance", [0.0, np.nan, -1.0])
def test_a_covariance_that_is_none_is_left_out(tmp_path, variance):
    layout = replace(LAYOUTS["odometry only"], covariance=variance)
    views, report = read(write_layout(tmp_path / "bag", layout))
    assert [view.pose_covariance for view in views] == [None] * 8
    assert any("covariance" in note for note in report.notes) == (variance != 0.0)


def test_depth_of_another_moment_is_moved_by_how_the_camera_moved(tmp_path):
    """A fast turn: uncorrected, depth would belong to other pixels."""
    layout = Layout(depth_delay_s=0.05, views=12)
    moved, report = read(write_layout(tmp_path / "bag", layout))
    assert len(moved) == 12
    assert any("another moment" in note for note in report.notes)


def test_depth_is_never_taken_as_registered_unasked(tmp_path):
    path = write_layout(tmp_path / "bag", replace(UNREGISTERED, static_depth=False))
    views, report = read(path)
    assert views == []
    assert "--depth-mount" in report.cause()
    assert f"{COLOR_T_DEPTH[0, 3]}" not in report.cause()


def test_a_bag_without_metadata_is_read_from_its_one_file(tmp_path):
    for storage in ("mcap", "sqlite3"):
        path = write_layout(tmp_path / storage, Layout(storage=storage))
        (path / "metadata.yaml").unlink()
        assert len(read(path)[0]) == 8
        (path / "metadata.yaml").write_text("rosbag2_bagfile_information: {version: 9, relative")
        assert len(read(path)[0]) == 8


def test_a_bag_that_was_renamed_is_read(tmp_path):
    path = write_layout(tmp_path / "bag", Layout())
    shutil.move(path / "bag.mcap", path / "other.mcap")
    assert len(read(path)[0]) == 8
