"""Instructions to carry things, labelled (tests/words/moves): what names things and places, and what goes where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from embodied_memory.words.moves import Link, SpanKind

Characters = tuple[int, int]
"""Begin and end of words in a text."""
_TO = {"on": Link.TO_ON, "in": Link.TO_IN, "at": Link.TO_AT, "person": Link.TO_PERSON}


class _Nth(BaseModel):
    """Words that are said more than once."""

    model_config = ConfigDict(extra="forbid")
    words: str
    nth: int = Field(default=1, ge=1)


class _Move(BaseModel):
    """As in the format's description."""

    model_config = ConfigDict(extra="forbid")
    thing: str | _Nth
    looks: list[str | _Nth] = []
    source: str | _Nth = Field(default="", alias="from")
    to: str | _Nth = ""
    room: str | _Nth = ""
    relation: Literal["on", "in", "at", "person"] = "on"
    beside: str | _Nth = ""


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid")
    text: str = Field(min_length=1)
    moves: list[_Move]
    arrange: list[str | _Nth] = []


@dataclass(frozen=True)
class LabelledMoves:
    """kinds: of words that name something; links: (thing, other words) -> what these are to it."""

    text: str
    kinds: dict[Characters, SpanKind]
    links: dict[tuple[Characters, Characters], Link]


def read_labelled_moves(path: Path) -> Iterator[LabelledMoves]:
    """One a line. ValueError names a bad line."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            yield _labelled(_Line.model_validate_json(line))
        except (ValidationError, ValueError) as error:
            raise ValueError(f"{path.name}, line {number}: {error}") from error


def _labelled(line: _Line) -> LabelledMoves:
    """What is a thing anywhere is no place; what names a place is no look."""
    kinds = {_characters(line.text, move.thing): SpanKind.THING for move in line.moves}
    links: dict[tuple[Characters, Characters], Link] = {}
    for move in line.moves:
        thing = _characters(line.text, move.thing)
        for words, link in (
            (move.to, _TO[move.relation]),
            (move.source, Link.SOURCE),
            (move.room, Link.ROOM),
            (move.beside, Link.BESIDE),
        ):
            if words:
                kinds.setdefault(_characters(line.text, words), SpanKind.PLACE)
                links[thing, _characters(line.text, words)] = link
        for words in move.looks:
            kinds.setdefault(_characters(line.text, words), SpanKind.LOOK)
            links[thing, _characters(line.text, words)] = Link.LOOKS
    for words in line.arrange:
        kinds.setdefault(_characters(line.text, words), SpanKind.ARRANGED)
    return LabelledMoves(line.text, kinds, links)


def _characters(text: str, words: str | _Nth) -> Characters:
    """ValueError where the text does not have the words so often."""
    wanted, times = (words, 1) if isinstance(words, str) else (words.words, words.nth)
    begin = -1
    for _ in range(times):
        begin = text.find(wanted, begin + 1)
        if begin < 0:
            raise ValueError(f"{wanted!r} is not said in {text[:60]!r}")
    return begin, begin + len(wanted)
