"""All that memory knows of things now, in sentences: where each is, what is on or in each place, how many there are
of each sort, what is on, off, open or shut.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.names.entity_names import THING
from embodied_memory.memory.belief.states.state_fact import HELD_BY, LOCATION, relation_and_landmark
from embodied_memory.memory.retrieval.answers.current_state import STATE_IN_WORDS
from embodied_memory.memory.retrieval.answers.seen_in_words import stated_room
from embodied_memory.memory.retrieval.views.entity_phrases import caption_of
from embodied_memory.memory.retrieval.views.retriever import SeenThings
from embodied_memory.scene_graph import is_person
from embodied_memory.words.said import AskedKind
from embodied_memory.words.wording.phrases import counted, listed, sentence, the_room
from embodied_memory.words.wording.words import canonical, plural, singular, split_words

_MOST_NAMED = 12
_MOST = 400
"""Of more things, those that were seen last."""
_STATES = ("power", "open", "locked")
_Held = dict[str, dict[str, list["_Known"]]]
"""place -> relation -> what is there."""
Withheld = Callable[[Sequence[int]], Collection[int]]


@dataclass(frozen=True)
class KnownStatement:
    """kind: of the questions that it answers; about: what it tells of, as it is called; text: the sentence.

    ids: the entities that it tells of: the one that is somewhere, or in a state; all that are counted or lie there.
    attribute: of the one: its location, or a state. room: where the one is, or where alone is counted.
    """

    kind: AskedKind
    about: str
    text: str
    ids: tuple[str, ...] = ()
    attribute: str = ""
    room: str = ""


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


@dataclass(frozen=True)
class _Known:
    """A thing and where it is. relation, landmark: "on" and the id of what it is on; room: "" if unknown; record_id:
    of what tells so.
    """

    entity_id: str
    name: str
    relation: str = ""
    landmark: str = ""
    room: str = ""
    holder: str = ""
    record_id: int = 0


class KnownStatements:
    """For one moment. objects: what memory asserts of what its eyes saw; withheld: which of some records the asker
    may not hear of.
    """

    def __init__(
        self,
        objects: Sequence[RememberedObject],
        beliefs: BeliefTracks,
        seen: SeenThings,
        withheld: Withheld = lambda record_ids: (),
    ) -> None:
        latest = sorted(objects, key=lambda one: -one.last_seen_ns)[:_MOST]
        self._objects = {one.object_id: one for one in latest if not is_person(one.category)}
        self._beliefs = beliefs
        told = [one for one in beliefs.names.ids(THING) if one not in self._objects and not seen.is_refused(one)]
        ids = [*self._objects, *told[: _MOST - len(self._objects)]]
        known = [self._whereabouts(one) for one in ids]
        states = [one for thing in known for one in self._states_of(thing)]
        hidden = withheld([*(one.record_id for one in known), *(record_id for record_id, _ in states)])
        self._known = {one.entity_id: one for one in known if one.record_id not in hidden}
        self._states = [state for record_id, state in states if record_id not in hidden]

    def all(self) -> tuple[KnownStatement, ...]:
        """In no order that tells anything."""
        held = self._held()
        beside, contents = self._beside(held), self._contents(held)
        return (*self._places(), *contents, *beside, *self._rooms(), *self._counts(), *self._states)

    def _whereabouts(self, entity_id: str) -> _Known:
        """By what is believed of it, or else by how it was seen last."""
        name, seen = caption_of(entity_id, self._beliefs), self._objects.get(entity_id)
        place = self._beliefs.current(entity_id, LOCATION)
        held = self._beliefs.current(entity_id, HELD_BY)
        if held is not None and held.fact.value and (place is None or held.since_ns >= place.since_ns):
            return _Known(entity_id, name, holder=held.fact.value, record_id=held.fact.record_id)
        if place is not None and place.fact.value:
            relation, landmark = relation_and_landmark(place.fact.value)
            room = self._room_of(landmark) if relation else landmark
            return _Known(entity_id, name, relation, landmark if relation else "", room, "", place.fact.record_id)
        if seen is not None and place is None:
            room = stated_room(seen)
            return _Known(entity_id, name, seen.support_relation, seen.support_id, room, "", seen.record_id)
        return _Known(entity_id, name)

    def _room_of(self, entity_id: str) -> str:
        seen = self._objects.get(entity_id)
        return (stated_room(seen) if seen is not None else "") or self._beliefs.room_of(entity_id)

    def _places(self) -> Iterator[KnownStatement]:
        for one in self._known.values():
            where = self._where(one)
            if where:
                text = sentence(f"the {one.name} {_is(one.name)} {where}")
                yield KnownStatement(AskedKind.WHERE, one.name, text, (one.entity_id,), LOCATION, room=one.room)

    def _where(self, one: _Known) -> str:
        if one.holder:
            return f"with {one.holder}"
        parts = [f"{one.relation} the {caption_of(one.landmark, self._beliefs)}"] if one.landmark else []
        parts += [f"in {the_room(one.room)}"] if one.room else []
        return ", ".join(parts)

    def _held(self) -> _Held:
        """What each place holds."""
        held: _Held = defaultdict(lambda: defaultdict(list))
        for one in self._known.values():
            if one.landmark:
                held[one.landmark][one.relation].append(one)
        return held

    def _beside(self, held: _Held) -> Iterator[KnownStatement]:
        """Of each thing that does not lie alone, what lies where it does."""
        for place, relations in held.items():
            for relation, things in relations.items():
                where = f"{relation} the {caption_of(place, self._beliefs)}"
                for one in things if len(things) > 1 else ():
                    others = [other for other in things if other is not one]
                    text = sentence(f"next to the {one.name}, {where}: {_number_and_names(others)}")
                    yield KnownStatement(AskedKind.CONTENTS, one.name, text, _ids(others))

    def _contents(self, held: _Held) -> Iterator[KnownStatement]:
        """Of each piece of furniture, and of all that holds anything; of what holds nothing, that it does."""
        for place, known in self._known.items():
            where = f"the {known.name}{f', in {the_room(known.room)}' if known.room else ''}"
            for relation, things in held[place].items():
                text = sentence(f"{relation} {where}: {_number_and_names(things)}")
                yield KnownStatement(AskedKind.CONTENTS, known.name, text, _ids(things))
            if not held[place] and self._beliefs.nature(place).stays_put:
                text = f"Nothing was seen on or in {where}."
                yield KnownStatement(AskedKind.CONTENTS, known.name, text, (place,))

    def _rooms(self) -> Iterator[KnownStatement]:
        for room, things in by_room(self._known.values()).items():
            text = sentence(f"in {the_room(room)}: {listed(['the ' + one.name for one in things])}")
            yield KnownStatement(AskedKind.CONTENTS, room, text, _ids(things))

    def _counts(self) -> Iterator[KnownStatement]:
        """Of each sort."""
        sorts: dict[str, list[Counted]] = defaultdict(list)
        for one in self._known.values():
            sorts[sort_of(one.name)].append(Counted(one.name, one.entity_id, one.room))
        for sort, things in sorts.items():
            yield from counts_of(things) if sort else ()

    def _states_of(self, one: _Known) -> Iterator[tuple[int, KnownStatement]]:
        """With the record that tells each."""
        for name in _STATES:
            known = self._beliefs.current(one.entity_id, name)
            told = STATE_IN_WORDS.get((name, known.fact.value)) if known is not None else None
            if known is not None and told:
                text = sentence(f"the {one.name} {_is(one.name)} {told}")
                yield known.fact.record_id, KnownStatement(AskedKind.STATE, one.name, text, (one.entity_id,), name)


def _ids(things: Sequence[_Known]) -> tuple[str, ...]:
    return tuple(one.entity_id for one in things)


def _number_and_names(things: Sequence[_Known]) -> str:
    return f"{counted(len(things), 'thing')}: {names_of([one.name for one in things])}"


def _is(name: str) -> str:
    last = split_words(name)[-1:] or ("",)
    return "are" if last[0].endswith("s") and not last[0].endswith("ss") and plural(last[0]) == last[0] else "is"
