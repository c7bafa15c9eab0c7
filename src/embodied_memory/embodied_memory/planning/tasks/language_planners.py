"""Planner and critic played by a language model: plans as calls of skills on known ids, and a critic that may
object, but not permit what the rules forbid (STMA, section 4.3); or one thought and one call at a time, the
ReAct form (MEMENTO, appendix E.2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Annotated

from pydantic import BaseModel, Field

from embodied_memory.evidence import RememberedObject
from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import Request, UnusableReplyError, asking
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.agent import MOST_TRIES, Course, Step
from embodied_memory.planning.exploring.decision import describe
from embodied_memory.planning.known_home import KnownHome
from embodied_memory.planning.perception_skills import PERCEPTION
from embodied_memory.planning.planner_critic import Critic, Critique, Plan, Planner, Situation
from embodied_memory.planning.skill_call import SkillCall, SkillCallError, SkillKind, parse_skill_call
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


class ActionVerdict(BaseModel):
    """What the language model is asked for. reason comes first: it is to think before it decides."""

    reason: str = Field(max_length=2000)
    valid: bool
    feedback: str = Field(default="", max_length=600)


class LanguageCritic:
    """What the offline critic forbids stays forbidden; where the model fails, it decides alone.

    role: under which name requests are counted.
    """

    def __init__(self, advisor: Advisor, offline: Critic, rules: str, role: str = "critique action") -> None:
        self._advisor, self._offline, self._rules, self._role = advisor, offline, rules, role

    def critique(self, situation: Situation, plan: Plan, action: str) -> Critique:
        """See Critic."""
        by_rule = self._offline.critique(situation, plan, action)
        if not by_rule.valid:
            return by_rule
        request = asking(
            self._role,
            file="critique_action",
            rules=self._rules,
            task=situation.task,
            temporal_belief=situation.temporal_belief.as_text(),
            spatial_belief=situation.spatial_belief.as_text(),
            observation=situation.observation,
            subgoal=plan.subgoal,
            actions="; ".join(plan.actions),
            action=action,
        )
        return self._advisor.advice(request, ActionVerdict, _critique, lambda: by_rule)


def _critique(reply: ActionVerdict) -> Critique:
    feedback = " ".join((reply.feedback or reply.reason).split())
    return Critique(True) if reply.valid else Critique(False, feedback or "the critic objects")


_MOST_TURNS, _MOST_TEXT, _MOST_TRACE = 20, 400, 2500
"""Of what is shown: the latest turns, characters of an observation, characters of a remembered episode."""

_MOST_REFUSALS, _MOST_IDLE = 2, 3
_IDLE = PERCEPTION | {SkillKind.WAIT}
"""What changes nothing: after so many of them in a row the rules plan the next step."""


class StepReply(BaseModel):
    """thought comes first: it is to think before it acts."""

    thought: str = Field(min_length=1, max_length=2000)
    action: str = Field(min_length=1, max_length=300)


class ReactPlanner:
    """A `Planner` whose plans are one call long. offline: plans where there is no reply, or one that is no call.

    actions: the skills of this world, for the prompt. meant: what the words were found to mean, "" for nothing.
    """

    def __init__(
        self,
        advisor: Advisor,
        offline: Planner,
        course: Course,
        home: KnownHome,
        actions: str,
        meant: Callable[[], str] = str,
    ) -> None:
        self._advisor, self._offline, self._course = advisor, offline, course
        self._home, self._actions, self._meant = home, actions, meant

    def plan(self, situation: Situation, remarks: tuple[Critique, ...] = ()) -> Plan:
        """See Planner."""
        history = [*map(_turn, self._course.turns[-_MOST_TURNS:]), *(f"Not done: {one.feedback}" for one in remarks)]
        request = asking(
            "react step",
            actions=self._actions,
            memories="\n\n".join(map(_memory, self._course.recollections)) or "nothing",
            home=_furniture(self._home) or "nothing yet",
            things=_things(self._home) or "nothing yet",
            held=self._home.held() or "nothing",
            task=situation.task,
            meant=self._meant() or "nothing yet",
            history="\n".join(history) or "nothing yet",
        )
        return self._advisor.advice(request, StepReply, self._planned, lambda: self._offline.plan(situation, remarks))

    def _planned(self, reply: StepReply) -> Plan:
        """Raises UnusableReplyError for what is no call, or was asked of memory again and again."""
        try:
            call = parse_skill_call(reply.action)
        except SkillCallError as error:
            raise UnusableReplyError(str(error)) from error
        if call.kind in PERCEPTION and sum(turn.call == call for turn in self._course.turns) >= MOST_TRIES:
            raise UnusableReplyError(f"{call} was answered before")
        newest = [turn.call.kind for turn in self._course.turns[-_MOST_IDLE:]]
        if call.kind in _IDLE and len(newest) == _MOST_IDLE and _IDLE.issuperset(newest):
            raise UnusableReplyError(f"{_MOST_IDLE} steps changed nothing: do something")
        return Plan(" ".join(reply.thought.split()), (str(call),))


class GuestPlanner:
    """A language model plans as a guest: for what the critic refused twice, the rules plan.

    part: of what is being done, for what refusals are counted; None for what only the rules plan.
    """

    def __init__(self, guest: Planner, rules: Planner, part: Callable[[], Hashable | None]) -> None:
        self._guest, self._rules, self._part = guest, rules, part
        self._refusals: Counter[Hashable] = Counter()

    def plan(self, situation: Situation, remarks: tuple[Critique, ...] = ()) -> Plan:
        """See Planner."""
        part = self._part()
        self._refusals[part] += bool(remarks)
        is_for_rules = part is None or self._refusals[part] >= _MOST_REFUSALS
        return (self._rules if is_for_rules else self._guest).plan(situation, remarks)


def _memory(one: PersonalRecollection) -> str:
    """An episode as the paper shows it: the instruction and the trace."""
    return f"Task: {one.memory.text}\n{one.memory.trace.as_text()[:_MOST_TRACE]}"


def _turn(turn: Step) -> str:
    return f"Thought: {turn.thought[:_MOST_TEXT]}\n{turn.call}\n{turn.result.text[:_MOST_TEXT]}"


def _furniture(home: KnownHome) -> str:
    unexplored = set(home.unexplored())
    lines = []
    for room in home.rooms():
        names = ", ".join(one.receptacle_id for one in home.receptacles() if one.room == room)
        lines.append(f"{room}{' (not explored yet)' if room in unexplored else ''}: {names}")
    return "\n".join(lines)


def _things(home: KnownHome) -> str:
    return "\n".join(
        f"{one.object_id}: {one.whereabouts or 'in the hand or unknown'}"
        + (f" ({one.caption})" if one.caption else "")
        for one in home.objects()[:_MOST_THINGS]
    )
