"""One tour of one home by one searcher, with the core alone, judged with the truth of the home."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from embodied_memory import Memory
from embodied_memory.config import Config
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.perception.detector import make_detector
from embodied_memory.perception.embedder import Embedder
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory.planning.body import BodyError
from embodied_memory.planning.exploring.explorer import Explorer, GoalOutcome, SearchStep
from embodied_memory.planning.exploring.frontier_choice import RoomLikelihood
from embodied_memory.planning.exploring.image_goal import PictureReader
from embodied_memory.planning.instruction import Goal, parse_instruction
from embodied_memory_tools.evaluation.between_goals import Between
from embodied_memory_tools.evaluation.erring_sensors.home_run import Knowledge, knowledge_of
from embodied_memory_tools.evaluation.erring_sensors.visible_things import VisibleThings
from embodied_memory_tools.evaluation.goal_judge import GoalJudge
from embodied_memory_tools.evaluation.multi_goal.search_arm import SearchArm
from embodied_memory_tools.evaluation.simulated_body import FIRST_STAMP_NS, SimulatedBody
from embodied_memory_tools.report.run_summary import GoalSummary
from household.goals import JudgedGoal
from household.home import Home
from household.robot import HomeRobot
from household.sensors.sensor_suite import Sensors

Trail = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class TourResult:
    """What became of a tour. kinds: how each goal was told; trails: the way for each goal, (x, y) in map; knowledge:
    what the robot knew at the end, None where nobody asked; told: its answers to questions in the end; kept: of how
    many things of a daily tour it then told the usual place, and of how many it was asked.
    """

    goals: tuple[GoalSummary, ...]
    kinds: tuple[str, ...]
    trails: tuple[Trail, ...]
    wall_s: float
    knowledge: Knowledge | None = None
    told: tuple[str, ...] = ()
    kept: tuple[int, int] = (0, 0)


def run_tour(
    home: Home,
    tour: Sequence[JudgedGoal],
    arm: SearchArm,
    config: Config,
    embedder: Embedder,
    on_step: Callable[[SearchStep], None] = lambda step: None,
    sensors: Sensors | None = None,
    between: Between = lambda over: 0.0,
    questions: Sequence[str] = (),
) -> TourResult:
    """Every goal in order, each from where the one before it ended.

    sensors: with them, the robot is asked at the end what it knows; their errors are drawn by the explorer's seed.
    between: what becomes of the home before each goal but the first. questions: asked after the last goal.
    """
    started = time.monotonic()
    told = [_ToldGoal(tell(goal, config, embedder), goal) for goal in tour]
    run = _Searcher(home, arm.configured(config), embedder, on_step, sensors, between, questions)
    if arm.remembers:
        run.search(told, tour)
    else:
        for number, goal in enumerate(told, 1):
            run.search([goal], tour if number == len(told) else ())
    kinds = tuple(goal.said.kind.value for goal in told)
    wall_s = time.monotonic() - started
    return TourResult(tuple(run.goals), kinds, tuple(run.trails), wall_s, run.knowledge, run.told)


def tell(goal: JudgedGoal, config: Config, embedder: Embedder) -> Goal:
    """The goal as the robot gets it: its words, or what perception makes of its picture."""
    if goal.picture is not None:
        return PictureReader(make_detector(config.perception), embedder).goal(goal.picture)
    return parse_instruction(goal.text)[0]


@dataclass(frozen=True)
class _ToldGoal:
    """said: as the robot gets it; meant: with the truth."""

    said: Goal
    meant: JudgedGoal


class _Searcher:
    """A robot in a home; each call of `search` begins with a new map and a new memory.

    goals: judged as soon as each is over, because the home may change before the next; trails: the ways that were
    really taken; knowledge: of the newest memory.
    """

    def __init__(
        self,
        home: Home,
        config: Config,
        embedder: Embedder,
        on_step: Callable[[SearchStep], None],
        sensors: Sensors | None,
        between: Between,
        questions: Sequence[str],
    ) -> None:
        self._home, self._questions = home, questions
        self._robot = HomeRobot(home, sensors=sensors, seed=config.explorer.seed)
        self._is_asked = sensors is not None
        self._config = config
        self._embedder = embedder
        self._on_step = on_step
        self._between = between
        self._judge = GoalJudge(home, config.explorer.success_distance_m)
        self._stamp_ns = FIRST_STAMP_NS
        self.goals: list[GoalSummary] = []
        self.trails: list[Trail] = []
        self.knowledge: Knowledge | None = None
        self.told: tuple[str, ...] = ()

    def search(self, goals: Sequence[_ToldGoal], asked: Sequence[JudgedGoal]) -> None:
        """asked: of these it is asked at the end where they are, if of any."""
        visible = VisibleThings(self._robot.mount.intrinsics, self._config.perception)
        self._robot.on_picture = visible.take
        with TemporaryDirectory() as folder, self._memory(Path(folder)) as memory:
            builder = SceneGraphBuilder(self._config.perception, embedder=self._embedder, session_id="tour")
            body = SimulatedBody(self._robot, self._config, builder, memory, self._stamp_ns)
            explorer = Explorer(self._config, body, RoomLikelihood())
            for goal in goals:
                if self.goals:
                    body.wait(self._between(len(self.goals)))
                self._search_for(goal, explorer, body)
            self._stamp_ns = body.stamp_ns
            self.told = tuple(memory.answer(question, body.stamp_ns).text for question in self._questions)
            if self._is_asked and asked:
                seed = self._config.explorer.seed
                self.knowledge = knowledge_of(self._home, asked, memory, body, visible, seed)

    def _search_for(self, goal: _ToldGoal, explorer: Explorer, body: SimulatedBody) -> None:
        before, length_m = len(body.trail) - 1, body.travelled_m
        try:
            (outcome,) = explorer.search_all((goal.said,), self._on_step)
            outcome = body.course.legs[-1].really(outcome)
        except BodyError as error:
            here = Pose2D(*self._robot.pose)
            outcome = GoalOutcome(goal.said.description, False, None, here, here, 0, 0.0, str(error))
        taken = replace(outcome, path_length_m=body.travelled_m - length_m)
        self.goals.append(self._judge.judge(goal.meant, taken))
        self.trails.append(tuple(body.trail[before:]))

    def _memory(self, folder: Path) -> Memory:
        return Memory(folder / "memory.db", self._embedder, self._config.memory)
