"""Reminds people of what is due, once each."""

from __future__ import annotations

from collections.abc import Callable

from rclpy.task import Future

from embodied_memory.dialog.promises.reminders import reminder
from embodied_memory_interfaces.msg import Commitment
from embodied_memory_interfaces.srv import GetCommitments
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.node_base import EmbodiedNode


class CommitmentWatch:
    """Asks memory now and then what is due. say: says a sentence aloud."""

    PERIOD_S = 2.0
    """Real time."""

    def __init__(self, node: EmbodiedNode, say: Callable[[str], None]) -> None:
        self._node, self._say = node, say
        self._announced: set[tuple[int, int]] = set()
        self._pending: Future | None = None
        self._client = node.create_client(GetCommitments, "memory/commitments")
        node.close_on_stop(lambda: node.destroy_client(self._client))
        node.every(self.PERIOD_S, self._look)

    def _look(self) -> None:
        """Whatever came of the last call, then the next one; nobody waits."""
        pending, self._pending = self._pending, None
        if pending is not None and not pending.done():
            self._client.remove_pending_request(pending)
        elif pending is not None and pending.result().success:
            for commitment in pending.result().commitments:
                self._announce(commitment)
        if self._client.service_is_ready():
            self._pending = self._client.call_async(GetCommitments.Request(by="robot", status="overdue"))

    def _announce(self, commitment: Commitment) -> None:
        once = (commitment.commitment_id, time_to_ns(commitment.due))  # "every evening at eight" is due anew
        if commitment.kind == "reminder" and once not in self._announced:
            self._announced.add(once)
            self._say(reminder(commitment.text, commitment.for_whom))
