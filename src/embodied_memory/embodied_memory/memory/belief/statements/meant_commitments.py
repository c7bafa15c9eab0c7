"""What binds somebody, by what was learned of such sayings, where no form of words fits: "give me a nudge at noon so
that I call the plumber", "you have my word: tomorrow I'm going to fix the tap".
"""

from __future__ import annotations

import re

from embodied_memory.memory.belief.statements.statement import REMINDING, ROBOT, SPEAKER, Statement, StatementKind
from embodied_memory.memory.time_words.spoken_time import LocalTime, SpokenTime, read_due
from embodied_memory.memory.wording.words import split_words
from embodied_memory.words.one_reading import OneReading
from embodied_memory.words.plain_words import reminded_person
from embodied_memory.words.said import Role, Said, SpeechAct

_SURE, _VERY_SURE = 0.7, 0.85
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
    if said.share(SpeechAct.CANCEL, SpeechAct.FORGET) >= _VERY_SURE:
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
