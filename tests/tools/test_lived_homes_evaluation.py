"""Searches, explorations and tasks in homes that are lived in: things move between goals, any look-alike will do."""

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from embodied_memory.config import Config
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.planning.exploring.explorer import GoalOutcome
from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.evaluation import exploration
from embodied_memory_tools.evaluation.goal_judge import GoalJudge
from embodied_memory_tools.evaluation.homes import GENERATED, LIVED
from embodied_memory_tools.evaluation.household_tasks import lived_run
from embodied_memory_tools.evaluation.multi_goal.evaluate_tours import TourPlan
from embodied_memory_tools.evaluation.multi_goal.search_arm import NEAREST, OURS
from embodied_memory_tools.evaluation.multi_goal.tour_run import run_tour
from embodied_memory_tools.evaluation.out_of_sight import OutOfSight
from household.generation.lived.doors import all_rooms_joined
from household.goals import JudgedGoal, Sight, goal_for
from household.home import DOOR, ROBOT_ID
from household.navigation import NavigationGrid
from household.search_tour import choose_tour

SEED = 5001


@pytest.fixture
def home():
    return LIVED.make(SEED)


@pytest.fixture(scope="module")
def tour():
    return choose_tour(LIVED.make(SEED), 10, SEED)


def evaluate(*arguments):
    return CliRunner().invoke(app, ["evaluate", *arguments, "--homes", "lived:1", "--embedder", "hashing"])


def places(home):
    return {e.entity_id: e.position for e in home.world.entities.values() if e.movable}


def doors(home):
    return {door.entity_id: door.open for door in home.world.find(DOOR)}


def test_between_goals_things_get_elsewhere_and_time_passes(home, tour):
    between, before = LIVED.between(home, tour, SEED), places(home)
    assert between(1) == 3600.0
    moved = {key for key, position in places(home).items() if position != before[key]}
    assert 1 <= len(moved) <= 3
    assert all(home.world[key].parent_relation == "on" for key in moved)


def test_in_generated_homes_nothing_happens():
    home = GENERATED.make(4)
    before = dict(home.world.entities)
    assert GENERATED.between(home, choose_tour(home, 3, 4), 4)(1) == 0.0
    assert home.world.entities == before


def test_the_same_becomes_of_a_home_wherever_the_robot_got_to(home, tour):
    other = LIVED.make(SEED)
    other.world.move_actor(ROBOT_ID, *NavigationGrid(other).nearest_free(other.world.rooms[0].center), 1.0)
    for one in (home, other):
        between = LIVED.between(one, tour, SEED)
        for over in (1, 2, 3):
            between(over)
    assert places(home) == places(other)


def test_what_is_asked_for_stays_true_and_can_be_found(home, tour):
    between = LIVED.between(home, tour, SEED)
    before = places(home)
    for over in range(1, len(tour)):
        between(over)
        sight = Sight(home)
        assert any(sight.can_find(home.world[key]) for key in tour[over].entity_ids), tour[over].text
        assert all_rooms_joined(home.world)
    told_by_place = [goal for goal in tour if " on the " in goal.text or " next to the " in goal.text]
    assert told_by_place
    alike = [e for goal in told_by_place for e in home.world.find(goal.category) if e.movable]
    assert all(e.position == before[e.entity_id] for e in alike)


def test_doors_turn_between_goals_but_not_beside_the_robot(home, tour):
    before = doors(home)
    between = LIVED.between(home, tour, SEED)
    for over in range(1, 10):
        between(over)
    assert doors(home) != before
    for door in home.world.find(DOOR):
        was = doors(home)
        home.world.move_actor(ROBOT_ID, *door.to_map(0.6, 0.0), 0.0)
        changes = OutOfSight(home, OnlyFirst([door, *(one for one in home.world.find(DOOR) if one is not door)]))
        changes.turn_door()
        assert doors(home) == was


class OnlyFirst:
    """A source of chance that always draws the same door."""

    def __init__(self, choices):
        self.first = choices[0]

    def choice(self, choices):
        assert self.first in choices
        return self.first


def test_the_judge_accepts_any_look_alike_where_it_is_now(home):
    alike = next(
        goal
        for e in home.world.entities.values()
        if e.movable and len((goal := goal_for(home, e)).entity_ids) > 1 and Sight(home).can_find(e)
    )
    judge, grid = GoalJudge(home, 1.0), NavigationGrid(home)
    for key in alike.entity_ids:
        pose = grid.approach_pose(home.start_pose[:2], key, 1.0)
        if pose is not None:
            assert judge.judge(alike, _claims(home, pose)).found, key
    moved = home.world[next(k for k in alike.entity_ids if Sight(home).can_find(home.world[k]))]
    only = JudgedGoal(alike.text, alike.category, (moved.entity_id,))
    there = grid.approach_pose(home.start_pose[:2], moved, 1.0)
    home.world.move(moved.entity_id, (*home.start_pose[:2], 0.5), 0.0)
    assert judge.judge(only, _claims(home, home.start_pose)).found
    assert not judge.judge(only, _claims(home, there)).found


def _claims(home, pose):
    start = Pose2D(*home.start_pose)
    return GoalOutcome("thing", True, None, Pose2D(*pose), start, 1, 1.0, "")


def test_each_goal_is_judged_before_the_home_changes(home):
    """What was found is carried off afterwards, and counts all the same."""
    config = Config()
    impatient = replace(config, explorer=replace(config.explorer, max_steps_per_goal=8))
    (goal,) = choose_tour(home, 1, SEED)

    def carried_off(over):
        for key in goal.entity_ids:
            home.world.replace(replace(home.world[key], position=(-50.0, -50.0, 0.5)))
        return 60.0

    end = run_tour(home, [goal, goal], OURS, impatient, HashingEmbedder(), between=carried_off)
    assert [(one.found, one.shortest_path_m is not None) for one in end.goals] == [(True, True), (False, False)]


def test_every_searcher_begins_in_the_home_as_it_was_at_first():
    plan = TourPlan((NEAREST, NEAREST), 2, LIVED)
    config = Config()
    config = replace(config, explorer=replace(config.explorer, max_steps_per_goal=6))
    (_, one), (_, other) = plan.tours(SEED, config, HashingEmbedder())
    assert (one.goals, one.trails) == (other.goals, other.trails)


def test_a_door_that_is_shut_behind_the_robot_is_found_and_gone_around(home):
    """The way that it came is a wall now; it neither stalls nor gives up."""
    config, goals = Config(), choose_tour(home, 2, SEED)

    def all_that_may_be(over):
        for door in home.world.find(DOOR):
            home.world.replace(replace(door, open=False))
            if not all_rooms_joined(home.world):
                home.world.replace(replace(door, open=True))
        return 60.0

    end = run_tour(home, goals, OURS, config, HashingEmbedder(), between=all_that_may_be)
    assert all(goal.shortest_path_m is not None for goal in end.goals)
    assert all(goal.steps <= config.explorer.max_steps_per_goal for goal in end.goals)
    assert end.goals[1].found


def test_search_tells_of_homes_that_are_lived_in(tmp_path):
    file = tmp_path / "search.json"
    result = evaluate("search", "--first-seed", "8100", "--goals", "1", "--searchers", "ours", "--output", str(file))
    assert result.exit_code == 0, result.output
    assert "1 lived-in homes" in " ".join(result.output.split())
    assert list(json.loads(file.read_text())["searchers"]["ours"]["homes"]) == ["8100"]
    assert file.with_suffix(".png").stat().st_size > 5000


def test_exploration_under_sensors_that_err(tmp_path, monkeypatch):
    monkeypatch.setattr(exploration, "GOALS_PER_HOME", 1)
    file = tmp_path / "exploration.json"
    result = evaluate(
        "exploration", "--first-seed", "8100", "--policies", "nearest", "--sensors", "single/depth_holes",
        "--output", str(file),
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    (score,) = json.loads(file.read_text())["sensors"]["single/depth_holes"]["searchers"].values()
    assert (score["goals"], score["homes"]) == (1, 1)
    assert (tmp_path / "exploration-maps.png").is_file()


def test_tasks_are_those_of_homes_that_are_lived_in_and_say_whether_they_need_a_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(lived_run, "_FIRST_LOOK_STEPS", 2)
    file = tmp_path / "tasks.json"
    result = evaluate("tasks", "--first-seed", "8100", "--kinds", "check", "--output", str(file))
    assert result.exit_code == 0, result.output
    assert "67 % at most" in " ".join(result.output.split()).replace("67%", "67 %")
    written = json.loads(file.read_text())
    (end,) = written["ours"]["homes"]["8100"]
    assert end["case"]["kind"] == "check"
    assert 10 < end["case"]["budget_s"] < 600
    assert "put away" in written["ours"]["kinds"]
