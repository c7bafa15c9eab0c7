"""Looks that people wish for, told from what others say ("go and see whether the TV is on"), and looks offered."""

from __future__ import annotations

import re

from embodied_memory.evidence import Answer, EpistemicStatus
from embodied_memory.planning.instruction import InstructionError
from embodied_memory.planning.tasks.request_frame import bare_request
from embodied_memory.planning.tasks.task_goal import Deed
from embodied_memory.planning.tasks.task_reading import read_task

_BEGINS = re.compile(
    r"(?:go|come|run|walk|drive|head|move|pop|see|check|look|inspect|verify|find out|(?:have|take) a)\b", re.I
)
_STATE_ASKED = re.compile(
    r"(?P<is>is|are) (?P<thing>.+?) (?P<state>on|off|open|closed|shut|locked|unlocked)[?.! ]*", re.I
)
_ACCEPTED = re.compile(
    r"(?:(?:yes|yeah|yep|sure|ok|okay|of course)[,. ]*(?:please(?: do)?|do(?: so| that)?|i would like that"
    r"|go(?: ahead| and (?:look|see))?)?|please(?: do)?"
    r"|(?:please )?(?:go ahead|go and (?:look|see)|do (?:so|that|it)))(?:[, ]+please)?[.! ]*",
    re.I,
)
_OLD_NS = 10 * 60 * 1_000_000_000
_DOUBTED = (EpistemicStatus.STALE, EpistemicStatus.UNCERTAIN, EpistemicStatus.CONTRADICTED)


def look_offered(question: str, answer: Answer, now_ns: int) -> str:
    """The instruction that would tell what memory does not know, or knows of long ago; "" where none would.

    Of states alone ("is the stove on?"): they change without the robot, and one look shows them.
    """
    asked = _STATE_ASKED.fullmatch(question.strip())
    if asked is None or not _is_in_doubt(answer, now_ns):
        return ""
    look = f"go and see whether {asked['thing']} {asked['is'].lower()} {asked['state']}"
    return look if is_look(look) else ""


def accepts(text: str) -> bool:
    """Whether an offer is taken up."""
    return bool(_ACCEPTED.fullmatch(text.strip()))


def _is_in_doubt(answer: Answer, now_ns: int) -> bool:
    """Not known, or not seen lately; of a thing whose state the robot could not tell, no other look tells it."""
    if not answer.known:
        return not answer.object_ids
    if answer.status is not None:
        return answer.status in _DOUBTED
    return bool(answer.evidence) and now_ns - max(one.stamp_ns for one in answer.evidence) > _OLD_NS


def is_look(sentence: str) -> bool:
    """Whether the speaker wants the robot to go and see: the words begin so, and are read so to their end."""
    if not _BEGINS.match(bare_request(sentence)):
        return False
    try:
        return read_task(sentence, "")[0].deed is Deed.LOOK
    except InstructionError:
        return False
