"""The planner of household tasks played by a language model (STMA, section 4.3): calls of skills on known ids."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from pydantic import BaseModel, Field

from embodied_memory.evidence import RememberedObject
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import Request, UnusableReplyError, asking
from embodied_memory.planning.exploring.decision import describe
from embodied_memory.planning.planner_critic.plan import Critique, Plan, Planner, Situation
from embodied_memory.planning.skills.skill_call import SkillCall, SkillCallError, SkillKind, parse_skill_call
from embodied_memory.planning.tasks.known_things import KnownThings, can_be_shut, is_open
from embodied_memory.planning.tasks.task_state import TaskState

ROLE = "plan task"
_OFFERED = frozenset(
    {SkillKind.NAVIGATE, SkillKind.PICK, SkillKind.PLACE, SkillKind.OPEN, SkillKind.CLOSE, SkillKind.HANDOFF,
     SkillKind.SET_DEVICE_STATE, SkillKind.EXPLORE}
)  # fmt: skip
_MOST_THINGS = 60

ActionText = Annotated[str, Field(min_length=1, max_length=120)]


class PlannedActions(BaseModel):
    """What the language model is asked for. reason comes first: it is to think before it decides."""

    reason: str = Field(max_length=2000)
    subgoal: str = Field(min_length=1, max_length=300)
    actions: list[ActionText] = Field(min_length=1, max_length=16)


class LanguageTaskPlanner:
    """A `Planner` over the state of one task. offline: plans where there is no reply or one of no use."""

    def __init__(
        self, advisor: Advisor, offline: Planner, state: TaskState, things: Callable[[], KnownThings]
    ) -> None:
        self._advisor, self._offline, self._state, self._things = advisor, offline, state, things

    def plan(self, situation: Situation, remarks: tuple[Critique, ...] = ()) -> Plan:
        """See Planner."""
        things = self._things()
        return self._advisor.advice(
            self._request(situation, things, remarks),
            PlannedActions,
            lambda reply: _plan(reply, things),
            lambda: self._offline.plan(situation, remarks),
        )

    def _request(self, situation: Situation, things: KnownThings, remarks: tuple[Critique, ...]) -> Request:
        state = self._state
        return asking(
            ROLE,
            task=situation.task,
            goal=str(state.goal),
            meant=meant_in_words(state) or "nothing that was seen yet",
            things=things_in_words(things) or "nothing yet",
            near=state.near or "nothing in particular",
            held=state.held or "nothing",
            opened=", ".join(state.opened) or "nothing",
            spatial_belief=situation.spatial_belief.as_text() or "nothing yet",
            temporal_belief=situation.temporal_belief.as_text(),
            remarks="\n".join(remark.feedback for remark in remarks) or "none",
        )


def meant_in_words(state: TaskState) -> str:
    """What the present goal's words were found to mean, with ids; "" for nothing yet."""
    meant = (state.thing, state.place, state.hint)
    return ", ".join(f"{one.object_id} ({describe(one)})" for one in meant if one)


def things_in_words(things: KnownThings) -> str:
    """A line a thing, the ones seen last first, as far as there is room."""
    newest = sorted(things.all(), key=lambda one: -one.last_seen_ns)[:_MOST_THINGS]
    return "\n".join(f"{one.object_id}: {' '.join(describe(one).split())}{_room_and_door(one)}" for one in newest)


def _room_and_door(one: RememberedObject) -> str:
    """On and in what it is tells the spatial belief."""
    door = (", open" if is_open(one) else ", shut") if can_be_shut(one) else ""
    return f"{f', in the {one.room}' if one.room else ''}{door}"


def _plan(reply: PlannedActions, things: KnownThings) -> Plan:
    """Raises UnusableReplyError for an action that is no call of an offered skill, or names what nobody knows."""
    calls = [_checked(action, things) for action in reply.actions]
    return Plan(" ".join(reply.subgoal.split()), tuple(map(str, calls)), " ".join(reply.reason.split()))


def _checked(action: str, things: KnownThings) -> SkillCall:
    try:
        call = parse_skill_call(action)
    except SkillCallError as error:
        raise UnusableReplyError(str(error)) from error
    if call.kind not in _OFFERED:
        raise UnusableReplyError(f"{call.kind.value} is not among the skills")
    places = {SkillKind.PLACE: call.arguments[::2], SkillKind.EXPLORE: ()}
    unknown = [one for one in places.get(call.kind, call.arguments[:1]) if things.get(one) is None]
    is_beside = call.kind is SkillKind.PLACE and (len(call.arguments) != 3 or call.arguments[1] not in ("on", "in"))
    if unknown or is_beside:
        raise UnusableReplyError(f"{call} names nothing that is known")
    return call
