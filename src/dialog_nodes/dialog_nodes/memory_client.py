"""What the dialog needs of memory, over ROS; where memory cannot be reached, the robot says so."""

from __future__ import annotations

import threading
from typing import Any

from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.client import Client

from embodied_memory.dialog.talk.dialog_memory import PromisedDeed, heard_feedback
from embodied_memory.event import ROBOT
from embodied_memory.evidence import Answer
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.tasks.standing_rules import StandingRule
from embodied_memory_interfaces.msg import Event as EventMessage
from embodied_memory_interfaces.srv import AnswerQuestion, ForgetSaid, GetCommitments, GiveFeedback, RecallPersonal
from embodied_memory_ros.conversions.memory import message_to_answer
from embodied_memory_ros.conversions.personal import (
    commitments_to_promised,
    commitments_to_rules,
    message_to_personal,
)
from embodied_memory_ros.ending import wait_until
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.qos import KEPT_RECORDS


class MemoryClient:
    """A `DialogMemory`. Blocks the thread that asks, never the executor's."""

    TIMEOUT_S = 10.0

    def __init__(self, node: EmbodiedNode) -> None:
        group = ReentrantCallbackGroup()
        self._questions = node.create_client(AnswerQuestion, "memory/answer", callback_group=group)
        self._feedback = node.create_client(GiveFeedback, "memory/feedback", callback_group=group)
        self._forgetting = node.create_client(ForgetSaid, "memory/forget_said", callback_group=group)
        self._names: set[str] = set()
        self._lock = threading.Lock()
        self._reached = True
        node.subscription(EventMessage, "events", self._hear_of, KEPT_RECORDS)
        self._personal = node.create_client(RecallPersonal, "memory/recall_personal", callback_group=group)
        self._commitments = node.create_client(GetCommitments, "memory/commitments", callback_group=group)
        for client in (self._questions, self._feedback, self._forgetting, self._personal, self._commitments):
            node.close_on_stop(lambda client=client: node.destroy_client(client))  # type: ignore[misc]

    def answer(self, question: str, asker: str = "") -> Answer:
        """Memory's answer, or one that says why there is none."""
        response = self._called(self._questions, AnswerQuestion.Request(question=question, asker=asker))
        if isinstance(response, str):
            return Answer(question, response, False, 0.0)
        if not response.success:
            return Answer(question, f"I could not answer: {response.message}", False, 0.0)
        return message_to_answer(response.answer)

    def give_feedback(self, text: str, person: str, about: str) -> str:
        """What memory made of it, in a sentence."""
        response = self._called(self._feedback, GiveFeedback.Request(speaker=person, text=text, about=about))
        if isinstance(response, str):
            return response
        if not response.success:
            return f"I could not take that in: {response.message}"
        return heard_feedback(bool(response.message))  # what changed; empty where nothing did

    def said_by(self, about: str, person: str) -> str:
        """See `DialogMemory`."""
        response = self._called(self._forgetting, ForgetSaid.Request(speaker=person, text=about))
        return "" if isinstance(response, str) else str(response.said)

    def forget_said(self, words: str, person: str) -> bool:
        """See `DialogMemory`."""
        request = ForgetSaid.Request(speaker=person, text=words, erase=True)
        response = self._called(self._forgetting, request)
        return not isinstance(response, str) and bool(response.said)

    def recall_personal(self, query: str, person: str) -> tuple[PersonalRecollection, ...]:
        """What a person may mean; nothing if memory cannot be reached."""
        response = self._called(self._personal, RecallPersonal.Request(query=query, speaker=person))
        if isinstance(response, str) or not response.success:
            return ()
        return tuple(map(message_to_personal, response.recollections))

    def standing_rules(self) -> tuple[StandingRule, ...]:
        """See `DialogMemory`."""
        response = self._called(self._commitments, GetCommitments.Request(status="open", by=ROBOT))
        return () if isinstance(response, str) else commitments_to_rules(response.commitments)

    def promised_deeds(self) -> tuple[PromisedDeed, ...]:
        """See `DialogMemory`."""
        requests = (GetCommitments.Request(by=ROBOT, status=status) for status in ("open", "overdue"))
        responses = [self._called(self._commitments, one) for one in requests]  # not all that was ever done
        told = (one.commitments for one in responses if not isinstance(one, str))
        return tuple(one for commitments in told for one in commitments_to_promised(commitments))

    def people(self) -> frozenset[str]:
        """Everybody who did or saw something since the node was started."""
        with self._lock:
            return frozenset(self._names)

    def heard(self, speaker: str, stamp_ns: int) -> None:
        """See `DialogMemory`. Memory itself knows what time it is."""
        self._met(speaker)

    def _met(self, *names: str) -> None:
        with self._lock:
            self._names |= {name.lower() for name in names} - {"", ROBOT}

    def _hear_of(self, message: EventMessage) -> None:
        self._met(message.actor, *message.observers)

    def _called(self, client: Client, request: Any) -> Any:
        """The response, or a sentence that says why there is none."""
        # A turn asks for rules, promises and an answer: a memory that is away is waited for once, till it is back.
        self._reached = wait_until(client.service_is_ready, self.TIMEOUT_S if self._reached else 0.0)
        if not self._reached:
            return "I cannot reach my memory right now."
        future = client.call_async(request)
        if not wait_until(future.done, self.TIMEOUT_S):
            client.remove_pending_request(future)
            return "My memory takes too long to answer."
        return future.result()
