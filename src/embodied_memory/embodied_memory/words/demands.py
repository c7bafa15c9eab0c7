"""Which parts of an utterance want something: the rest of it may only tell why, and two of different kinds may be
wanted in one breath ("bring me my glasses, and what's on the list?").
"""

from __future__ import annotations

import re
from enum import Enum

from embodied_memory.words.one_reading import OneReading
from embodied_memory.words.said import NAMING, SURE, TELLING, DeedKind, Role, Said, SpeechAct

_PART = re.compile(
    r"(?<=[.!?;])\s+"
    r"|,\s+(?=(?:and |so |but |because )?(?:I|we|he|she|they|it|there)(?:['’]\w+)?\s)"
    r"|,\s+(?=(?:the|my|our|your|his|her|their)\s+\w+(?:\s+\w+)?\s+(?:is|are|was|were|has|have|had|needs?|wants?)\s)"
    r"|\s+(?:-|–|—)\s+",
)
""" "Bring them, I'm blind without"."""
_SENTENCE = re.compile(r"(?<=[.!])\s+")
_FEW_WORDS, _VERY_SURE = 3, 0.9
_POINTS_BACK = re.compile(r"\b(?:it|its|that|this|them|they|their|those|these|he|she|his|her|him)\b|^\W*and\b", re.I)
_DEMANDS = (SpeechAct.INSTRUCT, SpeechAct.ASK, SpeechAct.RESUME, SpeechAct.CANCEL, SpeechAct.FORGET)
"""Not reminders and messages: what is said beside them may be what they are to tell."""
_KEPT = (SpeechAct.RULE, SpeechAct.REMIND, SpeechAct.MESSAGE)
_WHO_TALKS = {"i", "me", "we", "us", "you"}
_BESIDE = (*TELLING, SpeechAct.THANKS, SpeechAct.ASIDE, SpeechAct.NONSENSE)
"""What is said beside a demand: why, and how somebody feels about it."""
_LIST = (DeedKind.LIST, DeedKind.UNLIST)
_NEXT_SENTENCE = re.compile(r"(?<=[.!?])\s+(?:(?:and|also|oh|then)\b,?\s*)*")
_AND = re.compile(r",?\s+(?:and also|and|also)\s+(?=\w)|,\s+(?=(?:can|could|will|would) you\b)", re.I)
""" "bring me my glasses, and what is on the list?" """
_ASKS = re.compile(
    r"\W*(?:(?:and|so|but|oh|also)\W+)*(?:what|where|who|when|which|why|how|is|are|was|were|do|does|did|has|have|had)\b",
    re.I,
)
""" "And what's on the list?" """
_REQUESTS = re.compile(r"(?:can|could|will|would|please|remind|tell|ask|let)\b", re.I)
_PASSES_ON = re.compile(r"\W*(?:\w+\W+){0,2}(?:tell|ask|let|say|warn|inform)\b", re.I)
""" "Oh, and tell Tom"."""
_TELLS_US = {"me", "us"}
_LEAST_WORDS, _RATHER_SURE, _ASKS_ALL = 2, 0.7, 0.95
_POINTS_AT_IT = re.compile(r"\b(?:it|they|them)\b", re.I)


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
    named = {filler.text.lower() for filler in reading.read(question).fillers if filler.role in NAMING} - _WHO_TALKS
    return bool(named) and all(re.search(rf"\b{re.escape(one)}\b", beside.lower()) for one in named)


class _Kind(Enum):
    """Of what is wanted; two of one kind are read together."""

    DEED = "deed"
    LIST = "list"
    QUESTION = "question"
    MESSAGE = "message"
    REMINDER = "reminder"


_KINDS = {
    SpeechAct.INSTRUCT: _Kind.DEED, SpeechAct.ASK: _Kind.QUESTION, SpeechAct.MESSAGE: _Kind.MESSAGE,
    SpeechAct.REMIND: _Kind.REMINDER,
}  # fmt: skip
_GO_ON = (_Kind.MESSAGE, _Kind.REMINDER)
"""What an "and" may go on with, rather than begin something else: "tell Tom to wash up and lay the table"; but lists
are kept by the robot.
"""


def acts_in(text: str, reading: OneReading, of_list: bool = False) -> tuple[str, ...]:
    """Its two parts, or all of it where it is one, or where that is not sure. of_list: one was spoken of before."""
    for split in (_NEXT_SENTENCE, _AND):
        for found in split.finditer(text):
            first, second = text[: found.start()].strip(" ,"), text[found.end() :].strip()
            if min(len(first.split()), len(second.split())) < _LEAST_WORDS:
                continue
            read = reading.read(first), reading.read(second)
            kinds = _kind(read[0], of_list), _kind(read[1], of_list)
            may_go_on = kinds[0] in _GO_ON and kinds[1] is not _Kind.LIST
            goes_on = split is _AND and (may_go_on or not _begins_anew(read[1]))
            is_two = None not in kinds and kinds[0] is not kinds[1] and not goes_on
            if is_two and not (kinds[0] is _Kind.DEED and _asks_of_it(text, second, reading)):
                return first, second
    return (text,)


def _asks_of_it(text: str, second: str, reading: OneReading) -> bool:
    """ "Tilly's box wants washing. Where's it hiding?" is one question."""
    return _POINTS_AT_IT.search(second) is not None and reading.read(text).share(SpeechAct.ASK) >= _ASKS_ALL


def _begins_anew(said: Said) -> bool:
    """With a verb or a question: "eggs on the list" goes on with "put milk"."""
    is_asked = _ASKS.match(said.text) is not None or _REQUESTS.match(said.text) is not None
    return is_asked or any(one.role is Role.DEED and one.start == 0 for one in said.fillers)


def _kind(said: Said, of_list: bool) -> _Kind | None:
    """None for what wants nothing, is not sure, or does not say itself all that it is about."""
    if any(one.kind in _LIST and one.certainty >= SURE for one in said.wanted):
        return _Kind.LIST if of_list or "list" in said.text.lower() else None
    if of_list and said.of(Role.THEME) and not said.of(Role.DEED) and said.surely(SpeechAct.INSTRUCT):
        return _Kind.LIST  # "and bread"
    kind = _KINDS.get(said.act) if said.share(said.act) >= _RATHER_SURE else None
    return kind if kind is not None and _is_whole(kind, said) else None


def _is_whole(kind: _Kind, said: Said) -> bool:
    if kind is _Kind.QUESTION:
        return said.text.rstrip().endswith("?") and _ASKS.match(said.text) is not None
    when = max((one.end for one in said.fillers if one.role is Role.CONDITION and not one.start), default=0)
    if kind is _Kind.MESSAGE and not _PASSES_ON.match(said.text, when):
        return False
    if kind is _Kind.DEED:
        return bool(said.of(Role.DEED) and said.of(Role.THEME))
    is_for_us = {one.lower() for one in said.of(Role.PERSON)} <= _TELLS_US
    is_of_something = bool(said.of(Role.CONTENT)) or (kind is _Kind.REMINDER and bool(said.of(Role.TIME)))
    return is_of_something and is_for_us is (kind is _Kind.REMINDER)
