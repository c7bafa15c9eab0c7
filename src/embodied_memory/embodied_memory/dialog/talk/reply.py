"""What the dialog says to an utterance, and what else follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from embodied_memory.dialog.talk.dialog_act import DialogAct, Reading
from embodied_memory.event import Utterance
from embodied_memory.evidence import Answer


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
