"""Serves ExecuteInstruction: reads goals out of words and searches for them with memory and frontiers."""

from __future__ import annotations

import threading
from typing import TypeAlias

from nav_msgs.msg import Path
from rclpy.action import ActionServer, CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup
from visualization_msgs.msg import MarkerArray

from embodied_memory.config import Config, ExplorerConfig, FrontierConfig, LanguageConfig
from embodied_memory.event import EventKind
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.make_language_model import make_language_model
from embodied_memory.planning.body import BodyError
from embodied_memory.planning.exploring.explorer import Explorer, GoalOutcome, SearchStep
from embodied_memory.planning.exploring.make_policy import LANGUAGE
from embodied_memory.planning.exploring.room_likelihood import RoomLikelihood
from embodied_memory.planning.instruction import InstructionError, parse_instruction
from embodied_memory_interfaces.action import ExecuteInstruction
from embodied_memory_interfaces.msg import FrontierArray, GoalResult
from embodied_memory_ros.conversions.geometry import pose2d_to_pose_stamped, tuple_to_point
from embodied_memory_ros.conversions.maps import frontiers_to_message, path_to_message
from embodied_memory_ros.conversions.markers import frontiers_to_markers
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.parameters import declare_config
from embodied_memory_ros.qos import LATCHED
from embodied_memory_ros.run_node import run_node
from planner_nodes.ros_body import RosBody

Result: TypeAlias = ExecuteInstruction.Result


class PlannerNode(EmbodiedNode):
    """One instruction at a time."""

    def __init__(self) -> None:
        super().__init__("planner_node")
        self._config = Config(
            explorer=declare_config(self, ExplorerConfig(), "explorer"),
            frontier=declare_config(self, FrontierConfig(), "frontier"),
        )
        self._language = declare_config(self, LanguageConfig(), "language")
        self._busy = threading.Lock()

    def on_start(self) -> None:
        """Topics, clients and the action."""
        self._body = RosBody(self, self._config.explorer)
        self._explorer = Explorer(self._config, self._body, RoomLikelihood(), self._advisor())
        self._path = self.publisher(Path, "planner/path", LATCHED)
        self._frontiers = self.publisher(FrontierArray, "planner/frontiers", LATCHED)
        self._markers = self.publisher(MarkerArray, "planner/frontiers/markers", LATCHED)
        server = ActionServer(
            self,
            ExecuteInstruction,
            "execute_instruction",
            self._execute,
            callback_group=ReentrantCallbackGroup(),
            cancel_callback=lambda _: CancelResponse.ACCEPT,
        )
        self.close_on_stop(server.destroy)

    def _advisor(self) -> Advisor | None:
        """For the policy `language`; None if no server is named, which that policy refuses with the remedy."""
        model = make_language_model(self._language) if self._config.explorer.policy == LANGUAGE else None
        if model is None:
            return None
        self.close_on_stop(model.close)
        return Advisor(model, self._language)

    def _execute(self, handle: ServerGoalHandle) -> Result:
        """Every way out ends the goal exactly once and leaves the node ready for the next."""
        if not self._busy.acquire(blocking=False):
            return self._end(handle, Result.BUSY, "another instruction is being executed; cancel it first")
        try:
            return self._search(handle)
        except InstructionError as error:
            return self._end(handle, Result.NOT_UNDERSTOOD, str(error))
        except BodyError as error:
            return self._end(handle, Result.NO_MAP, str(error))
        finally:
            self._busy.release()

    def _search(self, handle: ServerGoalHandle) -> Result:
        """Parse, search, report."""
        text = handle.request.instruction
        goals = parse_instruction(text)
        self._body.begin(lambda: handle.is_cancel_requested)
        self._body.report(EventKind.INSTRUCTION_STARTED, text)
        outcomes = self._explorer.search_all(goals, lambda step: self._show(handle, step))
        found = sum(outcome.found for outcome in outcomes)
        summary = f"found {found} of {len(goals)}"
        self._body.report(EventKind.INSTRUCTION_ENDED, f"{text}: {summary}", succeeded=found == len(goals))
        results = [self._goal_result(outcome) for outcome in outcomes]
        if handle.is_cancel_requested:
            return self._end(handle, Result.CANCELED, f"canceled; {summary}", results)
        code = Result.NONE if found == len(goals) else Result.NOT_ALL_FOUND
        return self._end(handle, code, summary, results)

    def _end(
        self, handle: ServerGoalHandle, code: int, message: str, goals: list[GoalResult] | None = None
    ) -> Result:
        """Whether all was found is in the code; the action succeeds when the search ran to its end."""
        if code == Result.CANCELED:
            handle.canceled()
        elif code in (Result.NONE, Result.NOT_ALL_FOUND):
            handle.succeed()
        else:
            handle.abort()
            self.report_problem(message)
        return Result(error_code=code, error_msg=message, goals=goals or [])

    def _show(self, handle: ServerGoalHandle, step: SearchStep) -> None:
        """Feedback for the caller; path and scored frontiers for who watches."""
        decision = step.decision
        now_ns = self.now_ns()
        handle.publish_feedback(
            ExecuteInstruction.Feedback(
                goal_index=step.goal_index,
                goals_total=step.goals_total,
                goal=step.goal,
                step=step.step,
                phase=decision.phase.value,
                decision=decision.reason,
                robot_pose=pose2d_to_pose_stamped(step.pose, now_ns),
            )
        )
        self._path(path_to_message(decision.path, now_ns))
        planning_map = self._body.world.planning_map()
        frontiers = planning_map.frontiers if planning_map else ()
        self._frontiers(frontiers_to_message(frontiers, now_ns, decision.frontier_scores))
        self._markers(frontiers_to_markers(frontiers, now_ns, decision.frontier_scores))

    def _goal_result(self, outcome: GoalOutcome) -> GoalResult:
        """To a message."""
        result = GoalResult(
            goal=outcome.goal,
            found=outcome.found,
            robot_pose=pose2d_to_pose_stamped(outcome.pose, self.now_ns()),
            steps=outcome.steps,
            path_length=float(outcome.path_length_m),
            message=outcome.message,
        )
        if outcome.target is not None:
            result.object_id = outcome.target.object_id
            result.object_position = tuple_to_point(outcome.target.position)
        return result


def main() -> None:
    """Entry point."""
    run_node(PlannerNode, threads=4)
