"""What people ask of memory and tell it: beliefs, commitments, what they told of themselves, feedback."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from rclpy.callback_groups import CallbackGroup

from embodied_memory import Memory
from embodied_memory.memory.belief.commitment_track import CommitmentStatus
from embodied_memory_interfaces.srv import ForgetSaid, GetBeliefs, GetCommitments, GiveFeedback, RecallPersonal
from embodied_memory_ros.conversions.beliefs import belief_to_message, commitment_to_message, rule_to_message
from embodied_memory_ros.conversions.personal import personal_to_message
from embodied_memory_ros.node_base import EmbodiedNode

Reply = Callable[[Any, Any], None]
"""Fills the response to a request. What it raises becomes the message of a response without success."""


class PeopleServices:
    """Serves memory/feedback, memory/forget_said, memory/beliefs, memory/commitments and memory/recall_personal."""

    def __init__(self, node: EmbodiedNode, memory: Memory, group: CallbackGroup) -> None:
        self._node = node
        self._memory = memory
        for kind, name, reply in (
            (GiveFeedback, "memory/feedback", self._take_feedback),
            (ForgetSaid, "memory/forget_said", self._forget_said),
            (GetBeliefs, "memory/beliefs", self._tell_beliefs),
            (GetCommitments, "memory/commitments", self._tell_commitments),
            (RecallPersonal, "memory/recall_personal", self._recall),
        ):
            service = node.create_service(kind, name, partial(self._serve, reply), callback_group=group)
            node.close_on_stop(partial(node.destroy_service, service))

    def _serve(self, reply: Reply, request: Any, response: Any) -> Any:
        try:
            reply(request, response)
            response.success = True
        except Exception as error:
            response.success = False
            response.message = str(error)
            self._node.report_problem(f"a request to memory failed: {error}")
        return response

    def _take_feedback(self, request: GiveFeedback.Request, response: GiveFeedback.Response) -> None:
        changed = self._memory.rules.give_feedback(request.text, request.speaker, self._node.now_ns(), request.about)
        rules = self._memory.rules.all()
        response.message = "the rules have changed" if changed else ""
        response.rules = [rule_to_message(rule) for rule in rules if rule.enabled]

    def _forget_said(self, request: ForgetSaid.Request, response: ForgetSaid.Response) -> None:
        now_ns = self._node.now_ns()
        if not request.erase:
            response.said = self._memory.people.said_by(request.text, request.speaker, now_ns)
        elif self._memory.people.forget_said(request.text, request.speaker, now_ns):
            response.said = request.text

    def _tell_beliefs(self, request: GetBeliefs.Request, response: GetBeliefs.Response) -> None:
        response.entity_id = self._memory.beliefs.entity_meant(request.entity)
        beliefs = self._memory.beliefs.of(response.entity_id, self._node.now_ns())
        response.beliefs = [belief_to_message(belief) for belief in beliefs]

    def _tell_commitments(self, request: GetCommitments.Request, response: GetCommitments.Response) -> None:
        status = CommitmentStatus(request.status) if request.status else None
        found = self._memory.beliefs.commitments(status, request.by or None, self._node.now_ns())
        response.commitments = [commitment_to_message(commitment) for commitment in found]

    def _recall(self, request: RecallPersonal.Request, response: RecallPersonal.Response) -> None:
        found = self._memory.people.recall(request.query, request.k or 5, request.speaker or None)
        response.recollections = [personal_to_message(recollection) for recollection in found]
