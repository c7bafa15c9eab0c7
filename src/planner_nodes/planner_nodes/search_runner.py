"""Searches for the goals of an instruction and shows every step to who asked and who watches."""

from __future__ import annotations

from nav_msgs.msg import Path
from visualization_msgs.msg import MarkerArray

from embodied_memory.planning.exploring.explorer import Explorer, GoalOutcome, SearchStep
from embodied_memory.planning.instruction import Goal
from embodied_memory_interfaces.action import ExecuteInstruction
from embodied_memory_interfaces.msg import FrontierArray, GoalResult
from embodied_memory_ros.conversions.geometry import tuple_to_point
from embodied_memory_ros.conversions.maps import frontiers_to_message, path_to_message
from embodied_memory_ros.conversions.markers import frontiers_to_markers
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.qos import LATCHED
from planner_nodes.instruction_server import Tell
from planner_nodes.ros_body import RosBody


class SearchView:
    """Path and scored frontiers for who watches."""

    def __init__(self, node: EmbodiedNode, body: RosBody) -> None:
        self._node, self._body = node, body
        self._path = node.publisher(Path, "planner/path", LATCHED)
        self._frontiers = node.publisher(FrontierArray, "planner/frontiers", LATCHED)
        self._markers = node.publisher(MarkerArray, "planner/frontiers/markers", LATCHED)

    def show(self, step: SearchStep) -> None:
        """One decision of a search."""
        decision, now_ns, frame = step.decision, self._node.now_ns(), self._body.map_frame
        self._path(path_to_message(decision.path, now_ns, frame))
        planning_map = self._body.world.planning_map()
        frontiers = planning_map.frontiers if planning_map else ()
        self._frontiers(frontiers_to_message(frontiers, now_ns, decision.frontier_scores, frame))
        self._markers(frontiers_to_markers(frontiers, now_ns, decision.frontier_scores, frame))

    def goal_result(self, outcome: GoalOutcome) -> GoalResult:
        """To a message."""
        result = GoalResult(
            goal=outcome.goal,
            found=outcome.found,
            robot_pose=self._body.stamped(outcome.pose),
            steps=outcome.steps,
            path_length=float(outcome.path_length_m),
            message=outcome.message,
        )
        if outcome.target is not None:
            result.object_id = outcome.target.object_id
            result.object_position = tuple_to_point(outcome.target.position)
        return result

    def feedback(self, step: SearchStep) -> ExecuteInstruction.Feedback:
        """To a message."""
        return ExecuteInstruction.Feedback(
            goal_index=step.goal_index,
            goals_total=step.goals_total,
            goal=step.goal,
            step=step.step,
            phase=step.decision.phase.value,
            decision=step.decision.reason,
            robot_pose=self._body.stamped(step.pose),
        )


class SearchRunner:
    """For instructions that only look for things."""

    def __init__(self, explorer: Explorer, view: SearchView) -> None:
        self._explorer, self._view = explorer, view

    def run(self, goals: tuple[Goal, ...], tell: Tell) -> list[GoalResult]:
        """The goals begun, in order. Raises BodyError."""

        def show(step: SearchStep) -> None:
            tell(self._view.feedback(step))
            self._view.show(step)

        return [self._view.goal_result(outcome) for outcome in self._explorer.search_all(goals, show)]
