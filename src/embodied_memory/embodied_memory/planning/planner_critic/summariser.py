"""The role summariser: a history made short, for planner and critic (STMA, section 4.1, equation 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Protocol

from pydantic import BaseModel, Field

from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import asking
from embodied_memory.planning.planner_critic.history_buffer import InteractionRecord
from embodied_memory.planning.planner_critic.plan import TemporalBelief

_MOST_CHARACTERS = 600
"""Of one observation that a model is shown."""


class Summarise(Protocol):
    """Says what is done, what is sought and what was noticed."""

    def __call__(self, task: str, records: Sequence[InteractionRecord]) -> TemporalBelief:
        """records: oldest first."""
        ...


class PlainSummary:
    """The last actions and the newest observation as they are, for worlds that nobody wrote rules for."""

    def __init__(self, actions: int = 8) -> None:
        self._actions = actions

    def __call__(self, task: str, records: Sequence[InteractionRecord]) -> TemporalBelief:
        """See Summarise."""
        done = tuple(record.action for record in records if record.action)[-self._actions :]
        seen = " ".join(records[-1].observation.split())[:_MOST_CHARACTERS] if records else ""
        return TemporalBelief(done, (task,) if task else (), (seen,) if seen else ())


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
    observation = " ".join(record.observation.split())[:_MOST_CHARACTERS]
    return f"{record.step}. {record.action or '(beginning)'}: {observation}"


def _lines(said: list[str]) -> tuple[str, ...]:
    return tuple(line for text in said if (line := " ".join(text.split())))
