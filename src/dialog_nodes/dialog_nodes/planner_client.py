"""Hands instructions to the planner and tells how the task stands."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from action_msgs.msg import GoalStatus
from rclpy.callback_groups import ReentrantCallbackGroup

from embodied_memory.planning.instruction import Ambiguity, TaskReport, TaskStatus
from embodied_memory_interfaces.action import ExecuteInstruction
from embodied_memory_ros.action_client import ReadyActionClient
from embodied_memory_ros.conversions.memory import message_to_answer
from embodied_memory_ros.ending import wait_until
from embodied_memory_ros.node_base import EmbodiedNode

Result: TypeAlias = ExecuteInstruction.Result

_SEARCHING = frozenset({"exploring", "approaching", "found", "given up"})


@dataclass
class _Given:
    """An instruction under way. handle: once it is accepted. heard_at: when the planner gave a sign of life last."""

    instruction: str
    speaker: str
    heard_at: float
    handle: Any = None


class PlannerClient:
    """One instruction at a time; tell: gets a report whenever something changes, from the executor's threads."""

    READY_S = 1.0
    WATCH_S = 1.0
    SILENT_S = 8.0
    """Real time. A planner repeats its feedback each second: one that is silent for so long has died or hangs."""

    def __init__(self, node: EmbodiedNode, tell: Callable[[TaskReport], None]) -> None:
        self._tell = tell
        self._lock = threading.Lock()
        self._given: dict[int, _Given] = {}
        self._begun = self._stopped = 0
        self._actions = ReadyActionClient(
            node, ExecuteInstruction, "execute_instruction", callback_group=ReentrantCallbackGroup()
        )
        node.close_on_stop(self._actions.destroy)
        node.every(self.WATCH_S, self._watch)

    def begin(self, instruction: str, speaker: str) -> None:
        """Send the goal; what becomes of it is told."""
        if not wait_until(self._actions.server_is_ready, self.READY_S):
            self._failed(instruction, speaker, "I cannot move: the planner is not there")
            return
        given = _Given(instruction, speaker, time.monotonic())
        with self._lock:
            self._begun += 1
            number = self._begun
            self._given[number] = given
        goal = ExecuteInstruction.Goal(instruction=instruction, speaker=speaker)
        sent = self._actions.send_goal_async(goal, lambda message: self._hear(given, message.feedback))
        sent.add_done_callback(lambda future: self._await_end(number, given, future.result()))

    def stop(self) -> None:
        """Cancel what is running and what has just been sent; the planner ends it."""
        with self._lock:
            self._stopped = self._begun
            handles = tuple(one.handle for one in self._given.values() if one.handle is not None)
        for handle in handles:
            handle.cancel_goal_async()

    def _await_end(self, number: int, given: _Given, handle: Any) -> None:
        with self._lock:
            is_late = number not in self._given
            is_stopped = is_late or number <= self._stopped
            given.handle, given.heard_at = handle, time.monotonic()
            if not handle.accepted:
                self._given.pop(number, None)
        if not handle.accepted:
            if not is_late:
                self._failed(given.instruction, given.speaker, "the planner refused the instruction")
            return
        if not is_late:
            self._tell(TaskReport(given.instruction, given.speaker, TaskStatus.RUNNING))
        if is_stopped:
            handle.cancel_goal_async()
        handle.get_result_async().add_done_callback(lambda ended: self._ended(number, ended.result()))

    def _hear(self, given: _Given, feedback: ExecuteInstruction.Feedback) -> None:
        """What is told again is a sign of life and no more."""
        given.heard_at = time.monotonic()
        is_search = feedback.phase in _SEARCHING
        doing = f"looking for the {feedback.goal}" if is_search else feedback.goal
        if doing:
            self._tell(TaskReport(given.instruction, given.speaker, TaskStatus.RUNNING, doing))

    def _ended(self, number: int, ended: Any) -> None:
        with self._lock:
            given = self._given.pop(number, None)
        if given is not None:
            self._tell(report_of(given.instruction, given.speaker, ended.result, ended.status))

    def _watch(self) -> None:
        """A planner that died ends nothing by itself, and one that hangs shall not go on later."""
        oldest = time.monotonic() - self.SILENT_S
        with self._lock:
            lost = {number: one for number, one in self._given.items() if one.heard_at < oldest}
            for number in lost:
                del self._given[number]
        for one in lost.values():
            if one.handle is not None:
                one.handle.cancel_goal_async()
            self._failed(one.instruction, one.speaker, "the planner is gone")

    def _failed(self, instruction: str, speaker: str, reason: str) -> None:
        self._tell(TaskReport(instruction, speaker, TaskStatus.FAILED, "", f"{reason}.", (reason,)))


def report_of(instruction: str, speaker: str, result: Result, ended: int) -> TaskReport:
    """How an instruction ended, with what was found and what was not. ended: the status of its goal, which counts: a
    result that nobody filled in says "no error".
    """
    status = TaskStatus.FAILED
    if ended == GoalStatus.STATUS_CANCELED:
        status = TaskStatus.CANCELED
    elif ended == GoalStatus.STATUS_SUCCEEDED and result.error_code == Result.NONE:
        status = TaskStatus.SUCCEEDED
    elif not result.error_msg:
        result.error_msg = "the planner gave it up and did not say why"
    missed = [f"I did not find the {goal.goal}: {goal.message}" for goal in result.goals if not goal.found]
    reasons = (
        tuple(result.reasons) or tuple(missed) or (() if status is TaskStatus.SUCCEEDED else (result.error_msg,))
    )
    ambiguity = Ambiguity(result.ambiguous_phrase, tuple(result.readings)) if len(result.readings) > 1 else None
    if result.error_code == Result.UNCLEAR and ambiguity is not None:
        status = TaskStatus.UNCLEAR
    answers = tuple(map(message_to_answer, result.answers))
    return TaskReport(
        instruction, speaker, status, "", _summary(result, status), reasons, tuple(result.remarks), ambiguity, answers
    )


def _summary(result: Result, status: TaskStatus) -> str:
    """Goal by goal if things were searched for, else as the planner puts it."""
    found = [goal.goal for goal in result.goals if goal.found]
    missed = [f"{goal.goal} ({goal.message})" for goal in result.goals if not goal.found]
    parts = [f"I found the {', the '.join(found)}."] if found else []
    parts += [f"I did not find the {', the '.join(missed)}."] if missed else []
    if parts:
        return " ".join(parts)
    said = result.error_msg.rstrip(".")
    if result.answers:
        return f"{said}."
    return f"{said}." if status in (TaskStatus.SUCCEEDED, TaskStatus.CANCELED) else f"I could not do that: {said}."
