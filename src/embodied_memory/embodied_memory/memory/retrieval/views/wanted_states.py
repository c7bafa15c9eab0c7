"""Which states of which entities a plan asks for."""

from __future__ import annotations

from collections.abc import Iterator

from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.names.entity_names import PERSON, THING
from embodied_memory.memory.belief.states.state_fact import HELD_BY, LOCATION, StateKey
from embodied_memory.memory.belief.states.whereabouts import relation_and_landmark
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan

_MOST_ENTITIES = 80


def wanted_keys(plan: QueryPlan, beliefs: BeliefTracks) -> list[StateKey]:
    """(entity, attribute), each once; at most some dozens."""
    return list(dict.fromkeys(_keys(plan, beliefs)))[:_MOST_ENTITIES]


def _keys(plan: QueryPlan, beliefs: BeliefTracks) -> Iterator[StateKey]:
    intent = plan.intent
    if intent in (QueryIntent.CONTENTS, QueryIntent.WHO_IS_THERE):
        yield from ((one, LOCATION) for place in plan.place.ids for one in _there(place, intent, beliefs))
    elif intent is QueryIntent.HOW_MANY:
        things = plan.thing.ids or tuple(one for place in plan.place.ids for one in _there(place, intent, beliefs))
        yield from ((one, attribute) for one in things for attribute in dict.fromkeys((LOCATION, plan.attribute)))
    elif intent is QueryIntent.WHO_IS_HOME:
        yield from ((one, LOCATION) for one in plan.people or _people(beliefs))
    elif intent is QueryIntent.IN_STATE:
        yield from _in_state(plan, beliefs)
    elif intent is QueryIntent.HELD_THINGS:
        yield from ((one, HELD_BY) for person in plan.people for one in beliefs.held_by(person))
    elif intent is QueryIntent.BESIDE:
        yield from _beside(plan, beliefs)
    elif intent is QueryIntent.HOLDER:
        yield from ((one, attribute) for one in plan.thing.ids for attribute in (HELD_BY, LOCATION))
    else:
        asked = plan.thing.ids or tuple(plan.people)
        for entity_id in asked:
            yield entity_id, plan.attribute or LOCATION
            if plan.attribute in ("", LOCATION) and intent is not QueryIntent.PREVIOUS:
                yield entity_id, HELD_BY


def _there(place: str, intent: QueryIntent, beliefs: BeliefTracks) -> Iterator[str]:
    """People in a room; things on, in or under a piece, or in a room."""
    for entity_id in beliefs.located_at(place):
        nature = beliefs.nature(entity_id)
        if nature.is_person == (intent is QueryIntent.WHO_IS_THERE) and not nature.is_robot:
            yield entity_id


def _people(beliefs: BeliefTracks) -> Iterator[str]:
    """Everybody met, without robots."""
    return (one for one in beliefs.names.ids(PERSON) if not beliefs.nature(one).is_robot)


def _in_state(plan: QueryPlan, beliefs: BeliefTracks) -> Iterator[StateKey]:
    """Of the sort named, or of all things that have such a state: the state, and the place where one is asked by."""
    for one in plan.thing.ids or beliefs.names.ids(THING):
        if plan.things or plan.attribute in beliefs.attributes_of(one):
            yield one, plan.attribute
            if plan.place.ids:
                yield one, LOCATION


def _beside(plan: QueryPlan, beliefs: BeliefTracks) -> Iterator[StateKey]:
    """The thing, and what is on or in the same piece of furniture."""
    for thing in plan.thing.ids:
        yield thing, LOCATION
        known = beliefs.current(thing, LOCATION)
        relation, landmark = relation_and_landmark(known.fact.value) if known else ("", "")
        if relation or (known and landmark):
            there = (one for one in beliefs.located_at(landmark) if one != thing)
            yield from ((one, LOCATION) for one in there if not beliefs.nature(one).is_person)
