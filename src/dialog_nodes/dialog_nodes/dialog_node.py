"""Talks in text: questions and feedback go to memory, instructions to the planner; results are announced."""

from __future__ import annotations

import threading
from dataclasses import replace

from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup

from dialog_nodes.commitment_watch import CommitmentWatch
from dialog_nodes.memory_client import MemoryClient
from dialog_nodes.planner_client import PlannerClient
from dialog_nodes.promise_watch import PromiseWatch
from dialog_nodes.stopper import Stopper
from embodied_memory.config import DialogConfig, LanguageConfig, PermissionConfig, RolesConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.reading.language_reader import LanguageUtteranceReader
from embodied_memory.dialog.reading.offline_reader import OfflineUtteranceReader
from embodied_memory.dialog.talk.conversation import UtteranceReader
from embodied_memory.dialog.talk.stop_words import asks_to_stop
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.server_model import make_model_for
from embodied_memory.planning.instruction import TaskReport
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.words.one_reading import the_reading
from embodied_memory_interfaces.msg import Answer as AnswerMessage
from embodied_memory_interfaces.msg import Event as EventMessage
from embodied_memory_interfaces.msg import Utterance as UtteranceMessage
from embodied_memory_interfaces.srv import Talk
from embodied_memory_ros.conversions.memory import answer_to_message, event_to_message, message_to_utterance
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.parameters import declare_config
from embodied_memory_ros.qos import KEPT_RECORDS, RECORDS
from embodied_memory_ros.run_node import run_node

_THREADS = 16
"""Of these all but some may wait for a reader that takes its time."""


class DialogNode(EmbodiedNode):
    """Utterances in, replies out; the conversation itself is recorded as events."""

    def __init__(self) -> None:
        super().__init__("dialog_node")
        self._config = declare_config(self, DialogConfig(), "dialog")
        self._permissions = declare_config(self, PermissionConfig(), "permissions")
        self._roles = declare_config(self, RolesConfig(), "")
        self._language = declare_config(self, LanguageConfig(), "language")

    def on_start(self) -> None:
        """Topics, the service, and clients of memory and planner. ValueError for permissions that are none."""
        the_reading()  # loaded now, so that the first who speaks does not wait for it
        self._memory = MemoryClient(self)
        permissions = Permissions(self._permissions)
        self._manager = DialogManager(self._memory, self._config, permissions, self._reader())
        self._one_at_a_time = threading.Lock()
        self._planner = PlannerClient(self, self._task_changed)
        self._stopper = Stopper(self)
        self._replies = self.publisher(AnswerMessage, "dialog/replies", RECORDS)
        self._events = self.publisher(EventMessage, "events", KEPT_RECORDS)
        self.subscription(
            UtteranceMessage, "dialog/utterances", self._hear, RECORDS, MutuallyExclusiveCallbackGroup()
        )
        # Calls wait for one another inside, so that one that asks for a stop is heard while another is answered.
        service = self.create_service(Talk, "dialog/talk", self._talk, callback_group=ReentrantCallbackGroup())
        self.close_on_stop(lambda: self.destroy_service(service))
        if self._config.announce_commitments:
            CommitmentWatch(self, self._announce)
        PromiseWatch(self, self._memory, self._manager, self._one_at_a_time, self._say, self._planner.begin)

    def _reader(self) -> UtteranceReader:
        """By rules, or by a model where `reasoning` wants one and one is configured."""
        model = make_model_for(self._roles.reasoning, self._language)
        if model is None:
            return OfflineUtteranceReader()
        self.close_on_stop(model.close)
        return LanguageUtteranceReader(Advisor(model, self._language), OfflineUtteranceReader())

    def _hear(self, message: UtteranceMessage) -> None:
        """Somebody spoke on the topic."""
        self._answer_to(message_to_utterance(message))

    def _talk(self, request: Talk.Request, response: Talk.Response) -> Talk.Response:
        """Somebody called the service. What comes on the topic is heard by `stop_node`, too; this is not."""
        if asks_to_stop(request.utterance.text):
            self._stopper.stop()
            self._planner.stop()
        try:
            answer = self._answer_to(message_to_utterance(request.utterance))
        except Exception as error:
            response.message = str(error)
            self.report_problem(f"talk: {error}")
            return response
        response.success = True
        response.reply = answer_to_message(answer, self.now_ns())
        return response

    def _answer_to(self, heard: Utterance) -> Answer:
        """Decide, record what was said, reply; an instruction is handed to the planner."""
        self.known_now_ns()  # what is said right after the start would be recorded at time 0
        with self._one_at_a_time:
            utterance = replace(heard, stamp_ns=self.now_ns(), speaker=heard.speaker or "somebody")
            reply = self._manager.reply(utterance)
            said = reply.to_record(utterance)
            if said is not None:
                self._remember(replace(said, stamp_ns=heard.stamp_ns) if heard.observers else said)
            if reply.stops:
                self._planner.stop()
            self._say(reply.answer)
        if reply.instruction:
            self._planner.begin(reply.instruction, reply.asker or utterance.speaker)
        return reply.answer

    def _task_changed(self, report: TaskReport) -> None:
        with self._one_at_a_time:
            answer = self._manager.task_changed(report)
            if answer is not None:
                self._say(answer)
            coming = self._manager.next_assignment()
        if coming is not None:
            self._planner.begin(coming.instruction, coming.speaker)

    def _announce(self, sentence: str) -> None:
        self._say(Answer("", sentence, True, 1.0))

    def _remember(self, said: Utterance) -> None:
        """What is said is an event like any other, with who heard it where the world says so."""
        self._events(event_to_message(said.as_event()))

    def _say(self, answer: Answer) -> None:
        self._replies(answer_to_message(answer, self.now_ns()))
        self._remember(Utterance(self.now_ns(), "robot", answer.text))


def main() -> None:
    """Entry point."""
    run_node(DialogNode, threads=_THREADS)
