"""Planner and critic: what they say to each other, how they agree on an action (STMA, section 4.3 and algorithm
2), and the memory that both stand on: what happened and what is where (STMA, sections 4.1 and 4.2).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from embodied_memory.config import PlannerCriticConfig
from embodied_memory.evidence import RetrievalResult


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


@dataclass(frozen=True)
class Remark:
    """What the critic had against an action that was not executed."""

    step: int
    action: str
    feedback: str


@dataclass(frozen=True)
class ActionDecision:
    """The action to execute, "" if there is nothing to do. remarks: against what was planned before it, in this step.

    is_fallback: planner and critic did not agree in time, and this is what the rules hold for safe.
    """

    action: str
    plan: Plan
    remarks: tuple[Remark, ...] = ()
    is_fallback: bool = False


class SafeAction(Protocol):
    """What to do when planner and critic do not agree."""

    def __call__(self, situation: Situation) -> str:
        """An action that does no harm by rules that no language model has a say in; "" for none."""
        ...


class PlannerCritic:
    """Plans, has every action checked before it is executed, and plans anew with the critic's feedback.

    remarks: all of them so far, oldest first, for those who watch.
    """

    def __init__(
        self, memory: SpatioTemporalMemory, planner: Planner, critic: Critic, safe_action: SafeAction,
        config: PlannerCriticConfig | None = None,
    ) -> None:  # fmt: skip
        self._memory, self._planner, self._critic, self._safe_action = memory, planner, critic, safe_action
        self._config = config or PlannerCriticConfig()
        self._plan = Plan("", ())
        self._next = 0
        self.remarks: list[Remark] = []

    def observe(self, action: str, observation: str) -> None:
        """What the world showed after an action, "" for its first observation."""
        self._memory.observe(action, observation)

    def situation(self) -> Situation:
        """What planner and critic would be told now."""
        return self._memory.situation()

    def drop_plan(self) -> None:
        """Plan anew before the next action: something came up that the plan does not know of."""
        self._next = len(self._plan.actions)

    def decide(self) -> ActionDecision:
        """The next action. At most 1 + config.max_replans plans are made for it."""
        situation = self._memory.situation()
        heard: list[Critique] = []
        remarks: list[Remark] = []
        for _ in range(1 + self._config.max_replans):
            if self._next >= len(self._plan.actions):
                self._plan, self._next = self._planner.plan(situation, tuple(heard)), 0
                if not self._plan.actions:
                    return ActionDecision("", self._plan, tuple(remarks))
            action = self._plan.actions[self._next]
            critique = self._critic.critique(situation, self._plan, action)
            if critique.valid:
                self._next += 1
                return ActionDecision(action, self._plan, tuple(remarks))
            heard.append(critique)
            remarks.append(self._note(situation, action, critique))
            self.drop_plan()
        plan = Plan("stay safe", (), "planner and critic do not agree")
        return ActionDecision(self._safe_action(situation), plan, tuple(remarks), is_fallback=True)

    def _note(self, situation: Situation, action: str, critique: Critique) -> Remark:
        remark = Remark(situation.step, action, critique.feedback)
        self.remarks.append(remark)
        del self.remarks[: -self._config.max_remarks]
        return remark


MOST_CHARACTERS = 600
"""Of one observation that a model is shown."""


@dataclass(frozen=True)
class InteractionRecord:
    """An action and what was seen after it. action: "" for what was seen at the beginning; step: counted from 0."""

    step: int
    action: str
    observation: str


class HistoryBuffer:
    """First in, first out. Raises ValueError for a length under 1."""

    def __init__(self, length: int = 25) -> None:
        if length < 1:
            raise ValueError(f"a history of {length} records holds nothing")
        self._records: deque[InteractionRecord] = deque(maxlen=length)
        self._step = 0

    def append(self, action: str, observation: str) -> InteractionRecord:
        """The new record; the oldest goes when there are too many."""
        record = InteractionRecord(self._step, action, observation)
        self._records.append(record)
        self._step += 1
        return record

    def records(self) -> tuple[InteractionRecord, ...]:
        """Oldest first."""
        return tuple(self._records)


class Summarise(Protocol):
    """Says what is done, what is sought and what was noticed."""

    def __call__(self, task: str, records: Sequence[InteractionRecord]) -> TemporalBelief:
        """records: oldest first."""
        ...


_LATEST_ACTIONS = 8


class PlainSummary:
    """The last actions and the newest observation as they are, for worlds that nobody wrote rules for."""

    def __call__(self, task: str, records: Sequence[InteractionRecord]) -> TemporalBelief:
        """See Summarise."""
        done = tuple(record.action for record in records if record.action)[-_LATEST_ACTIONS:]
        seen = " ".join(records[-1].observation.split())[:MOST_CHARACTERS] if records else ""
        return TemporalBelief(done, (task,) if task else (), (seen,) if seen else ())


class SpatialMemory(Protocol):
    """What is where, as it was read from the steps so far."""

    def observe(self, record: InteractionRecord, belief: TemporalBelief) -> None:
        """After each step."""

    def recall(self, query: str) -> SpatialBelief:
        """What matters for a query."""


class NoSpatialMemory:
    """For the ablation, and where nobody reads a spatial belief."""

    def observe(self, record: InteractionRecord, belief: TemporalBelief) -> None:
        """See SpatialMemory."""

    def recall(self, query: str) -> SpatialBelief:
        """See SpatialMemory."""
        return SpatialBelief()


class RecalledRelations:
    """The robot's lasting graph, which its memory writes with each record: asked for by its retrieval tool."""

    def __init__(self, retrieve: Callable[[str], RetrievalResult]) -> None:
        self._retrieve = retrieve

    def observe(self, record: InteractionRecord, belief: TemporalBelief) -> None:
        """See SpatialMemory. What the robot saw and did is in its memory already."""

    def recall(self, query: str) -> SpatialBelief:
        """See SpatialMemory. Raises BodyError if memory does not answer."""
        return SpatialBelief(sentences_of(self._retrieve(query).spatial_belief))


def sentences_of(text: str) -> tuple[str, ...]:
    """One by one."""
    return tuple(sentence for sentence in re.split(r"(?<=\.)\s+", text) if sentence)


class SpatioTemporalMemory:
    """One step in: buffer, summary, relations. One situation out: both beliefs beside the newest observation."""

    def __init__(
        self, task: str, length: int = 25, summarise: Summarise | None = None, spatial: SpatialMemory | None = None
    ) -> None:
        self._task = task
        self._summarise = summarise or PlainSummary()
        self._spatial = spatial or NoSpatialMemory()
        self.history = HistoryBuffer(length)
        self._temporal_belief = TemporalBelief()

    def observe(self, action: str, observation: str) -> None:
        """What was seen after an action, "" for the beginning."""
        record = self.history.append(action, observation)
        self._temporal_belief = self._summarise(self._task, self.history.records())
        self._spatial.observe(record, self._temporal_belief)

    def situation(self) -> Situation:
        """Before the next step."""
        records = self.history.records()
        if not records:
            return Situation(self._task, "")
        goals = "; ".join(self._temporal_belief.goals)
        spatial = self._spatial.recall(f"{self._task} {goals}")
        newest = records[-1]
        return Situation(self._task, newest.observation, self._temporal_belief, spatial, newest.step)
