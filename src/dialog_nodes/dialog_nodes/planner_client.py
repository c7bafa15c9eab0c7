"""Hands instructions to the planner and tells how the task stands."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from rclpy.action import ActionClient
from rclpy.callback_groups import ReentrantCallbackGroup

from embodied_memory.planning.task_report import Ambiguity, TaskReport, TaskStatus
from embodied_memory_interfaces.action import ExecuteInstruction
from embodied_memory_ros.conversions.memory import message_to_answer
from embodied_memory_ros.ending import wait_until
from embodied_memory_ros.node_base import EmbodiedNode

Result: TypeAlias = ExecuteInstruction.Result

_SEARCHING = frozenset({"exploring", "approaching", "found", "given up"})


@dataclass(frozen=True)
class _Running:
    instruction: str
    speaker: str
    handle: Any


class PlannerClient:
    """One instruction at a time; tell: gets a report whenever something changes, from the executor's threads."""

    READY_S = 1.0
    WATCH_S = 2.0
    """Real time. A planner that is away for so long twice in a row has died: what it was to do has failed."""

    def __init__(self, node: EmbodiedNode, tell: Callable[[TaskReport], None]) -> None:
        self._tell = tell
        self._lock = threading.Lock()
        self._running: dict[int, _Running] = {}
        self._begun = self._stopped = 0
        self._was_away = False
        self._actions = ActionClient(
            node, ExecuteInstruction, "execute_instruction", callback_group=ReentrantCallbackGroup()
        )
        node.close_on_stop(self._actions.destroy)
        node.every(self.WATCH_S, self._watch)

    def begin(self, instruction: str, speaker: str) -> None:
        """Send the goal; what becomes of it is told."""
        if not wait_until(self._actions.server_is_ready, self.READY_S):
            self._failed(instruction, speaker, "I cannot move: the planner is not there")
            return
        with self._lock:
            self._begun += 1
            number = self._begun
        goal = ExecuteInstruction.Goal(instruction=instruction, speaker=speaker)
        sent = self._actions.send_goal_async(goal, lambda message: self._show(instruction, speaker, message.feedback))
        sent.add_done_callback(lambda future: self._await_end(number, instruction, speaker, future.result()))

    def stop(self) -> None:
        """Cancel what is running and what has just been sent; the planner ends it."""
        with self._lock:
            self._stopped = self._begun
            handles = tuple(one.handle for one in self._running.values())
        for handle in handles:
            handle.cancel_goal_async()

    def _await_end(self, number: int, instruction: str, speaker: str, handle: Any) -> None:
        if not handle.accepted:
            self._failed(instruction, speaker, "the planner refused the instruction")
            return
        with self._lock:
            self._running[number] = _Running(instruction, speaker, handle)
            is_stopped = number <= self._stopped
        self._tell(TaskReport(instruction, speaker, TaskStatus.RUNNING))
        if is_stopped:
            handle.cancel_goal_async()
        handle.get_result_async().add_done_callback(lambda ended: self._ended(number, ended.result().result))

    def _show(self, instruction: str, speaker: str, feedback: ExecuteInstruction.Feedback) -> None:
        is_search = feedback.phase in _SEARCHING
        doing = f"looking for the {feedback.goal}" if is_search else feedback.goal
        self._tell(TaskReport(instruction, speaker, TaskStatus.RUNNING, doing))

    def _ended(self, number: int, result: Result) -> None:
        with self._lock:
            ended = self._running.pop(number, None)
        if ended is not None:
            self._tell(report_of(ended.instruction, ended.speaker, result))

    def _watch(self) -> None:
        """A planner that died ends nothing by itself."""
        is_away, was_away = not self._actions.server_is_ready(), self._was_away
        self._was_away = is_away
        if not (is_away and was_away):
            return
        with self._lock:
            lost = tuple(self._running.values())
            self._running.clear()
        for one in lost:
            self._failed(one.instruction, one.speaker, "the planner is gone")

    def _failed(self, instruction: str, speaker: str, reason: str) -> None:
        self._tell(TaskReport(instruction, speaker, TaskStatus.FAILED, "", f"{reason}.", (reason,)))


def report_of(instruction: str, speaker: str, result: Result) -> TaskReport:
    """How an instruction ended, with what was found and what was not."""
    status = {Result.NONE: TaskStatus.SUCCEEDED, Result.CANCELED: TaskStatus.CANCELED}.get(
        result.error_code, TaskStatus.FAILED
    )
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
