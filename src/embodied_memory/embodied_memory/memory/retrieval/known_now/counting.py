"""How many there are of what belongs together, in the home and in each of its rooms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from embodied_memory.memory.retrieval.known_now.known_statement import KnownStatement
from embodied_memory.memory.wording.phrases import counted, listed, sentence
from embodied_memory.memory.wording.room_words import the_room
from embodied_memory.memory.wording.words import canonical, plural, singular, split_words
from embodied_memory.words.said import AskedKind

_MOST_NAMED = 12


class _HasRoom(Protocol):
    @property
    def room(self) -> str: ...


_InRoom = TypeVar("_InRoom", bound=_HasRoom)


class Counted(NamedTuple):
    """room: "" if unknown."""

    name: str
    entity_id: str
    room: str = ""


def counts_of(things: Sequence[Counted]) -> Iterator[KnownStatement]:
    """Of all of them, and in each room where some are elsewhere too."""
    yield _count(things, "")
    yield from (_count(there, room) for room, there in by_room(things).items() if len(there) < len(things))


def by_room(things: Iterable[_InRoom]) -> dict[str, list[_InRoom]]:
    """Of those whose room is known."""
    rooms: dict[str, list[_InRoom]] = defaultdict(list)
    for one in things:
        if one.room:
            rooms[one.room].append(one)
    return dict(rooms)


def sort_of(name: str) -> str:
    """Its head noun, one for all words that mean the same."""
    return canonical((singular(split_words(name)[-1]),)) if split_words(name) else ""


def names_of(names: Sequence[str]) -> str:
    """ "the red mug and the white mug"; of many, the first."""
    named = [f"the {name}" for name in names]
    return listed([*named[:_MOST_NAMED], *(["others"] if len(named) > _MOST_NAMED else [])])


def _count(things: Sequence[Counted], room: str) -> KnownStatement:
    """ "In the kitchen: two mugs: the red mug and the white mug."."""
    is_one_sort = len({sort_of(one.name) for one in things}) == 1
    noun = singular(split_words(things[0].name)[-1]) if is_one_sort else "thing"
    where = f"in {the_room(room)}: " if room else ""
    text = sentence(f"{where}{counted(len(things), noun)}: {names_of([one.name for one in things])}")
    return KnownStatement(AskedKind.COUNT, plural(noun), text, tuple(one.entity_id for one in things), room=room)
