"""The critic of what is to be placed: by what was observed of the home, and of what was tried."""

from __future__ import annotations

from collections.abc import Sequence

from embodied_memory.planning.agent.course import MOST_TRIES, Course
from embodied_memory.planning.planner_critic.plan import Critique, Plan, Situation
from embodied_memory.planning.skills.known_home import KnownHome
from embodied_memory.planning.skills.skill_call import SkillCall, SkillCallError, SkillKind, parse_skill_call

_NOT_HERE = (SkillKind.SET_DEVICE_STATE, SkillKind.HANDOFF, SkillKind.LOOK)


class HomeCritic:
    """A `Critic`: no call on what nobody has observed, and none that failed again and again."""

    def __init__(self, home: KnownHome, course: Course) -> None:
        self._home, self._course = home, course

    def critique(self, situation: Situation, plan: Plan, action: str) -> Critique:
        """See Critic."""
        remark = self._remark(action)
        return Critique(not remark, remark)

    def _remark(self, action: str) -> str:
        try:
            call = parse_skill_call(action)
        except SkillCallError as error:
            return f"this is nothing that the robot can do: {error}"
        if call.kind in _NOT_HERE:
            return f"{call.kind.value} is not among the actions"
        unknown = _unknown(call, self._home)
        if unknown:
            return f"{unknown} names nothing that is known"
        return f"{call} was tried {MOST_TRIES} times and failed" if self._is_in_vain(call) else ""

    def _is_in_vain(self, call: SkillCall) -> bool:
        return self._course.times_failed(call) >= MOST_TRIES


def _unknown(call: SkillCall, home: KnownHome) -> str:
    """The first argument that should be an id and is none; "" if there is none such."""
    things = {one.object_id for one in home.objects()}
    places = {one.receptacle_id for one in home.receptacles()}
    rooms = set(home.rooms())
    wanted: dict[SkillKind, Sequence[set[str]]] = {
        SkillKind.EXPLORE: (rooms,),
        SkillKind.NAVIGATE: (rooms | places | things,),
        SkillKind.PICK: (things,),
        SkillKind.PLACE: (things, {"on", "within", "in", "inside"}, places, {"next_to"}, things | places),
        SkillKind.OPEN: (places,),
        SkillKind.CLOSE: (places,),
        SkillKind.DESCRIBE_OBJECT: (things,),
    }
    known = wanted.get(call.kind, ())
    return next((one for one, ids in zip(call.arguments, known, strict=False) if one not in ids), "")
