"""What somebody does by saying something, and how an utterance was read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from embodied_memory.dialog.talk.conversation import Conversation


class DialogAct(str, Enum):
    """The acts that the dialog manager tells apart (H2-EMV, dialog manager: question, feedback, or anything else).

    OFFER: perhaps an instruction; the robot asks whether it is one. LATER: one that is to be carried out at a time to
    come, or when somebody comes. ASIDE: not meant for the robot.
    """

    QUESTION = "question"
    FEEDBACK = "feedback"
    INSTRUCTION = "instruction"
    LATER = "later"
    STOP = "stop"
    RESUME = "resume"
    PROGRESS = "progress"
    REASON = "reason"
    EXPLANATION = "explanation"
    CHOICE = "choice"
    REPEAT = "repeat"
    MESSAGE = "message"
    REMINDER = "reminder"
    REPORT = "report"
    RULE = "rule"
    FORGETTING = "forgetting"
    CORRECTION = "correction"
    CANCELLATION = "cancellation"
    OFFER = "offer"
    ASIDE = "aside"
    TALK = "talk"
    UNCLEAR = "unclear"


TELLS = (DialogAct.REPORT, DialogAct.CORRECTION)
"""What tells the robot something; the value of an act is the act, so turns may be asked, too."""


@dataclass(frozen=True)
class Reading:
    """text: the utterance as it would be said without a conversation before it ("where is it?" names its thing).

    replaces: an instruction that corrects the one before, rather than being one more. is_part: it makes sense only
    with what was said just before. is_confirmed: the speaker was asked about it, and said yes; is_allowed: who gave a
    rule against it lets it be done this once. beside: what is said in the same breath, and tells why, or what it is
    about.
    """

    act: DialogAct
    text: str
    replaces: bool = False
    is_part: bool = False
    is_confirmed: bool = False
    is_allowed: bool = False
    beside: str = ""


class UtteranceReader(Protocol):
    """Says what an utterance is. What people say is data: it is read, never run."""

    def read(self, text: str, conversation: Conversation) -> Reading:
        """text: one line, no longer than configured. Never raises for a text."""
