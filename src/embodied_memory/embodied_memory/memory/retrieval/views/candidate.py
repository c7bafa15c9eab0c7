"""Evidence that a view offers for a question: an element of C(q) of ObsMem's equation 4; and whether it bears on the
question: it names something that the question names, or says a word of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from embodied_memory.event import Event, Provenance
from embodied_memory.memory.belief.commitment_track import Commitment
from embodied_memory.memory.belief.episode import EpisodeCard
from embodied_memory.memory.belief.statements.statement_atoms import ReportedStatement
from embodied_memory.memory.belief.states.belief_track import Belief
from embodied_memory.memory.belief.states.state_fact import StateFact
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, ViewName
from embodied_memory.memory.retrieval.query_plan.question_words import is_activity
from embodied_memory.words.wording.words import content_stems

_LED_TO = (
    QueryIntent.BESIDE, QueryIntent.CONTENTS, QueryIntent.HOW_MANY, QueryIntent.IN_STATE, QueryIntent.WHO_IS_THERE,
    QueryIntent.WHO_IS_HOME, QueryIntent.WHO_IS_AWAKE, QueryIntent.HELD_THINGS,
    QueryIntent.JUST_BEFORE, QueryIntent.JUST_AFTER,
)  # fmt: skip
"""Answered by other things than those named: by all that are with them or of that sort."""
_OF_DEEDS = (
    QueryIntent.WHEN_HANDLED, QueryIntent.WHAT_HAPPENED, QueryIntent.ONE_DEED, QueryIntent.WHEN_DID,
    QueryIntent.WHEN_CHANGED, QueryIntent.HOW_OFTEN,
)  # fmt: skip
_OF_ALL = (QueryIntent.DUE, QueryIntent.HOW_MANY_DUE, QueryIntent.IN_STATE, QueryIntent.WHO_IS_HOME)
"""What makes sense of a question that names nothing."""
_DEED_ASKED = re.compile(r"\bwhat (?:else )?(?:did|has|have|does|do|was|were) (?:the )?[\w'-]+ (?P<deed>\w+)", re.I)
"""What did Anna "eat"."""
_ANY_DEED = frozenset({"do", "did", "done", "doing", "get", "been", "happen", "up", "busy", "experience"})


@dataclass(frozen=True)
class HeardUtterance:
    """An utterance. statements: what was understood of it."""

    event: Event
    statements: tuple[ReportedStatement, ...] = ()


Content: TypeAlias = Belief | StateFact | Event | HeardUtterance | Commitment | EpisodeCard | None
"""What was found, as its store gives it."""


@dataclass(frozen=True)
class Candidate:
    """record_ids: what to cite, the most telling first. text: for a reader. score: how well it fits, 0 to 1.

    entities: what it is about. is_step: it answers a question that had to be answered first (`QueryPlan.via`).
    """

    view: ViewName
    record_ids: tuple[int, ...]
    stamp_ns: int
    text: str
    provenance: Provenance
    score: float
    entities: tuple[str, ...] = ()
    content: Content = None
    is_step: bool = False

    @staticmethod
    def of_event(
        view: ViewName, record_id: int, event: Event, score: float = 1.0, entities: tuple[str, ...] | None = None
    ) -> Candidate:
        """A recorded event in its own words. entities: who did it and what it names first, if not told."""
        about = (event.actor, *event.object_ids[:2]) if entities is None else entities
        return Candidate(view, (record_id,), event.stamp_ns, event.text, event.provenance, score, about, event)

    @property
    def record_id(self) -> int:
        """The record it is known from before all others."""
        return self.record_ids[0]


class View(Protocol):
    """R_v of equation 4."""

    name: ViewName

    def retrieve(self, plan: QueryPlan) -> Sequence[Candidate]:
        """Candidates for a plan, the best first; none where the plan asks for nothing that this view has."""


def deduplicated(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The union of equation 4: what one view says of one record and the same entities counts once."""
    found: dict[tuple[ViewName, tuple[int, ...], tuple[str, ...]], Candidate] = {}
    for one in candidates:
        found.setdefault((one.view, one.record_ids[:1], one.entities), one)
    return list(found.values())


def same_attribute(known: str, asked: str) -> bool:
    """Whether two names of an attribute mean the same: "cups" and "number of cups"."""
    return known == asked or (bool(asked) and content_stems(known) <= content_stems(asked))


def bears_on(one: Candidate, plan: QueryPlan) -> bool:
    """Of a question that names nothing, what the intent alone asks for does ("what happened today")."""
    told = content_stems(one.text)
    named = names_in(plan)
    if _must_be_said(plan, named) and not any(content_stems(word) <= told for word in plan.unheard):
        return False
    if one.is_step or plan.intent in _LED_TO:
        return True
    if not named and not plan.activities:
        return True
    if named & _names_of(one) or any(is_activity(name, one.text) for name in plan.activities):
        return True
    return bool(content_stems(plan.question) & told)


def _must_be_said(plan: QueryPlan, named: frozenset[str]) -> bool:
    """Whether unheard words are what is asked about: "did Anna break it", "what must I remind Zelda of"."""
    if not plan.unheard:
        return False
    deed = _DEED_ASKED.search(plan.question)
    if plan.intent is QueryIntent.WHAT_HAPPENED and deed and deed["deed"].lower() not in _ANY_DEED:
        return True
    if plan.is_whether and plan.intent in _OF_DEEDS:
        return True
    return not named and (plan.intent in _OF_ALL or (plan.intent is QueryIntent.WHAT_HAPPENED and plan.time is None))


def names_in(plan: QueryPlan) -> frozenset[str]:
    """The entities that a plan and its first step name."""
    own = {*plan.people, *plan.place.ids, *(entity for thing in plan.things for entity in thing.ids)}
    return frozenset(own) | (names_in(plan.via) if plan.via is not None else frozenset())


def _names_of(one: Candidate) -> frozenset[str]:
    """What it tells of; an utterance of what was understood, not of what it was looked up by."""
    if isinstance(one.content, HeardUtterance):
        return frozenset((one.content.event.actor, *(told.entity_id for told in one.content.statements)))
    content = one.content
    told = (content.actor, content.place, *content.object_ids) if isinstance(content, Event) else ()
    return frozenset((*one.entities, *told))
