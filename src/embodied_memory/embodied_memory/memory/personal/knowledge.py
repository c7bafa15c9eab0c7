"""What a person means by things and how they do things, and how it is learned offline from what events teach.

These are the two kinds of MEMENTO (section 3, appendix C.1). What teaches is what somebody said, or what was
done when they asked for it: MEMENTO (section 3, appendix B.2) keeps the instruction with the thoughts, actions
and observations that it led to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from embodied_memory.event import ActTrace, Event, EventKind, parse_told_trace
from embodied_memory.memory.personal.request_words import object_phrases, place_phrases, sentences
from embodied_memory.memory.personal.sentence_role import SentenceRole, sentence_role, without_prefix
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import Role, SpeechAct


class ObjectMeaning(str, Enum):
    """Why an object means something to a person (table 6). NAME is ours: what else it is called."""

    OWNERSHIP = "ownership"
    PREFERENCE = "preference"
    HISTORY = "history"
    GROUP = "group"
    NAME = "name"


class PatternKind(str, Enum):
    """What sort of pattern (table 7): a habit, or a way things should be arranged."""

    ROUTINE = "routine"
    ARRANGEMENT = "arrangement"


@dataclass(frozen=True)
class ObjectSemantics:
    """ "The vase was a gift from my best friend": a person's meaning of objects.

    objects: as named; statement: the sentence it was learned from.
    """

    person: str
    meaning: ObjectMeaning
    objects: tuple[str, ...]
    statement: str


@dataclass(frozen=True)
class UserPattern:
    """ "I keep the jug on the counter for breakfast": what a person does or wants, with what, where and when.

    purpose: the activity, time or mood it is for, "" if not said.
    """

    person: str
    kind: PatternKind
    objects: tuple[str, ...]
    places: tuple[str, ...]
    purpose: str
    statement: str


Knowledge: TypeAlias = ObjectSemantics | UserPattern


_DENIED = re.compile(r"\b(?:no longer|not|never|any ?more|isn't|aren't|wasn't|don't|doesn't|didn't)\b", re.IGNORECASE)
_DOES = re.compile(
    r"^(?:(?i:in|on|at|for|when|whenever|during|before|after|every|usually|normally|always|often|while|as)\b[^.]*?)?"
    r"\b(?:I|i|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|(?!The|This|That|These|Those|It|Its|Both|My|Our)[A-Z][a-z]+)\b(?:'d|'ve)?"
    r"\s+(?:also\s+|really\s+)?(?!(?:am|are|was|were|got|received|bought|inherited|found|made|own|owns|is|has)\b)"
    r"[a-z]+"
)
_OF_THIS_THING = re.compile(
    r"\b(?:like|love|prefer|prefers|likes|loves|use|enjoy)\b(?: to use)? (?:this|these|that|those)\b", re.IGNORECASE
)
_NAMED = re.compile(
    r"(?:^|\b(?:is|are|was|were|for|to)\s+)((?!It|That|There|Here|This|What|Where|Who|Let)[A-Z]\w+)'s\b"
    r"|\bbelongs? to ((?!The|My|Our)[A-Z]\w+)"
    r"|^((?!It|That|This|These|Those|They|There|Here|The|We|He|She|My|Our|Both|In|On|At|When|For)[A-Z]\w+)"
    r" (?:always|usually|often|likes|loves|prefers|keeps|wants|needs|enjoys|owns)\b"
)
_HISTORY = re.compile(
    r"\b(?:gift(?:ed|s)?|presents?|heirloom|souvenir|inherited|childhood|keepsake|memento|memor(?:y|ies)|photo|since"
    r"|gave|given|got|received|bought|brought|travels?|trip|graduation|grand\w+|from (?:my|our|a|an|when))\b",
    re.IGNORECASE,
)
_GROUP = re.compile(
    r"\b(?:set|collection|part of|parts of|kit|essentials?|setup|set-up|gear|group|pair|ensemble|supplies)\b",
    re.IGNORECASE,
)
_PREFERENCE = re.compile(
    r"\b(?:favou?rites?|prefer\w*|likes?|loves?|lucky|cherished|beloved|treasured|special|best|go-to)\b",
    re.IGNORECASE,
)
_HABIT = re.compile(
    r"\b(?:usual|usually|always|often|normally|typically|every|routines?|rituals?|habit|tend to|each)\b",
    re.IGNORECASE,
)
_PURPOSE = re.compile(
    r"\b(?:for|when|whenever|while|during|before|after|so that|to create|to add|to make)\b .+", re.IGNORECASE
)
_POINTS = re.compile(r"^(?:this|that|these|those|it|it's|they|they're|both)\b", re.IGNORECASE)
_PROBABLE = 0.4
_CALLS = re.compile(
    r"\b(?:calls?|called|mean|means|known as|christened|named?|[Tt]hat['’]s|[Tt]his is)\b"
    r"|\b[A-Z]\w+ is (?:the|my|our|that)\b"
)
_ARTICLE = re.compile(r"^(?:the|this|that|these|those|my|our|a|an)\s+(?=\w)", re.IGNORECASE)
_COPULA = re.compile(r"\b(?:is|are|was|were|has|have|had|belongs?|holds?)\b|'s (?=a|my|the|our)", re.IGNORECASE)


def learn_knowledge(person: str, text: str) -> tuple[Knowledge, ...]:
    """What every personal statement of the text tells, in order; () if it tells nothing.

    Questions, requests and denials ("this is not my mug") teach nothing. person: who speaks, whose "my" it is.
    """
    named: tuple[str, ...] = ()
    learned: list[Knowledge] = []
    for sentence in sentences(text):
        statement = without_prefix(sentence)
        tells = sentence_role(sentence) is SentenceRole.PERSONAL and not _DENIED.search(statement)
        known = _taught_name(person, sentence) or (_knowledge(person, statement, named) if tells else None)
        learned += [known] if known else []
        named = object_phrases(statement) or named
    return tuple(learned)


def _taught_name(person: str, sentence: str) -> Knowledge | None:
    """ "That's Big Red, by the way, the red mug": the two names of one thing; None if nothing is given a name."""
    reading = the_reading() if _CALLS.search(sentence) else None
    said = reading.read(sentence) if reading is not None else None
    if said is None or said.share(SpeechAct.TEACH) < _PROBABLE or said.of(Role.NOT):
        return None
    sides = [one for one in (*said.of(Role.THEME), *said.of(Role.VALUE)) if not _POINTS.match(one)]
    names = tuple(_ARTICLE.sub("", one) for one in sides)
    return ObjectSemantics(person, ObjectMeaning.NAME, names, sentence) if len(names) == 2 else None


def is_pattern(statement: str) -> bool:
    """Whether it tells what somebody does or wants, and not what a thing means to them."""
    if _OF_THIS_THING.search(statement):
        return False
    return bool(_DOES.match(statement) or (_HABIT.search(statement) and place_phrases(statement)))


def purpose_of(statement: str) -> str:
    """ "... on the table for a calming atmosphere." -> "for a calming atmosphere"."""
    match = _PURPOSE.search(statement)
    return match[0].rstrip(".!? ") if match else ""


def _knowledge(person: str, statement: str, named: tuple[str, ...]) -> Knowledge | None:
    """named: what the sentence before spoke of, for "it", "they" and "these items"."""
    owner = _owner(person, statement)
    if is_pattern(statement):
        kind = PatternKind.ROUTINE if _HABIT.search(statement) else PatternKind.ARRANGEMENT
        purpose = purpose_of(statement)
        things = object_phrases(statement.rstrip(".!? ").removesuffix(purpose)) or named
        return UserPattern(owner, kind, things, place_phrases(statement), purpose, statement)
    subject, *predicate = _COPULA.split(statement, maxsplit=1)
    told = object_phrases(predicate[0] if predicate else statement)[:1]
    if predicate and predicate[0].lstrip().startswith(("for ", "from ")):
        told = ()
    things = (object_phrases(subject) if predicate else ()) or (named if _POINTS.match(statement) else ()) or told
    if not things and not _POINTS.match(statement):
        return None
    return ObjectSemantics(owner, _meaning(statement), things, statement)


def _owner(person: str, statement: str) -> str:
    """Anna of "this is Anna's mug" and "Anna likes tea"; else the speaker."""
    match = _NAMED.search(statement)
    return next(name for name in match.groups() if name) if match else person


def _meaning(statement: str) -> ObjectMeaning:
    for meaning, cue in (
        (ObjectMeaning.GROUP, _GROUP),
        (ObjectMeaning.HISTORY, _HISTORY),
        (ObjectMeaning.PREFERENCE, _PREFERENCE),
    ):
        if cue.search(statement):
            return meaning
    return ObjectMeaning.OWNERSHIP


SOMEBODY = "somebody"
"""Who asked, where that is not known."""


@dataclass(frozen=True)
class TaughtWords:
    """Words of a person, and what was done upon them."""

    person: str
    text: str
    trace: ActTrace = field(default_factory=ActTrace)


def taught_words(event: Event, robot: str) -> TaughtWords | None:
    """None if the event teaches nothing. robot: whose own words teach nothing.

    An instruction that failed is no way in which things are done; what its words tell was learned as they were said.
    """
    if event.kind is EventKind.UTTERANCE and event.actor != robot:
        return TaughtWords(event.actor, event.text)
    if event.kind is EventKind.INSTRUCTION_ENDED and event.trace and event.succeeded is not False:
        task, trace = parse_told_trace(event.trace)
        return TaughtWords(event.asked_by or SOMEBODY, task, trace)
    return None
