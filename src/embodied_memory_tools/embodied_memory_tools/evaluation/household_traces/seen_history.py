"""What the robot saw and heard, in order: the only ground on which questions are asked."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from embodied_memory.event import Event, EventKind
from household.home import ROBOT_ID
from household.residents.acts import Meaning
from household.residents.trace import TraceRecord
from household.residents.trace_truth import TraceTruth

_CLAIMS = frozenset({"report", "hearsay", "answer where"})
_NOTHING = Meaning("")


@dataclass(frozen=True)
class Fact:
    """An attribute had a value at a time, as seen by the robot, or as told to it. teller: "" if it was seen."""

    stamp_ns: int
    value: str
    evidence_id: str
    actor: str
    kind: EventKind
    teller: str = ""


@dataclass(frozen=True)
class SeenEvent:
    """An event that the robot saw or heard, and what it meant."""

    event: Event
    evidence_id: str
    meaning: Meaning


class SeenHistory:
    """Facts by entity and attribute, and events; both in order of time."""

    def __init__(self, records: Iterable[TraceRecord], truth: TraceTruth) -> None:
        self.truth = truth
        self.events: list[SeenEvent] = []
        self.facts: dict[tuple[str, str], list[Fact]] = {}
        for record in records:
            if ROBOT_ID in record.event.observers and not record.refused:
                self._add(record)
        self._stamps = [seen.event.stamp_ns for seen in self.events]

    @property
    def span_ns(self) -> tuple[int, int]:
        """Time of the first and of the last event. ValueError if the robot saw nothing."""
        if not self._stamps:
            raise ValueError("the robot saw nothing in this trace")
        return self._stamps[0], self._stamps[-1]

    def before(self, cutoff_ns: int) -> Sequence[SeenEvent]:
        """Events before a time."""
        return self.events[: bisect_left(self._stamps, cutoff_ns)]

    def between(self, start_ns: int, end_ns: int) -> Sequence[SeenEvent]:
        """Events from a time on, before another."""
        return self.events[bisect_left(self._stamps, start_ns) : bisect_left(self._stamps, end_ns)]

    def facts_of(self, entity_id: str, attribute: str, cutoff_ns: int) -> Sequence[Fact]:
        """Facts before a time."""
        facts = self.facts.get((entity_id, attribute), [])
        return facts[: bisect_left(facts, cutoff_ns, key=lambda fact: fact.stamp_ns)]

    def last_seen(self, entity_id: str, attribute: str, cutoff_ns: int) -> Fact | None:
        """The newest fact that was seen before a time."""
        facts = self.facts_of(entity_id, attribute, cutoff_ns)
        return next((fact for fact in reversed(facts) if not fact.teller), None)

    def place(self, entity_id: str, cutoff_ns: int) -> Fact | None:
        """Where a thing was last seen to rest; None if never, or if it was seen to be taken or gone since."""
        fact = self.last_seen(entity_id, "location", cutoff_ns)
        return fact if fact is not None and fact.value else None

    def supporting(self, entity_id: str, attribute: str, cutoff_ns: int) -> tuple[str, ...]:
        """Evidence ids of the last value seen, since it was seen first without a break, the newest first."""
        seen = [fact for fact in self.facts_of(entity_id, attribute, cutoff_ns) if not fact.teller]
        found = []
        for fact in reversed(seen):
            if fact.value != seen[-1].value:
                break
            found.append(fact.evidence_id)
        return tuple(found)

    def _add(self, record: TraceRecord) -> None:
        event, evidence_id = record.event, record.evidence_id
        meaning = self.truth.meanings.get(evidence_id, _NOTHING)
        self.events.append(SeenEvent(event, evidence_id, meaning))
        for change in event.changes:
            fact = Fact(event.stamp_ns, change.value, evidence_id, event.actor, event.kind)
            self.facts.setdefault((change.entity_id, change.attribute), []).append(fact)
        if meaning.intent in _CLAIMS and event.actor != ROBOT_ID:
            fact = Fact(event.stamp_ns, meaning.value, evidence_id, event.actor, event.kind, event.actor)
            self.facts.setdefault((meaning.subject, meaning.attribute), []).append(fact)
