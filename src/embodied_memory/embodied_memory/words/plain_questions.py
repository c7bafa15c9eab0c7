"""What is asked, said plainly where that is sure: "My specs have walked off again, any idea?" -> "where is my
specs?", which is read as "where are" is.
"""

from __future__ import annotations

import re

from embodied_memory.words.plain_words import POINTING, as_own, in_midst
from embodied_memory.words.said import AskedKind, Filler, Role, Said, SpeechAct

_SURE = 0.6
_RELATION = re.compile(r"\b(?P<word>on top of|on|in|inside|under|underneath|at|by|next to|behind)\s*$", re.I)
_STATE = re.compile(r"\b(?P<word>on|off|open|closed|shut|locked|unlocked|empty|full)\b(?! (?:the|my|our|a)\b)", re.I)
_WHICH = re.compile(r"(?:so |and |robot,? )*(?:which|what|who|whose|how)\b", re.I)
_OF_ANOTHER_TIME = re.compile(
    r"\b(?:was|were|before|previously|earlier|had|used to|should|would|ought|supposed|wants?|likes?|belongs?|kept"
    r"|usual|usually|normally|always|according|else)\b",
    re.I,
)
"""Where it is now is not what is asked: where it was, or is to be."""
_TURNED = re.compile(r"\b(?:forg[eo]t|forgotten|failed|neglected)\b", re.I)
"""Whether somebody did not do it is asked."""
_NOW = re.compile(
    r",?\s*\b(?:right now|just now|now|at the moment|at present|currently|this (?:minute|second))\b(?=\W*$)", re.I
)
"""Whatever is asked without a time is asked of now."""
_IS_PLAIN = re.compile(
    r"(?:(?:so|and|but|robot),? )*(?:where(?: is| are|['’]s|['’]re| was| were| should)|is|are|was|were|will"
    r"|(?:in )?(?:which|what) room|(?:have|did|do|can|could) you)\b"
    r"(?! on earth| the (?:hell|heck|devil)| in the world)",
    re.I,
)
"""Memory's own readers know these."""
_IS_ABOUT = re.compile(
    r"(?:.*[.!?,] )?(?:so |and |but )?(?:[Ii]s )?"
    r"(?P<whom>(?<=[Ii]s )[A-Z]\w+|[Aa]nybody|[Aa]nyone|[Ss]omebody)(?: still)? (?:about|around|in)\b"
    r"(?:,? (?:at least|today|at all|now))?\W*$"
)
"""Whether somebody is there to be found: "is Desmond about?"."""
_POINTED = re.compile(r"(?:that|this|the same) (?:place|spot|one|thing|room)\b", re.I)
_PRONOUNS = frozenset({*POINTING, "he", "she", "they", "him", "her", "i", "you", "me"})


def plainly_asked(said: Said) -> str:
    """As it was said where it is not sure that it is a question, what it asks for, or about what."""
    times = [time for time in said.of(Role.TIME) if not _NOW.fullmatch(time)]
    about = _IS_ABOUT.match(said.text)
    if about and about["whom"].lower() not in _PRONOUNS:
        return f"is {about['whom']} at home?"
    if _IS_PLAIN.match(said.text) and not times:
        return _NOW.sub("", said.text)
    if times:
        return said.text
    kind = max(said.asked, key=lambda one: said.asked[one], default=AskedKind.OTHER)
    if said.asked.get(kind, 0.0) < _SURE or not said.surely(SpeechAct.ASK):
        return said.text
    if kind is AskedKind.WHERE and not _OF_ANOTHER_TIME.search(said.text):
        return _where(said) or said.text
    if kind is AskedKind.STATE and not _TURNED.search(said.text):
        return _state(said) or said.text
    return (_contents(said) if kind is AskedKind.CONTENTS else "") or said.text


def _where(said: Said) -> str:
    things = [one for one in said.fillers if one.role is Role.THEME and one.text.lower() not in _PRONOUNS]
    people = [one for one in said.fillers if one.role is Role.PERSON and one.text.lower() not in _PRONOUNS]
    one = next(iter(things or people), None)
    return f"where is {_named(said, one)}?" if one is not None and len(things) < 2 else ""


def _state(said: Said) -> str:
    """In the words of the state that is asked about, if it is one; else whatever it is."""
    things = [one for one in said.fillers if one.role is Role.THEME and one.text.lower() not in _PRONOUNS]
    if len(things) != 1 or _WHICH.match(said.text):
        return ""
    state = _STATE.search(said.text[: things[0].start] + said.text[things[0].end :])
    thing = _named(said, things[0])
    return f"is {thing} {state['word'].lower()}?" if state else f"what is the state of {thing}?"


def _contents(said: Said) -> str:
    places = [one for one in said.fillers if one.role in (Role.SOURCE, Role.GOAL, Role.THEME)]
    for one in places:
        relation = _RELATION.search(said.text[: one.start])
        if relation and one.text.lower() not in _PRONOUNS and not _POINTED.match(one.text):
            return f"what is {relation['word'].lower()} {_named(said, one)}?"
    return ""


def _named(said: Said, filler: Filler) -> str:
    return as_own(in_midst(said.text, filler))
