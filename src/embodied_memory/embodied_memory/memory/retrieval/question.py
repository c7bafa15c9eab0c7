"""From a question to a plan: what is asked, about which object, in which relation or room."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path

from embodied_memory.memory.spatial.room_votes import room_types
from embodied_memory.memory.wording.description import parse_description
from embodied_memory.memory.wording.words import split_words


class Intent(str, Enum):
    """The questions that memory answers."""

    WHERE_IS = "where is"
    WHAT_IS_NEAR = "what is near"
    HOW_MANY = "how many"
    WHICH_ROOM = "which room"
    WHAT_IS_IN_ROOM = "what is in the room"
    WHAT_ROOMS = "what rooms"
    WHAT_DID_YOU_DO = "what did you do"
    LAST_SEEN = "last seen"
    DID_YOU_FIND = "did you find"
    STATE_OF = "state of"
    WHAT_ATTRIBUTE = "what attribute"
    IS_THERE = "is there"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class QuestionPlan:
    """subject: the description of the object asked about. relation: "on", "in", "next to", "under" or "".

    place: a room or landmark that narrows the question. value: the state or attribute asked about, or the
    time word of "what did you do".
    """

    question: str
    intent: Intent
    subject: str = ""
    relation: str = ""
    place: str = ""
    value: str = ""


MAX_QUESTION = 2000
_RELATIONS = {
    "on top of": "on", "on": "on", "inside of": "in", "inside": "in", "in": "in", "next to": "next to",
    "close to": "next to", "near": "next to", "beside": "next to", "by": "next to", "around": "next to",
    "underneath": "under", "under": "under", "below": "under", "beneath": "under",
}  # fmt: skip
_PLACEHOLDERS = {
    "{relation}": f"(?P<relation>{'|'.join(_RELATIONS)})",
    "{states}": "open|opened|closed|shut|on|off|empty|full|clean|dirty|lit|unlit|locked|unlocked",
    "{attributes}": "color|colour|material|size|shape|state",
}
_LEAD_IN = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|robot|please|so|and|well|excuse me) )*"
    r"(?:(?:can|could|would|will) you (?:please )?(?:tell|show) me |(?:please )?tell me |show me (?=wh|how)"
    r"|do you (?:still )?(?:know|remember) (?=wh|how|if)|i (?:want|would like|need) to know |i wonder )?"
    r"(?:please )?(?:if |whether )?"
)
_INDIRECT = re.compile(
    r"^(where|when|(?:which|what) room|what colou?r) ((?:the|my|your|our|a|an|any) .+?)"
    r" (is|are|was|were)( last seen| in)?$"
)
_ROOM_SUFFIX = re.compile(r" ?\d+$")
_ANYBODY = re.compile(r"^(?:any|some)(?:body|one)(?: else)?(?: here| there| around)?$")


def parse_question(question: str) -> QuestionPlan:
    """Never fails: what is not understood has the intent UNKNOWN."""
    plain = plain_question(question)
    for intent, pattern in _patterns():
        found = pattern.fullmatch(plain)
        if found:
            return _with_room(_plan(question, intent, found.groupdict()))
    return QuestionPlan(question, Intent.UNKNOWN)


def is_room(phrase: str) -> bool:
    """Whether a phrase names a room, as "the living room" or "bedroom 2" do."""
    words = parse_description(_ROOM_SUFFIX.sub("", phrase)).noun
    return " ".join(words) in room_types() or words[-1:] == ("room",)


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[Intent, re.Pattern[str]], ...]:
    patterns = []
    for line in (Path(__file__).parent / "question_patterns.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            intent, _, pattern = line.partition(": ")
            for name, alternatives in _PLACEHOLDERS.items():
                pattern = pattern.replace(name, alternatives)
            patterns.append((Intent(intent), re.compile(pattern)))
    return tuple(patterns)


def plain_question(question: str) -> str:
    """Lower case, single spaces, no punctuation, no lead-in, contractions spelled out."""
    text = question[:MAX_QUESTION].lower().replace("’", "'")
    text = re.sub(r"\b(where|what|who|when|how|there|it|that)'s\b", r"\1 is", text)
    text = re.sub(r"\b(where|what|how)'re\b", r"\1 are", text)
    plain = " ".join(split_words(text))
    plain = _LEAD_IN.sub("", plain, count=1)
    plain = re.sub(r" (?:please|robot|thanks|thank you)$", "", plain)
    return _INDIRECT.sub(r"\1 \3 \2\4", plain)


def _plan(question: str, intent: Intent, parts: dict[str, str | None]) -> QuestionPlan:
    found = {name: (value or "").strip() for name, value in parts.items()}
    relation = _RELATIONS.get(found.get("relation", ""), "")
    subject = _ANYBODY.sub("any people", found.get("subject", ""))
    return QuestionPlan(question, intent, subject, relation, found.get("place", ""), found.get("value", ""))


def _with_room(plan: QuestionPlan) -> QuestionPlan:
    """What is in the kitchen asks about a room, what is in the fridge about a thing."""
    if plan.intent is Intent.WHAT_IS_NEAR and plan.relation == "in" and is_room(plan.subject):
        return QuestionPlan(plan.question, Intent.WHAT_IS_IN_ROOM, place=plan.subject)
    return plan
