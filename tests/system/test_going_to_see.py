"""The robot goes to see, over ROS: all nodes are real, and somebody changes what it saw while it is elsewhere."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image
from ros_testing.node_process import program_of
from sensor_msgs.msg import CompressedImage

from embodied_memory_interfaces.action import ExecuteInstruction, ExecuteSkill
from embodied_memory_interfaces.msg import Answer, MemoryRecord, Skill, Utterance
from embodied_memory_interfaces.srv import Talk
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.qos import RECORDS
from household.generation import generate_home

SEED = 4
NODES = (
    ("perception_nodes", "perception_node", {"detector": "ground_truth", "embedder": "hashing"}),
    ("perception_nodes", "mapping_node", {}),
    ("planner_nodes", "planner_node", {}),
    ("dialog_nodes", "dialog_node", {}),
)
Result = ExecuteInstruction.Result


class Stack:
    """A home with people who stand still, and a robot that is not told what they do out of its sight."""

    def __init__(self, observer, start, folder):
        self.observer = observer
        self.records = observer.collect(MemoryRecord, "/memory/records", RECORDS)
        self.replies = observer.collect(Answer, "/dialog/replies", RECORDS)
        start("memory_nodes", "memory_node", database=folder / "memory.db", embedder="hashing", use_sim_time=True)
        for package, executable, parameters in NODES:
            start(package, executable, use_sim_time=True, **parameters)
        command = [str(program_of("bridge_nodes", "household_bridge")), "--ros-args", "-r", "events:=hidden_events"]
        for name, value in (("seed", SEED), ("image_width", 200), ("image_height", 150), ("residents", "true"),
                            ("residents_hours", 0.0), ("time_scale", 1.0), ("idle_look_period_s", 1.0)):  # fmt: skip
            command += ["-p", f"{name}:={value}"]
        bridge = start.command(command)
        observer.wait(lambda: [r for r in self.records if r.kind == "instant"], 40.0, lambda: f"views; {bridge.log}")
        self.instructions = observer.action(ExecuteInstruction, "/execute_instruction")
        self.skills = observer.action(ExecuteSkill, "/execute_skill")

    def close(self):
        self.instructions.destroy()
        self.skills.destroy()

    def do(self, text, speaker="Viktor", **more):
        goal = ExecuteInstruction.Goal(instruction=text, speaker=speaker, **more)
        return self.observer.outcome(self.observer.send(self.instructions, goal), 60.0).result

    def talk(self, text):
        utterance = Utterance(speaker="Viktor", text=text)
        return self.observer.call(Talk, "/dialog/talk", Talk.Request(utterance=utterance), 30.0).reply

    def turn(self, category, setting, value):
        """By a person, who goes there first."""
        (thing,) = generate_home(SEED).world.find(category)
        for skill in (Skill(name="navigate_to", actor="Viktor", target_id=thing.entity_id),
                      Skill(name="set_device_state", actor="Viktor", target_id=thing.entity_id, setting=setting,
                            value=value)):  # fmt: skip
            sent = self.observer.send(self.skills, ExecuteSkill.Goal(skill=skill))
            ended = self.observer.outcome(sent).result
            assert ended.error_code == ExecuteSkill.Result.NONE, ended


@pytest.fixture(scope="module")
def stack(observer, start, tmp_path_factory):
    made = Stack(observer, start, tmp_path_factory.mktemp("stack"))
    yield made
    made.close()


def test_what_was_changed_out_of_sight_is_told_as_it_is_now(stack):
    assert stack.do("find the kettle").error_code == Result.NONE
    stack.turn("tv", "power", "on")
    assert stack.talk("Is the TV on?").text.startswith("No"), "the robot should not know of it yet"
    left_ns = max(time_to_ns(record.header.stamp) for record in stack.records)
    assert stack.talk("Go and see whether the TV is on, please.").text.startswith("All right")
    told = stack.observer.wait(
        lambda: [r for r in stack.replies if r.question == "Is the TV on?" and r.text.startswith("Yes")],
        60.0, lambda: f"the answer; {[r.text for r in stack.replies]}",
    )[0]  # fmt: skip
    assert (told.text, told.known) == ("Yes, the tv is on.", True)
    assert min(time_to_ns(one.stamp) for one in told.evidence) > left_ns
    assert "I saw it" in stack.talk("How do you know?").text


def test_an_instruction_brings_its_answers_with_it(stack):
    result = stack.do("see what channel the tv is set to")
    (answer,) = result.answers
    assert (result.error_code, answer.question, answer.known) == (
        Result.NONE,
        "What channel is the tv set to?",
        True,
    ), answer
    assert "1" in answer.text


def picture_of(color):
    stream = io.BytesIO()
    Image.fromarray(color).save(stream, "PNG")
    return CompressedImage(format="png", data=stream.getvalue())


@pytest.mark.parametrize(
    ("picture", "told"),
    [
        (CompressedImage(format="jpeg", data=b"no picture"), "no JPEG or PNG"),
        (CompressedImage(format="jpeg", data=bytes(16_000_001)), "send a smaller one"),
        (picture_of(np.zeros((60, 80, 3), np.uint8)), "perception.detector"),
    ],
    ids=["undecodable", "too large", "no detector that reads pictures"],
)
def test_a_picture_that_cannot_be_read_is_refused_with_the_remedy(stack, picture, told):
    result = stack.do("find this", picture=picture)
    assert result.error_code == Result.UNREADABLE_PICTURE
    assert told in result.error_msg
