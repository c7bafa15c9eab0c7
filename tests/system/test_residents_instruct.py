"""A resident asks the robot for a thing, over ROS: bridge, memory and dialog are real, the planner is the test's."""

from __future__ import annotations

import threading

import pytest
from rclpy.action import ActionClient, ActionServer

from embodied_memory.memory.memory import Memory
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.skill import SkillName
from embodied_memory_interfaces.action import ExecuteInstruction, ExecuteSkill
from embodied_memory_interfaces.msg import Answer, Event, Skill, Utterance
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.qos import KEPT_RECORDS, RECORDS
from embodied_memory_tools.evaluation.lived_requests import judge_requests
from household.generation import generate_home
from household.home import ROBOT_ID
from household.residents.spoken import the
from household.residents.trace_files import TRACE_FILE, read_life

SEED, HOURS, SCALE = 4, 1.5, 300.0
Result = ExecuteInstruction.Result


class Hands:
    """Does what it is told with skills alone: the world's own ids, no search."""

    def __init__(self, observer):
        self.observer, self.home = observer, generate_home(SEED)
        self.skills = ActionClient(observer.node, ExecuteSkill, "/execute_skill")
        self.asked, self.outcomes = [], []
        self._server = ActionServer(observer.node, ExecuteInstruction, "/execute_instruction", self._execute)

    def _execute(self, handle):
        self.asked.append((handle.request.instruction, handle.request.speaker))
        threading.Thread(target=self._bring, args=self.asked[-1], daemon=True).start()
        handle.succeed()
        return Result(error_msg="I have begun")

    def _bring(self, instruction, speaker):
        named = [e for e in self.home.world.entities.values() if e.movable and the(e) in instruction]
        self._do(SkillName.NAVIGATE_TO, named[0].entity_id)
        refused = self._do(SkillName.PICK, named[0].entity_id)
        for shut in [e for e in self.home.world.entities.values() if e.openable and f"{the(e)} is closed" in refused]:
            self._do(SkillName.OPEN, shut.entity_id)
            self._do(SkillName.PICK, named[0].entity_id)
        self._do(SkillName.NAVIGATE_TO, speaker)
        self._do(SkillName.HANDOFF, speaker)

    def _do(self, name, target):
        goal = ExecuteSkill.Goal(skill=Skill(name=name.value, actor=ROBOT_ID, target_id=target))
        self.outcomes.append(self.observer.outcome(self.observer.send(self.skills, goal)).result.error_msg)
        return self.outcomes[-1]

    def close(self):
        self._server.destroy()
        self.skills.destroy()


class Evening:
    """What was heard of it, and what really happened."""

    def __init__(self, observer, start, folder):
        self.said = observer.collect(Utterance, "/dialog/utterances", RECORDS)
        self.replies = observer.collect(Answer, "/dialog/replies", RECORDS)
        self.events = observer.collect(Event, "/events", KEPT_RECORDS)
        self.hands, self.database = Hands(observer), folder / "memory.db"
        start("memory_nodes", "memory_node", database=str(self.database), embedder="hashing", use_sim_time=True)
        start("dialog_nodes", "dialog_node", use_sim_time=True)
        bridge = start(
            "bridge_nodes", "household_bridge", seed=SEED, residents=True, residents_start="2026-03-02T17:00",
            residents_hours=HOURS, time_scale=SCALE, residents_trace=str(folder / "days"),
            wait_for_nodes="memory_node dialog_node", wait_for_readers_s=5.0, idle_look_period_s=0.5,
            image_width=64, image_height=48,
        )  # fmt: skip
        observer.wait((folder / "days" / TRACE_FILE).exists, 50.0, lambda: f"the end of the days; {bridge.log}")
        self.trace, self.truth = read_life(folder / "days")
        observer.wait(lambda: self.heard() <= self.recorded(), 20.0, lambda: f"{self.heard() - self.recorded()}")

    def heard(self):
        """When people truly said something that the robot heard: its last words may still be on their way here."""
        events = [record.event for record in self.trace]
        return {(e.stamp_ns, e.actor) for e in events if e.kind.value == "utterance" and ROBOT_ID in e.observers} - {
            (e.stamp_ns, e.actor) for e in events if e.actor == ROBOT_ID
        }

    def recorded(self):
        """When people said something, by the events that came."""
        return {(time_to_ns(event.header.stamp), event.actor) for event in self.events}

    def told(self):
        """The events that tell of what people said to the robot, by whoever published them."""
        words = {(message.speaker, message.text) for message in self.said}
        return [event for event in self.events if (event.actor, event.text) in words]


@pytest.fixture(scope="module")
def evening(observer, start, tmp_path_factory):
    lived = Evening(observer, start, tmp_path_factory.mktemp("evening"))
    yield lived
    lived.hands.close()


def test_a_residents_instruction_is_carried_out_and_judged(evening):
    (judged, *_) = judge_requests(evening.trace, evening.truth)
    assert (judged.person, judged.done) == (evening.hands.asked[0][1], True), evening.hands.outcomes
    thanks = [record.event.text for record in evening.trace if "thank" in record.event.text.lower()]
    assert thanks


def test_what_is_said_to_the_robot_is_recorded_once_with_time_place_and_hearers(evening):
    recorded = sorted((time_to_ns(e.header.stamp), e.actor, e.text, e.place, *e.observers) for e in evening.told())
    said = [record.event for record in evening.trace if record.event.stamp_ns in {entry[0] for entry in recorded}]
    truly = sorted(
        (e.stamp_ns, e.actor, e.text, e.place, *e.observers)
        for e in said
        if e.kind.value == "utterance" and e.actor != ROBOT_ID
    )
    assert recorded == truly
    assert len(recorded) == len(evening.said) >= 2


def test_people_hear_what_the_robot_says_where_it_is(evening):
    spoken = [record.event for record in evening.trace if record.event.actor == ROBOT_ID]
    heard = [event for event in spoken if event.kind.value == "utterance" and len(event.observers) > 1]
    assert heard
    assert {event.text for event in heard} <= {reply.text for reply in evening.replies}


def test_memory_can_tell_what_was_asked_of_the_robot(evening):
    _, person = evening.hands.asked[0]
    with Memory(evening.database, HashingEmbedder(), read_only=True) as memory:
        answer = memory.answer(f"What did {person} say to you?", now_ns=evening.trace[-1].event.stamp_ns)
    assert answer.known
