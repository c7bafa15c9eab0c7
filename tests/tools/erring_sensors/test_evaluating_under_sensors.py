"""Searches, exploration and instructions under sensors that err: rows, JSON, maps, and the robot that believes."""

import json
import math

import pytest
from typer.testing import CliRunner

from embodied_memory.config import Config
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.planning.body import BodyError
from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.evaluation.erring_sensors.sensor_runs import SensorPlan, run_under_sensors
from embodied_memory_tools.evaluation.exploration import ExplorationRunner
from embodied_memory_tools.evaluation.multi_goal.evaluate_tours import TourPlan
from embodied_memory_tools.evaluation.multi_goal.search_arm import OURS
from embodied_memory_tools.evaluation.multi_goal.tour_run import run_tour
from embodied_memory_tools.evaluation.multi_goal.tours_under_sensors import TourRunner
from embodied_memory_tools.evaluation.simulated_body import SimulatedBody
from household.generation import generate_home
from household.robot import HomeRobot
from household.search_tour import choose_tour
from household.sensors.load_sensors import load_sensors

FIGURES = {
    "found", "false_claims", "spl", "where_is", "objects_per_visible", "calibration_error", "goals", "homes", "steps",
}  # fmt: skip


def evaluate(*arguments):
    return CliRunner().invoke(app, ["evaluate", *arguments, "--embedder", "hashing"])


@pytest.fixture
def body_with(tmp_path):
    """body_with(sensors): (robot, body) in a home."""

    def make(name, *settings):
        memory, config = Memory(tmp_path / "memory.db", HashingEmbedder()), Config()
        robot = HomeRobot(generate_home(3), sensors=load_sensors(name, settings), seed=1)
        builder = SceneGraphBuilder(config.perception, embedder=HashingEmbedder(), session_id="test")
        return robot, SimulatedBody(robot, config, builder, memory)

    return make


def test_search_writes_a_row_for_each_of_the_sensors_and_the_maps(tmp_path):
    file = tmp_path / "search.json"
    result = evaluate(
        "search", "--seeds", "3", "--goals", "2", "--sensors", "exact,single/missed_fifth", "--output", str(file)
    )
    assert result.exit_code == 0, result.output
    written = json.loads(file.read_text())
    assert list(written["sensors"]) == ["exact", "single/missed_fifth"]
    for by_sensors in written["sensors"].values():
        assert list(by_sensors["searchers"]) == ["ours", "ours without memory"]
        assert all(set(score) >= FIGURES for score in by_sensors["searchers"].values())
        assert by_sensors["searchers"]["ours"]["goals"] == 2
        assert len(by_sensors["searchers"]["ours"]["by_home"]["3"]["questions"]) == 2
    assert {target["sensors"] for target in written["targets"]} == {"exact", "single/missed_fifth"}
    assert (tmp_path / "search-maps.png").read_bytes().startswith(b"\x89PNG")
    assert "single/missed_fifth" in result.output


def test_with_exact_sensors_a_tour_is_the_same_as_without_any():
    home, config = generate_home(3), Config()
    tour = choose_tour(home, 3, 3)
    without = run_tour(home, tour, OURS, config, HashingEmbedder())
    exact = run_tour(home, tour, OURS, config, HashingEmbedder(), sensors=load_sensors("exact"))
    assert (without.goals, without.trails) == (exact.goals, exact.trails)
    assert without.knowledge is None
    assert exact.knowledge.check.kept == len(exact.knowledge.objects)
    assert 0.7 < exact.knowledge.check.kept / exact.knowledge.check.visible < 1.2


def test_a_setting_and_a_policy_for_exploration(tmp_path):
    file = tmp_path / "exploration.json"
    result = evaluate(
        "exploration", "--seeds", "4", "--policies", "nearest", "--sensor-setting", "detector.recall=0.9",
        "--output", str(file),
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    (score,) = json.loads(file.read_text())["sensors"]["exact detector.recall=0.9"]["searchers"].values()
    assert (score["goals"], score["homes"]) == (4, 1)


def test_instructions_tell_of_wrong_things(tmp_path):
    file = tmp_path / "tasks.json"
    arguments = ("--seeds", "4", "--kinds", "switch", "--sensors", "single/missed_fifth", "--output", str(file))
    result = evaluate("tasks", *arguments)
    assert result.exit_code == 0, result.output
    by_arm = json.loads(file.read_text())["sensors"]["single/missed_fifth"]["searchers"]
    assert {name: score["wrong_things"] for name, score in by_arm.items()} == {"ours": 0, "ours without memory": 0}
    assert by_arm["ours"]["spl"] is None


def test_unknown_sensors_are_refused_with_those_there_are():
    result = evaluate("search", "--sensors", "perfect")
    assert result.exit_code != 0
    assert 'there are no sensors "perfect"; choose from exact' in result.output + str(result.exception)


def test_several_processes_give_what_one_gives():
    def figures(jobs):
        plan = SensorPlan(TourRunner(TourPlan((OURS,), 2)), (load_sensors("good"),), (3, 4), "hashing", jobs)
        runs = run_under_sensors(plan)["good"]["ours"]
        return {seed: run.goals for seed, run in runs.items()}

    assert figures(1) == figures(2)


def test_each_home_is_told_when_it_is_done():
    told = []
    plan = SensorPlan(ExplorationRunner(("nearest",)), (load_sensors("exact"),), (3, 4), "hashing")
    run_under_sensors(plan, lambda sensors, seed, ends, so_far: told.append((sensors, seed, list(ends))))
    assert told == [("exact", 3, ["nearest"]), ("exact", 4, ["nearest"])]


def test_a_body_believes_its_pose_and_its_course_is_the_truth(body_with):
    robot, body = body_with("exact", "localisation.offset_m=0.1")
    assert body.pose() == Pose2D(*robot.believed_pose)
    body.look()
    body.navigate(Pose2D(robot.pose[0] + 1.0, robot.pose[1], 0.0))
    assert math.dist((body.pose().x, body.pose().y), robot.believed_pose[:2]) < 0.3
    assert body.course.trail[-1] == robot.pose[:2]
    assert 0.0 < math.dist(body.driven()[-1], body.course.trail[-1]) < 0.5


def test_a_body_whose_views_never_come_says_so(body_with):
    _, body = body_with("exact", "frames.lost_share=1.0")
    with pytest.raises(BodyError, match="no view of the camera can be used"):
        body.look()
    assert body.known_floor() is None


def test_a_robot_without_views_has_found_nothing():
    home = generate_home(3)
    blind = load_sensors("exact", ["frames.lost_share=1.0"])
    end = run_tour(home, choose_tour(home, 2, 3), OURS, Config(), HashingEmbedder(), sensors=blind)
    assert [goal.found for goal in end.goals] == [False, False]
    assert "no view" in end.goals[0].message
