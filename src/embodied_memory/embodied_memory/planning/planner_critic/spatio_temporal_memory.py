"""What happened and what is where: the memory that planner and critic stand on (STMA, sections 4.1 and 4.2)."""

from __future__ import annotations

from embodied_memory.planning.planner_critic.history_buffer import HistoryBuffer
from embodied_memory.planning.planner_critic.plan import Situation, TemporalBelief
from embodied_memory.planning.planner_critic.spatial_memory import NoSpatialMemory, SpatialMemory
from embodied_memory.planning.planner_critic.summariser import PlainSummary, Summarise


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
