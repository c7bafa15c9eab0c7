"""The same homes, starts and goals for every searcher."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from embodied_memory.config import Config
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.between_goals import HabitsGoOn
from embodied_memory_tools.evaluation.homes import GENERATED, HomeKind
from embodied_memory_tools.evaluation.multi_goal.search_arm import SearchArm
from embodied_memory_tools.evaluation.multi_goal.tour_run import TourResult, run_tour
from embodied_memory_tools.evaluation.multi_goal.tour_scores import ArmScore
from household.search_tour import choose_daily_tour, choose_tour
from household.sensors.sensor_suite import Sensors


@dataclass(frozen=True)
class TourPlan:
    """goals: of each home. The seed of a home is also that of its tour, of what becomes of it on the way, and of the
    random policy. is_daily: the same few things are asked for again and again, and people have places for
    them.
    """

    arms: tuple[SearchArm, ...]
    goals: int
    homes: HomeKind = GENERATED
    is_daily: bool = False

    def tours(
        self, seed: int, config: Config, embedder: Embedder, sensors: Sensors | None = None
    ) -> Iterator[tuple[str, TourResult]]:
        """Through the home of the seed by each searcher, who is named; to each it is new."""
        choose = choose_daily_tour if self.is_daily else choose_tour
        tour = choose(self.homes.make(seed), self.goals, seed)
        chosen = replace(config, explorer=replace(config.explorer, seed=seed))
        for arm in self.arms:
            home = self.homes.make(seed)
            if not self.is_daily:
                between = self.homes.between(home, tour, seed)
                yield arm.name, run_tour(home, tour, arm, chosen, embedder, sensors=sensors, between=between)
                continue
            habits = HabitsGoOn(home, tour, seed)
            asked = tuple(f"Where do we keep {goal.text}?" for goal in habits.things)
            result = run_tour(home, tour, arm, chosen, embedder, sensors=sensors, between=habits, questions=asked)
            right = sum(map(habits.is_kept, habits.things, result.told))
            yield arm.name, replace(result, kept=(right, len(asked)))


def evaluate_tours(
    plan: TourPlan,
    seeds: Sequence[int],
    config: Config,
    embedder: Embedder,
    on_tour: Callable[[str, int, TourResult], None] = lambda name, seed, result: None,
    on_home: Callable[[list[ArmScore]], object] = lambda scores: None,
) -> list[ArmScore]:
    """on_home: is told the scores over the homes so far, so that a run that is broken off leaves something."""
    tours: dict[str, dict[int, TourResult]] = {arm.name: {} for arm in plan.arms}
    scores: list[ArmScore] = []
    for seed in seeds:
        for name, result in plan.tours(seed, config, embedder):
            tours[name][seed] = result
            on_tour(name, seed, result)
        scores = [ArmScore(name, dict(of_homes)) for name, of_homes in tours.items()]
        on_home(scores)
    return scores
