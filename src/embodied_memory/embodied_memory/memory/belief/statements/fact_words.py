"""Pieces of the patterns that facts are read with."""

from __future__ import annotations

import re

WHO = r"(?P<who>i|we|you|he|she|they|someone|somebody|the robot|[a-z][\w-]*(?: and [\w-]+)?)"
ADVERB = (
    r"(?:just|already|also|now|still|currently|right now|all|both|always|usually|actually|probably|really|finally"
    r"|only|apparently|definitely|again|accidentally|quickly|recently|since)"
)
_ENDING = re.compile(
    r"[\s,]+(?:now|again|already|still|right now|at the moment|for now|for you|for me|for us|any ?more|any longer"
    r"|though"
    r"|instead|too|as well|as usual|if you need (?:it|them)|by accident|by mistake|then|today|tonight|with me"
    r"|ok(?:ay)?"
    r"|to (?:dry|cool|charge|soak|wash|be .+|get .+|keep .+|make .+))$",
    re.I,
)
Said = tuple[str, str, str, bool]
"""(subject, attribute, value, whether it holds)."""


def without_article(text: str) -> str:
    """The desk -> desk."""
    return re.sub(r"^(?:the|a|an|my|our|your|his|her|their)\s+", "", text, flags=re.I)


def trimmed(text: str) -> str:
    """Without the "now", "already" and the like that a clause ends with."""
    for _ in range(3):
        text = _ENDING.sub("", text).strip(" ,")
    return text
