"""What people did, said and where they were, read from the event log and from the trail of their places."""

from __future__ import annotations

from collections.abc import Iterator

from embodied_memory.event import Event, EventKind
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.names.entity_names import PERSON
from embodied_memory.memory.belief.states.state_fact import LOCATION
from embodied_memory.memory.retrieval.query_plan.activity_words import names_of
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryPlan, ViewName
from embodied_memory.memory.retrieval.views.candidate import Candidate
from embodied_memory.memory.retrieval.views.event_rows import EventRows
from embodied_memory.memory.wording.word_stems import content_stems

DEEDS = (
    EventKind.OBJECT_STATE_CHANGED, EventKind.DEVICE_STATE_CHANGED, EventKind.ACTIVITY, EventKind.PERSON_MOVED,
)  # fmt: skip
_FOREVER_NS = 2**62
_MOST, _MOST_SAID, _MOST_RECENT = 1000, 200, 300


class PeopleRows:
    """Each way gives the newest first, of the person named or of all, in the time asked about."""

    def __init__(self, rows: EventRows, beliefs: BeliefTracks) -> None:
        self._rows = rows
        self._beliefs = beliefs

    def doings(self, plan: QueryPlan) -> Iterator[Candidate]:
        """All that a person was seen to do."""
        for record_id, event in self._rows.of_kinds(DEEDS, *span_of(plan), plan.person, limit=_MOST):
            yield Candidate.of_event(ViewName.EVENT, record_id, event, 0.8, (event.actor, str(record_id)))

    def telling_doings(self, plan: QueryPlan) -> Iterator[Candidate]:
        """Not how somebody went through the rooms, but that they came home or left."""
        for one in self.doings(plan):
            is_walk = isinstance(one.content, Event) and one.content.kind is EventKind.PERSON_MOVED
            if not is_walk or names_of(one.text):
                yield one

    def last_deeds(self, plan: QueryPlan) -> Iterator[Candidate]:
        """The newest deed of each person."""
        last: dict[str, Candidate] = {}
        for record_id, event in self._rows.of_kinds(DEEDS, *span_of(plan), plan.person, limit=_MOST_RECENT):
            last.setdefault(event.actor, Candidate.of_event(ViewName.EVENT, record_id, event, 1.0, (event.actor,)))
        yield from last.values()

    def visits(self, plan: QueryPlan) -> Iterator[Candidate]:
        """Who was seen to be in a room or to come there, and what people did there."""
        since_ns, until_ns = span_of(plan)
        for person in plan.people or tuple(self._beliefs.names.ids(PERSON)):
            trail = (known.fact for known in self._beliefs.trail(person, LOCATION, _MOST_SAID))
            seen = [f.record_id for f in trail if f.value in plan.place.ids and since_ns <= f.stamp_ns <= until_ns]
            for record_id, event in self._rows.of_ids(seen):
                yield Candidate.of_event(ViewName.EVENT, record_id, event, 1.0, (person, event.place))
        for record_id, event in self._rows.of_kinds(DEEDS, since_ns, until_ns, plan.person, limit=_MOST):
            if event.place in plan.place.ids:
                yield Candidate.of_event(ViewName.EVENT, record_id, event, 1.0, (event.actor, event.place))

    def sayings(self, plan: QueryPlan) -> Iterator[Candidate]:
        """What a person said, scored by what it shares with the question; of things other views tell more."""
        if plan.things or not plan.people:
            return
        stems = content_stems(plan.question)
        said = self._rows.of_kinds((EventKind.UTTERANCE,), *span_of(plan), plan.person, limit=_MOST_SAID)
        for record_id, event in said:
            shared = len(stems & content_stems(event.text)) / max(1, len(stems))
            about = (event.actor, str(record_id))
            yield Candidate.of_event(ViewName.EVENT, record_id, event, 0.5 + 0.5 * shared, about)


def span_of(plan: QueryPlan) -> tuple[int, int]:
    """First and last nanosecond of the time asked about; of all times where none is."""
    return (plan.time.start_ns, plan.time.end_ns - 1) if plan.time else (0, _FOREVER_NS)
