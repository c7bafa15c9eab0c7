"""What one record changes in all tracks. Computed first, then written in the record's transaction, then adopted.

How a fact goes into the state track: with the room that its entity was in.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from embodied_memory.memory.belief.commitments.commitment_track import CommitmentChanges
from embodied_memory.memory.belief.episodes.episode_store import EpisodeChanges
from embodied_memory.memory.belief.names.entity_names import LocationOf, NamedEntity
from embodied_memory.memory.belief.statements.statement_store import ReportedStatement
from embodied_memory.memory.belief.states.interventions import Intervention
from embodied_memory.memory.belief.states.presence import PresenceChanges
from embodied_memory.memory.belief.states.state_fact import LOCATION, StateFact
from embodied_memory.memory.belief.states.state_track import StateChanges, StateTrack
from embodied_memory.memory.belief.states.whereabouts import ValueOf, room_of, room_of_location


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
