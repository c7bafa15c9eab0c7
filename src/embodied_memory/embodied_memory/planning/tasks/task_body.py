"""What doing tasks needs of a robot, beyond what searching needs. A ROS node and a simulated home offer the same."""

from __future__ import annotations

from typing import Protocol

from embodied_memory.evidence import Answer, RetrievalResult
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.body import Body
from embodied_memory.planning.tasks.standing_rules import StandingRule
from embodied_memory.skill import Skill, SkillOutcome


class TaskMemory(Protocol):
    """What was seen, what people told and what was believed, as far as tasks ask for it."""

    def retrieve(self, query: str) -> RetrievalResult:
        """See `Body`."""

    def answer(self, question: str) -> Answer:
        """Raises BodyError if memory does not answer."""

    def recall_personal(self, query: str, person: str) -> tuple[PersonalRecollection, ...]:
        """What a person may mean by words, likeliest first. Raises BodyError if memory does not answer."""

    def standing_rules(self) -> tuple[StandingRule, ...]:
        """What people told the robot always or never to do. Raises BodyError if memory does not answer."""


class TaskSenses(TaskMemory, Protocol):
    """What a task asks on its way: memory, and whether somebody wants it to stop."""

    def canceled(self) -> bool:
        """See `Body`."""


class TaskBody(Body, TaskMemory, Protocol):
    """Senses, legs, hands and memory."""

    def execute(self, skill: Skill) -> SkillOutcome:
        """Use the hands. Raises BodyError if nobody serves them."""

    def report_end(self, instruction: str, speaker: str, text: str, succeeded: bool, trace: str) -> None:
        """Let memory know how an instruction ended, and what was done step by step."""
