"""The roles of household tasks: a home of words, and one instruction for each number."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from embodied_memory.config import PermissionConfig, PlannerCriticConfig
from embodied_memory.language.advisor import Advisor, Usage
from embodied_memory.language.language_model import LanguageModel
from embodied_memory.planning.skill_call import Permissions
from embodied_memory.planning.tasks.language_planners import ActionVerdict, PlannedActions
from embodied_memory.planning.tasks.task_execution import TaskExecution, TaskOutcome
from embodied_memory.planning.tasks.task_policy import PLAN
from embodied_memory.planning.tasks.task_reading import read_task
from embodied_memory_tools.language.role_play import PATIENT, RolePlay
from embodied_memory_tools.language.small_home import SmallHome

GRANTS = ("anna: all", "tom: ask, search", "*: ask")
ERRANDS = (
    ("anna", "bring me the blue bowl, then bring tom the knife"),
    ("tom", "find the red mug and look at the stove"),
    ("anna", "put the red mug on the stove, then the book in the cabinet, then turn on the lamp"),
)


def do_errand(advisor: Advisor | None, number: int = 0, policy: str = PLAN) -> tuple[SmallHome, TaskOutcome]:
    """The home afterwards, and what became of the errand. advisor None: by the rules. policy: of planner_critic."""
    home, (speaker, text) = SmallHome(), ERRANDS[number % len(ERRANDS)]
    permissions = Permissions(PermissionConfig(GRANTS))
    config = PlannerCriticConfig(policy=policy)
    execution = TaskExecution(home, home, home.things, permissions, config, advisor=advisor)
    return home, execution.execute(text, speaker, read_task(text, speaker, frozenset({"anna", "tom"})))


def play_household(model: LanguageModel, folder: Path, number: int = 0) -> Mapping[str, Usage]:
    """Planner and critic of tasks. See Play."""
    advisor = Advisor(model, PATIENT)
    do_errand(advisor, number)
    return advisor.usage


HOUSEHOLD_ROLES = RolePlay(
    "household", {"plan task": PlannedActions, "critique skill": ActionVerdict}, play_household
)
