"""Tasks in a simulated home that is rendered, mapped and remembered: judged by what is so in the home afterwards."""

import random
import re
from types import SimpleNamespace

import pytest
from scripted_model import ScriptedModel

from embodied_memory.config import Config, PlannerCriticConfig
from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.language.advisor import Advisor
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.planning.exploring.frontier_choice import RoomLikelihood
from embodied_memory.planning.instruction import TaskStatus
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.planning.tasks.robot_skills import RobotSkills
from embodied_memory.planning.tasks.task_execution import TaskExecution
from embodied_memory.planning.tasks.task_policy import PLAN, REACT
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
    """tell(text) and do(text) in the home of seed 4, by the first of those who live there. model: of ReAct."""
    home, config, embedder = generate_home(4), Config(), HashingEmbedder()
    residents = draw_residents(HomeMap(home.world), random.Random("4 residents"))
    move_in(home, residents)
    person, people = residents[0].name, frozenset(one.name.lower() for one in residents)
    with Memory(tmp_path / "memory.db", embedder, config.memory) as memory:
        builder = SceneGraphBuilder(config.perception, embedder=embedder, session_id="home")
        body = HandedBody(SimulatedBody(HomeRobot(home), config, builder, memory), home, memory)
        skills = RobotSkills(config, body, RoomLikelihood(), lambda step: None)
        body.look()

        def tell(text):
            stamp_ns, heard_by = body.stamp_ns + 1, ("robot",)
            said = Event(stamp_ns, EventKind.UTTERANCE, person, text, (), "", heard_by, Provenance.REPORTED)
            memory.record_event(said)

        def do(text, model=None):
            advisor, policy = (Advisor(model), REACT) if model else (None, PLAN)
            config = PlannerCriticConfig(policy=policy)
            execution = TaskExecution(body, skills, skills.things, Permissions(), config, advisor=advisor)
            outcome = execution.execute(text, person, read_task(text, person, people))
            return outcome.report, [(step.action, *step.arguments) for step in outcome.trace.steps]

        yield SimpleNamespace(tell=tell, do=do, world=home.world, person=person)


def test_a_favourite_thing_is_known_by_what_was_told_and_is_handed_over(robot):
    robot.tell("Robot, the purple book is my favourite book.")
    report, _ = robot.do("Robot, bring me my favourite book, please.")
    assert (report.status, report.summary) == (TaskStatus.SUCCEEDED, "I have brought your favourite book to you")
    assert robot.world.held_by(robot.person).caption == "a purple book"


def test_what_somebody_shut_away_is_fetched_and_the_door_closed_again(robot):
    robot.tell("Robot, I put the green towel in the white wardrobe in the bedroom.")
    report, done = robot.do("bring me the green towel")
    assert report.status is TaskStatus.SUCCEEDED, report
    assert robot.world.held_by(robot.person).caption == "a green towel"
    assert [call[0] for call in done if call[0] in ("Open", "Close")] == ["Open", "Close"]
    assert not any(one.open for one in robot.world.entities.values())


def test_a_language_model_that_asks_memory_on_the_way_brings_what_was_found(robot):
    """Its thoughts lead to one call at a time; the ids are those that it was told of."""
    shown = []

    def say(request):
        shown.append(request.prompt)
        turns = request.prompt.count("\nThought: ")
        meant = re.search(r"What its words mean: now [^:]*: (.*)", request.prompt)[1]
        book, person, *_ = [*re.findall(r"(\w+) \(", meant), "", ""]
        calls = ("Explore[purple book]", "FindObject[purple book]", f"Navigate[{book}]", f"Pick[{book}]",
                 f"Navigate[{person}]", f"Handoff[{person}]")  # fmt: skip
        return {"thought": f"Thought {turns}.", "action": calls[min(turns, len(calls) - 1)]}

    model = ScriptedModel(react_step=say, critique_skill={"reason": "fine", "valid": True, "feedback": ""})
    report, done = robot.do("bring me the purple book", model)
    assert report.status is TaskStatus.SUCCEEDED, (report, done)
    assert robot.world.held_by(robot.person).caption == "a purple book"
    assert [call[0] for call in done] == ["Explore", "FindObject", "Navigate", "Pick", "Navigate", "Handoff"]
    book = done[2][1]
    assert re.search(rf"FindObject\[purple book\]\nThe objects that fit are:\n(?:- .*\n)*- {book}\b", shown[2])
