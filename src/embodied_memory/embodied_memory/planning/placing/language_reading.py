"""An instruction read by a language model; read as it was learned where the reply is of no use."""

from __future__ import annotations

from typing import Literal, Protocol

from pydantic import BaseModel, Field

from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import UnusableReplyError, asking
from embodied_memory.memory.personal.request_words import stem
from embodied_memory.planning.placing.home_words import HomeWords, is_elsewhere
from embodied_memory.planning.placing.instruction_reading import read_instruction
from embodied_memory.planning.placing.placement_goal import PlacementGoal, PlacePhrase, Relation, ThingPhrase
from embodied_memory.planning.skills.known_home import plain_words
from embodied_memory.planning.skills.word_match import phrase_words

_MOST = 20


class InstructionReader(Protocol):
    """The role: what an instruction asks to be put where."""

    def read(self, text: str, home: HomeWords) -> tuple[PlacementGoal, ...]:
        """See `read_instruction`."""


class OfflineReader:
    """As it was learned."""

    def read(self, text: str, home: HomeWords) -> tuple[PlacementGoal, ...]:
        """See InstructionReader."""
        return read_instruction(text, home)


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

    def __init__(self, advisor: Advisor, offline: InstructionReader) -> None:
        self._advisor, self._offline = advisor, offline

    def read(self, text: str, home: HomeWords) -> tuple[PlacementGoal, ...]:
        """See InstructionReader."""
        kinds = dict.fromkeys(
            [*(plain_words(room) for room in home.rooms), *(one.category for one in home.receptacles)]
        )
        asked = asking("read instruction", instruction=text, places=", ".join(kinds))
        return self._advisor.advice(
            asked,
            ReadingReply,
            lambda reply: _goals(reply, text, home),
            lambda: self._offline.read(text, home),
        )


def _goals(reply: ReadingReply, text: str, home: HomeWords) -> tuple[PlacementGoal, ...]:
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
