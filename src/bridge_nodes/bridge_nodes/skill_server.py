"""Serves the eight skills through the home's deterministic executor and tells what happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rclpy.action import ActionServer, CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup

from bridge_nodes.simulated_robot import SimulatedRobot
from embodied_memory.event import Event, EventKind
from embodied_memory.skill import Skill, SkillError, SkillName, SkillOutcome
from embodied_memory_interfaces.action import ExecuteSkill
from embodied_memory_ros.conversions.skills import message_to_skill
from embodied_memory_ros.node_base import EmbodiedNode
from household.entity import Entity
from household.home import ROBOT_ID
from household.pointing import CallersIds, with_real_target
from household.residents.act_events import refused_event, skill_event, with_looks
from household.world import World

_INVALID = (SkillError.UNKNOWN_ACTOR, SkillError.UNKNOWN_TARGET)


class SkillServer:
    """Skills, one at a time; a refusal changes nothing and names its reason."""

    def __init__(
        self,
        node: EmbodiedNode,
        simulated: SimulatedRobot,
        execute: Callable[[Skill], SkillOutcome],
        tell: Callable[[Event], None],
        world: World,
    ) -> None:
        self._simulated, self._world = simulated, world
        self._perform, self._tell = execute, tell
        self._ids = CallersIds()
        server = ActionServer(
            node,
            ExecuteSkill,
            "execute_skill",
            self._execute,
            callback_group=ReentrantCallbackGroup(),
            cancel_callback=lambda _: CancelResponse.REJECT,
        )
        node.close_on_stop(server.destroy)

    def _execute(self, handle: ServerGoalHandle) -> ExecuteSkill.Result:
        """Check, execute, look, report."""
        asked = handle.request.skill
        if asked.name not in {name.value for name in SkillName}:
            handle.abort()
            known = ", ".join(name.value for name in SkillName)
            message = f'there is no skill "{asked.name}"; there are {known}'
            return ExecuteSkill.Result(
                error_code=ExecuteSkill.Result.INVALID, reason="unknown skill", error_msg=message
            )
        called = message_to_skill(asked)
        skill = with_real_target(called, self._world)
        self._ids.note(called, skill)
        with self._simulated.lock:
            self._tell(self._ids.told(self._started(skill, f"{asked.name} {asked.target_id}")))
            target, held = self._world.get(skill.target_id), self._world.held_by(skill.actor)
            outcome = self._perform(skill)
            self._tell(self._ids.told(self._ended(skill, outcome, target, held)))
            self._simulated.look_around()
        handle.succeed() if outcome.succeeded else handle.abort()
        return _result(outcome)

    def _started(self, skill: Skill, text: str) -> Event:
        ids = (skill.target_id,) if skill.target_id else ()
        return Event(self._stamp_ns(), EventKind.SKILL_STARTED, skill.actor, text, ids)

    def _ended(self, skill: Skill, outcome: SkillOutcome, target: Entity | None, held: Entity | None) -> Event:
        """What the robot knows of its own deed: what it changed, or why it was refused."""
        stamp_ns, watching = self._stamp_ns(), (ROBOT_ID,)
        if not outcome.succeeded:
            return refused_event(stamp_ns, skill, outcome, self._world, watching)
        if target is None or skill.name in (SkillName.INSPECT, SkillName.NAVIGATE_TO):
            return Event(stamp_ns, EventKind.SKILL_ENDED, skill.actor, outcome.message, (skill.target_id,),
                         succeeded=True)  # fmt: skip
        event = skill_event(stamp_ns, skill, outcome, self._world, target, held, watching)
        return replace(with_looks(event, self._world), kind=EventKind.SKILL_ENDED, succeeded=True)

    def _stamp_ns(self) -> int:
        return self._simulated.pace.advance(0.001)


def _result(outcome: SkillOutcome) -> ExecuteSkill.Result:
    """To a message."""
    code = ExecuteSkill.Result.NONE
    if not outcome.succeeded:
        code = ExecuteSkill.Result.INVALID if outcome.error in _INVALID else ExecuteSkill.Result.REFUSED
    return ExecuteSkill.Result(
        error_code=code,
        reason=outcome.error.value,
        error_msg=outcome.message,
        changed_ids=list(outcome.changed_ids),
    )
