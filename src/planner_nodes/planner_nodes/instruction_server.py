"""Serves ExecuteInstruction: one instruction at a time, and every goal ends exactly once and says why."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from typing import TypeAlias

from rclpy.action import ActionServer, CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup

from embodied_memory.planning.body import BodyError
from embodied_memory.planning.exploring.image_goal import UnreadablePictureError
from embodied_memory.planning.instruction import InstructionError
from embodied_memory_interfaces.action import ExecuteInstruction
from embodied_memory_ros.ending import is_ending, wait_until
from embodied_memory_ros.feedback import NOTHING_YET, REPEATED_S
from embodied_memory_ros.node_base import EmbodiedNode

Result: TypeAlias = ExecuteInstruction.Result
Feedback: TypeAlias = ExecuteInstruction.Feedback
IsToEnd: TypeAlias = Callable[[], bool]
Tell: TypeAlias = Callable[[Feedback], None]
CarryOut: TypeAlias = Callable[[ExecuteInstruction.Goal, Tell, IsToEnd], Result]

_ENDED = (Result.NONE, Result.NOT_ALL_FOUND, Result.UNCLEAR, Result.NOT_DONE)
"""Carried out to their end, whatever came of it."""
_CUT_SHORT = (Result.CANCELED, Result.NO_MAP, Result.NOT_DONE)
"""What an instruction that had to end before its time may come to."""

_YIELDS_S, _ENDS_S = 3.0, 10.0
"""Who gives way to an instruction does so within the first; what is to end does so within the second."""

_RESULT_KEPT_S = 86_400
"""By a clock that may run a hundred times as fast: rclpy fails if a result expires while it is being handed over."""


class InstructionServer:
    """Lives as long as its node, as Nav2's servers do: who gave an instruction gets its result after the node was
    deactivated, too, and is refused until it is active again.

    carry_out: gets a goal, whom to tell of each step, and what to ask whether to end; raises InstructionError,
    UnreadablePictureError, BodyError.
    """

    def __init__(self, node: EmbodiedNode, carry_out: CarryOut) -> None:
        self._node, self._carry_out = node, carry_out
        self._busy = threading.Lock()
        self._is_current_to_end: IsToEnd = lambda: False
        self._repeat: Callable[[], None] = lambda: None
        self._closed = threading.Event()
        self._closed.set()
        self._server = ActionServer(
            node,
            ExecuteInstruction,
            "execute_instruction",
            self._execute,
            callback_group=ReentrantCallbackGroup(),
            goal_callback=self._accept,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
            result_timeout=_RESULT_KEPT_S,
        )

    def open(self) -> None:
        """Take instructions from now on."""
        self._closed = threading.Event()
        self._node.every(REPEATED_S, lambda: self._repeat(), ReentrantCallbackGroup())

    def close(self) -> None:
        """Refuse what comes, have what is being done end, and wait until it has. May be called twice."""
        self._closed.set()
        if not wait_until(lambda: not self._busy.locked(), _ENDS_S) and not is_ending():
            self._node.report_problem(f"an instruction did not end within {_ENDS_S:.0f} s: going on without it")

    def destroy(self) -> None:
        """With the node."""
        self._server.destroy()

    def _accept(self, goal: ExecuteInstruction.Goal) -> GoalResponse:
        if not self._closed.is_set():
            return GoalResponse.ACCEPT
        self._node.report_problem("an instruction was refused: the planner is not active")
        return GoalResponse.REJECT

    def _execute(self, handle: ServerGoalHandle) -> Result:
        """Every way out leaves the server ready for the next."""
        if not self._takes_turn():
            handle.abort()
            return self._problem(Result.BUSY, "another instruction is being executed; cancel it first")
        closed = self._closed
        is_to_end = self._is_current_to_end = lambda: handle.is_cancel_requested or closed.is_set() or is_ending()
        try:
            return self._end(handle, self._outcome(handle, is_to_end), is_to_end)
        finally:
            self._repeat = lambda: None
            self._busy.release()

    def _takes_turn(self) -> bool:
        """What is to end is waited for until it has; what is being done is not."""
        return self._busy.acquire(timeout=_YIELDS_S) or (
            self._is_current_to_end() and self._busy.acquire(timeout=_ENDS_S)
        )

    def _outcome(self, handle: ServerGoalHandle, is_to_end: IsToEnd) -> Result:
        """Whatever goes wrong on the way."""
        try:
            return self._carry_out(handle.request, self._teller(handle), is_to_end)
        except InstructionError as error:
            return Result(error_code=Result.NOT_UNDERSTOOD, error_msg=str(error))
        except UnreadablePictureError as error:
            return Result(error_code=Result.UNREADABLE_PICTURE, error_msg=str(error))
        except BodyError as error:
            return Result(error_code=Result.NO_MAP, error_msg=str(error))
        except Exception as error:
            if not is_to_end():  # what was closed meanwhile can no longer be used
                self._node.get_logger().error(traceback.format_exc())
            why = f"something went wrong inside the planner: {error}"
            return Result(error_code=Result.NOT_DONE, error_msg=why, reasons=[why])

    def _teller(self, handle: ServerGoalHandle) -> Tell:
        """Publishes feedback, and has it repeated from then on; before the first, that there is none yet."""

        def tell(feedback: Feedback) -> None:
            self._repeat = lambda: handle.publish_feedback(feedback)
            handle.publish_feedback(feedback)

        self._repeat = lambda: handle.publish_feedback(NOTHING_YET)
        return tell

    def _end(self, handle: ServerGoalHandle, result: Result, is_to_end: IsToEnd) -> Result:
        """Whether all was done is in the code; the action succeeds when the instruction came to its end."""
        if result.error_code in _CUT_SHORT and is_to_end():
            return self._cut_short(handle, result)
        if result.error_code in _ENDED:
            handle.succeed()
            return result
        handle.abort()
        self._node.report_problem(result.error_msg)
        return result

    def _cut_short(self, handle: ServerGoalHandle, result: Result) -> Result:
        """By who gave the instruction, or by who operates the node; what was found until then stays said."""
        if handle.is_cancel_requested:
            if result.error_code != Result.CANCELED:
                result.error_code, result.error_msg = Result.CANCELED, "I stopped"
            handle.canceled()
            return result
        why = "the planner was stopped" if is_ending() else "the planner was deactivated"
        result.error_code, result.error_msg, result.reasons = Result.NOT_DONE, f"{why} before it was done", [why]
        handle.abort()
        return result

    def _problem(self, code: int, message: str) -> Result:
        self._node.report_problem(message)
        return Result(error_code=code, error_msg=message)
