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
_GOES_ON = re.compile(r"\s+\w")


def name_within(text: str, begin: int, end: int) -> tuple[int, int]:
    """Without an "and" that follows, without how much of it, and without the verb of "the laptop's all sticky"."""
    end = begin + len(_AND.sub("", text[begin:end]))
    some = _SOME_OF.match(text, begin, end)
    begin = some.end() if some else begin
    is_so = _IS.match(text[begin:end])
    return begin, begin + is_so.end() if is_so and _GOES_ON.match(text, end) else end
