"""Going to see and answering, in a simulated home that is rendered, mapped and remembered."""

import random
from dataclasses import replace
from types import SimpleNamespace

import pytest

from embodied_memory.config import Config, PermissionConfig
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.planning.exploring.frontier_choice import RoomLikelihood
from embodied_memory.planning.instruction import TaskStatus
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.planning.tasks.robot_skills import RobotSkills
from embodied_memory.planning.tasks.task_execution import TaskExecution
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory_tools.evaluation.simulated_body import SimulatedBody
from embodied_memory_tools.evaluation.simulated_hands import HandedBody
from household.generation import generate_home
from household.residents.draw_residents import draw_residents
from household.residents.home_map import HomeMap
from household.residents.life import move_in
from household.robot import HomeRobot


@pytest.fixture
def robot(tmp_path):
    """do(text, grants) in the home of seed 4, by the first of those who live there."""
    home, config, embedder = generate_home(4), Config(), HashingEmbedder()
    residents = draw_residents(HomeMap(home.world), random.Random("4 residents"))
    move_in(home, residents)
    person, people = residents[0].name, frozenset(one.name.lower() for one in residents)
    with Memory(tmp_path / "memory.db", embedder, config.memory) as memory:
        builder = SceneGraphBuilder(config.perception, embedder=embedder, session_id="home")
        body = HandedBody(SimulatedBody(HomeRobot(home), config, builder, memory), home, memory)
        skills = RobotSkills(config, body, RoomLikelihood(), lambda step: None)
        body.look()

        def do(text, grants="all"):
            permissions = Permissions(PermissionConfig((f"*: {grants}",)))
            outcome = TaskExecution(body, skills, skills.things, permissions).execute(
                text, person, read_task(text, person, people)
            )
            return outcome.report, [step.action for step in outcome.trace.steps]

        def turn(category, **settings):
            (one,) = home.world.find(category)
            home.world.replace(replace(one, settings={**one.settings, **settings}))

        yield SimpleNamespace(do=do, turn=turn, world=home.world, memory=memory, body=body)


def test_what_changed_unseen_is_told_as_it_is_now(robot):
    robot.do("find the kettle")
    assert robot.memory.answer("Is the kettle on?").text.startswith("No")
    robot.do("find the bed")
    left_ns = robot.body.stamp_ns
    robot.turn("kettle", power="on")
    report, done = robot.do("go and see whether the kettle is on")
    (answer,) = report.answers
    assert (report.status, report.summary, done) == (TaskStatus.SUCCEEDED, "Yes, the kettle is on", ["Look"])
    assert answer.evidence[0].stamp_ns > left_ns


def test_what_is_in_sight_is_looked_at_from_where_the_robot_stands(robot):
    robot.do("find the tv")
    before = len(robot.body.trail)
    report, _ = robot.do("see if the tv is off")
    assert (report.summary, len(robot.body.trail)) == ("Yes, the tv is off", before)


def test_a_shut_thing_is_opened_to_look_into_it_and_shut_again(robot):
    report, done = robot.do("check what is in the wardrobe")
    assert report.summary == "In the white wardrobe I saw a green towel"
    assert [name for name in done if name in ("Open", "Close")] == ["Open", "Close"]
    assert not any(one.open for one in robot.world.entities.values())


def test_who_may_not_have_things_opened_gets_an_honest_answer_and_nothing_opened(robot):
    report, done = robot.do("have a look whether there is milk in the fridge", "ask, search")
    told = "I could not see into the fridge: it is shut, and I may not open it for you"
    assert (report.status, report.summary, "Open" in done) == (TaskStatus.FAILED, told, False)


@pytest.mark.parametrize("grants", ["search", "ask", "handle, devices"])
def test_going_to_see_takes_leave_to_ask_and_to_send(robot, grants):
    before = len(robot.body.trail)
    report, done = robot.do("see whether the kettle is on", grants)
    assert (report.status, report.answers, done, len(robot.body.trail)) == (TaskStatus.FAILED, (), [], before)


def test_what_is_not_there_any_more_is_not_told_as_memory_had_it(robot):
    robot.do("find the red mug")
    (mug,) = [one for one in robot.world.find("mug") if one.caption == "a red mug"]
    assert robot.memory.answer("Where is the red mug?").known
    robot.world.leave(mug.entity_id)
    robot.do("find the bed")
    report, done = robot.do("look where the red mug is")
    (answer,) = report.answers
    assert (report.status, answer.known, answer.evidence) == (TaskStatus.FAILED, False, ()), (report, done)
    assert "the kitchen" in answer.text
    assert answer.text.endswith("did not find the red mug.")


def test_a_room_is_looked_over_before_anything_is_counted_in_it(robot):
    report, done = robot.do("go and check how many cups are in the kitchen")
    in_kitchen = [
        one
        for one in robot.world.find("cup")
        if robot.world.room_at(*one.position[:2]).category == "kitchen" and robot.world.is_visible(one.entity_id)
    ]
    assert (len(in_kitchen), report.summary) == (1, "I have seen one cup in the kitchen"), (report, done)


def test_what_was_moved_out_of_sight_is_looked_for_and_told_where_it_is_now(robot):
    robot.do("find the red mug")
    robot.do("find the bed")
    (mug,) = [one for one in robot.world.find("mug") if one.caption == "a red mug"]
    (table,) = robot.world.find("coffee table")
    x, y, z = table.position
    robot.world.rest(mug.entity_id, table.entity_id, "on", (x, y, z + (table.size[2] + mug.size[2]) / 2), 0.0)
    report, _ = robot.do("look where the red mug is")
    (answer,) = report.answers
    assert (report.status, answer.known) == (TaskStatus.SUCCEEDED, True)
    assert "on the coffee table in the living room" in answer.text.replace(",", "")
    assert "dishwasher" not in answer.text
