"""Tours of a home under sensors that err."""

from __future__ import annotations

from dataclasses import dataclass

from embodied_memory.config import Config
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.erring_sensors.home_run import HomeRun
from embodied_memory_tools.evaluation.homes import HomeKind
from embodied_memory_tools.evaluation.multi_goal.evaluate_tours import TourPlan
from household.sensors.sensor_suite import Sensors


@dataclass(frozen=True)
class TourRunner:
    """A `Runner` of tours."""

    plan: TourPlan

    @property
    def homes(self) -> HomeKind:
        """See `Runner`."""
        return self.plan.homes

    def run(self, seed: int, sensors: Sensors, embedder: Embedder) -> dict[str, HomeRun]:
        """Every searcher's."""
        ends = self.plan.tours(seed, Config(), embedder, sensors)
        return {name: HomeRun(end.goals, end.kinds, end.knowledge, end.wall_s) for name, end in ends}
