"""Instructions in a home whose things and people are elsewhere each time, judged by the truth of the home."""

import json

import pytest
from typer.testing import CliRunner

from embodied_memory.config import Config
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.evaluation.household_tasks.task_case import TaskCase, is_done
from embodied_memory_tools.evaluation.household_tasks.task_run import run_home_tasks
from household.generation import generate_home


@pytest.fixture(scope="module")
def ends():
    kinds = ("moved", "shut away", "switch")
    return {one.case.kind: one for one in run_home_tasks(903, Config(), HashingEmbedder(), kinds).ends}


def test_what_was_moved_and_what_was_shut_away_is_brought_to_a_person_who_went_elsewhere(ends):
    assert {kind: one.done for kind, one in ends.items()} == {"moved": True, "shut away": True, "switch": True}
    assert "Explore" in " ".join(ends["moved"].actions)
    assert [one[:4] for one in ends["shut away"].actions if one[:4] in ("Open", "Clos")] == ["Open", "Clos"]


def test_a_home_that_nobody_touched_is_as_it_should_not_be():
    world = generate_home(903).world
    lamp = next(one for one in world.entities.values() if "power" in one.settings)
    other = "on" if lamp.settings["power"] == "off" else "off"
    assert not is_done(TaskCase("switch", "", "", lamp.entity_id, "power", other), world)
    assert is_done(TaskCase("switch", "", "", lamp.entity_id, "power", lamp.settings["power"]), world)


def test_the_command_writes_a_table_json_and_a_picture(tmp_path):
    file = tmp_path / "tasks.json"
    arguments = [
        "evaluate",
        "tasks",
        "--seeds",
        "904",
        "--kinds",
        "switch",
        "--embedder",
        "hashing",
        "--output",
        str(file),
    ]
    ran = CliRunner().invoke(app, arguments)
    assert ran.exit_code == 0, ran.output
    assert set(json.loads(file.read_text())) == {"ours", "ours without memory"}
    assert file.with_suffix(".png").stat().st_size > 5000


def test_an_unknown_kind_is_named_with_those_that_there_are():
    ran = CliRunner().invoke(app, ["evaluate", "tasks", "--kinds", "dance"])
    assert ran.exit_code == 2
    assert "switch" in ran.output
