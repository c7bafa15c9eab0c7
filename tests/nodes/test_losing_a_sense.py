"""A robot that drives and loses a sense stops, says so, and goes on when it is back."""

import time

import pytest
from action_msgs.msg import GoalStatus
from diagnostic_msgs.msg import DiagnosticArray
from ros_testing.small_world import SmallWorld

from embodied_memory_interfaces.action import ExecuteInstruction


@pytest.fixture(scope="module")
def memory(start, tmp_path_factory):
    file = tmp_path_factory.mktemp("memory") / "memory.db"
    return start("memory_nodes", "memory_node", database=file, embedder="hashing")


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        ("pose", "nobody tells where I am"),
        ("views", "no views come"),
        ("map", "no views reach the map"),
        ("instants", "no views reach memory"),
    ],
)
def test_it_stops_says_so_and_goes_on(observer, start_here, memory, lost, told):
    start_here("planner_nodes", "planner_node")
    diagnostics = observer.collect(DiagnosticArray, "/diagnostics")

    def messages():
        return [one.message for message in list(diagnostics) for one in message.status if one.name == "/planner_node"]

    world = SmallWorld(observer)
    try:
        world.may_arrive.clear()
        client = observer.action(ExecuteInstruction, "/execute_instruction")
        handle = observer.send(client, ExecuteInstruction.Goal(instruction="find the red mug"))
        observer.wait(lambda: world.drives, 30.0, "it to drive")
        time.sleep(3.0)
        assert not world.cancelled.is_set()
        world.lost = frozenset({lost})
        observer.wait(world.cancelled.is_set, 6.0, "it to stop")
        observer.wait(
            lambda: any(told in message for message in messages()), 5.0, lambda: f"it to say so: {messages()}"
        )
        drives = len(world.drives)
        world.may_arrive.set()
        world.lost = frozenset()
        observer.wait(lambda: len(world.drives) > drives, 10.0, "it to go on")
        assert observer.outcome(handle, 60.0).status == GoalStatus.STATUS_SUCCEEDED
    finally:
        world.close()
