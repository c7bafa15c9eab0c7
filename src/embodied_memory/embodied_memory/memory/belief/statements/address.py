"""What stands around a clause: greetings, fillers, who is spoken to ("Bob, ..."), who told it ("Ann said")."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CLAUSE_AHEAD = (
    r"(?=(?:the|my|our|your|his|her|their|a|an|i|we|you|he|she|they|it|there|please|can|could|would|will|do|did"
    r"|have|are"
    r"|is|what|where|when|who|how|if|remind|when|for|leave|take|put|bring|this|that|forget|[A-Z][\w-]*) )"
)
_FILLER = re.compile(
    r"^(?:(?:hey|hi|hello|ok|okay|well|oh|so|also|right|listen|look|now|by the way|btw|thanks|thank you|yes|yeah|no"
    r"|sure|alright|all right|sorry|and|but|um|uh|actually|anyway|fyi|just so you know|for your information|note that"
    r"|just to let you know|good (?:morning|afternoon|evening|night)|excuse me|good news|bad news|change of plans?"
    r"|do not worry|no worries|unfortunately|luckily|finally|noted|great),? (?=\S)"
    r"|(?:i (?:think|believe|guess|noticed|know|see|heard|am (?:pretty |fairly |quite |very )?(?:sure|certain"
    r"|afraid))"
    r"|as far as i (?:know|remember|can tell)|it looks like|it seems|apparently|remember|please note|the truth is),?"
    rf"(?: that)? {_CLAUSE_AHEAD})",
    re.I,
)
_TRAILING = re.compile(
    r"[,\s]+(?:thanks|thanks a lot|thank you(?: very much)?|please|by the way|btw|okay|ok|you know|i (?:think|guess"
    r"|believe|suppose)|for your information|fyi|if you do not mind)$",
    re.I,
)
_TOLD = (
    re.compile(
        r"^(?P<who>[A-Z][\w-]*|he|she|they|my [\w-]+) (?:has |have |just |also )*(?:told (?:me|us)|says?|said"
        r"|mentioned"
        rf"|thinks?|believes?|claims?|claimed|reported|wrote)(?: to (?:me|us))?(?: that)? {_CLAUSE_AHEAD}"
    ),
    re.compile(
        r"^(?i:i|we) (?:have |just )*(?:heard|learned|know|was told|were told|got told)(?: from"
        r"| by) (?P<who>[A-Z]?[\w-]+)"
        rf"(?: that)? {_CLAUSE_AHEAD}"
    ),
    re.compile(r"^(?i:according to) (?P<who>[\w-]+),? (?=\S)"),
)
_NAME_FIRST = re.compile(rf"^(?P<name>[A-Za-z][\w-]*), {_CLAUSE_AHEAD}")
_KNOWN_FIRST = re.compile(r"^(?P<name>[A-Za-z][\w-]*),? (?=\S)")
_NAME_LAST = re.compile(r",\s*(?P<name>[A-Za-z][\w-]*)$")
_NO_NAMES = frozenset(
    {"tomorrow", "tonight", "today", "yesterday", "later", "maybe", "perhaps", "then", "however", "otherwise", "here",
     "hopefully", "once", "sometimes", "usually", "still", "again", "everybody", "everyone", "guys", "please", "too",
     "right", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}
)  # fmt: skip


@dataclass(frozen=True)
class Addressed:
    """text: the bare clause; addressee: the name spoken to, "" if none is said; teller: who told it, "" likewise."""

    text: str
    addressee: str = ""
    teller: str = ""


def bare_clause(text: str, names: frozenset[str]) -> Addressed:
    """Everything around a clause taken off. names: people known, in lower case."""
    text = " ".join(text.split()).strip(" .!?;,:")
    addressee = teller = ""
    for _ in range(6):
        before = text
        text = _TRAILING.sub("", _FILLER.sub("", text, count=1)).strip(" ,")
        text, name = _without_name(text, names)
        addressee = addressee or name
        for pattern in _TOLD:
            told = pattern.match(text)
            if told:
                text, teller = text[told.end() :], teller or told["who"]
                break
        if text == before:
            break
    return Addressed(text, addressee, teller)


def _without_name(text: str, names: frozenset[str]) -> tuple[str, str]:
    """A known name may stand anywhere before a comma; a capitalised word only before what begins a clause."""
    first = _KNOWN_FIRST.match(text)
    if first and first["name"].lower() in (names | {"robot"}) and "," in first.group(0):
        return text[first.end() :], first["name"]
    stranger = _NAME_FIRST.match(text)
    if stranger and stranger["name"][0].isupper() and stranger["name"].lower() not in _NO_NAMES:
        return text[stranger.end() :], stranger["name"]
    last = _NAME_LAST.search(text)
    if last and (last["name"].lower() in (names | {"robot"})):
        return text[: last.start()], last["name"]
    return text, ""
