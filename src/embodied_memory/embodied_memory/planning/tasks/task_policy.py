"""Decides what is done for the deeds that a person wants, one after another: the agent's one `Policy`, with who plans
and who checks it: by rules, or with a language model as a guest.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Protocol

from embodied_memory.config import PlannerCriticConfig
from embodied_memory.language.advisor import Advisor
from embodied_memory.planning.agent import MOST_TRIES, Course
from embodied_memory.planning.instruction import Ambiguity
from embodied_memory.planning.known_home import KnownHome
from embodied_memory.planning.perception_skills import PERCEPTION
from embodied_memory.planning.planner_critic import (
    ActionDecision,
    Critic,
    Critique,
    Plan,
    Planner,
    SafeAction,
    Situation,
)
from embodied_memory.planning.skill_call import Permissions, SkillCall, SkillResult
from embodied_memory.planning.tasks.known_things import KnownThings
from embodied_memory.planning.tasks.language_planners import (
    GuestPlanner,
    LanguageCritic,
    LanguageTaskPlanner,
    ReactPlanner,
    meant_in_words,
)
from embodied_memory.planning.tasks.task_critic import TaskCritic
from embodied_memory.planning.tasks.task_goal import Deed, unnamed_in
from embodied_memory.planning.tasks.task_planner import TaskPlanner
from embodied_memory.planning.tasks.task_state import TaskState, take_in

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


class Grounds(Protocol):
    """Finds what the words of the goals mean."""

    def ground(self, state: TaskState) -> Ambiguity | None:
        """Fill in what is known of the present goal; returns what has to be asked first. Raises BodyError."""


class TaskPolicy:
    """A `Policy` over the state of one task. follow: hears of every goal that is begun and ended."""

    def __init__(
        self,
        state: TaskState,
        grounding: Grounds,
        roles: TaskRoles,
        follow: Callable[[TaskState], None] = lambda state: None,
    ) -> None:
        self._state, self._grounding, self._roles, self._follow = state, grounding, roles, follow

    @property
    def critic(self) -> Critic:
        """See Policy."""
        return self._roles.critic

    @property
    def has_given_all_up(self) -> bool:
        """See Policy."""
        return bool(self._state.reasons) and not self._state.reached

    def recall(self) -> Ambiguity | None:
        """See Policy: find what the words of the present goal mean. Raises BodyError."""
        self._follow(self._state)
        while unnamed := unnamed_in(self._state.goal):
            self._state.give_up(f'I do not know what you mean by "{unnamed}": tell me the name')
            self._follow(self._state)
        return self._grounding.ground(self._state)

    def plan(self, situation: Situation, remarks: tuple[Critique, ...] = ()) -> Plan:
        """See Policy."""
        return self._roles.planner.plan(situation, remarks)

    def safe_action(self, situation: Situation) -> str:
        """See Policy."""
        return self._roles.safe_action(situation)

    def gives_up(self, decision: ActionDecision) -> bool:
        """See Policy: the present goal, when the rules say a thing again, or nothing is to be done for it."""
        state, objection = self._state, self._standing_objection(decision)
        if state.goal is None or (decision.action and not objection):
            return False
        state.give_up(objection or "there is nothing to do for it")
        return True

    def observe(self, call: SkillCall, result: SkillResult) -> bool:
        """See Policy. What memory was asked changes nothing."""
        return call.kind not in PERCEPTION and take_in(self._state, call, result)

    def _standing_objection(self, decision: ActionDecision) -> str:
        """What the rules said again although it was planned anew; "" if their remarks were of use."""
        objections = self._state.objections
        said = {f"{one.action}: {one.feedback}": one for one in decision.remarks}
        objections.update(said.keys() & self._roles.rules.said)
        said_again = [one for remark, one in said.items() if objections[remark] >= MOST_TRIES]
        heard = said_again or (decision.remarks if not decision.action else ())
        return heard[-1].feedback if heard else ""
