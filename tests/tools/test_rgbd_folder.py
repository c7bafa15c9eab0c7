"""Folders of RGB-D frames become bags that replay."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from recordings.folder_layouts import FOLDERS, Folder, plain, scannet, seven_scenes, tum, write_folder
from recordings.small_room import CAMERA_HEIGHT_M, PITCH_DEG, drive

from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.folders.convert import convert_rgbd_folder
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.bags.recording import read_observations

REAL = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "rgbd_slambook2"
SIZE = (48, 64)
CAMERA = {"fy": 60.0, "cy": 23.5}
SETTINGS = ReadSettings(intrinsics="60 60 31.5 23.5")
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
    assert convert_rgbd_folder(folder, tmp_path / "bag", replace(SETTINGS, rate_hz=2.0)) == 2
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
    convert_rgbd_folder(folder, tmp_path / "bag", replace(SETTINGS, up="-y", level=False, camera_height_m=0.9))
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


def infinite(folder):
    (folder / "pose.txt").write_text("0 0 0 0 0 0 1\n-inf 0 0 0 0 0 1\n")


def remove_depth(folder):
    (folder / "depth" / "10.png").unlink()


def remove_colors(folder):
    for file in (folder / "color").iterdir():
        file.unlink()


def truncate_color(folder):
    file = folder / "color" / "10.png"
    file.write_bytes(file.read_bytes()[:40])


def other_size(folder):
    Image.fromarray(np.full((10, 10), 2000, np.uint16)).save(folder / "depth" / "10.png")


def eight_bits(folder):
    Image.fromarray(np.zeros(SIZE, np.uint8)).save(folder / "depth" / "10.png")


def no_layout(folder):
    (folder / "depth").rename(folder / "somewhere")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (remove_poses, "pose.txt; expected one line"),
        (one_pose, "2 colour images but 1 poses"),
        (remove_colors, "color has no picture; expected .png"),
        (no_layout, "no layout that is known; expected color/"),
    ],
)
def test_a_folder_that_does_not_fit_together_is_refused_before_anything_is_written(folder, tmp_path, spoil, said):
    spoil(folder)
    with pytest.raises(BagError, match=said):
        convert_rgbd_folder(folder, tmp_path / "bag", SETTINGS)
    assert not (tmp_path / "bag").exists()


BAD_FRAMES = [
    (words_as_pose, "a frame without a good pose", "'here and there' is not all numbers"),
    (zero_rotation, "a frame without a good pose", "10.png: a rotation is not finite, or its quaternion"),
    (infinite, "a frame without a good pose", "10.png: a number that is not finite"),
    (remove_depth, "a colour image without depth", "10.png has no depth image"),
    (truncate_color, "an image cannot be decoded", "10.png cannot be decoded"),
    (other_size, "colour and depth have different sizes, and depth has no intrinsics", "10x10 pixels of depth"),
    (eight_bits, "depth of 8 bits a pixel", "depth needs 16"),
]


@pytest.mark.parametrize(("spoil", "reason", "detail"), BAD_FRAMES)
def test_a_frame_that_cannot_be_used_is_skipped_with_a_word(folder, tmp_path, spoil, reason, detail):
    spoil(folder)
    report = ReadReport()
    assert convert_rgbd_folder(folder, tmp_path / "bag", SETTINGS, report) == 1
    assert dict(report.skipped) == {reason: 1}
    assert detail in report.details[reason]


def test_a_folder_of_which_no_frame_can_be_used_is_refused_with_the_cause(folder, tmp_path):
    for name in ("2.png", "10.png"):
        (folder / "depth" / name).unlink()
    with pytest.raises(BagError, match=r"no frame of .* can be used: a colour image without depth"):
        convert_rgbd_folder(folder, tmp_path / "bag", SETTINGS)
    assert not (tmp_path / "bag").exists()


def test_settings_that_make_no_sense_are_refused(folder, tmp_path):
    with pytest.raises(BagError, match="'up' is no axis"):
        convert_rgbd_folder(folder, tmp_path / "bag", replace(SETTINGS, up="up"))
    with pytest.raises(BagError, match="must be positive"):
        convert_rgbd_folder(folder, tmp_path / "bag", replace(SETTINGS, rate_hz=0))
    with pytest.raises(BagError, match="there is no folder"):
        convert_rgbd_folder(folder / "nothing", tmp_path / "bag", SETTINGS)


def read(path, **settings):
    report = ReadReport()
    return list(read_observations(path, ReadSettings(**settings), report)), report


@pytest.mark.parametrize("name", FOLDERS)
def test_every_layout_is_read_as_it_was_recorded(name, tmp_path):
    layout, options = FOLDERS[name]
    told = {"intrinsics": "60 60 39.5 29.5"} if options else {}
    views, report = read(write_folder(tmp_path / "frames", layout), **told)
    bad = {number for number, _ in layout.bad}
    truth = [view for number, view in enumerate(drive(layout.views)) if number not in bad]
    assert len(views) == len(truth)
    assert dict(report.skipped) == ({"a frame without a good pose": len(bad)} if bad else {})
    for view, true in zip(views, truth, strict=True):
        motion = np.linalg.inv(views[0].map_T_camera) @ view.map_T_camera
        true_motion = np.linalg.inv(truth[0].map_T_camera) @ true.map_T_camera
        assert np.allclose(motion, true_motion, atol=0.005 if layout.write is tum else 1e-4)
        assert view.map_T_camera[2, 3] == pytest.approx(CAMERA_HEIGHT_M, abs=0.06)
        assert view.map_T_camera[2, 2] == pytest.approx(-np.sin(np.radians(PITCH_DEG)), abs=0.03)
        known = view.depth > 0
        assert np.median(np.abs(view.depth - true.depth)[known]) < 0.02
        assert np.abs(view.color.astype(int) - true.color).mean() < 7


def test_times_of_a_folder_are_kept(tmp_path):
    views, _ = read(write_folder(tmp_path / "tum", Folder(tum)), intrinsics="60 60 39.5 29.5")
    assert [view.stamp_ns for view in views] == [view.stamp_ns for view in drive()]


def test_a_scene_of_another_depth_camera_without_intrinsics_says_what_is_missing(tmp_path):
    folder = write_folder(tmp_path / "scannet", Folder(scannet))
    (folder / "intrinsic" / "intrinsic_depth.txt").unlink()
    views, report = read(folder)
    assert views == []
    assert "--depth-intrinsics" in report.cause()


def test_intrinsics_that_are_none_are_named(tmp_path):
    folder = write_folder(tmp_path / "frames", Folder(plain(intrinsics="four")))
    (folder / "intrinsics.txt").write_text("fast and sharp\n")
    with pytest.raises(BagError, match=r"intrinsics.txt holds no intrinsics; write `fx fy cx cy`"):
        read(folder)
    (folder / "intrinsics.txt").unlink()
    (folder / "camera.json").write_text("{")
    with pytest.raises(BagError, match=r"camera.json cannot be read as intrinsics"):
        read(folder)
    (folder / "camera.json").write_text('{"camera": {"fx": 60, "fy": 60, "cx": 39.5, "cy": 29.5}}')
    assert len(read(folder)[0]) == 8
    (folder / "camera.json").write_text('{"intrinsic_matrix": [60, 0, 0, 0, 60, 0, 39.5, 29.5, 1]}')
    assert read(folder)[0][0].intrinsics.cy == 29.5


def test_depth_of_another_scale_is_told(tmp_path):
    folder = write_folder(tmp_path / "scenes", Folder(seven_scenes))
    for file in folder.glob("*.depth.png"):
        Image.fromarray((np.array(Image.open(file)) // 1000).astype(np.uint16)).save(file)
    _, report = read(folder, intrinsics="60 60 39.5 29.5")
    assert "--depth-scale 1," in report.cause()


def test_files_cut_off_anywhere_never_end_in_another_error(tmp_path):
    rng = np.random.default_rng(3)
    for write in (plain(), plain(poses="files"), tum, scannet, seven_scenes):
        for number in range(6):
            folder = write_folder(tmp_path / f"{write.__name__}{number}{id(write)}", Folder(write, views=2))
            files = sorted(file for file in folder.rglob("*") if file.is_file())
            for file in rng.choice(np.array(files, object), 3):
                file.write_bytes(file.read_bytes()[: int(rng.uniform() * file.stat().st_size)])
            try:
                _, report = read(folder, intrinsics="60 60 39.5 29.5")
                assert report.used + report.skipped.total() >= 1
            except BagError as error:
                assert "\n" not in str(error)


def test_a_real_recording_is_level_and_stands_on_its_floor(tmp_path):
    if not REAL.is_dir():
        pytest.skip(f"the real RGB-D frames are missing: {REAL}")
    report = ReadReport()
    assert convert_rgbd_folder(REAL, tmp_path / "bag", report=report) == 5
    assert any("tilted by" in note and "levelled" in note for note in report.notes)
    views = list(read_observations(tmp_path / "bag"))
    heights = [view.map_T_camera[2, 3] for view in views]
    assert len(views) == 5
    assert np.ptp(heights) < 0.1  # carried by hand at one height
    assert 1.2 < np.mean(heights) < 1.5
