"""One episode: a robot searches a home for goals with the core alone, judged with the truth of the home."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from embodied_memory.config import Config
from embodied_memory.evidence import Answer
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.embedder import Embedder
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory.planning.exploring.explorer import Explorer, SearchStep
from embodied_memory.planning.exploring.room_likelihood import RoomLikelihood
from embodied_memory.planning.instruction import parse_instruction
from embodied_memory_tools.evaluation.goal_judge import GoalJudge
from embodied_memory_tools.evaluation.simulated_body import SimulatedBody
from embodied_memory_tools.report.run_summary import GoalSummary, QuestionSummary, question_summary
from household.goals import JudgedGoal, judge_where_is, where_is_questions
from household.home import Home
from household.robot import HomeRobot


@dataclass(frozen=True)
class EpisodeResult:
    """What became of an episode."""

    goals: list[GoalSummary]
    questions: list[QuestionSummary]
    wall_s: float


def run_search_episode(
    home: Home,
    goals: Sequence[JudgedGoal],
    config: Config,
    embedder: Embedder,
    database: Path | None = None,
    on_step: Callable[[SearchStep], None] = lambda step: None,
) -> EpisodeResult:
    """Search for the goals in order with one memory, then ask where each is.

    database: where the memory is kept; None: a temporary place.
    """
    started = time.monotonic()
    with TemporaryDirectory() as folder:
        memory = Memory(database or Path(folder) / "memory.db", embedder, config.memory)
        with memory:
            builder = SceneGraphBuilder(config.perception, embedder=embedder, session_id="episode")
            body = SimulatedBody(HomeRobot(home), config, builder, memory)
            explorer = Explorer(config, body, RoomLikelihood())
            instruction = ", then ".join(goal.text for goal in goals)
            outcomes = explorer.search_all(parse_instruction(instruction), on_step)
            questions = ask_where(home, goals, memory.answer)
    judge = GoalJudge(home, config.explorer.success_distance_m)
    judged = [judge.judge(goal, outcome) for goal, outcome in zip(goals, outcomes, strict=True)]
    return EpisodeResult(judged, questions, time.monotonic() - started)


def ask_where(home: Home, goals: Sequence[JudgedGoal], ask: Callable[[str], Answer]) -> list[QuestionSummary]:
    """Ask where each goal is and judge the answers."""
    questions = []
    for question in where_is_questions(home, goals):
        answer = ask(question.text)
        judgement = judge_where_is(home, question, answer.text, answer.positions, answer.room)
        questions.append(question_summary(answer, judgement.correct))
    return questions
