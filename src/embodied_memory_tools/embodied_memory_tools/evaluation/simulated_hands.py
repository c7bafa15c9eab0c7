"""A body with hands in a simulated home without ROS: what tasks need, called directly."""

from __future__ import annotations

from typing import Any

from embodied_memory import Memory
from embodied_memory.event import Event, EventKind
from embodied_memory.evidence import Answer
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.tasks.standing_rules import StandingRule, standing_rules_of
from embodied_memory.skill import Skill, SkillName, SkillOutcome
from embodied_memory_tools.evaluation.simulated_body import SimulatedBody
from household.executor import Executor
from household.home import ROBOT_ID, Home
from household.pointing import with_real_target, with_what_is_there
from household.robot_hands import RobotHands, TriedSkill


class HandedBody:
    """A `TaskBody`: the body's legs and eyes, hands by the home's executor, memory asked directly."""

    def __init__(self, body: SimulatedBody, home: Home, memory: Memory) -> None:
        self._body, self._memory = body, memory
        grasp = with_real_target if body.sees_exactly else with_what_is_there
        self._hands = RobotHands(home.world, Executor(home.world).execute, grasp)
        self.deeds: list[TriedSkill] = []
        """All that it tried, in order; for judges."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._body, name)

    def answer(self, question: str) -> Answer:
        """From memory."""
        return self._memory.answer(question)

    def standing_rules(self) -> tuple[StandingRule, ...]:
        """From memory."""
        return standing_rules_of(self._memory.beliefs.commitments(by=ROBOT_ID, now_ns=self._body.stamp_ns))

    def recall_personal(self, query: str, person: str) -> tuple[PersonalRecollection, ...]:
        """From memory."""
        return self._memory.people.recall(query, person=person)

    def execute(self, skill: Skill) -> SkillOutcome:
        """The executor checks and does it; memory is told what the robot did."""
        deed = self._hands.do(self._hands.meant(self._body.reaching(skill)))
        self.deeds.append(deed)
        if deed.outcome.succeeded and skill.name is not SkillName.INSPECT:
            self._memory.record_event(self._hands.ended(deed, self._body.stamp_ns + 1))
        return deed.outcome

    def report_end(self, instruction: str, speaker: str, text: str, succeeded: bool, trace: str) -> None:
        """Into memory."""
        told = Event(
            self._body.stamp_ns + 1, EventKind.INSTRUCTION_ENDED, ROBOT_ID, text, succeeded=succeeded,
            asked_by=speaker, trace=trace if succeeded else "",
        )  # fmt: skip
        self._memory.record_event(told)
