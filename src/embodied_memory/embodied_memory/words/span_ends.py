"""Where a name in an utterance really begins and ends, whatever was marked of it."""

from __future__ import annotations

import re

_AND = re.compile(r"(?:,|\s+(?:and|or))+$", re.I)
_KNOWN = r"(?:the|this|that|these|those|my|your|our|his|her|their)"
_SOME_OF = re.compile(
    r"(?:some|any|one|two|three|both|all|most|half|plenty|lots"
    rf"|(?:a|the) (?:bit|little|drop|piece|slice|few|couple|lot|rest)) of (?={_KNOWN}\b)",
    re.I,
)
"""How much of it: "some of this bread" is this bread."""
_IS = re.compile(rf"(?:{_KNOWN}\b.*\w|it|that|there|he|she|who|what)(?=['’]s$)", re.I | re.S)
""" "the laptop's"."""
_WILL = re.compile(r"(?<=\w)['’](?:ll|d|re)\b.*", re.I | re.S)
""" "the hall cabinet'll do"."""
_TO = re.compile(r"(?<!next)(?<!close)\s+(?:in|at|of|from|to|by|for|with|under|behind)$", re.I)
_VAGUE = re.compile(r"(?:the|that|this|a|some) (?:things?|thingy|stuff|one)$", re.I)
""" "the thing"."""
_TELLING_WHICH = re.compile(r" (?:for \w+ing|(?:that|which|you|we|i|one) \w+|with (?:the|a) \w+)\b[^,.;:!?]*", re.I)
""" " for measuring"."""
_GOES_ON = re.compile(r"\s+\w")
_WHERE = re.compile(r"\bwhere(?:ver)?\s+$", re.I)
_CLAUSE = re.compile(r"(?:it|they|that|those|these|you|i|we|he|she)(?:['’]\w+)?\s+\w", re.I)
""" "it lives"."""


def name_within(text: str, begin: int, end: int) -> tuple[int, int]:
    """Without an "and" that follows, without how much of it, and without the verb of "the laptop's all sticky" or
    "the hall cabinet'll do"; with the "where" of "where it lives".
    """
    where = _WHERE.search(text, 0, begin) if _CLAUSE.match(text, begin, end) else None
    if where is not None:
        return where.start(), end
    end = begin + len(_AND.sub("", text[begin:end]))
    some = _SOME_OF.match(text, begin, end)
    begin = some.end() if some else begin
    will = _WILL.search(text, begin, end)
    end = will.start() if will else end
    end = begin + len(_TO.sub("", text[begin:end])) if _GOES_ON.match(text, end) else end
    is_so = _IS.match(text[begin:end])
    return begin, begin + is_so.end() if is_so and _GOES_ON.match(text, end) else end


def told_apart(text: str, begin: int, end: int) -> int:
    """Where a name ends that is none by itself, with what tells which thing is meant: "the thing for measuring"."""
    told = _TELLING_WHICH.match(text, end) if _VAGUE.match(text[begin:end]) else None
    return told.end() if told else end
