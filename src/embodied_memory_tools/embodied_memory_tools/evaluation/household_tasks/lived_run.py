"""A robot in a home that is lived in: it sees it, is told things, and hours later has to do something in time."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

import numpy as np

from embodied_memory.config import Config
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.household_tasks.lived_draw import LIVED_KINDS, LivedDraw
from embodied_memory_tools.evaluation.household_tasks.task_budget import budget_s
from embodied_memory_tools.evaluation.household_tasks.task_run import HomeTasks, TaskEnd, TaskRobot
from embodied_memory_tools.evaluation.out_of_sight import OutOfSight
from household.generation import generate_lived_home
from household.home import Home
from household.residents.draw_residents import draw_residents
from household.residents.home_map import HomeMap
from household.residents.life import move_in
from household.residents.personal_space import PersonalSpaceGrid
from household.sensors.sensor_suite import Sensors

_FIRST_LOOK_STEPS = 250
_HOURS_BETWEEN = 2.0
_SPEAKS_FROM_M = 1.6
"""Whoever asks stands so far in front of the robot's place."""


def run_lived_tasks(
    seed: int,
    config: Config,
    embedder: Embedder,
    kinds: tuple[str, ...] = LIVED_KINDS,
    remembers: bool = True,
    on_end: Callable[[TaskEnd], None] = lambda end: None,
    sensors: Sensors | None = None,
) -> HomeTasks:
    """In the lived-in home of the seed, each kind once. Before each, somebody may say something; two hours later,
    with things and people elsewhere and a door turned, somebody stands before the robot and asks, and it has the
    time of `budget_s`. What it did is undone afterwards.

    remembers: without it, the robot never saw the home before, and has heard nothing. sensors: with them, the robot
    is asked at the end what it knows.
    """
    home, rng = generate_lived_home(seed), random.Random(f"{seed} lived tasks")
    residents = draw_residents(HomeMap(home.world), random.Random(f"{seed} residents"))
    move_in(home, residents)
    people = [resident.name for resident in residents]
    changes = OutOfSight(home, rng)
    draw = LivedDraw(home, changes, rng, people)
    ends: list[TaskEnd] = []
    with ExitStack() as stack:
        a_robot = partial(TaskRobot, home, config, embedder, stack, people, sensors, seed)
        robot = a_robot()
        if remembers:
            robot.get_to_know(_FIRST_LOOK_STEPS)
        for kind in kinds:
            person = rng.choice(people)
            drawn = draw.draw(kind, person)
            if drawn is None:
                continue
            robot = robot if remembers else a_robot()
            robot.go_to(home.start_pose)
            for speaker, text in drawn.said if remembers else ():
                robot.hear(text, speaker)
            robot.let_pass(_HOURS_BETWEEN)
            changes.pass_hours(people, drawn.left_alone)
            changes.turn_door()
            _stand_before(home, person)
            before = dict(home.world.entities)
            case = replace(drawn.case, budget_s=budget_s(drawn.case, home))
            ends.append(robot.do(case, person))
            changes.put_back(before)
            on_end(ends[-1])
        return HomeTasks(ends, robot.knowledge([end.case for end in ends]) if sensors else None)


def _stand_before(home: Home, person: str) -> None:
    """Somebody comes to where the robot waits, to speak to it."""
    x, y, yaw = home.start_pose
    before = (x + _SPEAKS_FROM_M * float(np.cos(yaw)), y + _SPEAKS_FROM_M * float(np.sin(yaw)))
    spot = PersonalSpaceGrid(home.world).nearest_free(before, home.world.room_at(x, y))
    if spot is not None:
        home.world.move_actor(person, *spot, yaw + np.pi)
