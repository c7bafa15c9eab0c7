"""How planner and critic agree on an action (STMA, section 4.3 and algorithm 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from embodied_memory.config import PlannerCriticConfig
from embodied_memory.planning.planner_critic.plan import Critic, Critique, Plan, Planner, Situation
from embodied_memory.planning.planner_critic.spatio_temporal_memory import SpatioTemporalMemory


@dataclass(frozen=True)
class Remark:
    """What the critic had against an action that was not executed."""

    step: int
    action: str
    feedback: str


@dataclass(frozen=True)
class ActionDecision:
    """The action to execute, "" if there is nothing to do. remarks: against what was planned before it, in this step.

    is_fallback: planner and critic did not agree in time, and this is what the rules hold for safe.
    """

    action: str
    plan: Plan
    remarks: tuple[Remark, ...] = ()
    is_fallback: bool = False


class SafeAction(Protocol):
    """What to do when planner and critic do not agree."""

    def __call__(self, situation: Situation) -> str:
        """An action that does no harm by rules that no language model has a say in; "" for none."""
        ...


class PlannerCritic:
    """Plans, has every action checked before it is executed, and plans anew with the critic's feedback.

    remarks: all of them so far, oldest first, for those who watch.
    """

    def __init__(
        self, memory: SpatioTemporalMemory, planner: Planner, critic: Critic, safe_action: SafeAction,
        config: PlannerCriticConfig | None = None,
    ) -> None:  # fmt: skip
        self._memory, self._planner, self._critic, self._safe_action = memory, planner, critic, safe_action
        self._config = config or PlannerCriticConfig()
        self._plan = Plan("", ())
        self._next = 0
        self.remarks: list[Remark] = []

    def observe(self, action: str, observation: str) -> None:
        """What the world showed after an action, "" for its first observation."""
        self._memory.observe(action, observation)

    def situation(self) -> Situation:
        """What planner and critic would be told now."""
        return self._memory.situation()

    def drop_plan(self) -> None:
        """Plan anew before the next action: something came up that the plan does not know of."""
        self._next = len(self._plan.actions)

    def decide(self) -> ActionDecision:
        """The next action. At most 1 + config.max_replans plans are made for it."""
        situation = self._memory.situation()
        heard: list[Critique] = []
        remarks: list[Remark] = []
        for _ in range(1 + self._config.max_replans):
            if self._next >= len(self._plan.actions):
                self._plan, self._next = self._planner.plan(situation, tuple(heard)), 0
                if not self._plan.actions:
                    return ActionDecision("", self._plan, tuple(remarks))
            action = self._plan.actions[self._next]
            critique = self._critic.critique(situation, self._plan, action)
            if critique.valid:
                self._next += 1
                return ActionDecision(action, self._plan, tuple(remarks))
            heard.append(critique)
            remarks.append(self._note(situation, action, critique))
            self.drop_plan()
        plan = Plan("stay safe", (), "planner and critic do not agree")
        return ActionDecision(self._safe_action(situation), plan, tuple(remarks), is_fallback=True)

    def _note(self, situation: Situation, action: str, critique: Critique) -> Remark:
        remark = Remark(situation.step, action, critique.feedback)
        self.remarks.append(remark)
        del self.remarks[: -self._config.max_remarks]
        return remark
