"""Serves the eight skills through the home's deterministic executor and tells what happened."""

from __future__ import annotations

from collections.abc import Callable

from rclpy.action import ActionServer, CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import ReentrantCallbackGroup

from bridge_nodes.simulated_robot import SimulatedRobot
from embodied_memory.event import Event
from embodied_memory.skill import Skill, SkillError, SkillName, SkillOutcome
from embodied_memory_interfaces.action import ExecuteSkill
from embodied_memory_ros.conversions.skills import message_to_skill
from embodied_memory_ros.node_base import EmbodiedNode
from household.pointing import with_real_target, with_what_is_there
from household.robot_hands import RobotHands
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
        self._simulated, self._tell = simulated, tell
        exact = simulated.robot.senses.sensors.is_exact
        self._hands = RobotHands(world, execute, with_real_target if exact else with_what_is_there)
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
        with self._simulated.lock:
            skill = self._hands.meant(self._simulated.robot.reaching(message_to_skill(asked)))
            self._tell(self._hands.started(skill, f"{asked.name} {asked.target_id}", self._stamp_ns()))
            deed = self._hands.do(skill)
            self._tell(self._hands.ended(deed, self._stamp_ns()))
            self._simulated.look_around()
        handle.succeed() if deed.outcome.succeeded else handle.abort()
        return _result(deed.outcome)

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
