"""One tour of one home by one searcher, with the core alone, judged with the truth of the home."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from embodied_memory.config import Config
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.detector import make_detector
from embodied_memory.perception.embedder import Embedder
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory.planning.exploring.explorer import Explorer, GoalOutcome, SearchStep
from embodied_memory.planning.exploring.goal import Goal
from embodied_memory.planning.exploring.image_goal import PictureReader
from embodied_memory.planning.exploring.room_likelihood import RoomLikelihood
from embodied_memory.planning.instruction import parse_instruction
from embodied_memory_tools.evaluation.goal_judge import GoalJudge
from embodied_memory_tools.evaluation.multi_goal.search_arm import SearchArm
from embodied_memory_tools.evaluation.simulated_body import FIRST_STAMP_NS, SimulatedBody
from embodied_memory_tools.report.run_summary import GoalSummary
from household.goals import JudgedGoal
from household.home import Home
from household.robot import HomeRobot

Trail = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class TourResult:
    """What became of a tour. kinds: how each goal was told; trails: the way for each goal, (x, y) in map."""

    goals: tuple[GoalSummary, ...]
    kinds: tuple[str, ...]
    trails: tuple[Trail, ...]
    wall_s: float


def run_tour(
    home: Home,
    tour: Sequence[JudgedGoal],
    arm: SearchArm,
    config: Config,
    embedder: Embedder,
    on_step: Callable[[SearchStep], None] = lambda step: None,
) -> TourResult:
    """Every goal in order, each from where the one before it ended."""
    started = time.monotonic()
    told = [tell(goal, config, embedder) for goal in tour]
    run = _Searcher(home, replace(config, explorer=replace(config.explorer, policy=arm.policy)), embedder, on_step)
    if arm.remembers:
        ends = run.search(tuple(told))
    else:
        ends = [end for goal in told for end in run.search((goal,))]
    judge = GoalJudge(home, config.explorer.success_distance_m)
    goals = tuple(judge.judge(goal, outcome) for goal, (outcome, _) in zip(tour, ends, strict=True))
    kinds = tuple(goal.kind.value for goal in told)
    return TourResult(goals, kinds, tuple(trail for _, trail in ends), time.monotonic() - started)


def tell(goal: JudgedGoal, config: Config, embedder: Embedder) -> Goal:
    """The goal as the robot gets it: its words, or what perception makes of its picture."""
    if goal.picture is not None:
        return PictureReader(make_detector(config.perception), embedder).goal(goal.picture)
    return parse_instruction(goal.text)[0]


class _Searcher:
    """A robot in a home; each call of `search` begins with a new map and a new memory."""

    def __init__(self, home: Home, config: Config, embedder: Embedder, on_step: Callable[[SearchStep], None]) -> None:
        self._robot = HomeRobot(home)
        self._config = config
        self._embedder = embedder
        self._on_step = on_step
        self._stamp_ns = FIRST_STAMP_NS

    def search(self, goals: tuple[Goal, ...]) -> list[tuple[GoalOutcome, Trail]]:
        """Outcomes with the length of the way that was really taken, and the ways."""
        with TemporaryDirectory() as folder, self._memory(Path(folder)) as memory:
            builder = SceneGraphBuilder(self._config.perception, embedder=self._embedder, session_id="tour")
            body = SimulatedBody(self._robot, self._config, builder, memory, self._stamp_ns)
            explorer = Explorer(self._config, body, RoomLikelihood())
            ends = []
            for goal in goals:
                before, length_m = len(body.trail) - 1, body.travelled_m
                (outcome,) = explorer.search_all((goal,), self._on_step)
                taken = replace(outcome, path_length_m=body.travelled_m - length_m)
                ends.append((taken, tuple(body.trail[before:])))
            self._stamp_ns = body.stamp_ns
        return ends

    def _memory(self, folder: Path) -> Memory:
        return Memory(folder / "memory.db", self._embedder, self._config.memory)
