"""Whether a request names what to do with which thing, or calls for something done "as usual"."""

from __future__ import annotations

import re

from embodied_memory.memory.personal.request_words import folded

_POLITE = re.compile(
    r"^(?:(?:first|then|next|now|after that|afterwards|additionally|also|finally|in addition|please|kindly|and|ok"
    r"|okay|hey|robot|(?:could|can|would|will) you(?: please| kindly| also| help me| help)?|help me(?: to)?"
    r"|i (?:want|need|would like) you to|i'd like you to|let's|go ahead and|it's time to|time to)[, ]+)+",
    re.IGNORECASE,
)
_CARRY = re.compile(
    r"\b(?:mov|put|plac|bring|tak|swap|carry|transfer|return|fetch|get|giv|shift|relocat|pick|deliver|hand|lay|leav)"
    r"(?:e|es|s|ing|ting|ping|t)?\b",
    re.IGNORECASE,
)
_TO_WHERE = re.compile(
    r"\b(?:to|on|onto|in|into|inside|next to|beside|near|from|at)\s+"
    r"(?:the|a|an|my|our|another|other|different|new)\b",
    re.IGNORECASE,
)
_AS_USUAL = re.compile(
    r"\b(?:usual|usually|always|typical|typically|normal|normally|as i|how i|where i|(?:the )?way i|that i like"
    r"|as always|routine|ritual|habit)\b",
    re.IGNORECASE,
)
_ARRANGE = re.compile(
    r"^(?:set|setting|arrang|organi[sz]|prepar|creat|get\b.* ready|make|refresh|decorat|tidy|stor|ready|lay out|fix"
    r"|clean|style)\w*",
    re.IGNORECASE,
)


def pattern_lean(request: str) -> float:
    """1: calls for a pattern ("set up my reading corner"); -1: for a named thing to go somewhere; 0: open.

    A memory of the right kind is preferred: the same task may have been asked with either in mind.
    """
    plain = without_politeness(request)
    if _AS_USUAL.search(plain):
        return 1.0
    if re.match(r"set(?:ting)?\b", plain, re.IGNORECASE):
        return 1.0
    if _CARRY.search(plain) and _TO_WHERE.search(plain):
        return -1.0
    return 1.0 if _ARRANGE.match(plain) else 0.0


def without_politeness(request: str) -> str:
    """ "Then, could you please move it?" -> "move it?"."""
    return _POLITE.sub("", folded(request).strip())
