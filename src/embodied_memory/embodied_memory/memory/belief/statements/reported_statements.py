"""What people's words state, by rules: facts, preferences, commitments and what becomes of them. Offline.

Questions, suppositions and negated deeds state nothing. English only; what is not understood stays what it is, a
reported atom with its words.
"""

from __future__ import annotations

import re
from dataclasses import replace

from embodied_memory.memory.belief.statements.clauses import clauses_of
from embodied_memory.memory.belief.statements.commitment_phrases import read_commitments
from embodied_memory.memory.belief.statements.preference_phrases import read_preferences
from embodied_memory.memory.belief.statements.reported_facts import read_facts
from embodied_memory.memory.belief.statements.standing_times import comes_again
from embodied_memory.memory.belief.statements.statement_atoms import (
    COMMITTING,
    REMINDING,
    ROBOT,
    SPEAKER,
    Clause,
    Statement,
    StatementKind,
)
from embodied_memory.words.one_reading import OneReading, the_reading
from embodied_memory.words.plain_orders import is_to_stay
from embodied_memory.words.plain_words import reminded_person
from embodied_memory.words.said import Role, Said, SpeechAct
from embodied_memory.words.time_words.spoken_time import LocalTime, SpokenTime, read_due
from embodied_memory.words.wording.words import content_stems, split_words

_SURE, _SURELY_OFF = 0.7, 0.85
_OWN_DUTY = re.compile(
    r"^(?:(?:that|so that|how|me|us|i|we)\b(?:['’](?:ve|d|ll|m|re))?\s+)*"
    r"(?:(?:have|has|had|got|need|am|are|was|supposed|must|should|will|would|shall|can|could|ought|gotta|going|to)\s+)*",
    re.I,
)
""" "I've got to call", "me to call", "that I should call": the deed is what is left."""
_REMINDS = re.compile(r"\b(?:remind\w*|nudge|poke|shout|remember|tell (?:me|us)|alarm|timer)\b", re.I)
_LEAST_WORDS = 2


def meant_commitment(text: str, local: LocalTime, names: frozenset[str], reading: OneReading) -> Statement | None:
    """A reminder that is wanted, a promise, or that one of both is off; None where nothing of the kind is sure, or it
    does not say what is to be done. names: people known, in lower case.
    """
    said = reading.read(text)
    what, due = _what(said), _due(said, local)
    if len(split_words(what)) < _LEAST_WORDS or (text.rstrip().endswith("?") and said.surely(SpeechAct.ASK)):
        return None
    if said.share(SpeechAct.REMIND) >= _SURE:
        return Statement(StatementKind.REMINDER, what, by=ROBOT, for_whom=_whom(said, names), due=due)
    if said.share(SpeechAct.CANCEL, SpeechAct.FORGET) >= _SURELY_OFF:
        attribute = REMINDING if _REMINDS.search(text) else ""
        return Statement(StatementKind.CANCELLATION, what, attribute=attribute, by=SPEAKER)
    if said.share(SpeechAct.PROMISE) >= _SURE and due is not None and not said.of(Role.NOT):
        return Statement(StatementKind.PROMISE, what, by=SPEAKER, due=due)
    return None


def _what(said: Said) -> str:
    """The deed alone, of the longest of what is told."""
    told = max(said.of(Role.CONTENT), key=len, default="")
    return _OWN_DUTY.sub("", told).strip(" ,.!")


def _due(said: Said, local: LocalTime) -> SpokenTime | None:
    times = " ".join(said.of(Role.TIME))
    return read_due(times, local) if times else None


def _whom(said: Said, names: frozenset[str]) -> str:
    whom = reminded_person(said)
    return whom if whom.lower() in names else SPEAKER


_NOUN_PHRASE = re.compile(
    r"\b(?:the|my|your|our|his|her|their) (?:[\w-]+ ){0,2}?[\w-]+?(?= (?:is|are|was|were|in|on|at|to|from|for"
    r"|and)\b|$|,)",
    re.I,
)

_NO_RULES = (StatementKind.PROMISE, StatementKind.REMINDER, StatementKind.SCHEDULE, StatementKind.PREFERENCE)
_RULED = re.compile(r"(?<=[.!;])\s+|,\s+(?=(?:nobody|no[ -]one|never|always|everybody|everyone|don['’]t)\b)", re.I)
_TAG = re.compile(r"(?<=[.!;])\s+(?:\w+\s+){0,2}\w+\?\s*$")
"""What only wants to be agreed with: "Never open it. Clear?"."""
_NOT = re.compile(r"\b(?:not|never|nobody|no[ -]one)\b", re.I)
_IS_NOT_TO = re.compile(
    r"^\W*(?:\w+,? )?(?!(?:it|that|this|there|what|which|here|who)\b)(?:[a-z]\w+|no[ -]one)"
    r"(?:['’]s| is| are) (?:not |never )?to (?!be\b|(?:the|a|an|my|our|your|his|her|their)\b)",
    re.I,
)
"""Nobody says "Tobi's not to have peanuts" but to lay it down."""
_AT_ALL, _VERY_SURE, _MOST_PARTS = 0.05, 0.9, 6
_AS_MEANT = (
    StatementKind.REMINDER, StatementKind.PROMISE, StatementKind.PREFERENCE, StatementKind.FULFILMENT,
    StatementKind.POSTPONEMENT,
)  # fmt: skip
"""What forms read seldom, and then rightly."""
_PRONOUN = re.compile(r"\b(?:it|them)$", re.I)


class OfflineStatementReader:
    """Reads clause by clause."""

    def read(self, text: str, local: LocalTime, names: frozenset[str] = frozenset()) -> tuple[Statement, ...]:
        """The statements of an utterance in its order. names: people known, in lower case."""
        found: list[Statement] = []
        antecedent = ""
        for clause in clauses_of(text, local, names):
            for said in _read(clause, antecedent):
                _add(said, antecedent, found)
            antecedent = _noun_phrase(clause.text) or antecedent
        found = _with_what_is_meant(found, text, local, names)
        states_else = any(said.kind in _NO_RULES or _is_timed(said) for said in found) and not _bans(text)
        rule = None if states_else else _standing_rule(text, local, names)
        return tuple(found) if rule is None else (rule,)


def _with_what_is_meant(
    found: list[Statement], text: str, local: LocalTime, names: frozenset[str]
) -> list[Statement]:
    """What no form of words fits is read by what was learned; it takes the place of what forms make of its parts."""
    reading = the_reading()
    if reading is None or any(one.kind in _AS_MEANT for one in found):
        return found
    meant = meant_commitment(text, local, names, reading)
    stems = content_stems(meant.text) if meant is not None else frozenset()
    alike = {one.kind for one in found if content_stems(one.text) == stems}
    if meant is None or alike & {meant.kind, StatementKind.REQUEST}:
        return found  # "don't forget to feed the cat" asks the robot to feed it
    return [*(one for one in found if one.kind not in (*COMMITTING, StatementKind.FACT, meant.kind)), meant]


def _is_timed(said: Statement) -> bool:
    """Asked for again and again at some time: a deed to come rather than a rule."""
    return said.kind is StatementKind.REQUEST and said.due is not None and comes_again(said.text)


def _standing_rule(text: str, local: LocalTime, names: frozenset[str]) -> Statement | None:
    """What the robot, or who is spoken to by name, is always or never to do."""
    reading = the_reading()
    told = _TAG.sub("", text)
    if reading is None or told.rstrip().endswith("?") or not _lays_down(told, reading):
        return None
    clauses = clauses_of(text, local, names)
    addressee = next((one.addressee for one in clauses if one.addressee.lower() in names), "")
    teller = next((one.teller for one in clauses if one.teller), "")
    whole = " ".join(text.split())
    return Statement(StatementKind.RULE, whole, by=addressee or ROBOT, for_whom=teller or SPEAKER)


def _bans(text: str) -> bool:
    return any(found and _NOT.search(found[0]) for found in map(_IS_NOT_TO.search, _RULED.split(text)))


def _lays_down(text: str, reading: OneReading) -> bool:
    """Whether all of it is a rule, or a part of it very surely is: "since we are here, nobody touches that drill"."""
    whole = reading.read(text)
    if whole.surely(SpeechAct.RULE) or is_to_stay(whole) or (_bans(text) and not whole.surely(SpeechAct.ASK)):
        return True
    parts = [part for part in _RULED.split(text) if part.strip()]
    if len(parts) < 2 or whole.share(SpeechAct.RULE) < _AT_ALL:
        return False  # a fragment of a story may look like one by itself
    return any(reading.acts(part).get(SpeechAct.RULE, 0.0) >= _VERY_SURE for part in parts[:_MOST_PARTS])


def _add(said: Statement, antecedent: str, found: list[Statement]) -> None:
    """ "Tomorrow I have to buy milk. Remind me" is one reminder; "get it" is to get what was spoken of."""
    if said.kind is StatementKind.REMINDER and said.text == "reminder" and found and found[-1].kind in COMMITTING:
        found[-1] = replace(found[-1], kind=said.kind, by=said.by, for_whom=said.for_whom)
    elif said.kind in COMMITTING and antecedent:
        found.append(replace(said, text=_PRONOUN.sub(antecedent, said.text)))
    else:
        found.append(said)


def _read(clause: Clause, antecedent: str) -> list[Statement]:
    """A preference is nothing else; a promise or request states no facts, as what it speaks of is not so yet."""
    preferences = list(read_preferences(clause))
    if preferences:
        return preferences
    commitments = list(read_commitments(clause))
    if any(one.kind in (*COMMITTING, StatementKind.POSTPONEMENT) for one in commitments):
        return commitments
    return [*read_facts(clause, antecedent), *commitments]


def _noun_phrase(text: str) -> str:
    found = _NOUN_PHRASE.search(text)
    return found.group(0) if found else ""
