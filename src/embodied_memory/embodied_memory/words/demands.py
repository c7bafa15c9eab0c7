"""The part of an utterance by which the speaker wants something, where the rest of it only tells why."""

from __future__ import annotations

import re

from embodied_memory.words.one_reading import OneReading
from embodied_memory.words.said import TELLING, Role, SpeechAct

_PART = re.compile(
    r"(?<=[.!?;])\s+"
    r"|,\s+(?=(?:and |so |but |because )?(?:I|we|he|she|they|it|there)(?:['’]\w+)?\s)"
    r"|,\s+(?=(?:the|my|our|your|his|her|their)\s+\w+(?:\s+\w+)?\s+(?:is|are|was|were|has|have|had|needs?|wants?)\s)"
    r"|\s+(?:-|–|—)\s+",
)
_SENTENCE = re.compile(r"(?<=[.!])\s+")
_FEW_WORDS, _VERY_SURE = 3, 0.9
_POINTS_BACK = re.compile(r"\b(?:it|its|that|this|them|they|their|those|these|he|she|his|her|him)\b|^\W*and\b", re.I)
_DEMANDS = (SpeechAct.INSTRUCT, SpeechAct.ASK, SpeechAct.RESUME, SpeechAct.CANCEL, SpeechAct.FORGET)
"""Not reminders and messages: what is said beside them may be what they are to tell."""
_KEPT = (SpeechAct.RULE, SpeechAct.REMIND, SpeechAct.MESSAGE)
_NAMING = (Role.THEME, Role.PERSON, Role.RECIPIENT, Role.CONTENT, Role.SOURCE, Role.GOAL)
_WHO_TALKS = {"i", "me", "we", "us", "you"}
_BESIDE = (*TELLING, SpeechAct.THANKS, SpeechAct.ASIDE, SpeechAct.NONSENSE)
"""What is said beside a demand: why, and how somebody feels about it."""


def without_thanks(text: str, reading: OneReading) -> str:
    """ "Thanks, pal. And from now on ...": what comes after a short word of thanks."""
    first, *rest = _SENTENCE.split(text, maxsplit=1)
    if not rest or len(first.split()) > _FEW_WORDS or reading.read(first).share(SpeechAct.THANKS) < _VERY_SURE:
        return text
    return rest[0] if reading.read(rest[0]).surely(*_DEMANDS, *_KEPT) else text


def demand_in(text: str, reading: OneReading) -> tuple[str, str]:
    """(what is wanted, what is said beside it): "Bring them, I'm blind without" -> ("Bring them", "I'm blind
    without"). All of it and "" where all of it wants something, or nothing does, or where that is not sure.
    """
    parts = _parts(text)
    if len(parts) < 2:
        return text, ""
    read = [reading.read(part) for part in parts]
    wants = [said.act in _DEMANDS and said.surely(said.act) for said in read]
    is_clear = all(want or said.act in _BESIDE for want, said in zip(wants, read, strict=True))
    if not is_clear or not any(wants) or all(wants):
        return text, ""
    wanted = " ".join(part for part, want in zip(parts, wants, strict=True) if want)
    beside = " ".join(part for part, want in zip(parts, wants, strict=True) if not want)
    return (wanted, beside) if len(wanted.split()) > 1 else (text, "")  # "I've put my specs down. Whereabouts?"


def _parts(text: str) -> list[str]:
    return [part for part in _PART.split(text) if re.search(r"\w", part)]


def rule_in(text: str, reading: OneReading | None) -> str:
    """A rule without what is told beside it, which may be nobody else's business: "Nobody goes in my desk, my letters
    are in there" -> "Nobody goes in my desk"; all of it where that is not sure.
    """
    parts = _parts(text)
    if reading is None or len(parts) < 2:
        return text
    read = [reading.read(part) for part in parts]
    rules = [part for part, said in zip(parts, read, strict=True) if said.surely(SpeechAct.RULE)]
    is_clear = all(said.surely(SpeechAct.RULE) or said.surely(*_BESIDE) for said in read)
    return " ".join(rules) if rules and is_clear else text


def question_in(text: str, reading: OneReading | None) -> str:
    """A question without what is said beside it: "The bank is waiting. What day did I say?" -> "What day did I say?";
    all of it where that is not sure, or where the question speaks of what was named before.
    """
    if reading is None:
        return text
    wanted, beside = demand_in(text, reading)
    if not beside or not wanted.rstrip().endswith("?") or _POINTS_BACK.search(wanted):
        return text
    return text if _names_nothing_new(wanted, beside, reading) else wanted


def _names_nothing_new(question: str, beside: str, reading: OneReading) -> bool:
    """Whether all that a question names was named beside it, so that it asks of that: "Ben told you that the keys are
    on the desk; who had told Ben?".
    """
    named = {filler.text.lower() for filler in reading.read(question).fillers if filler.role in _NAMING} - _WHO_TALKS
    return bool(named) and all(re.search(rf"\b{re.escape(one)}\b", beside.lower()) for one in named)
