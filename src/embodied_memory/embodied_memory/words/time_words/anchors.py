"""Times told by an event: "before it was moved", "after Anna came home"."""

from __future__ import annotations

import re

from embodied_memory.words.time_words.components import MARK
from embodied_memory.words.time_words.numbers import NUMBER, UNIT, UNIT_S, number_of
from embodied_memory.words.time_words.time_phrase import AnchorKind, TimeAnchor

_KINDS = {
    "before": AnchorKind.BEFORE, "prior to": AnchorKind.BEFORE, "until": AnchorKind.BEFORE, "till": AnchorKind.BEFORE,
    "up until": AnchorKind.BEFORE, "after": AnchorKind.AFTER, "since": AnchorKind.AFTER,
    "as soon as": AnchorKind.AFTER, "while": AnchorKind.DURING, "whilst": AnchorKind.DURING,
    "during": AnchorKind.DURING, "when": AnchorKind.DURING, "by the time": AnchorKind.DURING,
    "at the time": AnchorKind.DURING, "at the moment": AnchorKind.DURING, "once": AnchorKind.AFTER,
}  # fmt: skip
_INVERTED = (
    r"did|do|does|was|were|is|are|am|will|would|can|could|has|have|had|shall|should|may|might|must|to|exactly|else"
)
_QUESTION_BEGINS = re.compile(r" (?=(?:where|what|who|whose|which|why|how|did|tell|please)\b)", re.I)
_CLOSELY = r"(?:right|just|shortly|immediately|soon|directly|straight|long|even) "
_ANCHOR = re.compile(
    rf"(?:(?P<count>{NUMBER}) (?P<unit>{UNIT})s? |{_CLOSELY})?"
    rf"\b(?P<kind>{'|'.join(sorted(_KINDS, key=len, reverse=True))}) (?:that |when )?"
    r"(?P<clause>[^?!.;]*[^\W_][^?!.;]*)",
    re.I,
)
_NO_TIME_BEFORE = re.compile(
    r"\b(?:look(?:s|ed|ing)?|ask(?:s|ed|ing)?|named|called|day|night|week|month|year|morning|evening|ever|never"
    r"|know|knows|tell me|remember|sure|idea|wonder|see|guess|say|said|told me|for) $",
    re.I,
)
_ASKED_WHEN = re.compile(rf"(?:{_INVERTED})\b", re.I)
_NEED_A_SUBJECT = ("at the time", "at the moment", "once")
_NO_SUBJECT = re.compile(r"(?:in|on|at|of|for|with|near|by|a|an|per|every|again|more|or|and|upon)\b", re.I)
_EMPTY_CLAUSE = re.compile(r"(?:all|long|now|then|ever|last|the day)\W*$", re.I)


def find_anchor(text: str) -> tuple[TimeAnchor, int, int] | None:
    """The event that the text tells its time by, and where it stands there; None if there is none."""
    position = 0
    while match := _ANCHOR.search(text, position):
        found = _read(match, text)
        if found is not None:
            return found
        position = match.end("kind")
    return None


def _read(match: re.Match[str], text: str) -> tuple[TimeAnchor, int, int] | None:
    if match["kind"].lower() in _NEED_A_SUBJECT and _NO_SUBJECT.match(match["clause"]):
        return None
    kind, start = match["kind"].lower(), match.start()
    clause_start = match.start("clause")
    if kind == "when" and (_ASKED_WHEN.match(match["clause"]) or _NO_TIME_BEFORE.search(text[: match.start("kind")])):
        return None
    if kind in ("after", "before") and not match["count"] and _NO_TIME_BEFORE.search(text[: match.start("kind")]):
        return None
    end = _clause_end(text, clause_start, match.end("clause"), leads=not text[:start].strip(" ,"))
    clause = text[clause_start:end].replace(MARK, " ").strip(" ,")
    if not clause or _EMPTY_CLAUSE.match(clause):
        return None
    offset_s = number_of(match["count"]) * UNIT_S[match["unit"].lower()] if match["count"] else 0.0
    return TimeAnchor(_KINDS[kind], clause, offset_s), start, end


def _clause_end(text: str, start: int, end: int, leads: bool) -> int:
    """A clause ends with the sentence, or at a comma; one that leads also where the question begins."""
    comma = text.find(",", start, end)
    if comma >= 0:
        return comma
    question = _QUESTION_BEGINS.search(text, start, end) if leads else None
    return question.start() if question else end
