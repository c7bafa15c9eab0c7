"""Cards of episodes: what went on in a stretch of time (ObsMem, section 4.2).

Where a stretch of time is asked about, an episode is told by what people were about in it: of a long or crowded time
the single events are too many to be looked through.
"""

from __future__ import annotations

from collections.abc import Sequence

from embodied_memory.event import EventKind, Provenance
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.episodes.episode import EpisodeCard
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, ViewName
from embodied_memory.memory.retrieval.views.candidate import Candidate
from embodied_memory.memory.retrieval.views.event_rows import EventRows
from embodied_memory.memory.retrieval.views.event_view import happening
from embodied_memory.words.wording.word_stems import content_stems

_BACKGROUND = 0.4
_MOST_DEEDS = 200
_LONGEST_NS = 2 * 86_400_000_000_000
"""Of a longer time the last part is looked at: some hundred cards."""


class EpisodeView:
    """The episodes of a time, of people, with words of the question."""

    name = ViewName.EPISODE

    def __init__(self, beliefs: BeliefTracks, rows: EventRows, now_ns: int) -> None:
        self._beliefs = beliefs
        self._rows = rows
        self._now_ns = now_ns

    def retrieve(self, plan: QueryPlan) -> list[Candidate]:
        """Cards, those first that share most with the question."""
        since_ns, until_ns = self._span(plan)
        if until_ns < since_ns or plan.attribute:
            return []
        stems = content_stems(plan.question)
        cards = [card for card in self._beliefs.episodes(since_ns, until_ns) if self._fits(plan, card)]
        scored = [_candidate(card, _score(plan, card, stems)) for card in cards if card.record_ids]
        best = sorted(scored, key=lambda one: -one.score)[:10]
        return [*self._outline(plan, cards), *best] if plan.intent is QueryIntent.WHAT_HAPPENED else best

    def _outline(self, plan: QueryPlan, cards: Sequence[EpisodeCard]) -> list[Candidate]:
        """What the people asked about were doing in the episodes."""
        within = {number for card in cards for number in card.record_ids}
        events = self._rows.of_kinds((EventKind.ACTIVITY,), *self._span(plan), plan.person, limit=_MOST_DEEDS)
        return [happening(ViewName.EPISODE, *one) for one in events if one[0] in within]

    def _span(self, plan: QueryPlan) -> tuple[int, int]:
        until_ns = min(plan.time.end_ns - 1, self._now_ns) if plan.time else self._now_ns
        since_ns = plan.time.start_ns if plan.time else 0
        return max(since_ns, until_ns - _LONGEST_NS), until_ns

    def _fits(self, plan: QueryPlan, card: EpisodeCard) -> bool:
        at_place = not plan.place.ids or card.place in plan.place.ids
        return at_place and (not plan.people or bool(set(plan.people) & set(card.people)))


def _score(plan: QueryPlan, card: EpisodeCard, stems: frozenset[str]) -> float:
    """A card is the answer where a stretch of time is asked about, and the background of single events otherwise."""
    shared = len(stems & content_stems(card.summary)) / max(1, len(stems))
    if plan.intent is QueryIntent.WHAT_HAPPENED:
        return 0.5 + 0.5 * shared
    return _BACKGROUND * shared


def _candidate(card: EpisodeCard, score: float) -> Candidate:
    entities = (*card.people, *card.object_ids)[:8]
    provenance = Provenance.OBSERVED
    return Candidate(
        ViewName.EPISODE, card.record_ids[:5], card.end_ns, card.summary, provenance, score, entities, card
    )
