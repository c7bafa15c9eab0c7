"""Pieces of the patterns that commitments are read with."""

from __future__ import annotations

import re

from embodied_memory.memory.belief.statements.statement import SPEAKER, Clause

ASK = (
    r"(?:(?:please|kindly|can you|could you|would you|will you|can we|could we|i need you to|i want you to"
    r"|i would like you to|do you mind|would you mind|it would be (?:great|nice|good) if you (?:could|would)"
    r"|you (?:should|must|have to|need to)|be so kind (?:as )?to|make sure (?:to|that you|you)|be sure to|try to"
    r"|go and|just|also) )*"
)
PAST_VERB = re.compile(
    r"^(?:\w+ed|fed|paid|bought|made|sent|swept|hung|took|brought|told|wrote|met|put|did|gave|saw|got|went|threw"
    r"|woke|cut|drove|read|rang"
    r"|spoke|found|built|sold|lent|taught|ran|set|shut|left)$",
    re.I,
)
NEGATED = re.compile(r"\b(?:not|never|no longer|yet to|have no|has no)\b", re.I)


def who_is(word: str) -> str:
    """SPEAKER for "I", a name as it is, "" for nobody."""
    if word.lower() in ("i", "we", "me", "us", ""):
        return SPEAKER if word else ""
    return word


def is_somebody(word: str, clause: Clause) -> bool:
    """Whether a word at the beginning of a clause stands for a person: a pronoun or a known name."""
    word = word.lower()
    return word.endswith((" me", " us", " me to")) or word in ("i", "we", "he", "she", "they") or word in clause.names
