"""World states: the current one, the one at a time, and what was overwritten (ObsMem, equation 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.states.state_fact import LOCATION, StateFact, TrackedFact
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, ViewName
from embodied_memory.memory.retrieval.views.candidate import Candidate
from embodied_memory.memory.retrieval.views.wanted_states import wanted_keys

_OF_PEOPLE = (QueryIntent.WHO_IS_HOME, QueryIntent.ABOUT)
_TRAIL = 200
"""Facts that are looked back on from the newest."""


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
