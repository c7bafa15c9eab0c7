"""How what one scene-graph instant shows goes into the state track: seen states are confirmed or overwritten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from embodied_memory.config import BeliefConfig
from embodied_memory.event import Provenance
from embodied_memory.memory.belief.intake.belief_changes import BeliefChanges
from embodied_memory.memory.belief.names.entity_names import ROOM, EntityNames, NamedEntity, sort_of
from embodied_memory.memory.belief.states.belief_track import BeliefTrack, NatureOf
from embodied_memory.memory.belief.states.interventions import left_behind
from embodied_memory.memory.belief.states.presence import ROBOT, People, Presence
from embodied_memory.memory.belief.states.state_fact import LOCATION, StateFact, StateKey
from embodied_memory.memory.belief.states.state_track import StateTrack
from embodied_memory.memory.belief.states.whereabouts import SeenLocations, relation_and_landmark, room_of_location
from embodied_memory.scene_graph import SceneGraphInstant, SceneObject, SpatialRelation, is_person

NS = 1_000_000_000
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
