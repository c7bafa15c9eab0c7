"""`bag check` and `replay` tell the truth, and what they propose works when it is pasted."""

import shlex
from dataclasses import replace

import pytest
from recordings.bag_layouts import LAYOUTS, UNREGISTERED, UNUSABLE, Layout, write_layout
from recordings.folder_layouts import FOLDERS, write_folder
from typer.testing import CliRunner

from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.model_choice import has_objectron


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def pasted(text, after):
    """Runs the command that stands after a word in what was printed."""
    line = next(line for line in text.splitlines() if after in line)
    program, *words = shlex.split(line.partition(after)[2])
    assert program == "embodied-memory"
    return run(*words)


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


CAUSES = {
    "no depth topic": "no messages on /camera/depth/image_raw",
    "other names": "--color-topic /front/rgb/image",
    "no camera info": "--intrinsics 'fx fy cx cy'",
    "no pose at all": "nothing tells where the robot was",
    "pose without mount": "--camera-mount",
    "depth unregistered, no transform": "--depth-mount",
    "depth unregistered, no info": "--depth-intrinsics",
    "colour of an unknown encoding": "'thermal12'",
    "depth of an unknown encoding": "'64FC2'",
    "depth late by 2 s": "no depth image within 0.1 s",
    "depth in mm as metres": "--depth-scale 0.001",
    "depth in metres as mm": "--depth-scale 1,",
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_what_cannot_be_replayed_ends_with_the_cause_and_the_remedy_and_leaves_nothing(name, tmp_path):
    path = write_layout(tmp_path / "bag", LAYOUTS[name])
    checked = run("bag", "check", path)
    assert checked.exit_code == 1
    assert CAUSES[name] in checked.stdout
    assert "can be replayed" not in checked.stdout
    replayed = run("replay", path, "--detector", "none", "--embedder", "hashing")
    assert replayed.exit_code == 2
    assert replayed.stderr.count("\n") == 1
    assert CAUSES[name] in replayed.stderr
    assert not (tmp_path / "replay" / "memory.db").exists()


PASTED = ["colour bayer_grbg8", "ros1 compressed", "odometry of another name", "frames of a namespace"]


@pytest.mark.parametrize("name", PASTED)
def test_the_command_that_is_printed_works_when_it_is_pasted(name, tmp_path):
    checked = run("bag", "check", write_layout(tmp_path / "bag", LAYOUTS[name]))
    assert checked.exit_code == 0, checked.output
    assert "can be replayed" in checked.stdout
    if not has_objectron():
        assert "choose a detector" in checked.stdout
        return
    replayed = pasted(checked.stdout, "next: ")
    assert replayed.exit_code == 0, replayed.output
    assert "detector: objectron" in replayed.stdout
    assert "8 observations used" in replayed.stdout
    asked = pasted(replayed.stdout, "next: ")
    assert asked.exit_code == 0, asked.output


def test_names_that_are_not_the_usual_ones_are_proposed_and_go_on_to_the_next_command(tmp_path):
    path = write_layout(tmp_path / "my [b]bag[/b] of 'today'", LAYOUTS["other names"])
    checked = run("bag", "check", path)
    assert checked.exit_code == 1
    again = pasted(checked.stdout, "try: ")
    assert again.exit_code == 0, again.output
    if has_objectron():
        replayed = pasted(again.stdout, "next: ")
        assert replayed.exit_code == 0, replayed.output
        assert "8 observations used" in replayed.stdout


def test_where_several_topics_could_be_meant_all_are_listed(tmp_path):
    def other_camera(writer):
        for topic in ("/rear/rgb/image", "/rear/depth/image", "/rear/infra1/image"):
            writer.put(topic, writer.messages.make("sensor_msgs/msg/Image", encoding="rgb8"), 1)

    layout = replace(LAYOUTS["other names"], extra=other_camera)
    checked = run("bag", "check", write_layout(tmp_path / "bag", layout))
    assert checked.exit_code == 1
    assert "--color-topic /front/rgb/image | /rear/rgb/image" in checked.stdout
    assert "--depth-topic /front/depth/image | /rear/depth/image" in checked.stdout


def test_a_bag_with_labels_is_replayed_with_them(bag_of, observation, tmp_path):
    bag = bag_of(*(observation(float(second), x=0.1 * second, instances=True) for second in range(1, 4)))
    checked = run("bag", "check", bag)
    assert f"next: embodied-memory replay {bag} --detector ground_truth" in checked.stdout
    replayed = run("replay", bag, "--embedder", "hashing")
    assert "detector: ground_truth" in replayed.stdout


def test_without_a_detector_that_fits_one_is_asked_for_with_the_list(tmp_path, monkeypatch):
    monkeypatch.setenv("EMBODIED_MEMORY_MODELS", str(tmp_path / "no models"))
    path = write_layout(tmp_path / "bag", Layout())
    checked = run("bag", "check", path)
    assert checked.exit_code == 0
    assert "choose a detector" in checked.stdout
    for name in ("objectron", "yolo_world", "none"):
        assert f"--detector {name} (" in checked.stdout
    assert "ground_truth" not in checked.stdout
    replayed = run("replay", path)
    assert replayed.exit_code == 2
    assert replayed.stderr.count("\n") == 1
    assert "--detector yolo_world (" in replayed.stderr
    assert not (tmp_path / "replay").exists()


def test_a_view_in_three_that_cannot_be_used_is_counted(tmp_path):
    """Depth that is there only sometimes."""
    path = write_layout(tmp_path / "bag", Layout(depth_every=3, views=9))
    checked = run("bag", "check", path)
    assert checked.exit_code == 0
    assert "6 skipped: no depth image within 0.1 s of a colour image" in checked.stdout


def test_what_was_assumed_is_said(tmp_path):
    said = {
        "tf of another name": "/tb4/tf is read as tf",
        "images without stamps": "images without a stamp (0): the time of their recording is taken",
        "pose": "read from /robot_pose",
        "depth unregistered": "it is registered here",
        "a floor at -2 m": "it is moved to 0",
    }
    for name, words in said.items():
        checked = run("bag", "check", write_layout(tmp_path / name.replace(" ", "_"), LAYOUTS[name]))
        assert words in checked.stdout, checked.stdout


def test_a_tolerance_that_is_proposed_works(tmp_path):
    path = write_layout(tmp_path / "bag", Layout(depth_delay_s=0.3, views=1))
    checked = run("bag", "check", path)
    assert checked.exit_code == 1
    tolerance = checked.stdout.partition("--max-difference ")[2].split()[0]
    assert run("bag", "check", path, "--max-difference", tolerance).exit_code == 0


def test_folders_are_checked_and_replayed_like_bags(tmp_path):
    layout, options = FOLDERS["plain png"]
    folder = write_folder(tmp_path / "frames", layout)
    refused = run("bag", "check", folder)
    assert refused.exit_code == 1
    assert "--intrinsics 'fx fy cx cy'" in refused.stdout
    checked = run("bag", "check", folder, *options)
    assert checked.exit_code == 0, checked.output
    if has_objectron():
        assert pasted(checked.stdout, "next: ").exit_code == 0
    converted = run("convert", "rgbd", folder, tmp_path / "bag", *options)
    assert converted.exit_code == 0
    if has_objectron():
        replayed = pasted(converted.stdout, "next: ")
        assert replayed.exit_code == 0, replayed.output
        assert "8 observations used" in replayed.stdout


def test_settings_that_make_no_sense_are_one_line(tmp_path):
    path = write_layout(tmp_path / "bag", UNREGISTERED)
    for words, said in (
        (("--camera-mount", "here"), "--camera-mount 'here' is no pose"),
        (("--intrinsics", "1 2 3"), "is not 'fx fy cx cy'"),
        (("--up", "w"), "'w' is no axis"),
        (("--depth-scale", "-1"), "must be positive"),
        (("--fx", "500"), "belong together"),
    ):
        for command in (("bag", "check"), ("replay",)):
            result = run(*command, path, *words)
            assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
            assert said in result.stderr
