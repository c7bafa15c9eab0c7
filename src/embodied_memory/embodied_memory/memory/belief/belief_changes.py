"""What one record changes in all tracks. Computed first, then written in the record's transaction, then
adopted.

How a fact goes into the state track: with the room that its entity was in; and what an event teaches about
names: who and what there is, and what things look like.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest

from embodied_memory.event import Event, EventKind
from embodied_memory.memory.belief.commitment_track import CommitmentChanges
from embodied_memory.memory.belief.episode_store import EpisodeChanges
from embodied_memory.memory.belief.names.entity_names import (
    PERSON,
    ROOM,
    THING,
    TOLD,
    EntityNames,
    LocationOf,
    NamedEntity,
    captions_in,
    noun_of,
)
from embodied_memory.memory.belief.statements.statement_atoms import ReportedStatement
from embodied_memory.memory.belief.states.belief_track import Intervention
from embodied_memory.memory.belief.states.presence import PresenceChanges
from embodied_memory.memory.belief.states.state_fact import (
    LOCATION,
    StateFact,
    ValueOf,
    relation_and_landmark,
    room_of,
    room_of_location,
)
from embodied_memory.memory.belief.states.state_track import StateChanges, StateTrack
from embodied_memory.words.wording.description import parse_description


@dataclass
class BeliefChanges:
    """Empty for a record that the robot did not perceive."""

    stamp_ns: int = 0
    states: StateChanges = field(default_factory=StateChanges)
    interventions: list[Intervention] = field(default_factory=list)
    presence: PresenceChanges = field(default_factory=PresenceChanges)
    entities: dict[str, NamedEntity] = field(default_factory=dict)
    statements: list[ReportedStatement] = field(default_factory=list)
    commitments: CommitmentChanges = field(default_factory=CommitmentChanges)
    episode: EpisodeChanges = field(default_factory=EpisodeChanges)


def take_fact(states: StateTrack, fact: StateFact, place: str, changes: BeliefChanges) -> None:
    """place: the room where it happened, for facts that do not tell it themselves."""
    value_of = values_after(states, changes)
    if fact.attribute == LOCATION:
        room = room_of_location(fact.value, value_of) or place
    else:
        room = room_of(fact.entity_id, value_of) or place
    states.add(fact, room, changes.states)


def values_after(states: StateTrack, changes: BeliefChanges) -> ValueOf:
    """The current values, these changes included."""
    return lambda entity_id, attribute: states.value(entity_id, attribute, changes.states)


def locations_after(states: StateTrack, changes: BeliefChanges) -> LocationOf:
    """Where things are, these changes included."""
    value_of = values_after(states, changes)
    return lambda entity_id: (value_of(entity_id, LOCATION), room_of(entity_id, value_of))


class NameIntake:
    """Computes; changes nothing."""

    def __init__(self, names: EntityNames, robot: str) -> None:
        self._names = names
        self._robot = robot

    def learn_from(self, record_id: int, event: Event, changes: BeliefChanges) -> None:
        """Everybody and everything that it names."""
        for name in (event.actor, *event.observers):
            self.learn(NamedEntity(name, sort=PERSON, record_id=record_id), changes)
        self.learn(NamedEntity(event.place, sort=ROOM, record_id=record_id), changes)
        for change in event.changes:
            moves_by_itself = event.kind is EventKind.PERSON_MOVED
            self.learn(
                NamedEntity(change.entity_id, "", "", PERSON if moves_by_itself else THING, record_id), changes
            )
            relation, landmark = relation_and_landmark(change.value)
            if change.attribute == LOCATION:
                sort = THING if relation else ROOM
                self.learn(NamedEntity(landmark, sort=sort, record_id=record_id), changes)
        for name, caption in zip_longest(event.object_ids, event.object_captions, fillvalue=""):
            self.learn(NamedEntity(name, sort=THING, record_id=record_id), changes)
            self._learn_look(NamedEntity(name, _category_of(caption), caption, THING, record_id), changes)
        self._learn_captions(record_id, event, changes)

    def _learn_look(self, entity: NamedEntity, changes: BeliefChanges) -> None:
        """What a thing looks like, as the one who saw it says."""
        if not entity.caption or entity.entity_id in ("", self._robot):
            return
        known = self._names.with_new(entity.entity_id, changes.entities)
        if known is not None and known.sort in (THING, TOLD) and known.caption != entity.caption:
            changes.entities[entity.entity_id] = self._names.merged(entity)

    def _learn_captions(self, record_id: int, event: Event, changes: BeliefChanges) -> None:
        """What the text calls things that have no caption yet."""
        places = (relation_and_landmark(one.value)[1] for one in event.changes if one.attribute == LOCATION)
        named = (*event.object_ids, *(one.entity_id for one in event.changes), *places)
        if event.kind is EventKind.UTTERANCE or all(
            self._has_caption(name, changes) for name in named if noun_of(name)
        ):
            return
        for name, caption in captions_in(event.text, named).items():
            if not self._has_caption(name, changes):
                entity = NamedEntity(name, noun_of(name), caption, THING, record_id)
                changes.entities[name] = self._names.merged(entity)

    def _has_caption(self, name: str, changes: BeliefChanges) -> bool:
        known = self._names.with_new(name, changes.entities)
        return known is not None and known.caption != ""

    def learn(self, entity: NamedEntity, changes: BeliefChanges) -> None:
        """Known from now on, if it was not before or only as something of another sort."""
        if entity.entity_id in ("", self._robot):
            return
        known = self._names.with_new(entity.entity_id, changes.entities)
        if known is not None and known.sort in (entity.sort, PERSON, ROOM):
            return
        changes.entities[entity.entity_id] = self._names.merged(entity)


def _category_of(caption: str) -> str:
    """What sort of thing a caption tells of: mug, of "a red mug"."""
    return " ".join(parse_description(caption).noun)
