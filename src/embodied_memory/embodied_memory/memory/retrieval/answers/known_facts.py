"""States as the evidence tells them, from whichever view knows most of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from embodied_memory.event import Event
from embodied_memory.evidence import EpistemicStatus
from embodied_memory.memory.belief.states.belief_track import Belief
from embodied_memory.memory.belief.states.state_fact import HELD_BY, LOCATION, StateFact
from embodied_memory.memory.retrieval.answers.answer_ground import AnswerGround
from embodied_memory.memory.retrieval.query_plan.query_plan import ViewName
from embodied_memory.memory.retrieval.views.candidate import Candidate, HeardUtterance, same_attribute

_UNJUDGED = 0.7


@dataclass(frozen=True)
class KnownFact:
    """An attribute of an entity had a value. seen_ns: when that was seen or said last; source: who said it, "" if it
    was seen. status: None if nobody judged it. against: what speaks for something else.
    """

    entity_id: str
    attribute: str
    value: str
    seen_ns: int
    source: str
    certainty: float
    status: EpistemicStatus | None
    candidate: Candidate
    against: tuple[StateFact, ...] = ()


def facts_in(candidates: Sequence[Candidate], attribute: str) -> list[KnownFact]:
    """One fact for each entity: a belief before a bare state, a state before what an event or a report shows."""
    best: dict[str, tuple[int, KnownFact]] = {}
    for one in candidates:
        for fact in _read(one, attribute):
            rank = _RANKS.get(one.view, 9)
            known = best.get(fact.entity_id)
            if known is None or rank < known[0] or (rank == known[0] and fact.seen_ns > known[1].seen_ns):
                best[fact.entity_id] = (rank, fact)
    return [fact for _, fact in best.values()]


_RANKS = {ViewName.BELIEF: 0, ViewName.STATE: 1, ViewName.EVENT: 2, ViewName.REPORTED: 3}


def _read(one: Candidate, attribute: str) -> list[KnownFact]:
    content = one.content
    if isinstance(content, Belief):
        return [_of_belief(content, one)] if same_attribute(content.fact.attribute, attribute) else []
    if isinstance(content, StateFact):
        is_it = content.holds and same_attribute(content.attribute, attribute) and one.view is ViewName.STATE
        return [_of_fact(content, one)] if is_it else []
    if isinstance(content, Event):
        return [
            KnownFact(c.entity_id, c.attribute, c.value, content.stamp_ns, "", _UNJUDGED, None, one)
            for c in content.changes
            if c.entity_id in one.entities and c.value and same_attribute(c.attribute, attribute)
        ]
    if isinstance(content, HeardUtterance):
        return [
            KnownFact(s.entity_id, s.attribute, s.value, s.stamp_ns, s.speaker, _UNJUDGED, None, one)
            for s in content.statements
            if s.entity_id and s.holds and s.value and same_attribute(s.attribute, attribute)
        ]
    return []


def _of_belief(known: Belief, one: Candidate) -> KnownFact:
    fact = known.fact
    return KnownFact(
        fact.entity_id, fact.attribute, fact.value, known.since_ns, fact.source, known.certainty, known.status, one,
        known.contradicting,
    )  # fmt: skip


def _of_fact(fact: StateFact, one: Candidate) -> KnownFact:
    return KnownFact(fact.entity_id, fact.attribute, fact.value, fact.stamp_ns, fact.source, _UNJUDGED, None, one)


def whereabouts(candidates: Sequence[Candidate]) -> list[KnownFact]:
    """Where each entity is, or who holds it if that is newer."""
    places = {fact.entity_id: fact for fact in facts_in(candidates, LOCATION)}
    for held in facts_in(candidates, HELD_BY):
        place = places.get(held.entity_id)
        if place is None or held.seen_ns > place.seen_ns:
            places[held.entity_id] = held
    return list(places.values())


def trusted(fact: KnownFact, ground: AnswerGround) -> str:
    """When it was seen or said, and what that is worth now."""
    when = ground.when(fact.seen_ns)
    known = f"{fact.source} told me so {when}" if fact.source else f"I saw that {when}"
    if is_over(fact, ground):
        return f"{known}, no longer there when I looked again"
    if fact.status is EpistemicStatus.STALE and not fact.source:
        return f"{known}, it may have changed since"
    if fact.status is EpistemicStatus.UNCERTAIN:
        return f"{known}, but I cannot be sure any more"
    return f"{known}{_against(fact, ground)}"


def is_over(fact: KnownFact, ground: AnswerGround) -> bool:
    """Whether it is only the last that was known: something is believed since, if only that it is so no more."""
    time = ground.plan.time
    if fact.status is not None or (time is not None and time.end_ns <= ground.now_ns):
        return False
    now = ground.beliefs.current(fact.entity_id, fact.attribute, ground.now_ns)
    return now is not None and not now.fact.value


def _against(fact: KnownFact, ground: AnswerGround) -> str:
    """The newest thing that speaks against it."""
    other = max(fact.against, key=lambda one: one.stamp_ns, default=None)
    if other is None:
        return ""
    who = f"{other.source} said" if other.source else "I saw"
    if not other.holds or not other.value:
        return f", but {other.source or 'later I'} {'said it is' if other.source else 'saw it'} gone from there"
    told = ground.place(other.value) if fact.attribute == LOCATION else other.value
    return f", but {who} {'that it is ' if other.source else 'it '}{told} {ground.when(other.stamp_ns)}"


def cited_for(fact: KnownFact, ground: AnswerGround) -> list[Candidate]:
    """The fact's own evidence, then that of what contradicts it, and who said the same since."""
    others = [
        one
        for one in ground.bundle.selected
        if one.view is ViewName.BELIEF and one.content in fact.against and fact.entity_id in one.entities
    ]
    said = [
        one
        for one in ground.bundle.selected
        if isinstance(one.content, HeardUtterance)
        and any(s.entity_id == fact.entity_id for s in one.content.statements)
    ]
    return [fact.candidate, *others, *said]
