"""The critic played by a language model (STMA, section 4.3). It may object, but not permit what the rules forbid."""

from __future__ import annotations

from pydantic import BaseModel, Field

from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import asking
from embodied_memory.planning.planner_critic.plan import Critic, Critique, Plan, Situation


class ActionVerdict(BaseModel):
    """What the language model is asked for. reason comes first: it is to think before it decides."""

    reason: str = Field(max_length=2000)
    valid: bool
    feedback: str = Field(default="", max_length=600)


class LanguageCritic:
    """What the offline critic forbids stays forbidden; where the model fails, it decides alone.

    role: under which name requests are counted.
    """

    def __init__(self, advisor: Advisor, offline: Critic, rules: str, role: str = "critique action") -> None:
        self._advisor, self._offline, self._rules, self._role = advisor, offline, rules, role

    def critique(self, situation: Situation, plan: Plan, action: str) -> Critique:
        """See Critic."""
        by_rule = self._offline.critique(situation, plan, action)
        if not by_rule.valid:
            return by_rule
        request = asking(
            self._role,
            file="critique_action",
            rules=self._rules,
            task=situation.task,
            temporal_belief=situation.temporal_belief.as_text(),
            spatial_belief=situation.spatial_belief.as_text(),
            observation=situation.observation,
            subgoal=plan.subgoal,
            actions="; ".join(plan.actions),
            action=action,
        )
        return self._advisor.advice(request, ActionVerdict, _critique, lambda: by_rule)


def _critique(reply: ActionVerdict) -> Critique:
    feedback = " ".join((reply.feedback or reply.reason).split())
    return Critique(True) if reply.valid else Critique(False, feedback or "the critic objects")
