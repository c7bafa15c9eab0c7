"""The turn that a saying goes on from, and how."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from embodied_memory.dialog.conversation import Conversation, Turn
from embodied_memory.dialog.dialog_act import TELLS, DialogAct
from embodied_memory.words.follow_ups import Follows, FollowUp, the_follow_ups
from embodied_memory.words.plain_words import pointed_at
from embodied_memory.words.said import TELLING, Role, Said, SpeechAct

LIKELY = 0.6
"""At which of 20 remarks that change nothing about one is taken for a change."""
ERRANDS = (DialogAct.INSTRUCTION, DialogAct.CHOICE, DialogAct.OFFER)
PROMISED = (DialogAct.REMINDER, DialogAct.MESSAGE, DialogAct.LATER)
_FOLLOWED = (*ERRANDS, *PROMISED, *TELLS, DialogAct.RULE, DialogAct.QUESTION)
_PASSED_OVER = (
    DialogAct.TALK, DialogAct.ASIDE, DialogAct.STOP, DialogAct.UNCLEAR, DialogAct.REASON, DialogAct.PROGRESS,
)  # fmt: skip
"""What is said in between changes nothing of what was said before."""
FINITE = re.compile(
    r"\b(?:is|are|was|were|am|has|have|had|will|would|can|could|should|do|does|did)\b"
    r"|\b(?!let)\w+['’]s (?!\w+\W*$)",
    re.I,
)
"""A question with a verb of its own is asked by itself, and with the one before it (`asking_memory.py`)."""
_PLAIN_MESSAGE = re.compile(r"(?P<does>tell|ask) (?P<to>[^:.!?]{1,60}): (?P<what>.+)", re.I | re.S)


@dataclass(frozen=True)
class Following:
    """What is said now, the turn before it, and how it goes on from that."""

    said: Said
    before: Turn
    told: FollowUp

    @property
    def act(self) -> DialogAct:
        """Of the turn before."""
        return DialogAct(self.before.act)


def following(said: Said, conversation: Conversation) -> Following | None:
    """None where there is nothing that it could go on from, or nobody to tell."""
    follow_ups, of_others = the_follow_ups(), conversation.around if conversation.is_of_others else None
    if of_others is not None and of_others.act == DialogAct.INSTRUCTION.value and follow_ups is not None:
        more = follow_ups.read(as_spoken(of_others.said), said.text)
        if more.share(Follows.ALSO) >= LIKELY:
            return Following(said, of_others, more)  # "and the one in the hall", of the window of somebody else
    before = turn_before(conversation)
    if before is not None and before.act == DialogAct.QUESTION.value and _is_of_errand(said):
        before = turn_before(conversation, (*_PASSED_OVER, DialogAct.QUESTION)) or before
    if before is None or (before.act == DialogAct.QUESTION.value and _stands_alone(said)):
        return None
    if pointed_at(said) and conversation.is_of_others:
        return None  # "put it back on", of the lamp that somebody else has just had switched off
    return Following(said, before, follow_ups.read(as_spoken(before.said), said.text)) if follow_ups else None


def _is_of_errand(said: Said) -> bool:
    """Whether it goes on with no question: "is she still up?", and then "leave it where it is"."""
    return said.surely(SpeechAct.CANCEL) or (said.surely(SpeechAct.INSTRUCT) and bool(said.of(Role.DEED)))


def _stands_alone(said: Said) -> bool:
    """Whether it goes on with no question, as "I've put it on the shelf" does not."""
    return FINITE.search(said.text) is not None or said.surely(*TELLING)


def as_spoken(said: str) -> str:
    """A message as people put it: "tell Tom: to be home by six" -> "tell Tom to be home by six"."""
    found = _PLAIN_MESSAGE.match(said)
    if found is None:
        return said
    link = "" if found["what"].lower().startswith(("to ", "if ", "whether ", "about ")) else "that "
    return f"{found['does']} {found['to']} {link}{found['what']}"


def turn_before(conversation: Conversation, over: Sequence[DialogAct] = _PASSED_OVER) -> Turn | None:
    """The last one that can be gone on from, over small talk and stops in between."""
    spoken = (turn for turn in reversed(conversation.turns) if DialogAct(turn.act) not in over)
    last = next(spoken, None)
    return last if last is not None and DialogAct(last.act) in _FOLLOWED else None
