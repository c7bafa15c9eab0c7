"""A planner that is deactivated in an instruction ends it, stops the base, and is ready once it is active again."""

from __future__ import annotations

import signal
import threading

import pytest
from action_msgs.msg import GoalStatus
from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState
from ros_testing.small_world import SmallWorld

from embodied_memory.geometry.pose import Pose2D
from embodied_memory_interfaces.action import ExecuteInstruction

Result = ExecuteInstruction.Result
FAR = Pose2D(-3.0, 0.0, 0.0)


@pytest.fixture(scope="module")
def memory(start, tmp_path_factory):
    file = tmp_path_factory.mktemp("memory") / "memory.db"
    return start("memory_nodes", "memory_node", database=file, embedder="hashing")


@pytest.fixture
def planner(start_here):
    return start_here("planner_nodes", "planner_node")


@pytest.fixture
def instructions(observer, planner):
    client = observer.action(ExecuteInstruction, "/execute_instruction")
    yield client
    client.destroy()


@pytest.fixture
def world(observer, planner, memory):
    made = SmallWorld(observer)
    made.pose = FAR
    yield made
    made.may_arrive.set()
    made.close()


def change(observer, transition):
    request = ChangeState.Request(transition=Transition(id=transition))
    return observer.call(ChangeState, "/planner_node/change_state", request, 30.0).success


def give(observer, client, text="find the mug", on_feedback=None):
    return observer.send(client, ExecuteInstruction.Goal(instruction=text), on_feedback)


def driving(observer, client, world):
    """The end of an instruction whose drive does not arrive."""
    world.may_arrive.clear()
    ended = give(observer, client).get_result_async()
    observer.wait(lambda: world.drives, 30.0, "the robot to drive")
    return ended


def test_what_it_was_doing_ends_and_it_takes_up_new_instructions(observer, instructions, world):
    result = driving(observer, instructions, world)
    assert change(observer, Transition.TRANSITION_DEACTIVATE)
    ended = observer.result(result, 15.0, "the action to end")
    assert (ended.status, ended.result.error_code) == (GoalStatus.STATUS_ABORTED, Result.NOT_DONE)
    assert ended.result.error_msg == "the planner was deactivated before it was done"
    assert world.cancelled.wait(5.0), "the drive goes on"
    assert not give(observer, instructions).accepted
    world.may_arrive.set()
    assert change(observer, Transition.TRANSITION_ACTIVATE)
    again = observer.outcome(give(observer, instructions), 60.0)
    assert (again.status, again.result.error_code) == (GoalStatus.STATUS_SUCCEEDED, Result.NONE), again.result


def test_what_waits_for_a_robot_that_is_not_there_ends_too(observer, instructions):
    handle = give(observer, instructions)
    assert not threading.Event().wait(1.0)
    assert change(observer, Transition.TRANSITION_DEACTIVATE)
    assert observer.outcome(handle, 15.0).result.error_msg == "the planner was deactivated before it was done"


def test_a_planner_that_is_shut_down_says_so(observer, instructions, world):
    result = driving(observer, instructions, world)
    assert change(observer, Transition.TRANSITION_ACTIVE_SHUTDOWN)
    ended = observer.result(result, 15.0, "the action to end")
    assert (ended.status, ended.result.error_code) == (GoalStatus.STATUS_ABORTED, Result.NOT_DONE)
    assert world.cancelled.wait(5.0), "the drive goes on"


def test_a_planner_whose_process_is_asked_to_end_says_so(observer, instructions, world, planner):
    result = driving(observer, instructions, world)
    planner.send(signal.SIGINT)
    ended = observer.result(result, 15.0, "the action to end")
    assert (ended.status, ended.result.error_code) == (GoalStatus.STATUS_ABORTED, Result.NOT_DONE)
    assert ended.result.error_msg == "the planner was stopped before it was done"
    assert world.cancelled.wait(5.0), "the drive goes on"
    assert planner.wait(15.0) == 0
    assert "Traceback" not in planner.log
