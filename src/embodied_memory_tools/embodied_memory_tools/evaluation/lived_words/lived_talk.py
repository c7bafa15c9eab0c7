"""Talking with the robot of a folder: the dialog manager over its memory, as the dialog node has it."""

from __future__ import annotations

from dataclasses import replace

from embodied_memory import Memory
from embodied_memory.config import DialogConfig, PermissionConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.talk.dialog_act import UtteranceReader
from embodied_memory.dialog.talk.dialog_memory import PromisedDeed, promised_deeds_of
from embodied_memory.dialog.talk.reply import Reply
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.instruction import InstructionError
from embodied_memory.planning.permissions import Permissions
from embodied_memory.planning.task_report import TaskReport, TaskStatus
from embodied_memory.planning.tasks.standing_rules import StandingRule, standing_rules_of
from embodied_memory.planning.tasks.task_execution import TaskExecution
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory_tools.evaluation.lived_words.word_folder import ROBOT, WordHome
from embodied_memory_tools.language.small_home import SmallHome, person

_SECOND_NS = 1_000_000_000


class MemoryAtHand:
    """A `DialogMemory` without ROS. now_ns: the time of asking."""

    def __init__(self, memory: Memory, people: frozenset[str], now_ns: int) -> None:
        self.memory, self.now_ns = memory, now_ns
        self._people = people

    def answer(self, question: str, asker: str = "") -> Answer:
        """See `DialogMemory`."""
        return self.memory.answer(question, self.now_ns, asker)

    def give_feedback(self, text: str, person: str, about: str) -> str:
        """See `DialogMemory`."""
        changed = self.memory.rules.give_feedback(text, person, self.now_ns, about)
        return "All right, I will mind that from now on." if changed else "I have heard it; no rule of mine changes."

    def said_by(self, about: str, person: str) -> str:
        """See `DialogMemory`."""
        return self.memory.people.said_by(about, person, self.now_ns)

    def forget_said(self, words: str, person: str) -> bool:
        """See `DialogMemory`."""
        return self.memory.people.forget_said(words, person, self.now_ns)

    def recall_personal(self, query: str, person: str) -> tuple[PersonalRecollection, ...]:
        """See `DialogMemory`."""
        return self.memory.people.recall(query, 5, person or None)

    def standing_rules(self) -> tuple[StandingRule, ...]:
        """See `DialogMemory`."""
        return standing_rules_of(self.memory.beliefs.commitments(by=ROBOT, now_ns=self.now_ns))

    def promised_deeds(self) -> tuple[PromisedDeed, ...]:
        """See `DialogMemory`."""
        return promised_deeds_of(self.memory.beliefs.commitments(by=ROBOT, now_ns=self.now_ns))

    def people(self) -> frozenset[str]:
        """See `DialogMemory`."""
        return self._people


class LivedTalk:
    """One home, one robot. What an instruction leads to is tried in a home of words made from what memory knows."""

    def __init__(self, memory: Memory, home: WordHome, now_ns: int, reader: UtteranceReader | None = None) -> None:
        """reader: of what is said; offline if not given."""
        names = frozenset(name.lower() for name in (*home.people, *home.visitors))
        self.at_hand = MemoryAtHand(memory, names, now_ns)
        self._people = (*home.people, *home.visitors)
        self._grants = Permissions(PermissionConfig(home.grants or PermissionConfig().grants))
        config = DialogConfig(children=("", *home.children), people=home.who_is_who)
        self._meant: dict[str, str] = {}
        self.manager = DialogManager(self.at_hand, config, self._grants, reader)

    def say(
        self, speaker: str, text: str, place: str = "", observers: tuple[str, ...] = (), is_recorded: bool = True
    ) -> tuple[Reply, str]:
        """The reply, and what the robot says right after it, as it finds that it does not know what is meant."""
        self.at_hand.now_ns += 7 * _SECOND_NS
        said = Utterance(self.at_hand.now_ns, speaker, text, place, observers)
        reply = self.manager.reply(said)
        if is_recorded:
            self._record(said, reply)
        told = ""
        if reply.instruction:
            told = self._begin(reply.instruction, reply.asker or speaker)
        return reply, told

    def deeds(self, instruction: str, speaker: str) -> str:
        """What the robot would do, such as "bring red mug to Anna"; "" for what cannot be read."""
        try:
            return "; ".join(map(str, read_task(instruction, speaker, self.at_hand.people())))
        except InstructionError:
            return ""

    def _record(self, said: Utterance, reply: Reply) -> None:
        memory = self.at_hand.memory
        if reply.records and said.text.strip():
            memory.record_event(replace(said, text=reply.told or said.text).as_event())
        self.at_hand.now_ns += _SECOND_NS
        reply_said = Utterance(self.at_hand.now_ns, ROBOT, reply.answer.text, said.place, said.observers)
        memory.record_event(reply_said.as_event())

    def _begin(self, instruction: str, speaker: str) -> str:
        """The task goes on until the talk is over, unless it ends at once: then that is told."""
        self.manager.task_changed(TaskReport(instruction, speaker, TaskStatus.RUNNING))
        report = self._tried(instruction, speaker)
        if report is None or report.status is TaskStatus.SUCCEEDED:
            return ""
        answer = self.manager.task_changed(report)
        return answer.text if answer else ""

    def _tried(self, instruction: str, speaker: str) -> TaskReport | None:
        """How it ends in words; None for what the task planner leaves to searching."""
        try:
            goals = read_task(instruction, speaker, self.at_hand.people())
        except InstructionError as error:
            return TaskReport(instruction, speaker, TaskStatus.FAILED, reasons=(str(error),))
        known = self.at_hand.memory.objects(self.at_hand.now_ns)
        home = SmallHome((*known, *(person(name, (8.0, 1.0), "living room") for name in self._people)))
        home.recalled, home.asked = self.at_hand.recall_personal, self.at_hand.answer
        home.rules = self.at_hand.standing_rules()
        execution = TaskExecution(home, home, home.things, self._grants, meant=self._meant)
        return execution.execute(instruction, speaker, goals).report
