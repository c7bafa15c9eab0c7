"""Tours of a home under sensors that err."""

from __future__ import annotations

from dataclasses import dataclass, replace

from embodied_memory.config import Config
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.erring_sensors.home_run import HomeRun
from embodied_memory_tools.evaluation.multi_goal.search_arm import SearchArm
from embodied_memory_tools.evaluation.multi_goal.tour_run import run_tour
from household.generation import generate_home
from household.search_tour import choose_tour
from household.sensors.sensor_suite import Sensors


@dataclass(frozen=True)
class TourRunner:
    """goals: of each home."""

    arms: tuple[SearchArm, ...]
    goals: int

    def run(self, seed: int, sensors: Sensors, embedder: Embedder) -> dict[str, HomeRun]:
        """The seed of the home is also that of its tour."""
        home, config = generate_home(seed), Config()
        tour = choose_tour(home, self.goals, seed)
        config = replace(config, explorer=replace(config.explorer, seed=seed))
        ends = {arm.name: run_tour(home, tour, arm, config, embedder, sensors=sensors) for arm in self.arms}
        return {name: HomeRun(end.goals, end.kinds, end.knowledge, end.wall_s) for name, end in ends.items()}
