"""Beliefs: the newest fact, how far it can be trusted, and what speaks against it (ObsMem, equation 3)."""

from __future__ import annotations

from collections.abc import Iterator

from embodied_memory.event import Provenance
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.states.belief_track import Belief
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan, ViewName
from embodied_memory.memory.retrieval.views.candidate import Candidate
from embodied_memory.memory.retrieval.views.wanted_states import wanted_keys

_MOST_AGAINST = 2


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
        yield _candidate(known)
        for other in sorted(known.contradicting, key=lambda fact: -fact.stamp_ns)[:_MOST_AGAINST]:
            text = f"against it: {entity_id} {attribute} {'' if other.holds else 'not '}{other.value}"
            entities = (entity_id, other.value)
            yield Candidate(
                ViewName.BELIEF, (other.record_id,), other.stamp_ns, text, other.provenance, 0.8, entities, other
            )


def _candidate(known: Belief) -> Candidate:
    fact = known.fact
    text = f"{fact.entity_id} {fact.attribute}: {fact.value} ({known.status.value})"
    record_ids = tuple(dict.fromkeys((known.record_id, fact.record_id)))
    provenance = Provenance.OBSERVED if fact.observed else Provenance.REPORTED
    return Candidate(ViewName.BELIEF, record_ids, known.since_ns, text, provenance, 1.0, (fact.entity_id,), known)
