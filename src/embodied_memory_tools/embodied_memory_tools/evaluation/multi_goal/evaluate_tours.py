"""The same homes, starts and goals for every searcher."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from embodied_memory.config import Config
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.multi_goal.search_arm import SearchArm
from embodied_memory_tools.evaluation.multi_goal.tour_run import TourResult, run_tour
from embodied_memory_tools.evaluation.multi_goal.tour_scores import ArmScore
from household.generation import generate_home
from household.search_tour import choose_tour


def evaluate_tours(
    seeds: Sequence[int],
    arms: Sequence[SearchArm],
    goals: int,
    config: Config,
    embedder: Embedder,
    on_tour: Callable[[str, int, TourResult], None] = lambda name, seed, result: None,
    on_home: Callable[[list[ArmScore]], object] = lambda scores: None,
) -> list[ArmScore]:
    """goals: of each home. The seed of a home is also that of its tour and of the random policy.

    on_home: is told the scores over the homes so far, so that a run that is broken off leaves something.
    """
    tours: dict[str, dict[int, TourResult]] = {arm.name: {} for arm in arms}
    scores: list[ArmScore] = []
    for seed in seeds:
        home = generate_home(seed)
        tour = choose_tour(home, goals, seed)
        chosen = replace(config, explorer=replace(config.explorer, seed=seed))
        for arm in arms:
            result = run_tour(home, tour, arm, chosen, embedder)
            tours[arm.name][seed] = result
            on_tour(arm.name, seed, result)
        scores = [ArmScore(arm.name, dict(tours[arm.name])) for arm in arms]
        on_home(scores)
    return scores
