"""Plays a talk without ROS: the dialog manager over a real memory, tasks in a home of words."""

from __future__ import annotations

from lived_home import GRANTS, NOW_NS, PEOPLE, SECOND, home_things

from embodied_memory.config import PermissionConfig
from embodied_memory.dialog.dialog_manager import DialogManager
from embodied_memory.dialog.talk.dialog_memory import MemoryAtHand
from embodied_memory.event import Event, EventKind, Provenance, Utterance, told_trace
from embodied_memory.planning.instruction import Ambiguity, InstructionError, TaskReport, TaskStatus
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.planning.tasks.task_execution import TaskExecution
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory.words.plain_words import in_third_person
from embodied_memory_tools.language.small_home import SmallHome, person


class _OpenMemory(MemoryAtHand):
    """Tells everybody everything: the quick embedder of these tests cannot tell what is to be kept."""

    def answer(self, question, asker=""):
        return super().answer(in_third_person(question, asker))


class _AskedHome(SmallHome):
    """Asks the memory where things are said to be."""

    def answer(self, question, asker=""):
        return self.memory.answer(question)


class PlayedTalk:
    """What was said and done goes into memory, as the dialog node has it. One task at a time, done when told so."""

    def __init__(self, memory, is_recorded=True):
        self.memory, self._is_recorded = _OpenMemory(memory, PEOPLE, NOW_NS), is_recorded
        permissions = Permissions(PermissionConfig(GRANTS))
        self.manager = DialogManager(self.memory, None, permissions)
        home = _AskedHome((*home_things(), person("Tom", (9.0, 3.0), "living room")))
        home.memory, home.recalled = self.memory, self.memory.recall_personal
        self._execution = TaskExecution(home, home, home.things, permissions)
        self._task = None

    def say(self, who, text):
        """(reply, deeds in words)."""
        self.memory.now_ns += 7 * SECOND
        reply = self.manager.reply(Utterance(self.memory.now_ns, who, text))
        if reply.records and text.strip():
            self._record(EventKind.UTTERANCE, who, reply.told or text, provenance=Provenance.REPORTED)
        self.memory.now_ns += SECOND
        self._record(EventKind.UTTERANCE, "robot", reply.answer.text, provenance=Provenance.REPORTED)
        if reply.stops and self._task:
            self._report(TaskStatus.CANCELED, summary="I stopped")
            self._task = None
        if reply.instruction:
            self._task = (reply.instruction, who)
            self._report(TaskStatus.RUNNING)
        return reply, deeds_of(reply.instruction, who)

    def happens(self, told):
        """ "done", "fail: why", "running: what is done", "unclear: phrase / reading / reading" of the task."""
        kind, _, rest = (part.strip() for part in told.partition(":"))
        if kind == "done":
            self._do()
        elif kind == "fail":
            self._report(TaskStatus.FAILED, reasons=(rest,))
        elif kind == "running":
            self._report(TaskStatus.RUNNING, doing=rest)
        elif kind == "unclear":
            phrase, *readings = (part.strip() for part in rest.split("/"))
            self._report(TaskStatus.UNCLEAR, ambiguity=Ambiguity(phrase, tuple(readings)))

    def _do(self):
        instruction, who = self._task
        outcome = self._execution.execute(instruction, who, read_task(instruction, who, PEOPLE))
        self.memory.now_ns += 30 * SECOND
        report = outcome.report
        trace = told_trace(instruction, outcome.trace) if outcome.trace.steps else ""
        became = report.summary or next(iter(report.reasons), report.status.value)
        self._record(EventKind.INSTRUCTION_ENDED, "robot", f"{instruction}: {became}", asked_by=who, trace=trace,
                     succeeded=report.status is TaskStatus.SUCCEEDED)  # fmt: skip
        self.manager.task_changed(report)

    def _report(self, status, **fields):
        instruction, who = self._task
        self.manager.task_changed(TaskReport(instruction, who, status, **fields))

    def _record(self, kind, who, text, **fields):
        if not self._is_recorded:
            return
        observers = tuple({"robot", who})
        event = Event(self.memory.now_ns, kind, who, text[:2000], place="living room", observers=observers, **fields)
        self.memory.memory.record_event(event)


def deeds_of(instruction, who):
    """Such as "bring red mug to Anna; open fridge"; the instruction itself where it only is to be searched for."""
    try:
        return "; ".join(map(str, read_task(instruction, who, PEOPLE)))
    except InstructionError:
        return instruction
