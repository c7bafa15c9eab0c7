"""Cutting a command into clauses: what is carried, from where, to where, beside what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from embodied_memory.memory.personal.request_kind import without_politeness
from embodied_memory.memory.personal.request_words import folded
from embodied_memory.memory.personal.word_lists import word_list
from embodied_memory.planning.react.home_words import HomeWords

_TOKEN = re.compile(r"[\w&'/.-]*\w|,|[;:?!.]")
_VERB = re.compile(
    r"^(?:mov|put|plac|tak|bring|leav|set|return|carr|swap|transfer|relocat|pick|get|grab|stor|keep|arrang|organi[sz]"
    r"|shift|fetch|position|chang|exchang|deliver|lay|switch|stand|display|rearrang|reposition|add|hang|drop|collect"
    r"|gather|giv|send|clear|hav)(?:e|es|y|ing|ting|ping)?$"
)
_GERUNDS = frozenset(["placing", "putting", "moving", "positioning", "bringing", "keeping"])
_ARRANGING = re.compile(r"^(?:set|arrang|organi[sz]|clear|get|chang)")
_OTHER_VERBS = word_list("other verb")
_BEFORE_VERB = word_list("before verb") | frozenset(",.;:?!")
_DETERMINERS = word_list("determiner")
_TOGETHER = re.compile(
    r"(?:\b(?:and|,)\s+)?\b(?:next to|beside|near|close to|close by|by) (?:each other|one another)\b"
    r"|\bside[- ]by[- ]side\b",
    re.IGNORECASE,
)
_NEARBY = re.compile(r"\b(?:close by|nearby|next to (?:it|them|these|those|that))\b", re.IGNORECASE)
_TOGETHER_MARK, _NEARBY_MARK = "sidebyside", "closetoit"
_FILLER = re.compile(
    r"\b(?:(?:the )?positions? of|from (?:the|their|its) (?:\w+ )?(?:locations?|positions?|places?|spots?)"
    r"|^\s*(?:me|us)\b|back|together|over|up|down|away|out|all(?: of)?|there|as well|too)\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"^(?:it|them|both(?: of them)?|these|those|they|each|that|this|one)?(?: \w+ly)?$", re.IGNORECASE
)
_PLURAL = re.compile(r"^(?:them|both|these|those|they)\b", re.IGNORECASE)
_EVERYTHING = re.compile(r"^(?:(?:the|these|those|all|both)\s+)*(?:items|objects|things|both)\b", re.IGNORECASE)
_FROM, _TO, _AT = ("from", "off"), ("to", "onto", "into"), ("on", "in", "inside", "within", "at", "under")
_INSIDE = ("in", "into", "inside", "within")
_BESIDE = frozenset(["beside", "near", "by", "alongside"])
_STOPS = word_list("place end") | frozenset(",;:.?!")
_ENDS = _STOPS | _BESIDE | {*_FROM, *_TO, *_AT, "next", "close", _TOGETHER_MARK, _NEARBY_MARK}
_LONGEST_PLACE = 7


@dataclass
class Clause:
    """things, source, target, beside: words; "" where nothing is said.

    is_again: speaks of the things before it; is_plural: of two or more; of_all: of everything so far. inside: the
    words are "in" or "into"; together: each next to the other; nearby: next to what came before; then: comes after
    what was before it; arranges: "set up", not "put".
    """

    things: str = ""
    source: str = ""
    target: str = ""
    beside: str = ""
    inside: bool = False
    is_plural: bool = False
    together: bool = False
    nearby: bool = False
    then: bool = False
    is_again: bool = False
    of_all: bool = False
    arranges: bool = False


def read_clauses(sentence: str, home: HomeWords) -> list[Clause]:
    """The clauses of a command in order; those that carry nothing anywhere are there too."""
    plain = folded(sentence)
    marked = _NEARBY.sub(f" {_NEARBY_MARK} ", _TOGETHER.sub(f" {_TOGETHER_MARK} ", plain))
    tokens = _TOKEN.findall(without_politeness(marked))
    clauses = [clause for words in _by_verb(tokens) for clause in _read(words, home)]
    if not clauses and _TOGETHER_MARK in tokens:
        clauses = [Clause(is_again=True, together=True)]
    if clauses and re.match(r"\s*(?:then|next|after that|afterwards|finally|lastly|later)\b", plain, re.IGNORECASE):
        clauses[0].then = True
    return clauses


def _by_verb(tokens: Sequence[str]) -> list[list[str]]:
    """Cut before every verb; parts that carry nothing are left out. A verb stays in front of its part."""
    parts: list[list[str]] = [[""]] if tokens and tokens[0].lower() in _DETERMINERS else []
    carries = True
    for index, token in enumerate(tokens):
        word, before = token.lower(), tokens[index - 1].lower() if index else "."
        may_begin = (before in _BEFORE_VERB and (before != "to" or index < 3)) or word in _GERUNDS
        if may_begin and word in _OTHER_VERBS:
            carries = False
        elif may_begin and _VERB.match(word):
            then = "then" in [one.lower() for one in tokens[max(0, index - 2) : index]]
            parts.append([word, "then"] if then else [word])
            carries = True
        elif parts and carries:
            parts[-1].append(token)
    return parts


def _read(tokens: list[str], home: HomeWords) -> list[Clause]:
    """One verb may carry several things to several places: "the cup to the table and the book to the bed"."""
    found: list[Clause] = []
    then = tokens[1:2] == ["then"]
    things: list[str] = []
    places: list[tuple[str, str]] = []
    marks: set[str] = set()

    def close() -> None:
        clause = _clause(things, places, home)
        clause.then, clause.arranges = then and not found, bool(_ARRANGING.match(tokens[0]))
        clause.together, clause.nearby = _TOGETHER_MARK in marks, _NEARBY_MARK in marks
        found.append(clause)
        for part in (things, places, marks):
            part.clear()

    index = 2 if then else 1
    while index < len(tokens):
        place = _place_at(tokens, index, home)
        if place is not None:
            kind, phrase, index = place
            places.append((kind, phrase))
            index = _past_other_rooms(tokens, index, home)
            continue
        if tokens[index] in (_TOGETHER_MARK, _NEARBY_MARK):
            marks.add(tokens[index])
        elif places and tokens[index].lower() not in _STOPS:
            close()
        if not places and tokens[index] not in marks:
            things.append(tokens[index])
        index += 1
    if things or places or marks:
        close()
    return found


def _past_other_rooms(tokens: Sequence[str], index: int, home: HomeWords) -> int:
    """ "from the bedroom and kitchen": where to go on after the other rooms."""
    for end in range(min(index + 4, len(tokens)), index + 1, -1):
        phrase = " ".join(tokens[index + 1 : end])
        if tokens[index].lower() in ("and", "or", ",") and home.is_room(phrase) and _ends_phrase(tokens, end):
            return _past_other_rooms(tokens, end, home)
    return index


def _place_at(tokens: Sequence[str], index: int, home: HomeWords) -> tuple[str, str, int] | None:
    """(preposition, place in words, where to go on) if a place begins here."""
    word = tokens[index].lower()
    kind, start = word, index + 1
    if word in ("next", "close") and tokens[index + 1 : index + 2] == ["to"]:
        kind, start = "beside", index + 2
    elif word in _BESIDE:
        kind = "beside"
    elif word not in (*_FROM, *_TO, *_AT):
        return None
    while start < len(tokens) and tokens[start].lower() in ("top", "inside", "of"):
        kind, start = "inside" if tokens[start].lower() == "inside" else kind, start + 1
    for end in range(min(start + _LONGEST_PLACE, len(tokens)), start, -1):
        phrase = tokens[start:end]
        if any(one.lower() in _ENDS for one in phrase):
            continue
        if home.is_place(" ".join(phrase)) or (kind == "beside" and _ends_phrase(tokens, end)):
            return kind, " ".join(phrase), end
    return None


def _ends_phrase(tokens: Sequence[str], end: int) -> bool:
    return end == len(tokens) or tokens[end].lower() in _ENDS


def _clause(things: Sequence[str], places: Sequence[tuple[str, str]], home: HomeWords) -> Clause:
    """Tell source from target: "on the table to the shelf" comes from the table."""
    text = _FILLER.sub(" ", " ".join(things)).replace(" ,", ",")
    text = re.sub(r"^[\s,.;:?!]*(?:and\b)?|[\s,.;:?!]*(?:\band\b|\bthen\b)?[\s,.;:?!]*$", "", text).strip()
    clause = Clause(" ".join(text.split()), of_all=bool(_EVERYTHING.match(text)))
    clause.is_again = clause.of_all or bool(_PRONOUN.match(clause.things))
    clause.is_plural = bool(_PLURAL.match(clause.things))
    goes = any(kind in _TO for kind, _ in places)
    side = ""
    for kind, phrase in places:
        if kind == "beside":
            clause.beside = phrase
        elif kind in _FROM or (kind in _AT and goes and not side):
            side, clause.source = "source", phrase
        elif kind in _AT and side and home.is_room(phrase):
            _qualify(clause, side, phrase)
        elif kind in _AT and side == "target" and home.is_room(clause.target):
            clause.target, clause.inside = f"{clause.target} {phrase}", kind in _INSIDE
        elif not clause.target or (kind in _TO and side == "source"):
            side, clause.target, clause.inside = "target", phrase, kind in _INSIDE
    return clause


def _qualify(clause: Clause, side: str, room: str) -> None:
    """ "the table" in "the bedroom" is "the bedroom table", and so is what it is beside."""
    if side == "target":
        clause.target = f"{room} {clause.target}"
        clause.beside = f"{room} {clause.beside}" if clause.beside else ""
    else:
        clause.source = f"{room} {clause.source}"
