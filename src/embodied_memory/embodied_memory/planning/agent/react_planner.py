"""The ReAct form as a planner: one thought and one call at a time, by a language model (MEMENTO, appendix E.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable

from pydantic import BaseModel, Field

from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import UnusableReplyError, asking
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.agent.agent import MOST_TRIES, Course, Step
from embodied_memory.planning.planner_critic.plan import Critique, Plan, Planner, Situation
from embodied_memory.planning.skills.known_home import KnownHome
from embodied_memory.planning.skills.perception_skills import PERCEPTION
from embodied_memory.planning.skills.skill_call import SkillCallError, SkillKind, parse_skill_call

_MOST_TURNS, _MOST_TEXT, _MOST_TRACE = 20, 400, 2500
"""Of what is shown: the latest turns, characters of an observation, characters of a remembered episode."""
_MOST_THINGS = 60
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
