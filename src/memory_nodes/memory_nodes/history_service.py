"""The history tree in the memory node: built and forgotten from beside recording, explored on request."""

from __future__ import annotations

from functools import partial

from rclpy.action import ActionServer, CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup

from embodied_memory import Memory
from embodied_memory.evidence import Evidence
from embodied_memory.memory.episodic.history_tree.explorer import ExplorationStep, NodeView, TreeExploration
from embodied_memory_interfaces.action import ExploreHistory
from embodied_memory_ros.conversions.memory import evidence_to_message
from embodied_memory_ros.node_base import EmbodiedNode

_RECORDS = 5
_SENTENCES = 5


class HistoryService:
    """Keeps the tree up with the log and serves the action memory/explore_history."""

    def __init__(self, node: EmbodiedNode, memory: Memory, period_s: float) -> None:
        self._node = node
        self._memory = memory
        node.every(period_s, self._keep_up, MutuallyExclusiveCallbackGroup())
        server = ActionServer(
            node,
            ExploreHistory,
            "memory/explore_history",
            self._explore,
            callback_group=ReentrantCallbackGroup(),
            cancel_callback=lambda _: CancelResponse.ACCEPT,
        )
        node.close_on_stop(server.destroy)

    def _keep_up(self) -> None:
        self._memory.upkeep.keep_up(self._node.now_ns())

    def _explore(self, handle: ServerGoalHandle) -> ExploreHistory.Result:
        """Every step goes out as feedback before the next is made; a cancelled search ends with what it has."""
        wanted = handle.request.records or _RECORDS
        try:
            found = self._memory.upkeep.explore_history(
                handle.request.question, wanted, partial(self._tell, handle), lambda: handle.is_cancel_requested
            )
            result = self._result(found)
        except Exception as error:
            self._node.report_problem(f"exploring the history failed: {error}")
            handle.abort()
            return ExploreHistory.Result(message=str(error))
        if handle.is_cancel_requested:
            handle.canceled()
        else:
            handle.succeed()
        return result

    @staticmethod
    def _tell(handle: ServerGoalHandle, step: ExplorationStep, node: NodeView) -> None:
        feedback = ExploreHistory.Feedback(
            action=step.action, node_id=step.node_id, level=step.level, score=step.score, text=node.text
        )
        handle.publish_feedback(feedback)

    def _result(self, found: TreeExploration) -> ExploreHistory.Result:
        told = (
            Evidence(each.record_id, each.stamp_ns, "forgotten", each.text) for each in found.highlights[:_SENTENCES]
        )
        evidence = (*self._memory.evidence_of(found.record_ids), *told)
        return ExploreHistory.Result(
            success=True,
            evidence=[evidence_to_message(one) for one in evidence],
            summaries=[node.text for node in found.summaries],
            nodes_read=found.cost.nodes_read,
            characters_read=found.cost.characters_read,
        )
