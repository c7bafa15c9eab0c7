"""Talking with the robot of a folder: the dialog manager over its memory, as the dialog node has it."""

from __future__ import annotations

from embodied_memory import Memory
from embodied_memory.config import DialogConfig, PermissionConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.talk.conversation import UtteranceReader
from embodied_memory.dialog.talk.dialog_memory import MemoryAtHand
from embodied_memory.dialog.talk.reply import Reply
from embodied_memory.event import ROBOT, Utterance
from embodied_memory.planning.instruction import InstructionError, TaskReport, TaskStatus
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.planning.tasks.task_execution import TaskExecution
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory_tools.evaluation.lived_words.word_folder import WordHome
from embodied_memory_tools.language.small_home import SmallHome, person

_SECOND_NS = 1_000_000_000


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
        memory, to_record = self.at_hand.memory, reply.to_record(said)
        if to_record is not None:
            memory.record_event(to_record.as_event())
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
