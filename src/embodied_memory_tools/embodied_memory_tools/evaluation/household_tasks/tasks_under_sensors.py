"""Instructions in a home under sensors that err."""

from __future__ import annotations

from dataclasses import dataclass

from embodied_memory.config import Config
from embodied_memory.perception.embedder import Embedder
from embodied_memory_tools.evaluation.erring_sensors.home_run import HomeRun
from embodied_memory_tools.evaluation.homes import HomeKind
from embodied_memory_tools.evaluation.household_tasks.task_report import ARMS
from embodied_memory_tools.evaluation.household_tasks.task_run import HomeTasks, TaskEnd
from embodied_memory_tools.evaluation.household_tasks.task_set import TaskSet
from embodied_memory_tools.report.run_summary import GoalSummary
from household.sensors.sensor_suite import Sensors


@dataclass(frozen=True)
class TaskRunner:
    """A `Runner` of tasks. kinds: of instruction, of those in the set."""

    tasks: TaskSet
    kinds: tuple[str, ...]

    @property
    def homes(self) -> HomeKind:
        """See `Runner`."""
        return self.tasks.homes

    def run(self, seed: int, sensors: Sensors, embedder: Embedder) -> dict[str, HomeRun]:
        """With and without memory of the home."""
        return {
            arm: _as_run(self.tasks.run(seed, Config(), embedder, self.kinds, remembers, sensors=sensors))
            for arm, remembers in ARMS.items()
        }


def _as_run(done: HomeTasks) -> HomeRun:
    goals, kinds = tuple(_as_goal(end) for end in done.ends), tuple(end.case.kind for end in done.ends)
    wall_s, wrong = sum(end.wall_s for end in done.ends), sum(end.wrong_thing for end in done.ends)
    return HomeRun(goals, kinds, done.knowledge, wall_s, wrong)


def _as_goal(end: TaskEnd) -> GoalSummary:
    """steps: actions; nobody knows the shortest way of an instruction."""
    return GoalSummary(
        text=end.case.instruction,
        found=end.done,
        claimed=end.claimed,
        steps=len(end.actions),
        path_length_m=end.metres,
        message=end.said,
    )
