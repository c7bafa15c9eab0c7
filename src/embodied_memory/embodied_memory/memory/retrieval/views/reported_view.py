"""What people said, with who said it: the reported atoms (ObsMem, equation 1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from embodied_memory.event import Event
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.statements.statement_atoms import ReportedStatement
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, ViewName
from embodied_memory.memory.retrieval.views.candidate import Candidate, HeardUtterance
from embodied_memory.memory.retrieval.views.entity_phrases import caption_of, phrases_of
from embodied_memory.memory.retrieval.views.event_rows import EventRows
from embodied_memory.words.wording.words import content_stems

_MOST = 80
_PERSONAL = (
    QueryIntent.WISHED_SETTING, QueryIntent.FAVOURITE, QueryIntent.WISHED_PLACE, QueryIntent.WISHES,
    QueryIntent.ABOUT,
)  # fmt: skip


_STATES = (QueryIntent.LOCATION, QueryIntent.ROOM, QueryIntent.STATE, QueryIntent.SETTING, QueryIntent.HOLDER)


class ReportedView:
    """Utterances about the things named, or with the words asked for; the newest first."""

    name = ViewName.REPORTED

    def __init__(self, beliefs: BeliefTracks, rows: EventRows, now_ns: int) -> None:
        self._beliefs = beliefs
        self._rows = rows
        self._now_ns = now_ns

    def retrieve(self, plan: QueryPlan) -> list[Candidate]:
        """Each utterance once, with all that was understood of it."""
        by = plan.person or None if plan.intent in _PERSONAL or plan.intent is QueryIntent.WHAT_SAID else None
        statements = [one for one in self._statements(plan, by) if one.stamp_ns <= self._now_ns]
        by_record: dict[int, list[ReportedStatement]] = defaultdict(list)
        for one in statements:
            by_record[one.record_id].append(one)
        events = self._rows.of_ids(sorted(by_record, reverse=True)[:_MOST])
        found = [self._candidate(plan, record_id, event, by_record[record_id]) for record_id, event in events]
        return sorted(found, key=lambda one: (-one.score, -one.stamp_ns))

    def _statements(self, plan: QueryPlan, by: str | None) -> Iterator[ReportedStatement]:
        said_of = [entity for thing in plan.things for entity in thing.ids][:8]
        if plan.place.entity_id and not said_of:
            said_of = [plan.place.entity_id]
        if plan.intent in (QueryIntent.WHO_TOLD, QueryIntent.WHO_TOLD_TELLER) and not said_of:
            said_of = list(plan.people)
        for entity_id in said_of:
            for phrase in (entity_id, *phrases_of(entity_id, self._beliefs)):
                yield from self._beliefs.reported(phrase, by, _MOST)
        if plan.intent in _PERSONAL and not said_of:
            yield from self._beliefs.reported(None, by, _MOST)
        if plan.intent is QueryIntent.WHAT_SAID and not said_of:
            yield from self._beliefs.reported(plan.question, by, _MOST)

    def _candidate(
        self, plan: QueryPlan, record_id: int, event: Event, statements: Iterable[ReportedStatement]
    ) -> Candidate:
        told = tuple({one.statement_id: one for one in statements}.values())
        entities = (event.actor, *(thing.entity_id for thing in plan.things[:1]))
        return Candidate(
            ViewName.REPORTED, (record_id,), event.stamp_ns, event.text, event.provenance,
            self._score(plan, event, told), entities, HeardUtterance(event, told),
        )  # fmt: skip

    def _score(self, plan: QueryPlan, event: Event, told: tuple[ReportedStatement, ...]) -> float:
        """How much of the place asked about was said, and whether it was about the thing."""
        if plan.attribute and plan.intent in _STATES:
            return 0.9 if self._is_newer_word(plan, event, told) else 0.2
        if not plan.place.ids:
            return 0.9
        stems = content_stems(event.text)
        by_words = max(
            (len(content_stems(caption_of(one, self._beliefs)) & stems)
             / max(1, len(content_stems(caption_of(one, self._beliefs)))) for one in plan.place.ids[:8]),
            default=0.0,
        )  # fmt: skip
        by_fact = any(one.value.split(" ", 1)[-1] in plan.place.ids or one.value in plan.place.ids for one in told)
        return 1.0 if by_fact else 0.9 * by_words

    def _is_newer_word(self, plan: QueryPlan, event: Event, told: tuple[ReportedStatement, ...]) -> bool:
        """Whether it states what is asked about, and nothing was seen of that since."""
        for one in told:
            if one.attribute == plan.attribute and one.entity_id in plan.thing.ids:
                known = self._beliefs.current(one.entity_id, one.attribute, self._now_ns)
                return known is None or not known.fact.observed or known.since_ns < event.stamp_ns
        return False
