"""What planner and critic say to each other, and what both know (STMA, section 4.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True)
class Plan:
    """What is to be reached next and the actions for it, each a line of text in the words of the world.

    reason: why, in a sentence, for those who watch. Empty actions: the planner sees nothing more to do.
    """

    subgoal: str
    actions: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True)
class Critique:
    """Whether an action may be executed now, and if not, what is wrong with it and what to do about that."""

    valid: bool
    feedback: str = ""


@dataclass(frozen=True)
class TemporalBelief:
    """What happened so far, made short (STMA, equation 4): what is done, what is sought, what is noticed."""

    done: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    noticed: tuple[str, ...] = ()

    def as_text(self) -> str:
        """For a person or a prompt."""
        parts = (("Done", self.done), ("Still to do", self.goals), ("Noticed", self.noticed))
        return "\n".join(f"{name}: {'; '.join(lines)}" for name, lines in parts if lines)


@dataclass(frozen=True)
class SpatialBelief:
    """What is where, as far as the task needs it (STMA, equation 7): sentences made of the graph's relations."""

    sentences: tuple[str, ...] = ()

    def as_text(self) -> str:
        """For a person or a prompt."""
        return " ".join(self.sentences)


@dataclass(frozen=True)
class Situation:
    """Before a step. observation: the newest, in words. step: how many actions were executed."""

    task: str
    observation: str
    temporal_belief: TemporalBelief = field(default_factory=TemporalBelief)
    spatial_belief: SpatialBelief = field(default_factory=SpatialBelief)
    step: int = 0


class Planner(Protocol):
    """Makes the plan (STMA, equation 8)."""

    def plan(self, situation: Situation, remarks: tuple[Critique, ...] = ()) -> Plan:
        """remarks: what the critic had against the plans made since the last executed action, oldest first."""


class Critic(Protocol):
    """Checks every action before it is executed (STMA, equation 9).

    Temporal consistency with what happened, spatial feasibility, alignment with the subgoal, and safety.
    """

    def critique(self, situation: Situation, plan: Plan, action: str) -> Critique:
        """action: the next one of the plan's actions."""
