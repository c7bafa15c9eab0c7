"""What a language model may do for a player of text games: plan, and summarise (STMA, section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, Field

from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import asking
from embodied_memory.planning.planner_critic import (
    MOST_CHARACTERS,
    Critique,
    InteractionRecord,
    Plan,
    Planner,
    Situation,
    Summarise,
    TemporalBelief,
)
from embodied_memory.planning.tasks.language_planners import PlannedActions


class LanguagePlanner:
    """rules: what is known of the world, for the prompt. Where the model fails, the offline planner plans."""

    def __init__(self, advisor: Advisor, offline: Planner, rules: str) -> None:
        self._advisor, self._offline, self._rules = advisor, offline, rules

    def plan(self, situation: Situation, remarks: tuple[Critique, ...] = ()) -> Plan:
        """See Planner."""
        request = asking(
            "plan actions",
            rules=self._rules,
            task=situation.task,
            temporal_belief=situation.temporal_belief.as_text(),
            spatial_belief=situation.spatial_belief.as_text(),
            observation=situation.observation,
            remarks="\n".join(remark.feedback for remark in remarks) or "none",
        )
        return self._advisor.advice(request, PlannedActions, _plan, lambda: self._offline.plan(situation, remarks))


def _plan(reply: PlannedActions) -> Plan:
    """Raises ValueError for an action that is no line of text."""
    actions = tuple(" ".join(action.split()) for action in reply.actions)
    if not all(action and action.isprintable() for action in actions):
        raise ValueError("an action is one line of text")
    return Plan(" ".join(reply.subgoal.split()), actions, " ".join(reply.reason.split()))


Line = Annotated[str, Field(max_length=300)]


class SummarisedHistory(BaseModel):
    """What the language model is asked for."""

    done: list[Line] = Field(max_length=24)
    goals: list[Line] = Field(max_length=24)
    noticed: list[Line] = Field(max_length=24)


class LanguageSummary:
    """By a language model; where it fails, offline."""

    def __init__(self, advisor: Advisor, offline: Summarise) -> None:
        self._advisor, self._offline = advisor, offline

    def __call__(self, task: str, records: Sequence[InteractionRecord]) -> TemporalBelief:
        """See Summarise."""
        history = "\n".join(map(_told, records))
        return self._advisor.advice(
            asking("summarise history", task=task, history=history),
            SummarisedHistory,
            lambda reply: TemporalBelief(_lines(reply.done), _lines(reply.goals), _lines(reply.noticed)),
            lambda: self._offline(task, records),
        )


def _told(record: InteractionRecord) -> str:
    observation = " ".join(record.observation.split())[:MOST_CHARACTERS]
    return f"{record.step}. {record.action or '(beginning)'}: {observation}"


def _lines(said: list[str]) -> tuple[str, ...]:
    return tuple(line for text in said if (line := " ".join(text.split())))
