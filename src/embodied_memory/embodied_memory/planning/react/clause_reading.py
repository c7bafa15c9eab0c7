"""Cutting a command into clauses: what is carried, from where, to where, beside what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from embodied_memory.memory.personal.request_kind import without_politeness
from embodied_memory.memory.personal.request_words import folded
from embodied_memory.memory.personal.word_lists import word_list
from embodied_memory.planning.react.home_words import HomeWords

_TOKEN = re.compile(r"[\w&'/.-]*\w|,|[;:?!.]")
_VERB = re.compile(
    r"^(?:mov|put|plac|tak|bring|leav|set|return|carr|swap|transfer|relocat|pick|get|grab|stor|keep|arrang|organi[sz]|shift"
    r"|fetch|position|chang|exchang|deliver|lay|switch|stand|display|rearrang|reposition|add|hang|drop|collect|gather"
    r"|give|send|clear|us)(?:e|es|y|ing|ting|ping|ing)?$"
)  # fmt: skip
_BEFORE_VERB = word_list("before verb") | frozenset(",.;:")
_DETERMINERS = word_list("determiner")
_TOGETHER = re.compile(
    r"\b(?:next to|beside|near|close to|by) (?:each other|one another)\b|\bside[- ]by[- ]side\b", re.I
)
_FILLER = re.compile(r"\b(?:(?:the )?positions? of|back|together|over|up|away|out|all|both of them)\b", re.IGNORECASE)
_PRONOUN = re.compile(
    r"^(?:it|them|both|these|those|they|each|that|this|all|the items|the objects|one)?$", re.IGNORECASE
)
_FROM, _TO, _AT = ("from", "off"), ("to", "onto", "into"), ("on", "in", "inside", "within", "at", "under")
_BESIDE = frozenset(["beside", "near", "by", "alongside"])
_STOPS = frozenset([",", ";", ":", ".", "?", "!", "and", "then", "with", "for", "so", "where", "as", "while", "when"])
_ENDS = _STOPS | _BESIDE | {*_FROM, *_TO, *_AT, "next"}
_LONGEST_PLACE = 7


@dataclass
class Clause:
    """things, source, target, beside: words; "" where nothing is said. is_again: speaks of the things before it.

    inside: the words are "in" or "into"; together: each next to the other; then: comes after what was before it.
    """

    things: str = ""
    source: str = ""
    target: str = ""
    beside: str = ""
    inside: bool = False
    together: bool = False
    then: bool = False
    is_again: bool = False
    _places: list[tuple[str, str]] = field(default_factory=list)


def read_clauses(sentence: str, home: HomeWords) -> list[Clause]:
    """The clauses of a command in order; those that carry nothing anywhere are there too."""
    plain = folded(sentence)
    together = bool(_TOGETHER.search(plain))
    tokens = _TOKEN.findall(_TOGETHER.sub(" ", without_politeness(plain)))
    clauses = [clause for words in _by_verb(tokens) for clause in _read(words, home)]
    if together and clauses:
        clauses[-1].together = True
    if clauses and re.match(r"\s*(?:then|next|after that|afterwards|finally)\b", plain, re.IGNORECASE):
        clauses[0].then = True
    return clauses


def _by_verb(tokens: Sequence[str]) -> list[list[str]]:
    """Cut before every verb that carries something; what comes before the first one carries nothing."""
    parts: list[list[str]] = [[]] if tokens and tokens[0].lower() in _DETERMINERS else []
    for index, token in enumerate(tokens):
        before = tokens[index - 1].lower() if index else "."
        if _VERB.match(token.lower()) and before in _BEFORE_VERB and (before != "to" or index < 3):
            parts.append(["then"] if "then" in [one.lower() for one in tokens[max(0, index - 2) : index]] else [])
        elif parts:
            parts[-1].append(token)
    return [part for part in parts if part]


def _read(tokens: list[str], home: HomeWords) -> list[Clause]:
    """One verb may carry several things to several places: "the cup to the table and the book to the bed"."""
    clauses: list[Clause] = []
    clause = Clause()
    things: list[str] = []
    index = 0
    if tokens and tokens[0] == "then":
        clause.then, index = True, 1
    while index < len(tokens):
        found = _place_at(tokens, index, home)
        if found is None:
            if clause._places and tokens[index].lower() not in _STOPS:
                clauses.append(_closed(clause, things, home))
                clause, things = Clause(), []
            if not clause._places:
                things.append(tokens[index])
            index += 1
            continue
        kind, phrase, index = found
        clause._places.append((kind, phrase))
    if clause._places or things:
        clauses.append(_closed(clause, things, home))
    return clauses


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
    for end in range(min(start + _LONGEST_PLACE, len(tokens)), start, -1):
        phrase = tokens[start:end]
        if any(one.lower() in _ENDS for one in phrase):
            continue
        if home.is_place(" ".join(phrase)) or (kind == "beside" and _ends_phrase(tokens, end)):
            return kind, " ".join(phrase), end
    return None


def _ends_phrase(tokens: Sequence[str], end: int) -> bool:
    return end == len(tokens) or tokens[end].lower() in _ENDS


def _closed(clause: Clause, things: Sequence[str], home: HomeWords) -> Clause:
    """Tell source from target: "on the table to the shelf" comes from the table."""
    text = _FILLER.sub(" ", " ".join(things)).replace(" ,", ",")
    clause.things = re.sub(r"^[\s,.;:?!]*(?:and\b)?|[\s,.;:?!]*(?:\band\b|\bthen\b)?[\s,.;:?!]*$", "", text).strip()
    clause.is_again = bool(_PRONOUN.match(clause.things))
    goes = any(kind in _TO for kind, _ in clause._places)
    side = ""
    for kind, phrase in clause._places:
        if kind == "beside":
            clause.beside = phrase
        elif kind in _FROM or (kind in _AT and goes and not clause.target and side != "target" and not clause.source):
            side, clause.source = "source", phrase
        elif kind in _AT and side and home.is_room(phrase):
            _qualify(clause, side, phrase)
        elif not clause.target or (kind in _TO and side == "source"):
            side, clause.target, clause.inside = "target", phrase, kind in ("in", "into", "inside", "within")
    return clause


def _qualify(clause: Clause, side: str, room: str) -> None:
    """ "the table" in "the bedroom" is "the bedroom table", and so is what it is beside."""
    if side == "target":
        clause.target = f"{room} {clause.target}"
        clause.beside = f"{room} {clause.beside}" if clause.beside else ""
    else:
        clause.source = f"{room} {clause.source}"
