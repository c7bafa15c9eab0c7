"""MEMENTO executed: acquisition first, whose traces become the memory, then requests with every kind of memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from embodied_memory.event import parse_act_trace
from embodied_memory.language.advisor import Advisor
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.perception.embedder import Embedder
from embodied_memory.planning.agent import RECALLED
from embodied_memory.planning.known_home import DescriptionMatch
from embodied_memory_tools.evaluation.memento.episode_file import ExecutionEpisode
from embodied_memory_tools.evaluation.memento.episode_run import EpisodeResult, run_episode
from embodied_memory_tools.evaluation.memento.episodic_memory import METHODS, NONE, EpisodicMemory
from embodied_memory_tools.evaluation.memento.home_naming import name_scene


@dataclass(frozen=True)
class MethodResult:
    """One episode with one kind of memory. retrieved: acquisition episodes that the agent was given."""

    method: str
    result: EpisodeResult
    retrieved: tuple[str, ...] = ()


def execute_memento(
    episodes: Sequence[ExecutionEpisode],
    embedder: Embedder,
    gold_traces: bool = False,
    methods: Sequence[str] = tuple(METHODS.values()),
    tell: Callable[[str], None] = lambda text: None,
    advisor: Advisor | None = None,
) -> list[MethodResult]:
    """Scene by scene. gold_traces: the traces of the folder are the memory, not those of this run. advisor: a
    language model that reads and plans; by rules without.
    """
    by_scene: dict[str, list[ExecutionEpisode]] = defaultdict(list)
    for episode in episodes:
        by_scene[episode.scene].append(episode)
    results: list[MethodResult] = []
    for scene in sorted(by_scene):
        found = _execute_scene(by_scene[scene], embedder, gold_traces, methods, advisor)
        results += found
        tell(f"scene {scene}: {sum(one.result.succeeded for one in found)} of {len(found)} runs succeeded")
    return results


def _execute_scene(
    episodes: Sequence[ExecutionEpisode],
    embedder: Embedder,
    gold_traces: bool,
    methods: Sequence[str],
    advisor: Advisor | None,
) -> list[MethodResult]:
    names, match = name_scene(episodes), DescriptionMatch(embedder)

    def run(one: ExecutionEpisode, recalled: tuple[PersonalRecollection, ...] = ()) -> EpisodeResult:
        return run_episode(one, names, match, recalled, advisor)

    learned = [one for one in episodes if one.stage == "acquisition"]
    acquired = [MethodResult(NONE, run(one)) for one in learned]
    traces = {one.result.episode.episode_id: one.result.trace for one in acquired}
    if gold_traces:
        traces = {one.episode_id: parse_act_trace(one.trace) for one in learned}
    memory = EpisodicMemory(learned, traces, embedder)
    requested: list[MethodResult] = []
    for method in methods:
        for one in (one for one in episodes if one.stage != "acquisition"):
            recalled = memory.recall(method, one, RECALLED)
            requested.append(MethodResult(method, run(one, recalled), memory.ids_of(recalled)))
    return acquired + requested
