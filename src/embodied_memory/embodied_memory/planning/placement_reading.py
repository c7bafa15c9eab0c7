"""From an instruction to what is to be put where: the moves that the one reading found, in the words of this home;
or by a language model, whose reading is made of the words of the instruction, or is not used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, Field

from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import UnusableReplyError, asking
from embodied_memory.memory.personal.request_words import stem
from embodied_memory.planning.known_home import opens, phrase_words, plain_words
from embodied_memory.planning.placement_goal import (
    HomeWords,
    PlacementGoal,
    PlacePhrase,
    Relation,
    ThingPhrase,
    count_of,
    is_elsewhere,
    same_thing,
)
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import Move, MoveRelation

_QUALIFIED = re.compile(r"\s+(?:in|from|at|by|on|near|over|inside|next to|beside)\s+", re.I)
_ARTICLE = re.compile(r"^(?:the|an?|my|our|your|that|this|some)\s+", re.I)


def read_instruction(text: str, home: HomeWords) -> tuple[PlacementGoal, ...]:
    """In the order of the words; nothing where the words name no place of this home, or nothing can be read."""
    reading = the_reading()
    moves = reading.read(text).moves if reading else ()
    goals: list[PlacementGoal] = []
    for move in moves:
        goals += [goal for goal in _goals(move, goals, home) if not _goes_there(goal, goals, home)]
    return _with_neighbours(goals, moves)


def place_words(phrase: str, home: HomeWords) -> str:
    """A place with its room first, as homes name them: "the table in the bedroom" -> "bedroom table"."""
    plain = _ARTICLE.sub("", phrase.strip())
    if home.category(plain):
        return plain
    parts = [_ARTICLE.sub("", part) for part in _QUALIFIED.split(plain)]
    if not any(home.category(part) for part in parts):  # "of" joins two places only where it is in no name of one
        parts = [_ARTICLE.sub("", piece) for part in parts for piece in part.split(" of ")]
    furniture = next((part for part in parts if home.category(part)), "")
    rooms = " ".join(part for part in parts if home.is_room(part))
    return f"{rooms} {furniture}".strip() or plain


def _goals(move: Move, before: Sequence[PlacementGoal], home: HomeWords) -> list[PlacementGoal]:
    """One for each thing that the words count."""
    place = _place(move, before, home)
    if place is None:
        return []
    phrase, relation = place
    things = [
        ThingPhrase(move.thing, " ".join(move.looks), ordinal, place_words(move.source, home))
        for ordinal in range(count_of(move.thing))
    ]
    return [PlacementGoal(thing, phrase, relation) for thing in things]


def _goes_there(goal: PlacementGoal, before: Sequence[PlacementGoal], home: HomeWords) -> bool:
    """Whether it is carried there already: "... to the TV table. Place them side by side on the table."."""
    last = next((one.place.text for one in reversed(before) if one.thing == goal.thing), None)
    if last is None or home.category(last) != home.category(goal.place.text):
        return False
    rooms = home.room_ids(goal.place.text)
    return not rooms or not home.room_ids(last) or not set(rooms).isdisjoint(home.room_ids(last))


def _place(move: Move, before: Sequence[PlacementGoal], home: HomeWords) -> tuple[PlacePhrase, Relation] | None:
    """Where it goes and how; beside something without a place, where that goes or stands. None for a person."""
    words = place_words(f"{move.goal} in {move.room}" if move.room and move.goal else move.goal or move.room, home)
    if words and home.is_place(words):
        return PlacePhrase(words, is_other=is_elsewhere(words)), _relation(move, words, home)
    if not move.beside:
        return None
    beside = place_words(move.beside, home)
    along = next((goal for goal in reversed(before) if same_thing(goal.thing.text, move.beside)), None)
    if along is not None:
        return along.place, along.relation
    return (
        (PlacePhrase(f"{beside} floor"), Relation.FLOOR) if home.category(beside) else (PlacePhrase(""), Relation.ON)
    )


def _relation(move: Move, words: str, home: HomeWords) -> Relation:
    kind = home.category(words)
    if not kind:
        return Relation.ROOM
    if kind == "floor":
        return Relation.FLOOR
    return Relation.WITHIN if move.relation is MoveRelation.IN and opens(kind) else Relation.ON


def _with_neighbours(goals: Sequence[PlacementGoal], moves: Sequence[Move]) -> tuple[PlacementGoal, ...]:
    """What each is to be next to: another thing that is carried, or one that stands there."""
    beside = {move.thing: move.beside for move in moves if move.beside}
    return tuple(_with_neighbour(goal, beside.get(goal.thing.text, ""), goals) for goal in goals)


def _with_neighbour(goal: PlacementGoal, beside: str, goals: Sequence[PlacementGoal]) -> PlacementGoal:
    if not beside:
        return goal
    carried = (one.thing for one in goals if one.thing != goal.thing and same_thing(one.thing.text, beside))
    return replace(goal, beside=next(carried, ThingPhrase(beside)))


_MOST = 20


class PlacementReply(BaseModel):
    """One thing to one place, in words of the instruction."""

    thing: str = Field(min_length=1, max_length=200)
    description: str = Field(default="", max_length=300)
    source: str = Field(default="", max_length=200)
    place: str = Field(min_length=1, max_length=200)
    relation: Literal["on", "within", "floor", "room"] = "on"
    beside: str = Field(default="", max_length=200)


class ReadingReply(BaseModel):
    """None must be said: an empty reply is none."""

    placements: list[PlacementReply] = Field(max_length=_MOST)


class LanguageReader:
    """The role over a language model. What it says is made of the words of the instruction, or it is not used."""

    def __init__(self, advisor: Advisor) -> None:
        self._advisor = advisor

    def read(self, text: str, home: HomeWords) -> tuple[PlacementGoal, ...]:
        """See `read_instruction`."""
        kinds = dict.fromkeys(
            [*(plain_words(room) for room in home.rooms), *(one.category for one in home.receptacles)]
        )
        asked = asking("read instruction", instruction=text, places=", ".join(kinds))
        return self._advisor.advice(
            asked,
            ReadingReply,
            lambda reply: _goals_told(reply, text, home),
            lambda: read_instruction(text, home),
        )


def _goals_told(reply: ReadingReply, text: str, home: HomeWords) -> tuple[PlacementGoal, ...]:
    """Raises UnusableReplyError for things that were not said, and places that the home does not have."""
    said = {stem(word) for word in phrase_words(text)}
    things: dict[str, ThingPhrase] = {}
    for one in reply.placements:
        if not {stem(word) for word in phrase_words(one.thing)} <= said:
            raise UnusableReplyError(f"nobody said {one.thing!r}")
        if not home.is_place(one.place):
            raise UnusableReplyError(f"there is no place {one.place!r}")
        things.setdefault(one.thing, ThingPhrase(one.thing, one.description, source=one.source))
    return tuple(
        PlacementGoal(
            things[one.thing],
            PlacePhrase(one.place, is_other=is_elsewhere(one.place)),
            Relation(one.relation),
            things.get(one.beside, ThingPhrase(one.beside)) if one.beside else None,
        )
        for one in reply.placements
    )
