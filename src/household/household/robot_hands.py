"""What the robot does with its hands, and what it knows of that afterwards, in the ids of whoever has it do so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from embodied_memory.event import Event, EventKind
from embodied_memory.skill import Skill, SkillName, SkillOutcome
from household.entity import Entity
from household.home import ROBOT_ID
from household.pointing import CallersIds, with_real_target
from household.residents.act_events import refused_event, skill_event, with_looks
from household.world import World

_CHANGES_NOTHING = (SkillName.INSPECT, SkillName.NAVIGATE_TO)


@dataclass(frozen=True)
class TriedSkill:
    """A skill that was tried. target: as it was before; held: what the actor held before."""

    skill: Skill
    outcome: SkillOutcome
    target: Entity | None
    held: Entity | None


class RobotHands:
    """Skills by a caller with ids of its own. execute: the home's executor, or what keeps time around it. grasp: what
    a hand gets hold of.
    """

    def __init__(
        self,
        world: World,
        execute: Callable[[Skill], SkillOutcome],
        grasp: Callable[[Skill, World], Skill] = with_real_target,
    ) -> None:
        self._world, self._execute, self._grasp = world, execute, grasp
        self._ids = CallersIds()

    def meant(self, called: Skill) -> Skill:
        """The skill on what is really there; what is told of it from now on names that as the caller did."""
        skill = self._grasp(called, self._world)
        self._ids.note(called, skill)
        return skill

    def started(self, skill: Skill, text: str, stamp_ns: int) -> Event:
        """That it begins. skill: as it is meant."""
        ids = (skill.target_id,) if skill.target_id else ()
        return self._ids.told(Event(stamp_ns, EventKind.SKILL_STARTED, skill.actor, text, ids))

    def do(self, skill: Skill) -> TriedSkill:
        """The executor checks and does it. skill: as it is meant."""
        target, held = self._world.get(skill.target_id), self._world.held_by(skill.actor)
        return TriedSkill(skill, self._execute(skill), target, held)

    def ended(self, deed: TriedSkill, stamp_ns: int) -> Event:
        """What the robot knows of its own deed: what it changed, or why it was refused."""
        return self._ids.told(self._ended(deed, stamp_ns))

    def _ended(self, deed: TriedSkill, stamp_ns: int) -> Event:
        skill, outcome, watching = deed.skill, deed.outcome, (ROBOT_ID,)
        if not outcome.succeeded:
            return refused_event(stamp_ns, skill, outcome, self._world, watching)
        if deed.target is None or skill.name in _CHANGES_NOTHING:
            return Event(stamp_ns, EventKind.SKILL_ENDED, skill.actor, outcome.message, (skill.target_id,),
                         succeeded=True)  # fmt: skip
        event = skill_event(stamp_ns, skill, outcome, self._world, deed.target, deed.held, watching)
        return with_looks(event, self._world)
