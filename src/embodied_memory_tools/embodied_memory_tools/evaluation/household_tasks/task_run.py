"""Instructions in one home, one after the other, by the core alone; judged with the truth of the home."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from embodied_memory.config import Config
from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.embedder import Embedder
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory.planning.exploring.explorer import Explorer
from embodied_memory.planning.exploring.goal import Goal
from embodied_memory.planning.exploring.room_likelihood import RoomLikelihood
from embodied_memory.planning.permissions import Permissions
from embodied_memory.planning.task_report import TaskReport
from embodied_memory.planning.tasks.robot_skills import RobotSkills
from embodied_memory.planning.tasks.task_execution import TaskExecution
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory_tools.evaluation.household_tasks.out_of_sight import OutOfSight
from embodied_memory_tools.evaluation.household_tasks.task_case import KINDS, CaseDraw, TaskCase, is_done
from embodied_memory_tools.evaluation.simulated_body import SimulatedBody
from embodied_memory_tools.evaluation.simulated_hands import HandedBody
from household.generation import generate_home
from household.home import ROBOT_ID, Home
from household.residents.draw_residents import draw_residents
from household.residents.home_map import HomeMap
from household.residents.life import move_in
from household.robot import HomeRobot

_FIRST_LOOK_STEPS = 80
"""Of the robot through a home that is new to it, before anybody asks for something."""
_HOURS_BETWEEN = 2.0
_START_NS = 1_780_000_000_000_000_000


@dataclass(frozen=True)
class TaskEnd:
    """What became of an instruction. said: by the robot; actions: what it did; remarks: of its critic; metres: of its
    way.
    """

    case: TaskCase
    done: bool
    said: str
    actions: tuple[str, ...]
    remarks: tuple[str, ...]
    metres: float
    wall_s: float


def run_tasks(
    seed: int,
    config: Config,
    embedder: Embedder,
    kinds: tuple[str, ...] = KINDS,
    remembers: bool = True,
    on_end: Callable[[TaskEnd], None] = lambda end: None,
) -> list[TaskEnd]:
    """In the home of the seed, which the robot has been through once; then, each after some hours, it is asked for a
    thing of each kind. remembers: without it, the robot knows nothing of the home whenever it is asked.

    What it did is undone afterwards, so that whoever is compared is asked for the same.
    """
    home, rng = generate_home(seed), random.Random(f"{seed} tasks")
    residents = draw_residents(HomeMap(home.world), random.Random(f"{seed} residents"))
    move_in(home, residents)
    people = [resident.name for resident in residents]
    changes = OutOfSight(home, rng)
    draw = CaseDraw(home, changes, rng)
    ends: list[TaskEnd] = []
    with ExitStack() as stack:
        robot = _Robot(home, config, embedder, stack, people)
        if remembers:
            robot.get_to_know()
        for kind in kinds:
            robot.let_pass(_HOURS_BETWEEN)
            changes.pass_hours(people)
            person = rng.choice(people)
            case = draw.draw(kind, person)
            if case is None:
                continue
            robot = robot if remembers else _Robot(home, config, embedder, stack, people)
            before = dict(home.world.entities)
            ends.append(robot.do(case, person))
            changes.put_back(before)
            on_end(ends[-1])
    return ends


class _Robot:
    """Memory, map and hands through all that is asked of it. stack: puts its memory away."""

    def __init__(self, home: Home, config: Config, embedder: Embedder, stack: ExitStack, people: list[str]) -> None:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        self._memory = stack.enter_context(Memory(folder / "memory.db", embedder, config.memory))
        self._home, self._config = home, config
        self._people = frozenset(name.lower() for name in people)
        builder = SceneGraphBuilder(config.perception, embedder=embedder, session_id="tasks")
        self._legs = SimulatedBody(HomeRobot(home), config, builder, self._memory, _START_NS)
        self._body = HandedBody(self._legs, home, self._memory)

    def get_to_know(self) -> None:
        """Look everywhere: for something that is nowhere."""
        patient = replace(self._config, explorer=replace(self._config.explorer, max_steps_per_goal=_FIRST_LOOK_STEPS))
        Explorer(patient, self._legs, RoomLikelihood()).search_all((Goal("unicorn"),))

    def let_pass(self, hours: float) -> None:
        """Standing still, with its eyes shut."""
        self._legs.wait(hours * 3600)

    def do(self, case: TaskCase, person: str) -> TaskEnd:
        """Hear it, do it, judge it."""
        started, before_m = time.monotonic(), self._legs.travelled_m
        if case.told:
            self._hear(case.told, person)
        self._legs.look()
        skills = RobotSkills(self._config, self._body, RoomLikelihood(), lambda step: None)
        execution = TaskExecution(self._body, skills, skills.things, Permissions(self._config.permissions))
        outcome = execution.execute(case.instruction, person, read_task(case.instruction, person, self._people))
        actions = tuple(f"{step.action}[{', '.join(step.arguments)}]" for step in outcome.trace.steps)
        return TaskEnd(
            case, is_done(case, self._home.world), _said(outcome.report), actions, outcome.report.remarks,
            self._legs.travelled_m - before_m, time.monotonic() - started,
        )  # fmt: skip

    def _hear(self, text: str, person: str) -> None:
        said = Event(
            self._legs.stamp_ns + 1, EventKind.UTTERANCE, person, text, (), "", (ROBOT_ID,), Provenance.REPORTED
        )
        self._memory.record_event(said)


def _said(report: TaskReport) -> str:
    if report.ambiguity is not None:
        return f"asks: {' or '.join(report.ambiguity.readings)}"
    return report.summary or "; ".join(report.reasons)
