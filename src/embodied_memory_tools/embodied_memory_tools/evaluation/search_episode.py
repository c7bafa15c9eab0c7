"""One episode: a robot searches a home for goals with the core alone, judged with the truth of the home."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from embodied_memory import Memory
from embodied_memory.config import Config
from embodied_memory.perception.embedder import Embedder
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory.planning.body import BodyError
from embodied_memory.planning.exploring.explorer import Explorer, GoalOutcome, SearchStep
from embodied_memory.planning.exploring.frontier_choice import RoomLikelihood
from embodied_memory.planning.exploring.goal_search import Task
from embodied_memory.planning.instruction import parse_instruction
from embodied_memory_tools.evaluation.between_goals import Between
from embodied_memory_tools.evaluation.erring_sensors.home_run import Knowledge, knowledge_of
from embodied_memory_tools.evaluation.erring_sensors.memory_check import ask_where
from embodied_memory_tools.evaluation.erring_sensors.visible_things import VisibleThings
from embodied_memory_tools.evaluation.goal_judge import GoalJudge
from embodied_memory_tools.evaluation.simulated_body import SimulatedBody
from embodied_memory_tools.report.run_summary import GoalSummary, QuestionSummary
from household.goals import JudgedGoal
from household.home import Home
from household.robot import HomeRobot
from household.sensors.sensor_suite import Sensors


@dataclass(frozen=True)
class EpisodeResult:
    """What became of an episode. knowledge: what the robot knew at the end, None where nobody asked."""

    goals: list[GoalSummary]
    questions: list[QuestionSummary]
    wall_s: float
    knowledge: Knowledge | None = None


def run_search_episode(
    home: Home,
    goals: Sequence[JudgedGoal],
    config: Config,
    embedder: Embedder,
    database: Path | None = None,
    on_step: Callable[[SearchStep], None] = lambda step: None,
    sensors: Sensors | None = None,
    between: Between = lambda over: 0.0,
) -> EpisodeResult:
    """Search for the goals in order with one memory, then ask where each is.

    database: where the memory is kept; None: a temporary place. sensors: with them, the robot is asked at the end
    what else it knows; their errors are drawn by the explorer's seed. between: what becomes of the home before each
    goal but the first.
    """
    started = time.monotonic()
    judge = GoalJudge(home, config.explorer.success_distance_m)
    with TemporaryDirectory() as folder:
        memory = Memory(database or Path(folder) / "memory.db", embedder, config.memory)
        with memory:
            builder = SceneGraphBuilder(config.perception, embedder=embedder, session_id="episode")
            robot = HomeRobot(home, sensors=sensors, seed=config.explorer.seed)
            visible = VisibleThings(robot.mount.intrinsics, config.perception)
            robot.on_picture = visible.take if sensors else robot.on_picture
            body = SimulatedBody(robot, config, builder, memory)
            explorer = Explorer(config, body, RoomLikelihood())
            task, judged = Task(", then ".join(goal.text for goal in goals)), []
            for over, goal in enumerate(goals):
                if over:
                    body.wait(between(over))
                judged.append(judge.judge(goal, _search(goal, task, explorer, body, on_step)))
            questions = ask_where(home, goals, memory.answer)
            known = knowledge_of(home, goals, memory, body, visible, config.explorer.seed) if sensors else None
    return EpisodeResult(judged, questions, time.monotonic() - started, known)


def _search(
    goal: JudgedGoal, task: Task, explorer: Explorer, body: SimulatedBody, on_step: Callable[[SearchStep], None]
) -> GoalOutcome:
    """The outcome as it really is; a robot that cannot go on has found nothing."""
    try:
        (outcome,) = explorer.search_all(parse_instruction(goal.text), on_step, task)
    except BodyError as error:
        here = body.pose()
        return GoalOutcome(goal.text, False, None, here, here, 0, 0.0, str(error))
    return body.course.legs[-1].really(outcome)
