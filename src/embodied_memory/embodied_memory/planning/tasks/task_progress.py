"""What a call that was executed means for the task."""

from __future__ import annotations

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.belief.names.entity_kinds import stays_put
from embodied_memory.planning.agent.course import MOST_TRIES
from embodied_memory.planning.exploring.decision import describe
from embodied_memory.planning.skills.skill_call import SkillCall, SkillKind, SkillResult
from embodied_memory.planning.tasks.known_things import is_sharp
from embodied_memory.planning.tasks.task_goal import Deed
from embodied_memory.planning.tasks.task_state import Failure, TaskState

_HANDLES = (Deed.FETCH, Deed.PLACE, Deed.OPEN, Deed.CLOSE, Deed.SET)
_SURE_MATCH = 0.8
"""Below it, the thing lacks a word that it was asked for by: who gets it is told."""
_NEVER = ("nothing to open or close", "cannot be picked up", "has no settings", "has no setting", "it must be",
          "Nothing can be put")  # fmt: skip
"""How the executor says that a thing is not made for it."""


def take_in(state: TaskState, call: SkillCall, result: SkillResult) -> bool:
    """Change the state; returns whether what was planned before is of no use any more."""
    goal = state.goal
    is_so_already = "already" in result.text and call.kind in (SkillKind.OPEN, SkillKind.CLOSE)
    if not result.succeeded and not is_so_already:
        return _failed(state, call, result)
    deed = goal.deed if goal else None
    about = state.thing.object_id if state.thing else ""
    first = call.arguments[0] if call.arguments else ""
    if call.kind is SkillKind.NAVIGATE:
        state.near = first
        return _reach_if(state, deed is Deed.SEEK and first == about)
    if call.kind is SkillKind.LOOK:
        return _reach_if(state, deed is Deed.LOOK)
    if call.kind is SkillKind.EXPLORE:
        state.found_as[first] = result.found_id
        return _explored(state, call, deed)
    if call.kind is SkillKind.PICK:
        state.held = first
        if state.thing is not None and first == about and state.thing.match < _SURE_MATCH:
            state.notes.append(f"I took {describe(state.thing)} for it")
    elif call.kind in (SkillKind.PLACE, SkillKind.HANDOFF):
        return _let_go(state, call, result)
    elif call.kind in (SkillKind.OPEN, SkillKind.CLOSE):
        return _turned(state, call, deed, about)
    elif call.kind is SkillKind.SET_DEVICE_STATE:
        return _reach_if(state, deed is Deed.SET)
    return False


def _failed(state: TaskState, call: SkillCall, result: SkillResult) -> bool:
    """What was looked for everywhere in vain, or failed again, is given up; anything else may be planned anew."""
    reason = result.text.rstrip(".")
    state.failures.append(Failure(call, reason))
    if call.kind is SkillKind.EXPLORE and state.room:
        return True  # there are other rooms
    if _is_hint(state, call):
        state.hint, state.hint_words, state.is_hint_used = None, "", True
    elif (gone := _gone(state, call)) is not None:
        state.miss(gone)
    elif state.goal is not None and (_is_final(call, reason) or state.times_failed(call) >= MOST_TRIES):
        is_of_thing = call.kind is SkillKind.EXPLORE and state.thing is None and state.goal.deed in _HANDLES
        state.never_found = state.goal.thing if is_of_thing else state.never_found
        is_of_place = state.place is not None and state.place.object_id in call.arguments
        if not (is_of_place and state.takes_next_place()):
            state.give_up(reason)
    return True


def _gone(state: TaskState, call: SkillCall) -> RememberedObject | None:
    """What it went to and did not find there, if that is a thing or a person that may be elsewhere by now."""
    if call.kind is not SkillKind.NAVIGATE:
        return None
    sought = [one for one in (state.thing, state.place) if one is not None and one.object_id == call.arguments[0]]
    return next((one for one in sought if not stays_put(one.category)), None)


def _is_hint(state: TaskState, call: SkillCall) -> bool:
    """Whether it went to where the thing is only believed to be, or looked for that place."""
    places = {state.hint_words, state.hint.object_id if state.hint else ""} - {""}
    return state.thing is None and bool(call.arguments) and call.arguments[0] in places


def _is_final(call: SkillCall, reason: str) -> bool:
    """Whether it is of no use to try again: looked for everywhere, or against the nature of the thing."""
    return call.kind is SkillKind.EXPLORE or any(words in reason for words in _NEVER)


def _explored(state: TaskState, call: SkillCall, deed: Deed | None) -> bool:
    """It is known now; where it is is asked of memory."""
    if deed is Deed.SEEK and state.thing is None and not _is_hint(state, call):
        state.reach()
    elif deed is Deed.LOOK and not _is_hint(state, call):
        state.thing, state.is_sought = None, True
    elif not _is_hint(state, call) and not (state.thing and state.held == state.thing.object_id):
        state.found_it()
    return True


def _turned(state: TaskState, call: SkillCall, deed: Deed | None, about: str) -> bool:
    """A door: the goal itself, or in the way of it, and then to be left as it was."""
    target = call.arguments[0]
    is_open = call.kind is SkillKind.OPEN
    if target == about and deed is (Deed.OPEN if is_open else Deed.CLOSE):
        state.reach()
        return True
    if is_open:
        state.opened.append(target)
    elif target in state.opened:
        state.opened.remove(target)
    return False


def _let_go(state: TaskState, call: SkillCall, result: SkillResult) -> bool:
    """What it held has come to its place, or the hand was freed for what the goal is about."""
    goal, thing = state.goal, state.thing
    is_it = thing is not None and state.held == thing.object_id
    state.held = ""
    if goal is None or thing is None or not is_it:
        return False
    if call.kind is SkillKind.PLACE and goal.deed is Deed.FETCH:
        why = (
            f"a {thing.category} is better not given out of the hand"
            if is_sharp(thing)
            else "no hand was free for it"
        )
        state.notes.append(f"I put it down, as {why}: {result.text.rstrip('.')}")
    return _reach_if(state, goal.deed in (Deed.PLACE, Deed.FETCH))


def _reach_if(state: TaskState, is_reached: bool) -> bool:
    if is_reached:
        state.reach()
    return is_reached
