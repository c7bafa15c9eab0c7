"""A language model reads the question; names and times are resolved as ever, rules stand in where it fails."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import Request, UnusableReplyError, prompt
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.belief.names.entity_names import PERSON, ROOM, THING, TOLD
from embodied_memory.memory.retrieval.query_plan.query_plan import (
    NOWHERE,
    Hop,
    QueryIntent,
    QueryPlan,
    QueryPlanner,
    Target,
)
from embodied_memory.memory.retrieval.query_plan.time_filter import read_time
from embodied_memory.memory.retrieval.query_plan.views_of_intent import views_of

_MOST = 8
Phrase = Annotated[str, Field(max_length=200)]


class PlanReply(BaseModel):
    """What the model understands; words as in the question."""

    intent: QueryIntent
    things: list[Phrase] = Field(default_factory=list, max_length=_MOST)
    people: list[Phrase] = Field(default_factory=list, max_length=_MOST)
    place: Phrase = ""
    attribute: Phrase = ""
    value: Phrase = ""
    activities: list[Phrase] = Field(default_factory=list, max_length=_MOST)
    when: Phrase = ""
    first_step: Literal["", "thing used", "thing put after", "place used"] = ""


class LanguagePlanner:
    """The role over a language model."""

    def __init__(self, advisor: Advisor, offline: QueryPlanner, beliefs: BeliefTracks) -> None:
        self._advisor = advisor
        self._offline = offline
        self._beliefs = beliefs

    def plan(self, question: str, now_ns: int) -> QueryPlan:
        """The model's reading, with the offline one as the alternative."""
        offline = self._offline.plan(question, now_ns)
        text = prompt(
            "plan_query",
            question=question,
            intents="\n".join(f"- {intent.value}" for intent in QueryIntent),
            people=", ".join(self._beliefs.names.ids(PERSON)[:_MOST]) or "nobody known",
        )
        return self._advisor.advice(
            Request("plan query", text),
            PlanReply,
            lambda reply: replace(
                self._plan(question, reply, now_ns),
                alternatives=(replace(offline, alternatives=()), *offline.alternatives),
            ),
            lambda: offline,
        )

    def _plan(self, question: str, reply: PlanReply, now_ns: int) -> QueryPlan:
        """Raises UnusableReplyError for people that nobody knows: the model made them up."""
        plan = QueryPlan(
            question,
            reply.intent,
            tuple(self._target(words, (THING, TOLD)) for words in reply.things if words),
            tuple(self._person(name) for name in reply.people if name),
            self._target(reply.place, (ROOM, THING)) if reply.place else NOWHERE,
            attribute=reply.attribute,
            value=reply.value,
            activities=tuple(name for name in reply.activities if name),
            time=read_time(reply.when, now_ns).time if reply.when else None,
            days=read_time(reply.when, now_ns).days if reply.when else (),
            views=views_of(reply.intent),
        )
        return _in_two_steps(plan, Hop(reply.first_step)) if reply.first_step else plan

    def _target(self, words: str, sorts: tuple[str, ...]) -> Target:
        for sort in sorts:
            found = self._beliefs.resolve_among(words, (sort,))
            if found.candidates:
                return Target(words, found.candidates)
        return Target(words)

    def _person(self, name: str) -> str:
        known = self._beliefs.resolve_among(name, (PERSON,)).entity_id
        if not known:
            raise UnusableReplyError(f'nobody is called "{name}"')
        return known


def _in_two_steps(plan: QueryPlan, hop: Hop) -> QueryPlan:
    first = replace(plan, intent=QueryIntent.WHEN_DID, things=(), views=views_of(QueryIntent.WHEN_DID))
    return replace(plan, people=(), activities=(), time=None, place=NOWHERE, via=first, hop=hop)
