"""One entity for what was seen and what was told of, whichever came first. Not sure: two.

When an event names something for the first time, it is the only object seen that it can be and surely is, by
what it is, how it looks and where it is (`likeness`); when something is seen for the first time, it takes the
id of the only thing told of that it can be. What is decided stays so. What was moved in the robot's sight is
known again where it was taken; what people have in hand elsewhere is the only thing that ever looked so.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count

from embodied_memory.event import Event, EventKind
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.names.entity_kinds import are_plenty, stays_put
from embodied_memory.memory.belief.names.entity_names import PERSON, THING, NamedEntity, captions_in, noun_of
from embodied_memory.memory.belief.states import entity_alias
from embodied_memory.memory.belief.states.entity_alias import EntityAliases, ids_in
from embodied_memory.memory.belief.states.state_fact import HELD_BY, LOCATION
from embodied_memory.memory.spatial.object_state import ObjectChanges, ObjectState, name_of_person
from embodied_memory.memory.spatial.object_store import ObjectStore
from embodied_memory.memory.spatial.object_view import ObjectView
from embodied_memory.memory.spatial.recognition import LASTING_ATTRIBUTES
from embodied_memory.memory.store.store import NewRecord
from embodied_memory.scene_graph import SceneObject
from embodied_memory.words.wording.description import GROUP_OF_WORD, attribute_words, parse_description
from embodied_memory.words.wording.phrases import are_one_room, numbered
from embodied_memory.words.wording.words import canonical, noun_words, split_words


class EntityIdentity:
    """By which ids events tell of what memory knows by its own."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        robot: str,
        objects: ObjectStore,
        view: ObjectView,
        beliefs: BeliefTracks,
    ) -> None:
        self._objects, self._view, self._beliefs, self._names = objects, view, beliefs, beliefs.names
        known = entity_alias.read(connection)
        self.aliases = EntityAliases(robot, dict(known.entity_of), dict(known.merged))
        self._taken = set(map(self.aliases.known, self.aliases.entity_of))

    def understand(self, record_id: int, event: Event) -> tuple[Event, EntityAliases]:
        """The event with memory's ids, and what of that is new."""
        robot = self.aliases.robot
        people = {event.actor, robot, *event.observers}
        new = [name for name in ids_in(event) if name not in people and self._is_new(name)]
        if event.actor == robot or not new:
            return self.aliases.understood(event), EntityAliases(robot, record_id=record_id)
        self._view.name_rooms()
        told = {name: self._as_mapped(like) for name, like in _told_likenesses(event, new).items()}
        found: dict[str, str] = {}
        for name in new:
            found.update(self._identified(name, told, found))
        for name in sorted(new, key=lambda one: not told[one].stays_put):  # what it is taken from tells what it is
            around = {self.aliases.known(one) for one in ids_in(event)} | set(found.values())
            by_place = self._known_by_place(name, told[name], found, around)
            found.update(by_place or self._known_by_looks(name, told, found, event.actor))
        both = EntityAliases(robot, {**self.aliases.entity_of, **found}, self.aliases.merged)
        return both.understood(event), EntityAliases(robot, found, record_id=record_id)

    def met(self, objects: ObjectChanges) -> EntityAliases:
        """What is new by what a view shows: it was told of before, or is one with what was known by another id."""
        told = {name: name for name in objects.told.values()}
        return EntityAliases(self.aliases.robot, told, objects.renamed, objects.record_id)

    def known_as(self, new: Sequence[SceneObject]) -> Mapping[str, str]:
        """Track id -> the id of what was told of before it was first seen; see `Hearsay`."""
        found: dict[str, str] = {}
        seen = {one.object_id: self._seen_like(one) for one in new}
        for one in new:
            person = name_of_person(one.category, one.caption)
            entity_id = self._person_called(person) if person else self._told_of(one.object_id, seen)
            if entity_id:
                found[one.object_id] = entity_id
        return found

    def carried(self, new: Sequence[SceneObject], in_view: Collection[str]) -> Mapping[str, str]:
        """Track id -> the id of what was moved since it was last seen; see `Hearsay`.

        It has to look the same and be in the room that it was taken to, as the only thing of which that is true.
        """
        found: dict[str, str] = {}
        seen = {one.object_id: self._seen_like(one) for one in new}
        for one in new:
            track_id, mine = one.object_id, seen[one.object_id]
            if mine.stays_put or not mine.looks:
                continue
            alike = (state for state in self._objects.of_category(one.category) if state.object_id not in in_view)
            among = {
                state.object_id: self._like_now(state) for state in alike if not mine.differs_from(self._like(state))
            }
            entity_id = the_one(mine, among | self._only_told(mine))
            state = self._objects.with_id(entity_id)
            if state is None or not self._was_moved(state):
                continue
            if not any(among[entity_id].could_be(other) for key, other in seen.items() if key != track_id):
                found[track_id] = entity_id
        return found

    def is_taken(self, entity_id: str) -> bool:
        """Whether something is called so; see `Hearsay`."""
        return self._names.get(entity_id) is not None or entity_id in self.aliases.entity_of

    def observe(self, record: NewRecord) -> EntityAliases:
        """What is new, as it was understood before any store was shown the record."""
        return record.aliases

    def write(self, connection: sqlite3.Connection, new: EntityAliases) -> None:
        """Into the database, as part of the record's transaction."""
        entity_alias.write(connection, new)

    def adopt(self, new: EntityAliases) -> None:
        """Take over what was committed."""
        if new.entity_of or new.merged:
            was = {gone: new.merged.get(kept, kept) for gone, kept in self.aliases.merged.items()}
            entity_of = {**self.aliases.entity_of, **new.entity_of}
            self.aliases = EntityAliases(self.aliases.robot, entity_of, {**was, **new.merged})
            self._taken.update(new.entity_of.values())
            self._taken.update(kept for gone, kept in new.merged.items() if gone in self._taken)

    def _is_new(self, name: str) -> bool:
        """Whether it is still to be decided what events mean by it."""
        if name in self.aliases.entity_of:
            return False
        return self._objects.with_id(name) is not None or self._names.get(name) is None

    def _identified(self, name: str, told: Mapping[str, Likeness], found: Mapping[str, str]) -> dict[str, str]:
        mine, namesake = told[name], self._objects.with_id(name)
        if namesake is not None and not mine.differs_from(self._like(namesake)):
            return {name: name}
        entity_id = the_one(mine, self._seen_of_sort(mine, {*found.values(), *found}))
        others = [other for key, other in told.items() if key != name and key not in found]
        others += self._only_told(mine).values()
        state = self._objects.with_id(entity_id)
        if state is not None and not any(other.could_be(self._like(state)) for other in others):
            return {name: entity_id}
        return {name: self._unused_id(namesake.category, found)} if namesake is not None else {}

    def _known_by_place(
        self, name: str, mine: Likeness, found: Mapping[str, str], around: Collection[str]
    ) -> dict[str, str]:
        """What the first look left in doubt: the only one of its sort on what it is taken from, or, of furniture, the
        only one in any room that has only a guessed name, where the name told is none of the map.
        """
        namesake = self._objects.with_id(name)
        if name in found or namesake is not None or any(self._only_told(mine)):
            return {}
        seen = [self._objects.with_id(one) for one in self._seen_of_sort(mine, {*found.values(), *found})]
        alike = [one for one in seen if one is not None and not mine.differs_from(self._like(one))]
        there = [one for one in alike if self._view.support_of(one) in around]
        if not there and mine.stays_put and mine.room and not self._view.is_named(mine.room):
            there = alike if not any(self._view.is_told(one.key) for one in alike) else []
        return {name: there[0].object_id} if len(there) == 1 else {}

    def _known_by_looks(
        self, name: str, told: Mapping[str, Likeness], found: Mapping[str, str], actor: str
    ) -> dict[str, str]:
        """What people have in hand in another room than it was seen in: the only one that ever looked so was carried
        there unseen, rather than that there are two; so was the only one of its sort that they were seen to get.
        Furniture is not carried: it is the only one of its sort, if the room where that stands has no sure name.
        """
        mine = told[name]
        others = (other for key, other in told.items() if key != name and key not in found)
        if name in found or self._objects.with_id(name) is not None or any(self._only_told(mine)):
            return {}
        seen = self._seen_of_sort(mine, {*found.values(), *found})
        alike = [one for one, like in seen.items() if not mine.differs_from(like)]
        if len(alike) != 1 or not all(mine.differs_from(other) for other in others):
            return {}
        like = seen[alike[0]]
        looks_so = mine.looks == like.looks and bool(mine.looks or mine.is_telling or not are_plenty(mine.noun))
        is_it = not like.room if mine.stays_put else looks_so or self._is_held_by(alike[0], actor)
        return {name: alike[0]} if is_it else {}

    def _is_held_by(self, entity_id: str, person: str) -> bool:
        held = self._beliefs.current(entity_id, HELD_BY)
        return held is not None and held.fact.holds and held.fact.value.casefold() == person.casefold()

    def _as_mapped(self, told: Likeness) -> Likeness:
        """Without a room that is none on the map: what the robot calls another by guess may be meant by it."""
        is_named = not told.is_telling or told.stays_put or self._view.is_named(told.room)
        return told if is_named else replace(told, room="")

    def _told_of(self, track_id: str, seen: Mapping[str, Likeness]) -> str:
        mine = seen[track_id]
        told = self._only_told(mine)
        entity_id = the_one(mine, told)
        others = (other for key, other in seen.items() if key != track_id)
        if not entity_id or any(told[entity_id].could_be(other) for other in others):
            return ""
        rivals = self._seen_of_sort(mine, ()).values()
        return "" if any(told[entity_id].could_be(other) for other in rivals) else entity_id

    def _seen_of_sort(self, mine: Likeness, but: Iterable[str]) -> dict[str, Likeness]:
        """Objects of that sort by whose id no event is understood yet."""
        taken = self._taken.union(but)
        likes = ((state.object_id, self._like(state)) for state in self._objects.states.values())
        return {name: like for name, like in likes if like.noun == mine.noun and name not in taken}

    def _only_told(self, mine: Likeness) -> dict[str, Likeness]:
        """What was told of and is no object that was seen."""
        told = (self._told_like(one) for one in self._names.with_word(mine.noun) if self._is_only_told(one))
        return {name: like for name, like in told if like.noun == mine.noun}

    def _is_only_told(self, entity: NamedEntity) -> bool:
        return entity.sort == THING and self._objects.with_id(entity.entity_id) is None

    def _told_like(self, entity: NamedEntity) -> tuple[str, Likeness]:
        name = entity.entity_id
        return name, likeness(told_category(name, entity.caption), entity.caption, self._beliefs.room_of(name))

    def _like(self, state: ObjectState) -> Likeness:
        return likeness(state.category, _looks(state), self._view.room_surely_named(state.key))

    def _like_now(self, state: ObjectState) -> Likeness:
        """Where it is by all that is known, not where it was seen."""
        like = self._like(state)
        return replace(like, room=self._beliefs.room_of(state.object_id)) if self._was_moved(state) else like

    def _was_moved(self, state: ObjectState) -> bool:
        """Whether somebody was seen to move it since it was last seen itself."""
        known = (self._beliefs.current(state.object_id, attribute) for attribute in (LOCATION, HELD_BY))
        return any(one is not None and one.fact.observed and one.fact.stamp_ns > state.last_seen_ns for one in known)

    def _seen_like(self, seen: SceneObject) -> Likeness:
        return likeness(seen.category, _looks(seen), self._view.room_near(seen.position))

    def _person_called(self, name: str) -> str:
        """As events call them."""
        return next((one for one in self._names.ids(PERSON) if one.casefold() == name.casefold()), "")

    def _unused_id(self, category: str, found: Mapping[str, str]) -> str:
        names = (f"{'_'.join(category.lower().split()) or 'object'}_{number}" for number in count(1))
        used = {*found, *found.values(), *self._taken}
        return next(
            one for one in names
            if one not in used and not self.is_taken(one) and self._objects.with_id(one) is None
        )  # fmt: skip


def _told_likenesses(event: Event, names: Sequence[str]) -> dict[str, Likeness]:
    """Where something is said, what is spoken of need not be."""
    captions = captions_in(event.text, names) if event.kind is not EventKind.UTTERANCE else {}
    captions |= {name: told for name, told in zip(event.object_ids, event.object_captions, strict=False) if told}
    room = event.place if event.kind is not EventKind.UTTERANCE else ""
    told = ((name, captions.get(name, "")) for name in names)
    return {name: likeness(told_category(name, caption), caption, room) for name, caption in told}


def _looks(thing: ObjectState | SceneObject) -> str:
    lasting = (value for name, value in thing.attributes if name in LASTING_ATTRIBUTES)
    return thing.caption or " ".join(lasting)


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
