"""Questions that open what is held of a person as a whole; of another person they need permission."""

from __future__ import annotations

import re

from embodied_memory.memory.wording.words import split_words
from embodied_memory.words.first_person import is_named

_OPENS = re.compile(
    r"\b(?:everything|all|anything|what|whatever)\b.*\b(?:know|have|keep|kept|hold|store|stored|remember|saved|learned"
    r"|learnt|recorded)\b.*\b(?:about|of|on|from|for)\s+(?P<who>[a-z][\w'-]*(?: [A-Z][\w'-]*)?)"
    r"|\b(?:private|personal|secret|confidential)\b.*\b(?:of|about|from)\s+(?P<of>[a-z][\w'-]*)"
    r"|\b(?P<whose>[a-z][\w-]*)'s? (?:\w+ )?(?:private|personal|secrets?|confidential|memor(?:y|ies)|data|records?"
    r"|diary|profile|habits|preferences)\b"
    r"|\b(?:open|show|read|export|list|dump|print|send|give)\b.*\b(?:memor(?:y|ies)|data|records?|profile)\b.*"
    r"\b(?:of|about|from)\s+(?P<owner>[a-z][\w'-]*)",
    re.I,
)
_WHOLE = re.compile(
    r"\b(?:everything|all)(?: there is)?(?: to \w+)? (?:about|on|of)\s+(?P<all_of>[a-z][\w'-]*)\b"
    r"|\b(?:summari[sz]e|describe|portray|profile)\s+(?P<described>[a-z][\w'-]*)\b"
    r"|^(?:please )?(?:(?:can|could|would|will) you )?(?:please )?"
    r"(?:tell|report to|inform) (?:me|us) (?:\w+ )?(?:about|of|on)"
    r"\s+(?P<told_of>[a-z][\w'-]*)\s*(?:[?.!,:;]|$)"
    r"|\bwhat (?:has|did|have|does)\s+(?P<teller>[a-z][\w'-]*)\s+(?:\w+ )?(?:told|tell|confided?|entrusted?)"
    r"(?: in| to)? you(?! (?:about|of|to|when|where|that))"
    r"|^what (?:has|did|does)\s+(?P<sayer>[a-z][\w'-]*)\s+(?:ever )?(?:say|said|says)(?: to you)?(?: ever| so far)?"
    r"\s*[?.!]*$",
    re.I,
)
"""Of somebody whom memory knows."""
_ONESELF = frozenset({"me", "my", "mine", "myself", "i", "us", "our"})
_NOBODY = frozenset(
    split_words(
        "the a an this that these those it there you your yourself home house kitchen robot all any every each"
        " today yesterday what where who"
    )
)
_ERASES = re.compile(
    r"\b(?:erase|delete|wipe|forget|destroy)\b[^.,;!?]*\b(?:memor(?:y|ies)|data|records?|everything|all)\b"
    r"|\b(?:remove|clear)\b[^.,;!?]*\b(?:memor(?:y|ies)|data|records?)\b",
    re.I,
)


def person_opened(question: str, speaker: str, people: frozenset[str]) -> str:
    """Whose memory a question opens, "" if nobody's or the speaker's own. people: names known, in lower case.

    Who asks what is known of themselves has to be known by name.
    """
    for match in _OPENS.finditer(question):
        who = next((word for word in match.groupdict().values() if word), "").lower()
        who = who.removesuffix("'s").split(" ")[0]
        if who in _ONESELF and not is_named(speaker):
            return "whoever that is"
        if who in _ONESELF or who in _NOBODY or who == speaker.strip().lower():
            continue
        if who in people or match["whose"] or match["of"]:
            return who
    for match in _WHOLE.finditer(question):
        who = next((word for word in match.groupdict().values() if word), "").lower().removesuffix("'s")
        if who in people and who != speaker.strip().lower():
            return who
    return ""


def asks_to_erase(text: str) -> bool:
    """Whether somebody wants memory itself erased: that is never done by word of mouth."""
    return bool(_ERASES.search(text)) and "reminder" not in text.lower()
