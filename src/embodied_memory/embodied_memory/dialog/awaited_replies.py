"""What the robot waits for once it has asked back or offered something: which one is meant, a yes, a no."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from embodied_memory.dialog.asking_back import (
    asks_the_same,
    asks_which,
    chosen_reading,
    other_instruction,
    put_right,
    that_one,
    wants_none,
    with_reading,
)
from embodied_memory.dialog.conversation import Conversation
from embodied_memory.dialog.declined import lets_it
from embodied_memory.dialog.dialog_act import DialogAct, Reading, UtteranceReader
from embodied_memory.dialog.going_to_see import accepts
from embodied_memory.dialog.instruction_queue import Assignment
from embodied_memory.dialog.reply import Reply, saying
from embodied_memory.dialog.standstill import goes_on
from embodied_memory.event import Utterance
from embodied_memory.words.heard import agrees

_LEAVES_IT_OPEN = (
    DialogAct.QUESTION, DialogAct.EXPLANATION, DialogAct.PROGRESS, DialogAct.REPEAT, DialogAct.UNCLEAR,
    DialogAct.TALK, DialogAct.ASIDE,
)  # fmt: skip


class AwaitedReplies:
    """reader: of all else that is said; assign: begins an instruction, before all that waits."""

    def __init__(self, reader: UtteranceReader, assign: Callable[[Reading, Assignment, str, bool], Reply]) -> None:
        self._reader, self._assign = reader, assign

    def read(self, text: str, conversation: Conversation) -> Reading:
        """A reply to what the robot asked back goes before everything else, if it is one."""
        open_question = conversation.open_question
        is_awaited = bool(conversation.offered or conversation.to_forget)
        accepted = is_awaited and (accepts(text) or agrees(text) or lets_it(text, conversation))
        if offered := conversation.take_offer(accepted):
            return Reading(DialogAct.INSTRUCTION, offered, is_confirmed=True)
        if accepted:
            return Reading(DialogAct.FORGETTING, conversation.to_forget)
        conversation.to_forget = ""
        if open_question is not None and text:
            text = put_right(open_question, that_one(text, conversation.about))
            if wants_none(text) or chosen_reading(open_question, text):
                return Reading(DialogAct.CHOICE, text)
            if asks_which(text):
                return Reading(DialogAct.REPEAT, text)
        if goes_on(text):
            return Reading(DialogAct.RESUME, text)
        reading = self._reader.read(text, conversation)
        if reading.act in _LEAVES_IT_OPEN:
            return reading
        conversation.open_question = None
        return reading

    def choose(self, conversation: Conversation, reading: Reading, utterance: Utterance) -> Reply:
        """An act of the dialog (see `DialogManager`): what was meant of what the robot asked about."""
        open_question, conversation.open_question = conversation.open_question, None
        assert open_question is not None
        if wants_none(reading.text):
            return saying(reading, "All right, I leave it.")
        reading_meant = chosen_reading(open_question, reading.text)
        instruction = with_reading(open_question, reading_meant)
        if not asks_the_same(open_question.instruction, instruction, utterance.speaker):
            told = "I cannot put that into words of my own: tell me in yours which one you mean."
            return saying(reading, told)
        conversation.other_choice = other_instruction(open_question, reading_meant, utterance.speaker)
        assignment = Assignment(instruction, utterance.speaker)
        return self._assign(replace(reading, text=instruction), assignment, reading_meant, True)
