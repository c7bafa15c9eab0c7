"""The planner played by a language model (STMA, section 4.3): a reply is words, and goes to the critic as such."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import asking
from embodied_memory.planning.planner_critic.plan import Critique, Plan, Planner, Situation

ActionText = Annotated[str, Field(min_length=1, max_length=120)]


class PlannedActions(BaseModel):
    """What the language model is asked for. reason comes first: it is to think before it decides."""

    reason: str = Field(max_length=2000)
    subgoal: str = Field(min_length=1, max_length=300)
    actions: list[ActionText] = Field(min_length=1, max_length=16)


class LanguagePlanner:
    """rules: what is known of the world, for the prompt. Where the model fails, the offline planner plans."""

    def __init__(self, advisor: Advisor, offline: Planner, rules: str) -> None:
        self._advisor, self._offline, self._rules = advisor, offline, rules

    def plan(self, situation: Situation, remarks: tuple[Critique, ...] = ()) -> Plan:
        """See Planner."""
        request = asking(
            "plan actions",
            rules=self._rules,
            task=situation.task,
            temporal_belief=situation.temporal_belief.as_text(),
            spatial_belief=situation.spatial_belief.as_text(),
            observation=situation.observation,
            remarks="\n".join(remark.feedback for remark in remarks) or "none",
        )
        return self._advisor.advice(request, PlannedActions, _plan, lambda: self._offline.plan(situation, remarks))


def _plan(reply: PlannedActions) -> Plan:
    """Raises ValueError for an action that is no line of text."""
    actions = tuple(" ".join(action.split()) for action in reply.actions)
    if not all(action and action.isprintable() for action in actions):
        raise ValueError("an action is one line of text")
    return Plan(" ".join(reply.subgoal.split()), actions, " ".join(reply.reason.split()))
