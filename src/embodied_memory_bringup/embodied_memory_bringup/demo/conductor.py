"""The person of the demo: gives the instruction and asks the questions, over ROS like anybody else."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeAlias

import rclpy
from nav_msgs.msg import OccupancyGrid, Odometry
from rclpy.action import ActionClient
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.task import Future

from embodied_memory.event import EventKind
from embodied_memory.evidence import Answer
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.skill import SkillName
from embodied_memory_bringup.demo.node_counts import NodeCounts
from embodied_memory_interfaces.action import ExecuteInstruction, ExecuteSkill
from embodied_memory_interfaces.msg import Answer as AnswerMessage
from embodied_memory_interfaces.msg import Event, FrontierArray, Plan, RememberedObjectArray, Skill, Utterance
from embodied_memory_interfaces.srv import AnswerQuestion, Talk
from embodied_memory_ros.conversions.geometry import pose_to_pose2d
from embodied_memory_ros.conversions.memory import message_to_answer
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.feedback import when_new
from embodied_memory_ros.qos import LATCHED, RECORDS, SENSOR

Feedback: TypeAlias = ExecuteInstruction.Feedback
Result: TypeAlias = ExecuteInstruction.Result


class ConductorError(RuntimeError):
    """The stack does not do what it should. The message names the part."""


class Conductor:
    """A node that spins in a thread of its own; every method blocks the caller and checks that all is well."""

    def __init__(self, check: Callable[[], None]) -> None:
        self._check = check
        self._node = Node("demo_conductor")
        self._instructions = ActionClient(self._node, ExecuteInstruction, "execute_instruction")
        self._dialog = self._node.create_client(Talk, "dialog/talk")
        self._memory = self._node.create_client(AnswerQuestion, "memory/answer")
        self._ended_before = self._plans_before = 0
        self.counts = NodeCounts(self._node)
        self.newest: dict[str, object] = {}
        for kind, topic in (
            (OccupancyGrid, "occupancy"),
            (OccupancyGrid, "rooms"),
            (FrontierArray, "frontiers"),
            (RememberedObjectArray, "memory/objects"),
        ):
            self._node.create_subscription(kind, topic, lambda m, t=topic: self.newest.__setitem__(t, m), LATCHED)
        self.true_poses: list[tuple[int, Pose2D]] = []
        """(stamp, where the robot really was): for judges, and only where its sensors err."""
        self.said: list[str] = []
        """Everything that the robot said, in order."""
        self.plans: list[Plan] = []
        self._ended = 0
        node, hear = self._node, lambda message: self.said.append(message.text)
        node.create_subscription(Odometry, "ground_truth/odom", self._see_truth, SENSOR)
        node.create_subscription(AnswerMessage, "dialog/replies", hear, RECORDS)
        node.create_subscription(Plan, "planner/plan", lambda message: self.plans.append(message), RECORDS)
        node.create_subscription(Event, "events", self._hear_of, RECORDS)
        self._hands = ActionClient(self._node, ExecuteSkill, "execute_skill")
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(self._node)
        threading.Thread(target=self._spin, daemon=True).start()

    def _hear_of(self, message: Event) -> None:
        self._ended += message.kind == EventKind.INSTRUCTION_ENDED.value

    def _see_truth(self, message: Odometry) -> None:
        self.true_poses.append((time_to_ns(message.header.stamp), pose_to_pose2d(message.pose.pose)))

    def _spin(self) -> None:
        try:
            self._executor.spin()
        except ExternalShutdownException:
            return

    def close(self) -> None:
        """End the node."""
        self._executor.shutdown(timeout_sec=2.0)
        self._node.destroy_node()

    def wait_for_stack(self, timeout_s: float) -> None:
        """Until every part that is needed is there and the first views are in the map and in memory."""
        waits: list[tuple[str, Callable[[], bool]]] = [
            ("the planner (execute_instruction)", self._instructions.server_is_ready),
            ("the dialog (dialog/talk)", self._dialog.service_is_ready),
            ("the map (occupancy)", lambda: "occupancy" in self.newest and "frontiers" in self.newest),
            ("the memory (memory/objects)", lambda: "memory/objects" in self.newest),
        ]
        for name, is_there in waits:
            self._wait(is_there, timeout_s, f"{name} did not come up within {timeout_s:.0f} s")

    def execute(self, instruction: str, on_feedback: Callable[[Feedback], None], timeout_s: float) -> Result:
        """Give an instruction and wait for its end."""
        goal = ExecuteInstruction.Goal(instruction=instruction, speaker="demo")
        sent = self._instructions.send_goal_async(goal, feedback_callback=when_new(on_feedback))
        handle = self._result(sent, 30.0, "the planner did not take the instruction")
        if not handle.accepted:
            raise ConductorError("the planner refused the instruction")
        try:
            ended = self._result(handle.get_result_async(), timeout_s, "the instruction did not end in time")
        except (KeyboardInterrupt, ConductorError):
            handle.cancel_goal_async()
            raise
        return ended.result

    def ask(self, question: str) -> Answer:
        """Ask the robot and wait for its reply."""
        said = Utterance(speaker="demo", text=question)
        response = self._result(
            self._dialog.call_async(Talk.Request(utterance=said)), 30.0, f'no reply to "{question}"'
        )
        if not response.success:
            raise ConductorError(f'"{question}" was not answered: {response.message}')
        return message_to_answer(response.reply)

    def say(self, text: str, speaker: str) -> str:
        """Say something as somebody and wait for the reply; what an instruction leads to is not waited for."""
        self._ended_before, self._plans_before = self._ended, len(self.plans)
        request = Talk.Request(utterance=Utterance(speaker=speaker, text=text))
        response = self._result(self._dialog.call_async(request), 30.0, f'no reply to "{text}"')
        if not response.success:
            raise ConductorError(f'"{text}" was not answered: {response.message}')
        return str(response.reply.text)

    def wait_for_end(self, show: Callable[[Plan], None], timeout_s: float) -> None:
        """Until the instruction that was said last has ended, and that was announced. show: gets the plans."""
        shown = self._plans_before

        def is_over() -> bool:
            nonlocal shown
            for plan in self.plans[shown:]:
                show(plan)
                shown += 1
            return self._ended > self._ended_before

        self._wait(is_over, timeout_s, f"the instruction did not end within {timeout_s:.0f} s")
        time.sleep(0.5)  # for the announcement, which comes by another way

    def wait_for_words(self, words: str, timeout_s: float) -> str:
        """The first thing the robot said that has these words in it; "" if it does not come in time."""
        end = time.monotonic() + timeout_s
        while time.monotonic() < end:
            self._check()
            heard = next((text for text in list(self.said) if words in text), "")
            if heard:
                return heard
            time.sleep(0.1)
        return ""

    def inspect(self, entity_id: str) -> str:
        """What the world says of something that the robot stands beside."""
        skill = Skill(name=SkillName.INSPECT.value, actor="robot", target_id=entity_id)
        sent = self._hands.send_goal_async(ExecuteSkill.Goal(skill=skill))
        handle = self._result(sent, 10.0, "nobody serves execute_skill")
        ended = self._result(handle.get_result_async(), 30.0, "the inspection did not end")
        return str(ended.result.error_msg)

    def recall(self, question: str) -> Answer:
        """Ask memory itself: nothing is said aloud, nothing is recorded."""
        asked = self._memory.call_async(AnswerQuestion.Request(question=question))
        response = self._result(asked, 30.0, f'memory did not answer "{question}"')
        if not response.success:
            raise ConductorError(f'"{question}" was not answered: {response.message}')
        return message_to_answer(response.answer)

    def _result(self, future: Future, timeout_s: float, complaint: str):  # type: ignore[no-untyped-def]
        self._wait(future.done, timeout_s, complaint)
        return future.result()

    def _wait(self, condition: Callable[[], bool], timeout_s: float, complaint: str) -> None:
        end = time.monotonic() + timeout_s
        while not condition():
            self._check()
            if time.monotonic() > end:
                problems = "; ".join(f"{name}: {text}" for name, text in self.counts.problems().items())
                raise ConductorError(complaint + (f" ({problems})" if problems else ""))
            if not rclpy.ok():
                raise ConductorError("ROS was shut down")
            time.sleep(0.02)
