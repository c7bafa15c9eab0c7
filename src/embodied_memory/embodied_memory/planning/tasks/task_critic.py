"""The offline critic of household tasks (STMA, section 4.3): temporal consistency, spatial feasibility, alignment
with the subgoal, and safety, in this order of who is to blame: first what may never be done.
"""

from __future__ import annotations

from collections.abc import Callable

from embodied_memory.evidence import EpistemicStatus, RememberedObject
from embodied_memory.planning.agent.course import MOST_TRIES
from embodied_memory.planning.exploring.decision import describe
from embodied_memory.planning.permissions import Permissions
from embodied_memory.planning.planner_critic.plan import Critique, Plan, Situation
from embodied_memory.planning.skills.skill_call import SkillCall, SkillCallError, SkillKind, parse_skill_call
from embodied_memory.planning.tasks.known_things import (
    KnownThings,
    can_be_shut,
    is_hot,
    is_open,
    is_sharp,
    surface_near,
)
from embodied_memory.planning.tasks.standing_rules import objection
from embodied_memory.planning.tasks.task_alignment import serves_goal
from embodied_memory.planning.tasks.task_state import TaskState

_ON_THINGS = (SkillKind.PICK, SkillKind.PLACE, SkillKind.OPEN, SkillKind.CLOSE, SkillKind.SET_DEVICE_STATE,
              SkillKind.HANDOFF, SkillKind.NAVIGATE)  # fmt: skip
_VALID = Critique(True)


class TaskCritic:
    """A `Critic` over the state of one task. It is rules alone: no language model can talk it out of anything.

    said: every remark that it made, as "action: feedback".
    """

    def __init__(self, state: TaskState, things: Callable[[], KnownThings], permissions: Permissions) -> None:
        self._state, self._things, self._permissions = state, things, permissions
        self.said: set[str] = set()

    def critique(self, situation: Situation, plan: Plan, action: str) -> Critique:
        """See `Critic`."""
        remark = self._remark(action)
        if not remark:
            return _VALID
        self.said.add(f"{action}: {remark}")
        return Critique(False, remark)

    def _remark(self, action: str) -> str:
        try:
            call = parse_skill_call(action)
        except SkillCallError as error:
            return f"this is nothing that the robot can do: {error}"
        things = self._things()
        checks = (self._safety, self._time, self._space, self._alignment)
        return next(filter(None, (check(call, things) for check in checks)), "")

    def _safety(self, call: SkillCall, things: KnownThings) -> str:
        if not self._permissions.may_call(self._state.speaker, call):
            return f"{self._state.speaker or 'who asks'} may not have the robot do this"
        broken = self._broken() if call.kind in _ON_THINGS else ""
        if broken:
            return broken
        target = self._target(call, things)
        if call.kind is SkillKind.PLACE and target is not None and is_hot(target):
            return f"the {target.category} may be hot: switch it off first, or choose another place"
        held = things.get(self._state.held)
        if (
            call.kind is SkillKind.HANDOFF
            and held is not None
            and is_sharp(held)
            and target
            and surface_near(target, things)
        ):
            return f"a {held.category} is not given out of the hand: put it down beside them"
        return ""

    def _broken(self) -> str:
        """The rule of somebody that speaks against the present goal."""
        state = self._state
        lies = state.thing.support_category if state.thing is not None else ""
        if state.goal is None:
            return ""
        return objection(state.goal, state.speaker, state.rules, lies, is_grown_up=True)  # the dialog knows who is

    def _time(self, call: SkillCall, things: KnownThings) -> str:
        """Whether it fits to what happened so far."""
        if self._state.times_failed(call) >= MOST_TRIES:
            return f"it was tried {MOST_TRIES} times and failed: {self._state.failures[-1].text}"
        held = self._state.held
        if call.kind is SkillKind.PICK and held:
            return "the hand is full already: put down what it holds first"
        if call.kind is SkillKind.PLACE and held != call.arguments[0]:
            return "what is to be put there is not in the hand: pick it up first"
        if call.kind is SkillKind.HANDOFF and not held:
            return "the hand is empty: pick up what is to be handed over first"
        if call.kind is SkillKind.DONE and self._state.goal is not None:
            return f"it is not done yet: {self._state.goal}"
        if call.kind is SkillKind.DONE and self._state.opened:
            left = [describe(one) for one in map(things.get, self._state.opened) if one]
            return f"{' and '.join(left) or 'something'} that the robot opened is still open: close it first"
        return ""

    def _space(self, call: SkillCall, things: KnownThings) -> str:
        """Whether it can be done from here, as far as memory knows."""
        if call.kind not in _ON_THINGS:
            return ""
        target = self._target(call, things)
        if target is None:
            return f"memory knows nothing called {call.arguments[-1]}"
        if call.kind is SkillKind.NAVIGATE:
            return self._is_gone(target)
        container = things.container_of(target) if call.kind is SkillKind.PICK else None
        if container is not None and not is_open(container) and not self._state.was_opened(container.object_id):
            return f"it is in the {container.category}, which is shut: open that first"
        is_inside = call.kind is SkillKind.PLACE and call.arguments[1] == "in" and can_be_shut(target)
        if is_inside and not is_open(target) and target.object_id not in self._state.opened:
            return f"the {target.category} is shut: open it first"
        near = {target.object_id, target.support_id} - {""}
        return "" if self._state.near in near else f"the robot is not at the {target.category}: go there first"

    def _is_gone(self, target: RememberedObject) -> str:
        is_doubted = target.status is EpistemicStatus.CONTRADICTED
        return f"the {target.category} was not where memory has it: look for it" if is_doubted else ""

    def _alignment(self, call: SkillCall, things: KnownThings) -> str:
        """Whether it serves the present goal: it concerns what that is about, or what is in the way of it."""
        if serves_goal(call, self._state, things):
            return ""
        return (
            f"this does nothing for the goal to {self._state.goal}" if self._state.goal else "nothing is left to do"
        )

    def _target(self, call: SkillCall, things: KnownThings) -> RememberedObject | None:
        ids = _ids(call)
        return things.get(ids[-1]) if ids else None


def _ids(call: SkillCall) -> tuple[str, ...]:
    """The entities that a call names."""
    if call.kind is SkillKind.PLACE:
        return (call.arguments[0], call.arguments[2])
    return call.arguments[:1]
