"""The ReAct policy played by a language model (MEMENTO, appendix E.2), by rules where its reply is of no use."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, Field

from embodied_memory.language.advisor import Advisor
from embodied_memory.language.language_model import UnusableReplyError, asking
from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.planning.react.placing_progress import MOST_TRIES
from embodied_memory.planning.react.react_task import Decision, NextStep, ReactPolicy, ReactTask, Turn
from embodied_memory.planning.skills.known_home import KnownHome
from embodied_memory.planning.skills.skill_call import SkillCall, SkillCallError, SkillKind, parse_skill_call
from embodied_memory.planning.task_report import Ambiguity

_MOST_TURNS, _MOST_TEXT, _MOST_TRACE = 20, 400, 2500
"""Of what is shown: the latest turns, characters of an observation, characters of a remembered episode."""
_OFFERED = frozenset(SkillKind) - {SkillKind.SET_DEVICE_STATE, SkillKind.HANDOFF, SkillKind.LOOK}


class StepReply(BaseModel):
    """thought comes first: it is to think before it acts."""

    thought: str = Field(min_length=1, max_length=2000)
    action: str = Field(min_length=1, max_length=300)


class LanguagePolicy:
    """offline: decides whenever there is no reply, or one that is no call of a skill that makes sense now."""

    def __init__(self, advisor: Advisor, offline: ReactPolicy) -> None:
        self._advisor, self._offline = advisor, offline

    def next_step(self, task: ReactTask) -> Decision:
        """See ReactPolicy. What the rules find ambiguous is asked, whatever the model would have guessed."""
        by_rules = self._offline.next_step(task)
        if isinstance(by_rules, Ambiguity):
            return by_rules
        request = asking(
            "react step",
            memories="\n\n".join(map(_memory, task.recollections)) or "nothing",
            home=_furniture(task.home) or "nothing yet",
            things=_things(task.home) or "nothing yet",
            held=task.home.held() or "nothing",
            task=task.instruction,
            history="\n".join(map(_turn, task.turns[-_MOST_TURNS:])) or "nothing yet",
        )
        return self._advisor.advice(
            request,
            StepReply,
            lambda reply: _step(reply, task),
            lambda: by_rules,
        )


def _step(reply: StepReply, task: ReactTask) -> Decision:
    """Raises UnusableReplyError for what is no call, or was tried in vain again and again."""
    try:
        call = parse_skill_call(reply.action)
    except SkillCallError as error:
        raise UnusableReplyError(str(error)) from error
    if call.kind not in _OFFERED:
        raise UnusableReplyError(f"{call.kind.value} is not among the actions")
    unknown = _unknown(call, task.home)
    if unknown:
        raise UnusableReplyError(f"{unknown} names nothing that is known")
    if sum(turn.call == call and not turn.result.succeeded for turn in task.turns) >= MOST_TRIES:
        raise UnusableReplyError(f"{call} failed before")
    memories = tuple(one.memory.record_id for one in task.recollections)
    return NextStep(" ".join(reply.thought.split()), call, memories)


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


def _memory(one: PersonalRecollection) -> str:
    """An episode as the paper shows it: the instruction and the trace."""
    return f"Task: {one.memory.text}\n{one.memory.trace.as_text()[:_MOST_TRACE]}"


def _turn(turn: Turn) -> str:
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
        f"{one.object_id}: {f'{one.place} in {one.room}' if one.place else 'in the hand or unknown'}"
        + (f" ({one.caption})" if one.caption else "")
        for one in home.objects()
    )
