"""Serves the eight skills through the home's deterministic executor and tells what happened."""

from __future__ import annotations

from collections.abc import Callable

from rclpy.action import ActionServer, CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup

from bridge_nodes.simulated_robot import SimulatedRobot
from embodied_memory.event import Event, EventKind
from embodied_memory.skill import Skill, SkillError, SkillName, SkillOutcome
from embodied_memory_interfaces.action import ExecuteSkill
from embodied_memory_ros.node_base import EmbodiedNode

_INVALID = (SkillError.UNKNOWN_ACTOR, SkillError.UNKNOWN_TARGET)


class SkillServer:
    """Skills, one at a time; a refusal changes nothing and names its reason."""

    def __init__(
        self,
        node: EmbodiedNode,
        simulated: SimulatedRobot,
        execute: Callable[[Skill], SkillOutcome],
        report: Callable[[Event], None],
    ) -> None:
        self._simulated = simulated
        self._perform = execute
        self._report = report
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
        name = SkillName(asked.name)
        skill = Skill(name, asked.actor or "robot", asked.target_id, asked.relation, asked.setting, asked.value)
        with self._simulated.lock:
            self._tell(EventKind.SKILL_STARTED, skill, f"{skill.name.value} {skill.target_id}", None)
            outcome = self._perform(skill)
            self._simulated.look_around()
            self._tell(EventKind.SKILL_ENDED, skill, outcome.message, outcome.succeeded)
        handle.succeed() if outcome.succeeded else handle.abort()
        return _result(outcome)

    def _tell(self, kind: EventKind, skill: Skill, text: str, succeeded: bool | None) -> None:
        stamp_ns = self._simulated.pace.advance(0.001)
        self._report(Event(stamp_ns, kind, skill.actor, text, (skill.target_id,), succeeded=succeeded))


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
