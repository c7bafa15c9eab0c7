"""Instructions in one home, one after the other, by the core alone; judged with the truth of the home."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from embodied_memory import Memory
from embodied_memory.config import Config
from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.geometry.pose import Pose2D
from embodied_memory.perception.embedder import Embedder
from embodied_memory.perception.scene_graph_builder import SceneGraphBuilder
from embodied_memory.planning.exploring.explorer import Explorer
from embodied_memory.planning.exploring.frontier_choice import RoomLikelihood
from embodied_memory.planning.instruction import Goal, InstructionError, TaskReport, TaskStatus
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.planning.tasks.robot_skills import RobotSkills, TaskBody
from embodied_memory.planning.tasks.task_execution import TaskExecution
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory_tools.evaluation.erring_sensors.home_run import Knowledge, knowledge_of
from embodied_memory_tools.evaluation.erring_sensors.memory_check import nameable_things
from embodied_memory_tools.evaluation.erring_sensors.visible_things import VisibleThings
from embodied_memory_tools.evaluation.household_tasks.task_case import KINDS, CaseDraw, TaskCase, is_done, is_wrong
from embodied_memory_tools.evaluation.household_tasks.timed_body import TimedBody
from embodied_memory_tools.evaluation.out_of_sight import OutOfSight
from embodied_memory_tools.evaluation.simulated_body import SimulatedBody
from embodied_memory_tools.evaluation.simulated_hands import HandedBody
from household.generation import generate_home
from household.home import ROBOT_ID, Home
from household.residents.draw_residents import draw_residents
from household.residents.home_map import HomeMap
from household.residents.life import move_in
from household.robot import HomeRobot
from household.sensors.sensor_suite import Sensors

_FIRST_LOOK_STEPS = 80
"""Of the robot through a home that is new to it, before anybody asks for something."""
_HOURS_BETWEEN = 2.0
_START_NS = 1_780_000_000_000_000_000


@dataclass(frozen=True)
class TaskEnd:
    """What became of an instruction. said: by the robot; actions: what it did; remarks: of its critic; metres: of its
    way; claimed: it says that it is done; wrong_thing: something else was brought or put there; used_s: by the
    robot's clock.
    """

    case: TaskCase
    done: bool
    said: str
    actions: tuple[str, ...]
    remarks: tuple[str, ...]
    metres: float
    wall_s: float
    claimed: bool = False
    wrong_thing: bool = False
    used_s: float = 0.0


@dataclass(frozen=True)
class HomeTasks:
    """All that was asked in a home, and what the robot knew at the end, None where nobody asked."""

    ends: list[TaskEnd]
    knowledge: Knowledge | None


def run_home_tasks(
    seed: int,
    config: Config,
    embedder: Embedder,
    kinds: tuple[str, ...] = KINDS,
    remembers: bool = True,
    on_end: Callable[[TaskEnd], None] = lambda end: None,
    sensors: Sensors | None = None,
) -> HomeTasks:
    """In the home of the seed, which the robot has been through once; then, each after some hours, it is asked for a
    thing of each kind. remembers: without it, the robot knows nothing of the home whenever it is asked.

    What it did is undone afterwards, so that whoever is compared is asked for the same. sensors: with them, the robot
    is asked at the end what it knows.
    """
    home, rng = generate_home(seed), random.Random(f"{seed} tasks")
    residents = draw_residents(HomeMap(home.world), random.Random(f"{seed} residents"))
    move_in(home, residents)
    people = [resident.name for resident in residents]
    changes = OutOfSight(home, rng)
    draw = CaseDraw(home, changes, rng)
    ends: list[TaskEnd] = []
    with ExitStack() as stack:
        a_robot = partial(TaskRobot, home, config, embedder, stack, people, sensors, seed)
        robot = a_robot()
        if remembers:
            robot.get_to_know()
        for kind in kinds:
            robot.let_pass(_HOURS_BETWEEN)
            changes.pass_hours(people)
            person = rng.choice(people)
            case = draw.draw(kind, person)
            if case is None:
                continue
            robot = robot if remembers else a_robot()
            before = dict(home.world.entities)
            ends.append(robot.do(case, person))
            changes.put_back(before)
            on_end(ends[-1])
        return HomeTasks(ends, robot.knowledge([end.case for end in ends]) if sensors else None)


@dataclass(frozen=True)
class _Told:
    """As in `TaskEnd`."""

    said: str
    actions: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    claimed: bool = False


class TaskRobot:
    """Memory, map and hands through all that is asked of it. stack: puts its memory away."""

    def __init__(
        self,
        home: Home,
        config: Config,
        embedder: Embedder,
        stack: ExitStack,
        people: list[str],
        sensors: Sensors | None,
        seed: int,
    ) -> None:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        self._memory = stack.enter_context(Memory(folder / "memory.db", embedder, config.memory))
        self._home, self._config = home, config
        self._people = frozenset(name.lower() for name in people)
        builder = SceneGraphBuilder(config.perception, embedder=embedder, session_id="tasks")
        robot = HomeRobot(home, sensors=sensors, seed=seed)
        self._visible, self._seed = VisibleThings(robot.mount.intrinsics, config.perception), seed
        robot.on_picture = self._visible.take if sensors else robot.on_picture
        self._legs = SimulatedBody(robot, config, builder, self._memory, _START_NS)
        self._body = HandedBody(self._legs, home, self._memory)

    def get_to_know(self, most_steps: int = _FIRST_LOOK_STEPS) -> None:
        """Look everywhere: for something that is nowhere."""
        patient = replace(self._config, explorer=replace(self._config.explorer, max_steps_per_goal=most_steps))
        Explorer(patient, self._legs, RoomLikelihood()).search_all((Goal("unicorn"),))

    def go_to(self, pose: tuple[float, float, float]) -> None:
        """Without looking around on the way."""
        self._legs.navigate(Pose2D(*pose))

    def let_pass(self, hours: float) -> None:
        """Standing still, with its eyes shut."""
        self._legs.wait(hours * 3600)

    def do(self, case: TaskCase, person: str) -> TaskEnd:
        """Hear it, do it, judge it. What is done after the time given does not count."""
        started, before_m, deeds = time.monotonic(), self._legs.travelled_m, len(self._body.deeds)
        if case.told:
            self.hear(case.told, person)
        self._legs.look()
        body = TimedBody(self._body, case.budget_s)
        outcome = self._try(case.instruction, person, body if math.isfinite(case.budget_s) else self._body)
        is_in_time = body.last_deed_s <= case.budget_s
        return TaskEnd(
            case, is_in_time and is_done(case, self._home.world, outcome.said), outcome.said, outcome.actions,
            outcome.remarks, self._legs.travelled_m - before_m, time.monotonic() - started,
            outcome.claimed, any(is_wrong(case, one) for one in self._body.deeds[deeds:]), body.used_s,
        )  # fmt: skip

    def _try(self, instruction: str, person: str, body: TaskBody) -> _Told:
        """What cannot be read is not begun."""
        skills = RobotSkills(self._config, body, RoomLikelihood(), lambda step: None)
        execution = TaskExecution(body, skills, skills.things, Permissions(self._config.permissions))
        try:
            goals = read_task(instruction, person, self._people)
        except InstructionError as error:
            return _Told(str(error))
        outcome = execution.execute(instruction, person, goals)
        actions = tuple(f"{step.action}[{', '.join(step.arguments)}]" for step in outcome.trace.steps)
        is_claimed = outcome.report.status is TaskStatus.SUCCEEDED
        return _Told(_said(outcome.report), actions, outcome.report.remarks, is_claimed)

    def knowledge(self, cases: Sequence[TaskCase]) -> Knowledge:
        """Asked for things that no instruction was about: what the robot moved was put back behind its back."""
        touched = {one.entity_id for case in cases for one in case.conditions}
        goals = [goal for goal in nameable_things(self._home) if touched.isdisjoint(goal.entity_ids)]
        return knowledge_of(self._home, goals[::4], self._memory, self._legs, self._visible, self._seed, touched)

    def hear(self, text: str, person: str) -> None:
        """Somebody says something to the robot."""
        said = Event(
            self._legs.stamp_ns + 1, EventKind.UTTERANCE, person, text, (), "", (ROBOT_ID,), Provenance.REPORTED
        )
        self._memory.record_event(said)


def _said(report: TaskReport) -> str:
    if report.ambiguity is not None:
        return f"asks: {' or '.join(report.ambiguity.readings)}"
    return report.summary or "; ".join(report.reasons)
