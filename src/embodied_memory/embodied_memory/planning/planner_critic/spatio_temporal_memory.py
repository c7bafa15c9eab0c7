"""What happened and what is where: the memory that planner and critic stand on (STMA, sections 4.1 and 4.2)."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from embodied_memory.evidence import RetrievalResult
from embodied_memory.planning.planner_critic.plan import Situation, SpatialBelief, TemporalBelief

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
