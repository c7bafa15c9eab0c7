"""Who plans and who checks a household task: by rules, or with a language model as a guest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from embodied_memory.language.advisor import Advisor
from embodied_memory.planning.permissions import Permissions
from embodied_memory.planning.planner_critic.language_critic import LanguageCritic
from embodied_memory.planning.planner_critic.plan import Critic, Critique, Planner, Situation
from embodied_memory.planning.planner_critic.planner_critic_agent import SafeAction
from embodied_memory.planning.tasks.known_things import KnownThings
from embodied_memory.planning.tasks.language_task_planner import LanguageTaskPlanner
from embodied_memory.planning.tasks.task_critic import TaskCritic
from embodied_memory.planning.tasks.task_planner import TaskPlanner
from embodied_memory.planning.tasks.task_state import TaskState

CRITIC_ROLE = "critique skill"
_RULES = """A robot in a home goes to things, picks up one at a time, places, opens, closes, hands over, sets devices
and looks for things. Whether it can and may do the action was checked already; say what that check cannot see."""


@dataclass(frozen=True)
class TaskRoles:
    """rules: the offline critic, which has the last word whoever plans. safe_action: where nobody agrees."""

    planner: Planner
    critic: Critic
    rules: TaskCritic
    safe_action: SafeAction


def task_roles(
    state: TaskState,
    things: Callable[[], KnownThings],
    permissions: Permissions,
    advisor: Advisor | None = None,
) -> TaskRoles:
    """advisor None: all by rules. A model that plans or objects without end is not listened to without end."""
    planner, rules = TaskPlanner(state, things), TaskCritic(state, things, permissions)
    if advisor is None:
        return TaskRoles(planner, rules, rules, lambda situation: "")

    def by_rules(situation: Situation) -> str:
        """What the offline planner would do and the offline critic permits."""
        for remarks in ((), (Critique(False, "the critic objects"),)):
            plan = planner.plan(situation, remarks)
            action = next(iter(plan.actions), "")
            if action and rules.critique(situation, plan, action).valid:
                return action
        return ""

    return TaskRoles(
        LanguageTaskPlanner(advisor, planner, state, things),
        LanguageCritic(advisor, rules, _RULES, CRITIC_ROLE),
        rules,
        by_rules,
    )
