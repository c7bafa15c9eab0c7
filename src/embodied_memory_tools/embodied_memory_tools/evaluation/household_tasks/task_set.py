"""What a robot is asked for in each kind of homes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from embodied_memory_tools.evaluation.homes import GENERATED, LIVED, HomeKind
from embodied_memory_tools.evaluation.household_tasks.lived_draw import LIVED_KINDS
from embodied_memory_tools.evaluation.household_tasks.lived_run import run_lived_tasks
from embodied_memory_tools.evaluation.household_tasks.task_case import KINDS
from embodied_memory_tools.evaluation.household_tasks.task_run import HomeTasks, run_home_tasks


@dataclass(frozen=True)
class TaskSet:
    """kinds: of instruction. run: see `run_home_tasks`. most_without_memory: the share of them that a robot may do
    which remembers nothing, if they are to need a memory.
    """

    homes: HomeKind
    kinds: tuple[str, ...]
    run: Callable[..., HomeTasks]
    most_without_memory: float = 1.0


TASKS: Mapping[str, TaskSet] = {
    GENERATED.name: TaskSet(GENERATED, KINDS, run_home_tasks),
    LIVED.name: TaskSet(LIVED, LIVED_KINDS, run_lived_tasks, 2 / 3),
}
"""By name of the kind of homes."""
