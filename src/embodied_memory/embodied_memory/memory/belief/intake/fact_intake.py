"""How a fact goes into the state track: with the room that its entity was in."""

from __future__ import annotations

from embodied_memory.memory.belief.intake.belief_changes import BeliefChanges
from embodied_memory.memory.belief.names.entity_names import LocationOf
from embodied_memory.memory.belief.states.state_fact import LOCATION, StateFact
from embodied_memory.memory.belief.states.state_track import StateTrack
from embodied_memory.memory.belief.states.whereabouts import ValueOf, room_of, room_of_location


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
