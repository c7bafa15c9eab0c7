"""World states: the current one, the one at a time, and what was overwritten (ObsMem, equation 2); beliefs: the
newest fact, how far it can be trusted, and what speaks against it (equation 3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from embodied_memory.event import Provenance
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.names.entity_names import PERSON, THING
from embodied_memory.memory.belief.states.belief_track import Belief
from embodied_memory.memory.belief.states.state_fact import (
    HELD_BY,
    LOCATION,
    StateFact,
    StateKey,
    TrackedFact,
    relation_and_landmark,
)
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, ViewName
from embodied_memory.memory.retrieval.views.candidate import Candidate

_MOST_ENTITIES = 80
_OF_PEOPLE = (QueryIntent.WHO_IS_HOME, QueryIntent.ABOUT)
_TRAIL = 200
"""Facts that are looked back on from the newest."""
_MOST_AGAINST = 2


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


class StateView:
    """Structured look-up first; words are other views' business."""

    name = ViewName.STATE

    def __init__(self, beliefs: BeliefTracks, now_ns: int) -> None:
        self._beliefs = beliefs
        self._now_ns = now_ns

    def retrieve(self, plan: QueryPlan) -> list[Candidate]:
        """The facts of each entity and attribute asked about."""
        if plan.intent is QueryIntent.PREVIOUS:
            return [one for key in wanted_keys(plan, self._beliefs) for one in self._previous(*key)]
        stamp_ns = self._asked_ns(plan)
        keys = wanted_keys(plan, self._beliefs)
        found = (self._at(*key, stamp_ns) or self._before(plan, *key, stamp_ns) for key in keys)
        return [_candidate(fact, 1.0) for fact in found if fact is not None]

    def _asked_ns(self, plan: QueryPlan) -> int:
        """The past moment asked about: the end of the time named; now if none is."""
        return min(plan.time.asked_ns, self._now_ns) if plan.time is not None else self._now_ns

    def _at(self, entity_id: str, attribute: str, stamp_ns: int) -> StateFact | None:
        fact = self._beliefs.at(entity_id, attribute, stamp_ns)
        return fact if fact is not None and fact.value else None

    def _before(self, plan: QueryPlan, entity_id: str, attribute: str, stamp_ns: int) -> StateFact | None:
        """Where somebody was seen last who is not there any more: still at home, unless they left it."""
        if plan.intent not in _OF_PEOPLE or attribute != LOCATION or not self._beliefs.nature(entity_id).is_person:
            return None
        trail = (known.fact for known in reversed(self._beliefs.trail(entity_id, attribute, _TRAIL)))
        return next((fact for fact in trail if fact.holds and fact.value and fact.stamp_ns <= stamp_ns), None)

    def _previous(self, entity_id: str, attribute: str) -> Iterator[Candidate]:
        """The newest seen value that another one overwrote, and what overwrote it."""
        trail = [
            known
            for known in self._beliefs.trail(entity_id, attribute, _TRAIL)
            if known.settles and (known.fact.value or attribute != LOCATION)
        ]
        for number in range(len(trail) - 1, 0, -1):
            if trail[number].fact.value != trail[number - 1].fact.value:
                yield _confirmed(trail[number - 1], 1.0)
                yield _candidate(trail[number].fact, 0.9)
                return


def _confirmed(known: TrackedFact, score: float) -> Candidate:
    """Known from when it was seen last, and from when it was seen first."""
    ids = tuple(dict.fromkeys((known.confirmed_record_id, known.fact.record_id)))
    return replace(_candidate(known.fact, score), record_ids=ids)


def _candidate(fact: StateFact, score: float) -> Candidate:
    text = f"{fact.entity_id} {fact.attribute}: {fact.value}"
    return Candidate(
        ViewName.STATE, (fact.record_id,), fact.stamp_ns, text, fact.provenance, score, (fact.entity_id,), fact
    )


class BeliefView:
    """What is believed now; the past is the state view's."""

    name = ViewName.BELIEF

    def __init__(self, beliefs: BeliefTracks, now_ns: int) -> None:
        self._beliefs = beliefs
        self._now_ns = now_ns

    def retrieve(self, plan: QueryPlan) -> list[Candidate]:
        """The belief of each entity and attribute asked about, and the newest facts that contradict it."""
        if plan.time is not None and plan.time.end_ns <= self._now_ns:
            return []
        return [one for key in wanted_keys(plan, self._beliefs) for one in self._of(*key)]

    def _of(self, entity_id: str, attribute: str) -> Iterator[Candidate]:
        known = self._beliefs.current(entity_id, attribute, self._now_ns)
        if known is None or not known.fact.value:
            return
        yield _of_belief(known)
        for other in sorted(known.contradicting, key=lambda fact: -fact.stamp_ns)[:_MOST_AGAINST]:
            text = f"against it: {entity_id} {attribute} {'' if other.holds else 'not '}{other.value}"
            entities = (entity_id, other.value)
            yield Candidate(
                ViewName.BELIEF, (other.record_id,), other.stamp_ns, text, other.provenance, 0.8, entities, other
            )


def _of_belief(known: Belief) -> Candidate:
    fact = known.fact
    text = f"{fact.entity_id} {fact.attribute}: {fact.value} ({known.status.value})"
    record_ids = tuple(dict.fromkeys((known.record_id, fact.record_id)))
    provenance = Provenance.OBSERVED if fact.observed else Provenance.REPORTED
    return Candidate(ViewName.BELIEF, record_ids, known.since_ns, text, provenance, 1.0, (fact.entity_id,), known)
