"""MEMENTO executed: acquisition first, whose traces become the memory, then requests with every kind of memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from embodied_memory.act_trace import ActTrace, parse_act_trace
from embodied_memory.perception.embedder import Embedder
from embodied_memory.planning.react.react_agent import RECALLED
from embodied_memory.planning.skills.word_match import DescriptionMatch
from embodied_memory_tools.evaluation.memento.episode_file import ExecutionEpisode
from embodied_memory_tools.evaluation.memento.episode_run import EpisodeResult, run_episode
from embodied_memory_tools.evaluation.memento.episodic_memory import METHODS, NONE, EpisodicMemory
from embodied_memory_tools.evaluation.memento.home_naming import SceneNames, name_scene


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
) -> list[MethodResult]:
    """Scene by scene. gold_traces: the traces of the folder are the memory, not those of this run."""
    by_scene: dict[str, list[ExecutionEpisode]] = defaultdict(list)
    for episode in episodes:
        by_scene[episode.scene].append(episode)
    match = DescriptionMatch(embedder)
    results: list[MethodResult] = []
    for scene in sorted(by_scene):
        found = _execute_scene(by_scene[scene], match, embedder, gold_traces, methods)
        results += found
        tell(f"scene {scene}: {sum(one.result.succeeded for one in found)} of {len(found)} runs succeeded")
    return results


def _execute_scene(
    episodes: Sequence[ExecutionEpisode],
    match: DescriptionMatch,
    embedder: Embedder,
    gold_traces: bool,
    methods: Sequence[str],
) -> list[MethodResult]:
    names = name_scene(episodes)
    learned = [one for one in episodes if one.stage == "acquisition"]
    acquired = [MethodResult(NONE, run_episode(one, names, match)) for one in learned]
    traces = {one.result.episode.episode_id: one.result.trace for one in acquired}
    if gold_traces:
        traces = {one.episode_id: parse_act_trace(one.trace) for one in learned}
    asked = [one for one in episodes if one.stage != "acquisition"]
    return acquired + _execute_requests(asked, learned, traces, names, match, embedder, methods)


def _execute_requests(
    asked: Sequence[ExecutionEpisode],
    learned: Sequence[ExecutionEpisode],
    traces: Mapping[str, ActTrace],
    names: SceneNames,
    match: DescriptionMatch,
    embedder: Embedder,
    methods: Sequence[str],
) -> list[MethodResult]:
    memory = EpisodicMemory(learned, traces, embedder)
    return [
        MethodResult(
            method,
            run_episode(one, names, match, memory.recall_for(method, one)),
            memory.retrieved(method, one, RECALLED),
        )
        for method in methods
        for one in asked
    ]
