"""Goals found and SPL over many homes, for each exploration policy, in one run."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.table import Table

from embodied_memory.config import Config
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.erring_sensors.home_run import HomeRun
from embodied_memory_tools.evaluation.homes import GENERATED, HomeKind
from embodied_memory_tools.evaluation.search_episode import EpisodeResult, run_search_episode
from embodied_memory_tools.report.metrics import mean
from household.goals import choose_goals
from household.sensors.sensor_suite import Sensors

GOALS_PER_HOME = 4


@dataclass(frozen=True)
class PolicyResult:
    """One policy over all homes: episodes by seed."""

    policy: str
    episodes: dict[int, EpisodeResult]

    @property
    def success(self) -> float:
        """Share of goals found."""
        return mean(float(goal.found) for episode in self.episodes.values() for goal in episode.goals)

    @property
    def spl(self) -> float:
        """Mean over all goals."""
        return mean(goal.spl for episode in self.episodes.values() for goal in episode.goals)

    @property
    def steps(self) -> float:
        """Mean over all goals."""
        return mean(goal.steps for episode in self.episodes.values() for goal in episode.goals)

    @property
    def answers_right(self) -> float:
        """Share of where-is questions answered right."""
        return mean(float(q.correct is True) for episode in self.episodes.values() for q in episode.questions)


def evaluate_exploration(
    homes: HomeKind,
    seeds: Sequence[int],
    policies: Sequence[str],
    config: Config,
    embedder: Embedder,
    on_episode: Callable[[str, int, EpisodeResult], None] = lambda policy, seed, result: None,
) -> list[PolicyResult]:
    """The same homes, starts and goals for every policy."""
    results = []
    for policy in policies:
        episodes = {}
        for seed in seeds:
            episodes[seed] = explore(homes, seed, policy, config, embedder)
            on_episode(policy, seed, episodes[seed])
        results.append(PolicyResult(policy, episodes))
    return results


def explore(
    homes: HomeKind, seed: int, policy: str, config: Config, embedder: Embedder, sensors: Sensors | None = None
) -> EpisodeResult:
    """The seed of the home is also that of its goals and of what becomes of it on the way."""
    home = homes.make(seed)
    goals = choose_goals(home, GOALS_PER_HOME, seed)
    chosen = replace(config, explorer=replace(config.explorer, policy=policy, seed=seed))
    between = homes.between(home, goals, seed)
    return run_search_episode(home, goals, chosen, embedder, sensors=sensors, between=between)


@dataclass(frozen=True)
class ExplorationRunner:
    """A `Runner`: each policy is one that takes part."""

    policies: tuple[str, ...]
    homes: HomeKind = GENERATED

    def run(self, seed: int, sensors: Sensors, embedder: Embedder) -> dict[str, HomeRun]:
        """Every policy's."""
        ends = {policy: explore(self.homes, seed, policy, Config(), embedder, sensors) for policy in self.policies}
        return {policy: _as_run(end) for policy, end in ends.items()}


def _as_run(end: EpisodeResult) -> HomeRun:
    return HomeRun(tuple(end.goals), ("category",) * len(end.goals), end.knowledge, end.wall_s)


def exploration_table(results: Sequence[PolicyResult], homes: HomeKind) -> Table:
    """A row for each policy."""
    table = Table(title=f"Exploration: {homes.called}, ground-truth detections, no ROS")
    for column in ("policy", "homes", "goals", "found", "SPL", "steps a goal", "where-is right", "SPL / nearest's"):
        table.add_column(column, justify="left" if column == "policy" else "right")
    nearest = next((result.spl for result in results if result.policy == "nearest"), 0.0)
    for result in results:
        goals = sum(len(episode.goals) for episode in result.episodes.values())
        ratio = f"{result.spl / nearest:.2f}" if nearest else "-"
        figures = (f"{result.success:.0%}", f"{result.spl:.3f}", f"{result.steps:.1f}", f"{result.answers_right:.0%}")
        table.add_row(result.policy, str(len(result.episodes)), str(goals), *figures, ratio)
    return table


def write_results(results: Sequence[PolicyResult], file: Path) -> None:
    """Everything, episode by episode, as JSON."""
    document = {
        result.policy: {
            "success": result.success,
            "spl": result.spl,
            "steps_per_goal": result.steps,
            "answers_right": result.answers_right,
            "episodes": {
                str(seed): {
                    "goals": [goal.model_dump() for goal in episode.goals],
                    "questions": [question.model_dump() for question in episode.questions],
                    "wall_s": episode.wall_s,
                }
                for seed, episode in result.episodes.items()
            },
        }
        for result in results
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(document, indent=2))
