"""A body that has only so much time: when it is over, it stops as if somebody had canceled the task."""

from __future__ import annotations

from typing import Any

from embodied_memory.skill import Skill, SkillName, SkillOutcome
from embodied_memory_tools.evaluation.simulated_hands import HandedBody

HAND_S = 5.0
"""How long hands take to pick up, put down, hand over, open, close or switch something."""


class TimedBody:
    """Everything else is the body's own. last_deed_s: on the clock of the task, when its hands last did something."""

    def __init__(self, body: HandedBody, budget_s: float) -> None:
        self._body, self._budget_s = body, budget_s
        self._started_ns: int = body.stamp_ns
        self.last_deed_s = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._body, name)

    @property
    def used_s(self) -> float:
        """Since it began."""
        return float(self._body.stamp_ns - self._started_ns) / 1e9

    def canceled(self) -> bool:
        """Once the time is over."""
        return self.used_s > self._budget_s or bool(self._body.canceled())

    def execute(self, skill: Skill) -> SkillOutcome:
        """That takes its time, done or refused."""
        if skill.name not in (SkillName.INSPECT, SkillName.NAVIGATE_TO):
            self._body.wait(HAND_S)
        outcome = self._body.execute(skill)
        self.last_deed_s = self.used_s if outcome.succeeded else self.last_deed_s
        return outcome
