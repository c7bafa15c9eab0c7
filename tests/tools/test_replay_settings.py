"""replay takes every setting of the core, from the command line and from files, and names what is wrong."""

import pytest
from recordings.bag_layouts import Layout, write_layout
from typer.testing import CliRunner

from embodied_memory.config import Config
from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.config_settings import (
    SettingError,
    parse_assignments,
    read_settings_file,
    setting_names,
    with_settings,
)


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def bag(tmp_path):
    return write_layout(tmp_path / "bag", Layout(views=3))


def replay(bag, tmp_path, *words):
    return run("replay", bag, "--output", tmp_path / "out", "--embedder", "hashing", "--detector", "none", *words)


def another(value):
    """A value of the same kind that is not the default, as text."""
    if isinstance(value, bool):
        return str(not value).lower(), not value
    if isinstance(value, tuple):
        return ",".join(str(part) for part in value[:1]), value[:1]
    if isinstance(value, (int, float)):
        return str(value + 1), value + 1
    return "other", "other"


@pytest.mark.parametrize("name", setting_names())
def test_every_setting_of_the_core_can_be_given(name):
    text, value = another(setting_names()[name])
    changed = setting_names(with_settings(Config(), {name: text}))
    assert changed.pop(name) == value
    assert changed == {other: kept for other, kept in setting_names().items() if other != name}


def test_an_unknown_setting_is_named_with_what_could_be_meant(bag, tmp_path):
    result = replay(bag, tmp_path, "--setting", "perception.min_scor=.4")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "there is no setting 'perception.min_scor'; did you mean perception.min_score" in result.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("assignment", "said"),
    [
        ("perception.min_score=high", "perception.min_score must be a number"),
        ("perception.min_object_pixels=1.5", "must be a whole number"),
        ("memory.history_tree.max_children=a,b", "must be a list"),
        ("perception.min_score", "write it like perception.min_score=0.4"),
        ("perception.detector=wizard", "there is no 'wizard'; choose one of"),
    ],
)
def test_a_value_of_another_kind_is_refused_in_one_line(bag, tmp_path, assignment, said):
    words = ("replay", bag, "--output", tmp_path / "out", "--embedder", "hashing", "--setting", assignment)
    result = run(*words)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert said in result.stderr


def test_options_win_over_settings_and_settings_over_the_file(bag, tmp_path):
    file = tmp_path / "settings.yaml"
    file.write_text("perception:\n  detector: ground_truth\n  min_score: 0.5\nvoxel_map:\n  max_range_m: 3.0\n")
    values, others = read_settings_file(file)
    assert values == {
        "perception.detector": "ground_truth",
        "perception.min_score": 0.5,
        "voxel_map.max_range_m": 3.0,
    }
    assert others == []
    values |= parse_assignments(["perception.min_score=.6"])
    config = with_settings(Config(), values)
    assert (config.perception.min_score, config.voxel_map.max_range_m) == (0.6, 3.0)
    result = replay(bag, tmp_path, "--config", file, "--setting", "perception.min_score=.6")
    assert result.exit_code == 0, result.output
    assert "detector: none" in result.stdout


def test_a_file_of_parameters_of_nodes_is_read_and_what_only_a_node_has_is_told(bag, tmp_path):
    file = tmp_path / "nodes.yaml"
    file.write_text(
        "/**:\n  ros__parameters:\n    voxels_period_s: 2.0\n    detector: none\n"
        "mapping_node:\n  ros__parameters:\n    voxel_map:\n      max_range_m: 3.5\n    frontier.min_cells: 9\n"
    )
    values, others = read_settings_file(file)
    config = with_settings(Config(), values)
    assert (config.perception.detector, config.voxel_map.max_range_m, config.frontier.min_cells) == ("none", 3.5, 9)
    assert others == ["voxels_period_s"]
    result = run("replay", bag, "--output", tmp_path / "out", "--embedder", "hashing", "--config", file)
    assert result.exit_code == 0, result.output
    assert "left out: voxels_period_s" in result.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [("[1, 2", "is no YAML"), ("- a\n", "holds no settings"), ("perceptio:\n  x: 1\n", "no setting 'perceptio.x'")],
)
def test_a_file_of_settings_that_is_none_is_named(bag, tmp_path, text, said):
    (tmp_path / "bad.yaml").write_text(text)
    result = replay(bag, tmp_path, "--config", tmp_path / "bad.yaml")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert said in result.stderr


def test_a_file_of_settings_that_is_not_there_is_named(tmp_path):
    with pytest.raises(SettingError, match="check the path"):
        read_settings_file(tmp_path / "nothing.yaml")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--detector", "yolo_world"), "yolov8x-worldv2.pt is not"),
        (
            ("--detector", "yolo_world", "--setting", "perception.detector_weights=/nowhere/w.pt"),
            "names /nowhere/w.pt",
        ),
        (("--detector", "objectron", "--setting", "perception.model_folder=/nowhere"), "there is no folder /nowhere"),
        (("--detector", "none", "--tagger", "ram"), "ram_swin_large_14m.pth is not"),
    ],
)
def test_models_that_are_missing_are_one_line_and_leave_nothing(bag, tmp_path, words, said):
    result = run("replay", bag, "--output", tmp_path / "out", "--embedder", "hashing", *words)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert said in result.stderr
    assert not (tmp_path / "out" / "memory.db").exists()


def test_weights_that_are_damaged_are_one_line(bag, tmp_path):
    pytest.importorskip("ai_edge_litert")
    folder = tmp_path / "models" / "objectron"
    folder.mkdir(parents=True)
    (folder / "object_detection.tflite").write_bytes(b"cut off")
    (folder / "labels.txt").write_text("background\n")
    words = ("--detector", "objectron", "--setting", f"perception.model_folder={tmp_path / 'models'}")
    result = run("replay", bag, "--output", tmp_path / "out", "--embedder", "hashing", *words)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "object_detection.tflite cannot be read" in result.stderr
