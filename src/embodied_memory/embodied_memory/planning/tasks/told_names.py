"""How the robot calls a thing or a place that somebody named, when it speaks of it."""

from __future__ import annotations

import re

_NAMED = re.compile(
    r"(?:an?|any|some|another|one|two|three|all|both|our|your|his|her|their|this|that|these|those)\s"
    r"|(?:some|any|every)\w+\b|[A-Z][a-z][\w-]*['’]s\s|(?:[A-Z][a-z][\w-]*\s?)+$"
)
_MINE = re.compile(r"^(?:my|our)\s+", re.I)
_ITS_OWN = re.compile(r"^the\s+", re.I)


def as_told(words: str) -> str:
    """ "The red mug", "your cup", "Anna", "Anna's cup", "something to write with"."""
    plain = _MINE.sub("your ", _ITS_OWN.sub("", words.strip()))
    return plain if plain.startswith("your ") or _NAMED.match(plain) else f"the {plain}"


def not_found(words: str, why: str) -> str:
    """A sentence that tells of a search in vain."""
    return f"I did not find {as_told(words)}: {why}."
