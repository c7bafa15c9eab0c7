"""What the dialog says to an utterance, and what else follows from it; and what it says where nothing can be made
of what was said, so that the next try goes better.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from embodied_memory.dialog.talk.conversation import DialogAct, Reading
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer
from embodied_memory.planning.instruction import InstructionError
from embodied_memory.planning.tasks.request_frame import OTHER_DEED_VERBS, asks_for_a_deed, bare_request
from embodied_memory.planning.tasks.task_reading import only_points
from embodied_memory.words.heard import hints, lacks_a_goal, points_at_something, wants_a_deed, wants_it_later
from embodied_memory.words.plain_words import in_second_person


@dataclass(frozen=True)
class Reply:
    """answer: what to say. instruction: for the planner, "" unless there is one. stops: the task is to be canceled.

    records: whether what was said is still to be recorded; feedback is recorded by memory itself. told: what was
    told, as it would be said without the talk before ("it's in the study" names its thing), which is what memory is
    to know; "" for as it was said. asker: for whom the instruction is, "" for who speaks.
    """

    act: DialogAct
    answer: Answer
    instruction: str = ""
    stops: bool = False
    records: bool = True
    told: str = ""
    asker: str = ""

    def to_record(self, heard: Utterance) -> Utterance | None:
        """What memory is still to record of an utterance: as it would be said without the talk before, or nothing."""
        text = self.told or heard.text
        return replace(heard, text=text) if self.records and text.strip() else None


def together(replies: Sequence[Reply], parts: Sequence[str]) -> Reply:
    """One for all that was said in one breath: what is to be done of the one of them that has something done. parts:
    as they were said.
    """
    doing = next((one for one in replies if one.instruction or one.stops), replies[0])
    answers = [one.answer for one in replies]
    said = (one.told or part for one, part in zip(replies, parts, strict=True))
    told = " ".join(one if one[-1:] in ".!?" else f"{one}." for one in said)
    answer = replace(
        max(answers, key=lambda one: len(one.evidence)),
        text=" ".join(one.text for one in answers),
        known=all(one.known for one in answers),
        certainty=min(one.certainty for one in answers),
    )
    return replace(doing, answer=answer, records=any(one.records for one in replies), told=told)


def stated(asked: str, text: str) -> Answer:
    """What needs no evidence."""
    return Answer(asked, text, True, 1.0)


def saying(reading: Reading, text: str) -> Reply:
    """Only words."""
    return Reply(reading.act, stated(reading.text, text))


def refusing(reading: Reading, text: str) -> Reply:
    """Words, and that nothing is done."""
    return Reply(reading.act, Answer(reading.text, text, False, 1.0))


_SENTENCES = re.compile(r"(?<=[.!?])\s+")
_HEARD_NOTHING = "I did not hear anything."
ABILITIES = (
    "I can find, bring and put away things, open and close what can be shut, switch devices, go and look, pass on"
    " messages, remind you, and remember what I see and what I am told."
)
_CANNOT_DO = f"That I cannot do, or not yet. {ABILITIES}"
_WHICH_THING = "I do not know which thing you mean: tell me its name."
_AT_A_TIME = (
    "I can do that at a time, or when somebody comes, but that is nothing that I would notice: tell me then, or ask"
    " me to remind you."
)
_WHAT_DEED = "What would you like me to do?"
_UNCLEAR = 'I did not understand that. Ask me something like "where is the kettle?", or tell me "find the kettle".'


_EM = re.compile(r"(?<![\w'’])(?:['’]em|em)\b")


def legible(text: str) -> str:
    """The words of a text on one line: without control characters, marks of direction and pictures; "'em" is them."""
    return _EM.sub("them", " ".join("".join(one if _is_legible(one) else " " for one in text).split()))


def _is_legible(character: str) -> bool:
    kind = unicodedata.category(character)
    return kind[0] != "C" and not (kind in ("So", "Sk") and character > "\u2000")


def too_long(most: int) -> Answer:
    """For what nobody says in one breath."""
    return Answer("", f"That is too much at once: tell me in fewer than {most} letters.", False, 0.0)


def not_understood(text: str) -> Answer:
    """An answer that is none, with what would be understood."""
    told = _HEARD_NOTHING if not text else _UNCLEAR
    if told is _UNCLEAR and hints(text):
        return Answer(text, _WHAT_DEED, False, 0.0)
    if told is _UNCLEAR and any(map(wants_it_later, (text, *_SENTENCES.split(text)))):
        return Answer(text, _AT_A_TIME, False, 0.0)
    if told is _UNCLEAR and (asks_for_a_deed(text) or wants_a_deed(text)):
        if thing := lacks_a_goal(text):
            return Answer(text, f"Where shall I put {in_second_person(thing)}?", False, 0.0)
        is_known = not re.match(rf"(?:{OTHER_DEED_VERBS})\b", bare_request(text), re.I)
        told = _WHICH_THING if is_known and (points_at_something(text) or _only_points(text)) else _CANNOT_DO
    return Answer(text, told, False, 0.0)


def _only_points(text: str) -> bool:
    try:
        return only_points(text)
    except InstructionError:
        return False
