"""Who asks for a stop is heard whatever else goes on: base and hands stop, and nobody else is asked."""

import threading

import pytest
from geometry_msgs.msg import Twist
from nav2_msgs.action import NavigateToPose
from rclpy.action import ActionServer, CancelResponse
from std_srvs.srv import Trigger

from embodied_memory_interfaces.action import ExecuteInstruction, ExecuteSkill
from embodied_memory_interfaces.msg import Utterance
from embodied_memory_interfaces.srv import AnswerQuestion, GetCommitments, Talk
from embodied_memory_ros.qos import RECORDS

KINDS = {"navigate_to_pose": NavigateToPose, "execute_skill": ExecuteSkill, "execute_instruction": ExecuteInstruction}


class Motion:
    """Serves what moves a robot: every goal goes on until it is cancelled. stopped: the actions whose goals were."""

    def __init__(self, observer):
        self._observer, self.stopped, self._going = observer, set(), []
        self._servers = [
            ActionServer(
                observer.node, kind, f"/{name}", self._never, callback_group=observer._group,
                handle_accepted_callback=self._going.append, cancel_callback=self._cancelled(name),
            )
            for name, kind in KINDS.items()
        ]  # fmt: skip
        self._clients = {name: observer.action(kind, f"/{name}") for name, kind in KINDS.items()}

    def _never(self, handle):
        raise AssertionError("nothing is executed here")

    def _cancelled(self, name):
        def accept(_):
            self.stopped.add(name)
            return CancelResponse.ACCEPT

        return accept

    def begin(self):
        """Everything moves."""
        self.stopped.clear()
        for name, client in self._clients.items():
            assert self._observer.send(client, KINDS[name].Goal()).accepted

    def wait(self):
        """Until everything was told to stop."""
        self._observer.wait(lambda: self.stopped == set(KINDS), 10.0, lambda: f"a stop of all but {self.stopped}")

    def close(self):
        for one in (*self._clients.values(), *self._servers):
            one.destroy()


@pytest.fixture(scope="module")
def motion(observer):
    made = Motion(observer)
    yield made
    made.close()


@pytest.fixture(scope="module")
def stop_node(start, motion):
    return start("dialog_nodes", "stop_node")


@pytest.fixture(scope="module")
def dialog(start, motion):
    return start("dialog_nodes", "dialog_node")


@pytest.mark.parametrize("text", ["Stop right now!", "robot, don't move", "¡Para, que vas a tirar el jarrón!"])
def test_an_utterance_on_the_topic_stops_base_and_hands(observer, motion, stop_node, text):
    velocities = observer.collect(Twist, "/cmd_vel")
    speak = observer.publisher(Utterance, "/dialog/utterances", RECORDS)
    motion.begin()
    speak.publish(Utterance(speaker="child", text=text))
    motion.wait()
    observer.wait(lambda: len(velocities) >= 3, 5.0, "the base being held still")
    assert all(one == Twist() for one in velocities)


def test_other_talk_stops_nothing(observer, motion, stop_node):
    speak = observer.publisher(Utterance, "/dialog/utterances", RECORDS)
    motion.begin()
    speak.publish(Utterance(speaker="anna", text="Where is the red mug?"))
    speak.publish(Utterance(speaker="anna", text="Bring me the blue bowl, please."))
    assert not threading.Event().wait(1.0)
    assert motion.stopped == set()


def test_the_service_stops_base_and_hands(observer, motion, stop_node):
    motion.begin()
    reply = observer.call(Trigger, "/stop", Trigger.Request())
    assert reply.success
    assert "navigate_to_pose, execute_skill, execute_instruction" in reply.message
    motion.wait()


def test_the_dialog_stops_while_it_waits_for_an_answer(observer, motion, dialog):
    """Memory takes its time over a question; who says stop by the service does not wait for it."""
    asked, may_answer = threading.Event(), threading.Event()

    def answer(request, response):
        asked.set()
        may_answer.wait(20.0)
        return response

    def no_rules(request, response):
        response.success = True
        return response

    group = observer._group
    services = [
        observer.node.create_service(AnswerQuestion, "/memory/answer", answer, callback_group=group),
        observer.node.create_service(GetCommitments, "/memory/commitments", no_rules, callback_group=group),
    ]
    client = observer.node.create_client(Talk, "/dialog/talk", callback_group=observer._group)
    try:
        assert client.wait_for_service(15.0)
        motion.begin()
        question = Talk.Request(utterance=Utterance(speaker="anna", text="Where is the red mug?"))
        slow = client.call_async(question)
        observer.wait(asked.is_set, 10.0, "the question at memory")
        quick = client.call_async(Talk.Request(utterance=Utterance(speaker="tom", text="Stop at once!")))
        motion.wait()
        assert not slow.done()
        assert not quick.done()
    finally:
        may_answer.set()
    assert observer.result(quick, 15.0, "the reply to the stop").success
    assert observer.result(slow, 15.0, "the reply to the question").success
    for service in services:
        observer.node.destroy_service(service)
