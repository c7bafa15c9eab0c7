"""How what the robot perceived goes into the tracks (ObsMem, sections 4.1 and 4.2): one event; and what one
scene-graph instant shows, by which seen states are confirmed or overwritten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from embodied_memory.config import BeliefConfig
from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.memory.belief.belief_changes import BeliefChanges, NameIntake, take_fact, values_after
from embodied_memory.memory.belief.commitment_track import CommitmentTrack
from embodied_memory.memory.belief.episode_store import EpisodeStore
from embodied_memory.memory.belief.hearing import Hearing
from embodied_memory.memory.belief.names.entity_names import PERSON, ROOM, EntityNames, NamedEntity, sort_of
from embodied_memory.memory.belief.statements.statement_atoms import Statement, StatementReader, StatementStore
from embodied_memory.memory.belief.states.belief_track import BeliefTrack, NatureOf, interventions_of, left_behind
from embodied_memory.memory.belief.states.presence import ROBOT, People, Presence
from embodied_memory.memory.belief.states.state_fact import (
    LOCATION,
    SeenLocations,
    StateFact,
    StateKey,
    relation_and_landmark,
    room_of_location,
)
from embodied_memory.memory.belief.states.state_track import StateTrack
from embodied_memory.scene_graph import SceneGraphInstant, SceneObject, SpatialRelation, is_person


def atoms_of(event: Event, robot: str) -> tuple[Provenance, ...]:
    """What enters the memory of `robot` of an event: nothing, the event itself, or also what was said (ObsMem,
    section 4.1, equation 1).

    Nothing if the robot is not among the observers. Otherwise the event with its own provenance, and for an
    utterance of somebody else a reported atom as well: hearing words and seeing what they speak of differ. What the
    robot says itself tells it nothing, whatever provenance it is given.
    """
    if robot not in event.observers:
        return ()
    if event.kind is EventKind.UTTERANCE:
        return (Provenance.OBSERVED,) if event.actor == robot else (event.provenance, Provenance.REPORTED)
    return (event.provenance,)


NS = 1_000_000_000
_BEGINNINGS = (EventKind.INSTRUCTION_STARTED, EventKind.GOAL_STARTED, EventKind.SKILL_STARTED)


class EventIntake:
    """Computes; changes nothing."""

    def __init__(
        self,
        config: BeliefConfig,
        states: StateTrack,
        presence: Presence,
        names: EntityNames,
        people: People,
        commitments: CommitmentTrack,
        statements: StatementStore,
        episodes: EpisodeStore,
        reader: StatementReader,
    ) -> None:
        self._config = config
        self._states = states
        self._presence = presence
        self._names = names
        self._people = people
        self._commitments = commitments
        self._naming = NameIntake(names, config.robot)
        self._hearing = Hearing(config, states, names, commitments, statements, reader)
        self._episodes = episodes

    def observe(self, record_id: int, event: Event) -> BeliefChanges:
        """One line a step: gate, names, presence, interventions, states, words or deeds, episode."""
        changes = BeliefChanges(stamp_ns=event.stamp_ns)
        atoms = atoms_of(event, self._config.robot)
        if not atoms:
            return BeliefChanges()
        self._naming.learn_from(record_id, event, changes)
        self._follow_robot(record_id, event, changes)
        self._intervene(record_id, event, changes)
        self._take_states(record_id, event, changes)
        if event.kind is EventKind.UTTERANCE:
            is_report = Provenance.REPORTED in atoms
            self._hearing.hear(record_id, event, is_report, self._people.words, changes)
        elif event.kind not in _BEGINNINGS:
            self._commitments.take_deed(record_id, event, _deed(event), changes.commitments)
        self._note_people(record_id, event, changes)
        place = self._presence.robot_room(event.stamp_ns, changes.presence) or event.place
        changes.episode = self._episodes.observe(record_id, event, place)
        return changes

    def observe_reading(self, record_id: int, event: Event, statements: tuple[Statement, ...]) -> BeliefChanges:
        """What was read later in words that were heard; all else of the event was taken in with it."""
        changes = BeliefChanges(stamp_ns=event.stamp_ns)
        self._hearing.take(record_id, event, True, statements, changes)
        self._note_people(record_id, event, changes)
        return changes

    def _follow_robot(self, record_id: int, event: Event, changes: BeliefChanges) -> None:
        """Where the robot is, from where it acts and moves to."""
        robot = self._config.robot
        room = event.place if event.actor == robot else ""
        for change in event.changes:
            if change.entity_id == robot and change.attribute == LOCATION:
                room = room_of_location(change.value, values_after(self._states, changes))
        if room:
            was_in = self._presence.robot_room(event.stamp_ns)
            if was_in and was_in != room:
                company = left_behind(record_id, event.stamp_ns, was_in, self._people.in_room(was_in))
                changes.interventions.extend(company)
            self._presence.note(ROBOT, room, event.stamp_ns, record_id, changes.presence)

    def _intervene(self, record_id: int, event: Event, changes: BeliefChanges) -> None:
        robot_room = self._presence.robot_room(event.stamp_ns, changes.presence)
        was_in = self._states.value(event.actor, LOCATION)
        found = interventions_of(record_id, event, self._config.robot, robot_room, was_in)
        changes.interventions.extend(found)

    def _take_states(self, record_id: int, event: Event, changes: BeliefChanges) -> None:
        source = event.actor if event.provenance is Provenance.REPORTED else ""
        for change in event.changes:
            fact = StateFact(
                change.entity_id, change.attribute, change.value, event.provenance, event.stamp_ns, record_id, source
            )
            take_fact(self._states, fact, event.place, changes)
        is_told = any(one.entity_id == event.actor and one.attribute == LOCATION for one in event.changes)
        if event.actor and event.place and not is_told and event.provenance is Provenance.OBSERVED:
            self._take_whereabouts(record_id, event, changes)

    def _take_whereabouts(self, record_id: int, event: Event, changes: BeliefChanges) -> None:
        """Who acts or speaks somewhere is there."""
        known = self._states.current((event.actor, LOCATION), changes.states)
        refresh_ns = self._config.refresh_interval_s * NS
        is_same = known is not None and known.fact.observed and known.fact.value == event.place
        if known is not None and is_same and 0 <= event.stamp_ns - known.confirmed_ns < refresh_ns:
            return
        fact = StateFact(event.actor, LOCATION, event.place, Provenance.OBSERVED, event.stamp_ns, record_id)
        take_fact(self._states, fact, event.place, changes)

    def _note_people(self, record_id: int, event: Event, changes: BeliefChanges) -> None:
        """Whether anybody is at home; only who comes, goes or is met for the first time changes that."""
        moved = any(
            key[1] == LOCATION and self._names.is_person(key[0], changes.entities) for key in changes.states.standing
        )
        met = any(one.sort == PERSON for one in changes.entities.values())
        if moved or met:
            anybody = self._people.anybody_at_home(changes.entities.values(), changes.states)
            self._presence.note_people(anybody, event.stamp_ns, record_id, changes.presence)


def _deed(event: Event) -> str:
    """What was done, in words: the text and the names of the things, without the actor."""
    return f"{event.text} {' '.join(event.object_ids)}".replace(event.actor, " ")


_LOOKS = frozenset({"color", "colour", "material", "shape", "size", "pattern", "texture"})
"""Attributes that do not change: how a thing looks is no state."""
_SUPPORTS = (SpatialRelation.ON, SpatialRelation.IN)


class InstantIntake:
    """Computes; changes nothing."""

    def __init__(
        self,
        config: BeliefConfig,
        states: StateTrack,
        presence: Presence,
        names: EntityNames,
        people: People,
        track: BeliefTrack,
        nature: NatureOf,
    ) -> None:
        self._config = config
        self._refresh_ns = config.refresh_interval_s * NS
        self._states = states
        self._presence = presence
        self._names = names
        self._people = people
        self._track = track
        self._nature = nature

    def observe(self, record_id: int, instant: SceneGraphInstant, locations: SeenLocations) -> BeliefChanges:
        """What turned out to be one, everything in view, then what was looked for in vain."""
        is_own = instant.observer == self._config.robot
        changes = BeliefChanges(stamp_ns=instant.stamp_ns if is_own else 0)
        for gone, kept in locations.merged.items():
            self._merge(record_id, gone, kept, changes)
        if not is_own:
            return changes
        if locations.robot_room:
            self._leave_behind(record_id, instant.stamp_ns, locations.robot_room, changes)
            self._presence.note(ROBOT, locations.robot_room, instant.stamp_ns, record_id, changes.presence)
        self._observe_objects(record_id, instant, locations, changes)
        for entity_id in locations.missing:
            self._miss(record_id, instant.stamp_ns, entity_id, changes)
        self._note_people(record_id, instant.stamp_ns, changes)
        return changes

    def _merge(self, record_id: int, gone: str, kept: str, changes: BeliefChanges) -> None:
        """Two entities are one, by the name of the one that goes on and what only the other was called."""
        self._states.merge(gone, kept, changes.states)
        old, known = self._names.get(gone), self._names.get(kept)
        if old is not None and (known is None or not known.caption):
            category = known.category if known is not None else old.category
            changes.entities[kept] = NamedEntity(kept, category, old.caption, old.sort, record_id)

    def _observe_objects(
        self, record_id: int, instant: SceneGraphInstant, locations: SeenLocations, changes: BeliefChanges
    ) -> None:
        supports = self._supports(instant, locations)
        entities = [locations.entity_of.get(seen.object_id, seen.object_id) for seen in instant.objects]
        in_view = set(entities)
        rooms = [locations.room_of.get(entity_id, "") for entity_id in entities]
        self._learn_rooms(record_id, {*rooms, locations.robot_room}, changes)
        for entity_id, room, seen in zip(entities, rooms, instant.objects, strict=True):
            if not self._names.is_known_as(entity_id, seen.category, seen.caption):
                self._learn_name(record_id, entity_id, seen, changes)
            for attribute, value in self._states_of(entity_id, seen, supports.get(entity_id, ""), room, in_view):
                if not self._is_confirmed((entity_id, attribute), value, instant.stamp_ns):
                    fact = StateFact(entity_id, attribute, value, Provenance.OBSERVED, instant.stamp_ns, record_id)
                    self._take(fact, room or locations.robot_room, changes)

    def _leave_behind(self, record_id: int, stamp_ns: int, room: str, changes: BeliefChanges) -> None:
        was_in = self._presence.robot_room(stamp_ns)
        if was_in and was_in != room:
            changes.interventions.extend(left_behind(record_id, stamp_ns, was_in, self._people.in_room(was_in)))

    def _supports(self, instant: SceneGraphInstant, locations: SeenLocations) -> dict[str, str]:
        """entity -> "on table_2". People hold nothing up, and where they are is a room."""
        named = locations.entity_of
        people = {seen.object_id for seen in instant.objects if is_person(seen.category)}
        return {
            named.get(one.subject_id, one.subject_id): (
                f"{one.relation.value} {named.get(one.object_id, one.object_id)}"
            )
            for one in instant.relations
            if one.relation in _SUPPORTS and people.isdisjoint((one.subject_id, one.object_id))
        }

    def _states_of(
        self, entity_id: str, seen: SceneObject, support: str, room: str, in_view: set[str]
    ) -> Iterator[tuple[str, str]]:
        """(attribute, value). Without a support in view it may still be on the one that is out of view."""
        for name, value in seen.attributes:
            if name not in _LOOKS:
                yield name, value
        if support:
            yield LOCATION, support
        elif room:
            yield LOCATION, self._unseen_support(entity_id, room, in_view) or room

    def _unseen_support(self, entity_id: str, room: str, in_view: set[str]) -> str:
        """What it was last known to be on or in, in this room, if that is out of view; "" otherwise."""
        known = self._states.current((entity_id, LOCATION))
        if known is None or relation_and_landmark(known.fact.value)[1] in in_view:
            return ""
        is_here = (room_of_location(known.fact.value, self._states.value) or known.room) == room
        return known.fact.value if is_here else ""

    def _is_confirmed(self, key: StateKey, value: str, stamp_ns: int) -> bool:
        """Whether it was seen to be so such a short time ago, with nothing since, that seeing it again is no news."""
        newest = self._states.newest(key)
        if newest is None or newest.fact.value != value or not newest.settles:
            return False
        age_ns = stamp_ns - newest.confirmed_ns
        return age_ns < self._refresh_ns and (age_ns <= 0 or self._track.is_untouched(newest, self._nature))

    def _take(self, fact: StateFact, room: str, changes: BeliefChanges) -> None:
        if fact.attribute == LOCATION and not room:
            room = room_of_location(fact.value, self._states.value)
        self._states.add(fact, room, changes.states)

    def _miss(self, record_id: int, stamp_ns: int, entity_id: str, changes: BeliefChanges) -> None:
        """It is not where it was believed to be: the denial of that."""
        known = self._states.current((entity_id, LOCATION), changes.states)
        if known is None or known.confirmed_ns >= stamp_ns:
            return
        standing = self._states.standing(known.fact.key, changes.states)
        if any(not other.fact.holds and other.fact.observed for other in standing):
            return
        denial = StateFact(
            entity_id, LOCATION, known.fact.value, Provenance.OBSERVED, stamp_ns, record_id, holds=False
        )
        self._states.add(denial, known.room, changes.states)

    def _learn_name(self, record_id: int, entity_id: str, seen: SceneObject, changes: BeliefChanges) -> None:
        caption = seen.caption
        looks = " ".join(value for name, value in seen.attributes if name in _LOOKS)
        entity = NamedEntity(entity_id, seen.category, caption or looks, sort_of(seen.category), record_id)
        if self._names.is_news(entity):
            changes.entities[entity_id] = self._names.merged(entity)

    def _learn_rooms(self, record_id: int, rooms: Iterable[str], changes: BeliefChanges) -> None:
        for room in rooms:
            if room and self._names.get(room) is None:
                changes.entities[room] = NamedEntity(room, sort=ROOM, record_id=record_id)

    def _note_people(self, record_id: int, stamp_ns: int, changes: BeliefChanges) -> None:
        """Who is seen at home is at home."""
        if any(self._names.is_person(key[0], changes.entities) for key in changes.states.standing):
            self._presence.note_people(True, stamp_ns, record_id, changes.presence)
