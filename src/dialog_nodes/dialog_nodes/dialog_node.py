"""Talks in text: questions go to memory, instructions to the planner; results are announced."""

from __future__ import annotations

import threading

from rclpy.action import ActionClient
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup

from embodied_memory.dialog.dialog_manager import DialogManager, ReplyKind
from embodied_memory.event import Event, EventKind, Provenance, Utterance
from embodied_memory.evidence import Answer
from embodied_memory_interfaces.action import ExecuteInstruction
from embodied_memory_interfaces.msg import Answer as AnswerMessage
from embodied_memory_interfaces.msg import Event as EventMessage
from embodied_memory_interfaces.msg import Utterance as UtteranceMessage
from embodied_memory_interfaces.srv import AnswerQuestion, Talk
from embodied_memory_ros.conversions.memory import (
    answer_to_message,
    event_to_message,
    message_to_answer,
    message_to_utterance,
)
from embodied_memory_ros.ending import wait_until
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.qos import KEPT_RECORDS, RECORDS
from embodied_memory_ros.run_node import run_node


class DialogNode(EmbodiedNode):
    """Utterances in, answers out; the conversation itself is recorded as events."""

    ANSWER_TIMEOUT_S = 10.0

    def __init__(self) -> None:
        super().__init__("dialog_node")

    def on_start(self) -> None:
        """Topics, the service, and clients of memory and planner."""
        group = ReentrantCallbackGroup()
        self._manager = DialogManager(self._ask_memory)
        self._one_at_a_time = threading.Lock()
        self._memory = self.create_client(AnswerQuestion, "memory/answer", callback_group=group)
        self._planner = ActionClient(self, ExecuteInstruction, "execute_instruction", callback_group=group)
        self._replies = self.publisher(AnswerMessage, "dialog/replies", RECORDS)
        self._events = self.publisher(EventMessage, "events", KEPT_RECORDS)
        self.subscription(
            UtteranceMessage, "dialog/utterances", self._hear, RECORDS, MutuallyExclusiveCallbackGroup()
        )
        service = self.create_service(
            Talk, "dialog/talk", self._talk, callback_group=MutuallyExclusiveCallbackGroup()
        )
        self.close_on_stop(lambda: self.destroy_service(service))
        self.close_on_stop(lambda: self.destroy_client(self._memory))
        self.close_on_stop(self._planner.destroy)

    def _hear(self, message: UtteranceMessage) -> None:
        """Somebody spoke on the topic."""
        self._answer_to(message_to_utterance(message))

    def _talk(self, request: Talk.Request, response: Talk.Response) -> Talk.Response:
        """Somebody called the service."""
        try:
            answer = self._answer_to(message_to_utterance(request.utterance))
        except Exception as error:
            response.message = str(error)
            self.report_problem(f"talk: {error}")
            return response
        response.success = True
        response.reply = answer_to_message(answer, self.now_ns())
        return response

    def _answer_to(self, utterance: Utterance) -> Answer:
        """Record what was said, decide, reply; an instruction is handed to the planner."""
        with self._one_at_a_time:
            speaker = utterance.speaker or "somebody"
            self._remember(speaker, utterance.text)
            reply = self._manager.reply(utterance)
            if reply.kind is ReplyKind.INSTRUCTION:
                self._hand_over(reply.instruction, speaker)
            self._say(reply.answer)
            return reply.answer

    def _remember(self, speaker: str, text: str) -> None:
        """What is said is an event like any other."""
        said = Event(self.now_ns(), EventKind.UTTERANCE, speaker, text[:2000], provenance=Provenance.REPORTED)
        self._events(event_to_message(said))

    def _say(self, answer: Answer) -> None:
        self._replies(answer_to_message(answer, self.now_ns()))
        self._remember("robot", answer.text)

    def _ask_memory(self, question: str) -> Answer:
        """Memory's answer, or one that says why there is none."""
        request = AnswerQuestion.Request(question=question)
        if not wait_until(self._memory.service_is_ready, self.ANSWER_TIMEOUT_S):
            return Answer(question, "I cannot reach my memory right now.", False, 0.0)
        future = self._memory.call_async(request)
        if not wait_until(future.done, self.ANSWER_TIMEOUT_S):
            return Answer(question, "My memory takes too long to answer.", False, 0.0)
        response = future.result()
        if not response.success:
            return Answer(question, f"I could not answer: {response.message}", False, 0.0)
        return message_to_answer(response.answer)

    def _hand_over(self, instruction: str, speaker: str) -> None:
        """Send the goal; the end is announced when it comes."""
        if not wait_until(self._planner.server_is_ready, 1.0):
            self._say(Answer(instruction, "I cannot move: the planner is not there.", False, 0.0))
            return
        goal = ExecuteInstruction.Goal(instruction=instruction, speaker=speaker)
        self._planner.send_goal_async(goal).add_done_callback(lambda sent: self._await_end(instruction, sent))

    def _await_end(self, instruction: str, sent) -> None:  # type: ignore[no-untyped-def]
        handle = sent.result()
        if not handle.accepted:
            self._say(Answer(instruction, "The planner refused the instruction.", False, 0.0))
            return
        handle.get_result_async().add_done_callback(lambda ended: self._announce(instruction, ended.result().result))

    def _announce(self, instruction: str, result: ExecuteInstruction.Result) -> None:
        """How the instruction ended, goal by goal."""
        found = [goal.goal for goal in result.goals if goal.found]
        missed = [f"{goal.goal} ({goal.message})" for goal in result.goals if not goal.found]
        parts = [f"I found the {', the '.join(found)}."] if found else []
        parts += [f"I did not find the {', the '.join(missed)}."] if missed else []
        text = " ".join(parts) or f"I could not do that: {result.error_msg}."
        self._say(Answer(instruction, text, bool(found) and not missed, 1.0))


def main() -> None:
    """Entry point."""
    run_node(DialogNode, threads=4)
