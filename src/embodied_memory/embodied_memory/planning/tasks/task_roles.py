"""Who plans and who checks a household task: by rules, or with a language model as a guest."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from embodied_memory.config import PlannerCriticConfig
from embodied_memory.language.advisor import Advisor
from embodied_memory.planning.agent.course import Course
from embodied_memory.planning.agent.react_planner import GuestPlanner, ReactPlanner
from embodied_memory.planning.permissions import Permissions
from embodied_memory.planning.planner_critic.language_critic import LanguageCritic
from embodied_memory.planning.planner_critic.plan import Critic, Critique, Planner, Situation
from embodied_memory.planning.planner_critic.planner_critic import SafeAction
from embodied_memory.planning.skills.known_home import KnownHome
from embodied_memory.planning.tasks.known_things import KnownThings
from embodied_memory.planning.tasks.language_task_planner import LanguageTaskPlanner, meant_in_words
from embodied_memory.planning.tasks.task_critic import TaskCritic
from embodied_memory.planning.tasks.task_goal import Deed
from embodied_memory.planning.tasks.task_planner import TaskPlanner
from embodied_memory.planning.tasks.task_state import TaskState

PLAN, REACT = "plan", "react"
"""The values of `planner_critic.policy`: a plan of several calls, or a thought and one call."""
CRITIC_ROLE = "critique skill"
_RULES = """A robot in a home goes to things, picks up one at a time, places, opens, closes, hands over, sets devices
and looks for things. Whether it can and may do the action was checked already; say what that check cannot see."""
_ACTIONS = """Explore[words]: look for something everywhere, in words of the task.
Navigate[id]: go to a thing, a piece of furniture or a person. You must be at a thing or a place to use it.
Pick[object], Open[furniture], Close[furniture], Wait[]
Place[object, on or in, furniture]: put down what you hold.
Handoff[id of a person]: give what you hold.
SetDeviceState[id, setting, value]: set a device."""


@dataclass(frozen=True)
class TaskRoles:
    """rules: the offline critic, which has the last word whoever plans. safe_action: where nobody agrees."""

    planner: Planner
    critic: Critic
    rules: TaskCritic
    safe_action: SafeAction


def check_policy(config: PlannerCriticConfig, advisor: Advisor | None) -> None:
    """Raises ValueError for a policy that does not exist, and for `react` without a language model."""
    if config.policy not in (PLAN, REACT):
        raise ValueError(f'planner_critic.policy is "{config.policy}": there are {PLAN} and {REACT}')
    if config.policy == REACT and advisor is None:
        raise ValueError(
            f'planner_critic.policy is "{REACT}", but there is no language model: set language.server_url, or '
            f"planner_critic.policy to {PLAN}"
        )


def task_roles(
    course: Course,
    state: TaskState,
    things: Callable[[], KnownThings],
    home: KnownHome,
    permissions: Permissions,
    advisor: Advisor | None = None,
    policy: str = PLAN,
    actions: str = _ACTIONS,
) -> TaskRoles:
    """advisor None: all by rules. actions: what the world does, for a model. A model that plans or objects without
    end is not listened to without end; how to look, and how to leave things in the end, the rules plan alone.
    """
    planner, rules = TaskPlanner(state, things), TaskCritic(state, things, permissions)
    if advisor is None:
        return TaskRoles(planner, rules, rules, lambda situation: "")

    def part() -> Hashable | None:
        return None if state.goal is None or state.goal.deed is Deed.LOOK else state.index

    guest: Planner = LanguageTaskPlanner(advisor, planner, state, things)
    if policy == REACT:
        guest = ReactPlanner(advisor, planner, course, home, actions, lambda: _meant_now(state))
    return TaskRoles(
        GuestPlanner(guest, planner, part),
        LanguageCritic(advisor, rules, _RULES, CRITIC_ROLE),
        rules,
        _by_rules(planner, rules),
    )


def _meant_now(state: TaskState) -> str:
    """Of several deeds the one that is next."""
    return f"now {state.goal}: {meant_in_words(state) or 'nothing that was seen yet'}"


def _by_rules(planner: TaskPlanner, rules: TaskCritic) -> SafeAction:
    """What the offline planner would do and the offline critic permits."""

    def action(situation: Situation) -> str:
        for remarks in ((), (Critique(False, "the critic objects"),)):
            plan = planner.plan(situation, remarks)
            first = next(iter(plan.actions), "")
            if first and rules.critique(situation, plan, first).valid:
                return first
        return ""

    return action
