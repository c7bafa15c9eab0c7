"""What the robot says about what it said and did itself: why, how it knows, and all of it once more."""

from __future__ import annotations

import re
from collections.abc import Sequence

from embodied_memory.dialog.agreeing import in_order
from embodied_memory.dialog.arranged import DUE
from embodied_memory.dialog.asking_back import question_for
from embodied_memory.dialog.completion import as_named
from embodied_memory.dialog.conversation import Conversation
from embodied_memory.dialog.dialog_act import TELLS, DialogAct, Reading
from embodied_memory.dialog.dialog_memory import DialogMemory
from embodied_memory.dialog.instruction_queue import Assignment
from embodied_memory.dialog.reasons import how_known, progress_of, reason_for
from embodied_memory.dialog.reply import Reply, saying
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer
from embodied_memory.planning.task_report import TaskReport, TaskStatus
from embodied_memory.words.first_person import in_third_person

_MORE_OF_IT = (
    (re.compile(r"(?:and |but )?(?:who (?:told|tells)|says who|said who)\b", re.I), "Who told you about {}?"),
    (re.compile(r"(?:and |but )?since when\b", re.I), "Since when is {} there?"),
)
_NOTHING_SAID = "I have not said anything yet."


class OwnAnswers:
    """Acts of the dialog (see `DialogManager`) that look back at the conversation."""

    def __init__(self, memory: DialogMemory, utc_offset_s: float) -> None:
        self._memory, self._utc_offset_s = memory, utc_offset_s

    def progress(self, reading: Reading, asker: str, task: TaskReport | None, waiting: Sequence[Assignment]) -> Reply:
        """What is being done, and what is still to be; a robot with nothing to do tells what it is to remind of."""
        told = progress_of(task, in_order(waiting))
        if waiting or (task is not None and task.status is TaskStatus.RUNNING):
            return saying(reading, told)
        due = self._memory.answer(DUE, asker)
        return saying(reading, f"{told} I am to remind you: {due.text}" if due.known else told)

    def give_reason(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """ "Why not?" is about the newest: the answer just given, or the task that ended."""
        last, task = conversation.last, conversation.task
        refused = _refused(conversation)
        if refused:
            return saying(reading, f"{refused} The people of this home say who may have me do what.")
        is_about_answer = last is not None and last.act == DialogAct.QUESTION.value
        if task is not None and not (is_about_answer and len(reading.text.split()) < 3):
            return saying(reading, reason_for(task))
        return self.explain(conversation, reading, utterance)

    def explain(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """What the last answer rests on; without one, why the last task ended as it did."""
        last, task = conversation.last_question, conversation.task
        if last is None:
            return saying(reading, reason_for(task) if task else _NOTHING_SAID)
        told = self._told_by(reading, conversation, utterance.speaker)
        if told is not None:
            return Reply(reading.act, told)
        text, answer = how_known(last.answer, utterance.stamp_ns, self._utc_offset_s), last.answer
        return Reply(reading.act, Answer(reading.text, text, answer.known, answer.certainty, answer.evidence))

    def _told_by(self, reading: Reading, conversation: Conversation, asker: str) -> Answer | None:
        """Who said what the last answer rests on, or since when it is so, where just that is asked and known."""
        about, said = conversation.about, reading.text.strip()
        asked = next((question for form, question in _MORE_OF_IT if form.match(said)), "")
        asked = in_third_person(asked.format(as_named(about)), asker) if asked and about else ""
        answer = self._memory.answer(asked, asker) if asked else None
        return answer if answer is not None and answer.known else None

    def repeat(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """What was asked back and is still open, else what was told or said last."""
        if conversation.open_question is not None:
            return saying(reading, question_for(conversation.open_question))
        last = conversation.last
        if last is not None and last.act in (*TELLS, DialogAct.RULE):
            return saying(reading, f'You told me: "{last.heard or last.said}"')
        return saying(reading, last.answer.text if last else _NOTHING_SAID)


def _refused(conversation: Conversation) -> str:
    """With what words the robot declined what was asked for last, over questions why."""
    before = (turn for turn in reversed(conversation.turns) if turn.act != DialogAct.REASON.value)
    last = next(before, None)
    return last.answer.text if last is not None and last.is_refused else ""
