"""Whether what was seen and what was told of are one thing: by what it is, how it looks and where it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from embodied_memory.memory.belief.names.entity_kinds import stays_put
from embodied_memory.memory.belief.names.names_in_text import noun_of
from embodied_memory.words.wording.description import GROUP_OF_WORD, attribute_words, parse_description
from embodied_memory.words.wording.phrases import are_one_room, numbered
from embodied_memory.words.wording.words import canonical, noun_words, split_words

_NO_LOOKS = frozenset({"size", "state"})
"""Groups of words that say nothing by which a thing is known again: big beside what, open until when?"""

_OPEN_PLAN = frozenset({"kitchen", "dining room", "living room"})
"""Which of these furniture stands in, maps of rooms tell badly: they are often one room."""


@dataclass(frozen=True)
class Likeness:
    """noun: what it is, synonyms in one word; looks: its colours, materials and other words; room: "" if unknown.

    is_telling: whether the noun has several words, as "blood pressure monitor": seldom are there two such in a home.
    """

    noun: str
    looks: frozenset[str]
    stays_put: bool
    room: str = ""
    is_telling: bool = False

    def differs_from(self, other: Likeness) -> bool:
        """Whether they can never be one, wherever they are."""
        if self.noun != other.noun:
            return bool(self.noun and other.noun)
        return bool(self.looks and other.looks and self.looks != other.looks)

    def could_be(self, other: Likeness) -> bool:
        """Whether nothing that is known speaks against their being one."""
        if self.differs_from(other) or self.noun != other.noun or not self.noun:
            return False
        in_open_plan = self.stays_put and {numbered(self.room)[0], numbered(other.room)[0]} <= _OPEN_PLAN
        return in_open_plan or are_one_room(self.room, other.room)

    def is_surely(self, other: Likeness) -> bool:
        """Whether enough speaks for it: the same looks, or furniture of its sort in the same room.

        Where looks are known of neither, the room has to be, or the noun tells enough.
        """
        if not self.could_be(other):
            return False
        in_one_room = bool(self.room and other.room) and are_one_room(self.room, other.room)
        if self.looks == other.looks:
            return in_one_room or bool(self.looks) or self.is_telling
        return in_one_room and self.stays_put


def likeness(category: str, looks: str, room: str = "") -> Likeness:
    """looks: a caption, or colours and the like in any order."""
    noun, words, stays, is_telling = _parsed(category, looks)
    return Likeness(noun, words, stays, room, is_telling)


def told_category(entity_id: str, caption: str) -> str:
    """What sort of thing an event tells of: by its id if the caption says nothing else, such as mug of mug_pink_2."""
    words = tuple(word for word in split_words(noun_of(entity_id)) if word not in GROUP_OF_WORD)
    told = parse_description(caption).noun
    if words and (not told or canonical(told[-len(words) :]) == canonical(noun_words(words))):
        return " ".join(words)
    return " ".join(told)


def the_one(wanted: Likeness, among: Mapping[str, Likeness]) -> str:
    """The id of the only one that it could be, if it surely is; else ""."""
    possible = [name for name, other in among.items() if wanted.could_be(other)]
    return possible[0] if len(possible) == 1 and wanted.is_surely(among[possible[0]]) else ""


@lru_cache(maxsize=4096)
def _parsed(category: str, looks: str) -> tuple[str, frozenset[str], bool, bool]:
    noun = noun_words(split_words(category))
    return canonical(noun), frozenset(_telling(looks)) - frozenset(noun), stays_put(category), len(noun) > 1


def _telling(looks: str) -> Iterable[str]:
    told = parse_description(looks)
    words = {*attribute_words(looks), *told.attributes, *told.noun}
    return (word for word in words if GROUP_OF_WORD.get(word) not in _NO_LOOKS)
