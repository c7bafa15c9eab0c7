"""Instructions with a picture: the planner asks perception what it shows, and goes by that."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image
from ros_testing.node_process import program_of
from ros_testing.small_world import SmallWorld
from sensor_msgs.msg import CompressedImage

from embodied_memory_interfaces.action import ExecuteInstruction
from embodied_memory_interfaces.srv import NamePicture
from planner_nodes.instruct import goal_of, options_of

Result = ExecuteInstruction.Result


def picture(format="JPEG"):
    stream = io.BytesIO()
    Image.fromarray(np.full((60, 80, 3), 200, np.uint8)).save(stream, format)
    return CompressedImage(format=format.lower(), data=stream.getvalue())


class Perception:
    """Names pictures as the test wants."""

    def __init__(self, observer):
        self.response, self.shown = NamePicture.Response(), []
        self.observer = observer
        self._service = observer.node.create_service(NamePicture, "/perception/name_picture", self._name)

    def _name(self, request, response):
        self.shown.append(bytes(request.picture.data))
        return self.response

    def close(self):
        self.observer.node.destroy_service(self._service)


@pytest.fixture(scope="module")
def instruct(observer, start, tmp_path_factory):
    """instruct(text, picture) -> the action's result; in a room with a red mug."""
    memory = tmp_path_factory.mktemp("memory") / "memory.db"
    start("memory_nodes", "memory_node", database=memory, embedder="hashing")
    start("planner_nodes", "planner_node")
    world = SmallWorld(observer)
    client = observer.action(ExecuteInstruction, "/execute_instruction")

    def send(text, picture):
        goal = ExecuteInstruction.Goal(instruction=text, speaker="ann", picture=picture)
        return observer.outcome(observer.send(client, goal), 60.0).result

    yield send
    client.destroy()
    world.close()


@pytest.fixture
def perception(observer):
    made = Perception(observer)
    yield made
    made.close()


def test_without_perception_the_picture_is_refused_with_the_remedy(instruct):
    result = instruct("find this", picture())
    assert result.error_code == Result.UNREADABLE_PICTURE
    assert "is the perception node running?" in result.error_msg


@pytest.mark.parametrize("text", ["find this", "", "go to the thing in the picture"])
def test_what_is_shown_is_gone_to(instruct, perception, text):
    perception.response = NamePicture.Response(success=True, name="red mug", read_by="the detector")
    shown = picture("PNG")
    result = instruct(text, shown)
    (goal,) = result.goals
    assert (result.error_code, goal.goal, goal.found) == (Result.NONE, "red mug", True)
    assert perception.shown == [bytes(shown.data)]


def test_what_a_picture_is_for_has_to_be_said(instruct, perception):
    perception.response = NamePicture.Response(success=True, name="red mug", read_by="the detector")
    result = instruct("find the kettle", picture())
    assert (result.error_code, "what the picture is for" in result.error_msg) == (Result.NOT_UNDERSTOOD, True)


def test_why_perception_names_nothing_is_told(instruct, perception):
    perception.response = NamePicture.Response(message="show the thing from nearer")
    result = instruct("find this", picture())
    assert (result.error_code, result.error_msg) == (Result.UNREADABLE_PICTURE, "show the thing from nearer")
    assert instruct("find the red mug", CompressedImage()).error_code == Result.NONE, "it goes on afterwards"


def test_the_command_tells_what_came_of_it(instruct, start_here):
    program = str(program_of("planner_nodes", "instruct"))
    found, missed = start_here.command([program, "find the red mug"]), start_here.command([program])
    assert (found.wait(60.0), missed.wait(20.0)) == (0, 2), found.log + missed.log
    assert found.log.splitlines()[-1] == "found 1 of 1"
    assert "give an instruction, a picture, or both" in missed.log


def test_the_command_sends_the_file_as_it_is(tmp_path):
    file = tmp_path / "mug.png"
    file.write_bytes(bytes(picture("PNG").data))
    goal = goal_of(options_of(["find this", "--speaker", "ann", "--picture", str(file)]))
    assert (goal.instruction, goal.speaker, goal.picture.format) == ("find this", "ann", "png")
    assert bytes(goal.picture.data) == file.read_bytes()
    with pytest.raises(OSError, match="No such file"):
        goal_of(options_of(["find this", "--picture", str(tmp_path / "none.png")]))
