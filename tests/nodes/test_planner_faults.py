"""A planner, or a navigation, that gives up without a word, hangs or dies: said, and gone on from."""

from __future__ import annotations

import signal
import threading
from types import SimpleNamespace

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from nav2_msgs.action import NavigateToPose
from rclpy.action import ActionServer, CancelResponse
from ros_testing.small_world import SmallWorld

from bridge_nodes.navigation_server import navigation_result
from embodied_memory.geometry.pose import Pose2D
from embodied_memory_interfaces.action import ExecuteInstruction
from embodied_memory_interfaces.msg import Answer, Utterance
from embodied_memory_interfaces.srv import Talk
from embodied_memory_ros.qos import RECORDS


@pytest.fixture(scope="module")
def dialog(start, tmp_path_factory):
    start("memory_nodes", "memory_node", database=tmp_path_factory.mktemp("memory") / "m.db", embedder="hashing")
    return start("dialog_nodes", "dialog_node")


@pytest.fixture
def replies(observer, dialog):
    return observer.collect(Answer, "/dialog/replies", RECORDS)


class FakePlanner:
    """Serves ExecuteInstruction as `execute` does."""

    def __init__(self, observer, execute):
        self.cancelled, self.over = threading.Event(), threading.Event()
        self._server = ActionServer(
            observer.node, ExecuteInstruction, "/execute_instruction", lambda handle: execute(self, handle),
            callback_group=observer._group, cancel_callback=self._cancel,
        )  # fmt: skip

    def _cancel(self, _):
        self.cancelled.set()
        return CancelResponse.ACCEPT

    def give_up(self, handle):
        handle.abort()
        return ExecuteInstruction.Result()

    def hang(self, handle):
        self.over.wait(60.0)
        return self.give_up(handle)

    def close(self):
        self.over.set()
        self._server.destroy()


@pytest.fixture
def planner_that(observer):
    made = []

    def serves(execute):
        made.append(FakePlanner(observer, execute))
        return made[-1]

    yield serves
    for one in made:
        one.close()


def tell(observer, text):
    said = Utterance(speaker="ann", text=text)
    answer = observer.call(Talk, "/dialog/talk", Talk.Request(utterance=said), 60.0).reply.text
    assert answer.startswith("All right"), answer


def await_reply(observer, replies, part, timeout_s=40.0):
    told = lambda: str([one.text for one in replies])  # noqa: E731
    observer.wait(lambda: [one for one in list(replies) if part in one.text], timeout_s, told)


def test_an_instruction_that_was_aborted_without_a_word_is_not_done(observer, replies, planner_that):
    planner_that(FakePlanner.give_up)
    tell(observer, "Find the mug.")
    await_reply(observer, replies, "the planner gave it up and did not say why")


def test_a_planner_that_hangs_is_told_of_and_stopped(observer, replies, planner_that):
    planner = planner_that(FakePlanner.hang)
    tell(observer, "Find the mug.")
    await_reply(observer, replies, "he planner is gone")
    assert planner.cancelled.wait(10.0), "it would go on once it no longer hangs"


def test_a_drive_that_was_aborted_without_a_code_has_not_arrived(observer, start_here, dialog):
    """As on Humble, whose result is empty, and on Jazzy, where 0 may stand for any cause."""
    start_here("planner_nodes", "planner_node")
    diagnostics = observer.collect(DiagnosticArray, "/diagnostics")
    world = SmallWorld(observer, arrives=False)
    try:
        world.pose = Pose2D(-3.0, 0.0, 0.0)
        client = observer.action(ExecuteInstruction, "/execute_instruction")
        observer.outcome(observer.send(client, ExecuteInstruction.Goal(instruction="find the mug")), 60.0)
        told = lambda: {status.message for one in list(diagnostics) for status in one.status}  # noqa: E731
        observer.wait(
            lambda: "navigation did not arrive: it does not say why" in told(),
            15.0,
            lambda: str((told(), world.drives)),
        )
        client.destroy()
    finally:
        world.close()


def test_a_result_says_what_its_distribution_has_fields_for():
    def kind(**fields):
        return type("Result", (SimpleNamespace,), {"get_fields_and_field_types": staticmethod(lambda: fields)})

    humble, jazzy = kind(result="std_msgs/Empty"), kind(error_code="uint16")
    assert vars(navigation_result("blocked", humble)) == {}
    assert vars(navigation_result("blocked", jazzy)) == {"error_code": 9000}
    assert navigation_result("blocked") == NavigateToPose.Result(error_code=9000, error_msg="blocked")


def test_a_planner_that_was_killed_and_started_again_is_told_of(observer, replies, start_here):
    """Last here: what was killed stays in the graph for a while."""
    killed = start_here("planner_nodes", "planner_node")
    observer.action(ExecuteInstruction, "/execute_instruction").destroy()
    tell(observer, "Find the mug.")
    assert not threading.Event().wait(10.0)  # it waits for a robot, and gives signs of life
    assert not [one for one in replies if "gone" in one.text]
    killed.send(signal.SIGKILL)
    start_here("planner_nodes", "planner_node")
    await_reply(observer, replies, "he planner is gone")
