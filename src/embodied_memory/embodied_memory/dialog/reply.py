"""What the dialog says to an utterance, and what else follows from it."""

from __future__ import annotations

from dataclasses import dataclass

from embodied_memory.dialog.dialog_act import DialogAct, Reading
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


def stated(asked: str, text: str) -> Answer:
    """What needs no evidence."""
    return Answer(asked, text, True, 1.0)


def saying(reading: Reading, text: str) -> Reply:
    """Only words."""
    return Reply(reading.act, stated(reading.text, text))


def refusing(reading: Reading, text: str) -> Reply:
    """Words, and that nothing is done."""
    return Reply(reading.act, Answer(reading.text, text, False, 1.0))
