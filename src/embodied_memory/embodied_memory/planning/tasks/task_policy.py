"""Decides what is done for the deeds that a person wants, one after another: the agent's one `Policy`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from embodied_memory.planning.agent.course import MOST_TRIES
from embodied_memory.planning.planner_critic.plan import Critic, Critique, Plan, Situation
from embodied_memory.planning.planner_critic.planner_critic import ActionDecision
from embodied_memory.planning.skills.perception_skills import PERCEPTION
from embodied_memory.planning.skills.skill_call import SkillCall, SkillResult
from embodied_memory.planning.task_report import Ambiguity
from embodied_memory.planning.tasks.task_progress import take_in
from embodied_memory.planning.tasks.task_roles import TaskRoles
from embodied_memory.planning.tasks.task_state import TaskState
from embodied_memory.planning.tasks.unnamed import unnamed_in


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
