"""Folders of RGB-D frames become bags that replay."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.bag_reader import read_observations
from embodied_memory_tools.bags.rgbd_folder import convert_rgbd_folder

REAL = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "rgbd_slambook2"
SIZE = (48, 64)
CAMERA = {"fx": 60.0, "fy": 60.0, "cx": 31.5, "cy": 23.5}
FLOOR_M, TILT = 1.4, np.radians(20)


def floor_depth():
    """Planar depth of a floor 1.4 m below a camera that looks down by 20 degrees; 0 above the horizon."""
    rows = (np.arange(SIZE[0]) - CAMERA["cy"]) / CAMERA["fy"]
    down = np.cos(TILT) * rows + np.sin(TILT)
    depth = np.where(down > 0.1, FLOOR_M / np.maximum(down, 0.1), 0.0)
    return np.repeat(depth[:, None], SIZE[1], axis=1)


@pytest.fixture
def folder(tmp_path):
    """Two frames of a bare floor; the world is the first camera's optical frame; the second is 0.5 m ahead."""
    for name in ("color", "depth"):
        (tmp_path / "in" / name).mkdir(parents=True)
    for number in (2, 10):  # in the order of numbers, not of letters
        color = np.full((*SIZE, 3), number, np.uint8)
        Image.fromarray(color).save(tmp_path / "in" / "color" / f"{number}.png")
        millimetres = np.round(floor_depth() * 1000).astype(np.uint16)
        Image.fromarray(millimetres).save(tmp_path / "in" / "depth" / f"{number}.png")
    ahead = (0.0, -0.5 * np.sin(TILT), 0.5 * np.cos(TILT))
    lines = ["0 0 0 0 0 0 1", "{} {} {} 0 0 0 1".format(*ahead)]
    (tmp_path / "in" / "pose.txt").write_text("\n".join(lines) + "\n")
    return tmp_path / "in"


def test_the_floor_becomes_z_0_and_up_becomes_z(folder, tmp_path):
    assert convert_rgbd_folder(folder, tmp_path / "bag", **CAMERA, rate_hz=2.0) == 2
    first, second = read_observations(tmp_path / "bag")
    assert [o.color[0, 0, 0] for o in (first, second)] == [2, 10]
    assert (second.stamp_ns - first.stamp_ns) / 1e9 == 0.5
    assert np.allclose(first.map_T_camera[:3, 3], [0, 0, FLOOR_M], atol=0.01)
    assert np.allclose(second.map_T_camera[:3, 3], [0.5, 0, FLOOR_M], atol=0.01)
    looks = [np.cos(TILT), 0, -np.sin(TILT)]
    assert np.allclose(first.map_T_camera[:3, 2], looks, atol=0.01)
    assert np.allclose(first.map_T_base, np.eye(4), atol=0.01)
    assert np.allclose(first.depth, floor_depth(), atol=0.001)


def test_up_and_height_can_be_given(folder, tmp_path):
    convert_rgbd_folder(folder, tmp_path / "bag", **CAMERA, up="-y", level=False, camera_height_m=0.9)
    first, _ = read_observations(tmp_path / "bag")
    expected = np.array([[0, 0, 1, 0], [-1, 0, 0, 0], [0, -1, 0, 0.9], [0, 0, 0, 1]], float)
    assert np.allclose(first.map_T_camera, expected)


def remove_poses(folder):
    (folder / "pose.txt").unlink()


def one_pose(folder):
    (folder / "pose.txt").write_text("0 0 0 0 0 0 1\n")


def words_as_pose(folder):
    (folder / "pose.txt").write_text("0 0 0 0 0 0 1\nhere and there\n")


def zero_rotation(folder):
    (folder / "pose.txt").write_text("0 0 0 0 0 0 1\n0 0 0 0 0 0 0\n")


def remove_depth(folder):
    (folder / "depth" / "10.png").unlink()


def remove_colors(folder):
    for file in (folder / "color").iterdir():
        file.unlink()


def truncate_color(folder):
    file = folder / "color" / "10.png"
    file.write_bytes(file.read_bytes()[:40])


def other_size(folder):
    Image.fromarray(np.zeros((10, 10), np.uint16)).save(folder / "depth" / "2.png")


def eight_bits(folder):
    Image.fromarray(np.zeros(SIZE, np.uint8)).save(folder / "depth" / "2.png")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (remove_poses, "pose.txt; expected one line"),
        (one_pose, "2 colour images but 1 poses"),
        (words_as_pose, "line 2 is no pose"),
        (zero_rotation, "line 2 is no pose"),
        (remove_depth, "10.png has no depth image"),
        (remove_colors, "has no .png; expected color/"),
        (truncate_color, "10.png cannot be decoded"),
        (other_size, "different sizes; depth must be registered"),
        (eight_bits, "depth needs 16"),
    ],
)
def test_a_folder_that_does_not_fit_together_is_refused_before_anything_is_written(folder, tmp_path, spoil, said):
    spoil(folder)
    with pytest.raises(BagError, match=said):
        convert_rgbd_folder(folder, tmp_path / "bag", **CAMERA)
    assert not (tmp_path / "bag").exists()


def test_settings_that_make_no_sense_are_refused(folder, tmp_path):
    with pytest.raises(BagError, match="'up' is no axis"):
        convert_rgbd_folder(folder, tmp_path / "bag", **CAMERA, up="up")
    with pytest.raises(BagError, match="must be positive"):
        convert_rgbd_folder(folder, tmp_path / "bag", **CAMERA, rate_hz=0)
    with pytest.raises(BagError, match="there is no folder"):
        convert_rgbd_folder(folder / "nothing", tmp_path / "bag", **CAMERA)


def test_a_real_recording_is_level_and_stands_on_its_floor(tmp_path):
    if not REAL.is_dir():
        pytest.skip(f"the real RGB-D frames are missing: {REAL}")
    assert convert_rgbd_folder(REAL, tmp_path / "bag") == 5
    views = list(read_observations(tmp_path / "bag"))
    heights = [view.map_T_camera[2, 3] for view in views]
    assert len(views) == 5
    assert np.ptp(heights) < 0.1  # carried by hand at one height
    assert 1.2 < np.mean(heights) < 1.5
