"""Whole tours of a small home: memory changes nothing before the second goal, and pays from then on."""

import json

import pytest
from typer.testing import CliRunner

from embodied_memory.config import Config
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.evaluation.multi_goal.search_arm import FORGETFUL, OURS
from embodied_memory_tools.evaluation.multi_goal.tour_run import run_tour
from household.generation import generate_home
from household.search_tour import choose_tour


@pytest.fixture(scope="module")
def runs():
    home = generate_home(4)
    tour = choose_tour(home, 6, 4)
    return [run_tour(home, tour, arm, Config(), HashingEmbedder()) for arm in (OURS, FORGETFUL)]


def test_without_memory_the_first_goal_is_searched_for_in_the_same_way(runs):
    ours, forgetful = runs
    assert forgetful.goals[0] == ours.goals[0]
    assert forgetful.trails[0] == ours.trails[0]


def test_every_goal_is_searched_for_from_where_the_last_one_ended(runs):
    for run in runs:
        assert [after[0] for after in run.trails[1:]] == [before[-1] for before in run.trails[:-1]]


def test_memory_shortens_the_ways_back(runs):
    ours, forgetful = (sum(goal.path_length_m for goal in run.goals[4:]) for run in runs)
    assert all(goal.found for goal in runs[0].goals)
    assert ours < forgetful


def test_the_command_writes_figures_goal_by_goal_and_a_picture(tmp_path):
    file = tmp_path / "search.json"
    arguments = ["--seeds", "3", "--goals", "2", "--searchers", "ours,nearest frontier", "--embedder", "hashing"]
    result = CliRunner().invoke(app, ["evaluate", "search", *arguments, "--output", str(file)])
    assert result.exit_code == 0, result.output
    written = json.loads(file.read_text())
    assert list(written["searchers"]) == ["ours", "nearest frontier"]
    assert len(written["searchers"]["ours"]["homes"]["3"]["goals"]) == 2
    assert [target["name"] for target in written["targets"]] == ["goals found", "SPL / that of nearest frontier"]
    assert file.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


def test_an_unknown_searcher_is_refused():
    result = CliRunner().invoke(app, ["evaluate", "search", "--searchers", "clever"])
    assert result.exit_code != 0
    assert 'there is no searcher "clever"' in result.output + str(result.exception)
