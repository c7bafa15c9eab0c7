"""Whether a call serves the present goal (STMA, section 4.3, alignment), by what each skill may be used for."""

from __future__ import annotations

from collections.abc import Iterable

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.wording.word_stems import stem
from embodied_memory.memory.wording.words import split_words
from embodied_memory.planning.skills.perception_skills import PERCEPTION
from embodied_memory.planning.skills.skill_call import SkillCall, SkillKind
from embodied_memory.planning.tasks.known_things import KnownThings, can_be_shut, surface_near
from embodied_memory.planning.tasks.task_goal import Deed
from embodied_memory.planning.tasks.task_state import TaskState

_CARRIES = (Deed.FETCH, Deed.PLACE)
_ALWAYS = PERCEPTION | {SkillKind.WAIT, SkillKind.DONE}


def serves_goal(call: SkillCall, state: TaskState, things: KnownThings) -> bool:
    """Of the skills that a body has. Whoever planned it: nothing is done to what the goal is not about.

    What is neither meant nor in the way, what was opened, nor where a full hand is freed serves nothing.
    """
    if call.kind in _ALWAYS:
        return True
    if call.kind is SkillKind.EXPLORE:
        words = call.arguments[0]
        return state.goal is not None and (bool(things.in_room(words)) or _is_sought(words, state))
    check = {
        SkillKind.NAVIGATE: _goes_there,
        SkillKind.LOOK: _looks_at_it,
        SkillKind.PICK: _takes_it,
        SkillKind.PLACE: _puts_it,
        SkillKind.OPEN: _opens_it,
        SkillKind.CLOSE: _closes_it,
        SkillKind.HANDOFF: _gives_it,
        SkillKind.SET_DEVICE_STATE: _sets_it,
    }.get(call.kind)
    return check is not None and check(call, state, things)


def _goes_there(call: SkillCall, state: TaskState, things: KnownThings) -> bool:
    meant = (state.thing, state.place, state.hint)
    ids = {*_ids(meant), *state.opened, state.held} | _places_to_put(state, things)
    return call.arguments[0] in ids | _ids(_around(meant, things))


def _looks_at_it(call: SkillCall, state: TaskState, things: KnownThings) -> bool:
    place = state.goal.to.lower() if state.goal else ""
    is_meant = call.arguments[0] in _ids((state.thing,)) or call.arguments[0].lower() == place
    return _deed(state) is Deed.LOOK and is_meant


def _takes_it(call: SkillCall, state: TaskState, things: KnownThings) -> bool:
    return _deed(state) in _CARRIES and call.arguments[0] in _ids((state.thing,))


def _puts_it(call: SkillCall, state: TaskState, things: KnownThings) -> bool:
    return call.arguments[2] in _places_to_put(state, things)


def _opens_it(call: SkillCall, state: TaskState, things: KnownThings) -> bool:
    """The goal itself, or what can be shut around what is sought."""
    if _deed(state) is Deed.OPEN and call.arguments[0] in _ids((state.thing,)):
        return True
    meant = (state.thing, state.place) if _deed(state) in _CARRIES else (state.thing,)
    inside = [one for one in _around(meant, things) if can_be_shut(one)]
    target = state.place if _deed(state) is Deed.PLACE else state.thing if _looks_inside(state) else None
    return state.goal is not None and call.arguments[0] in _ids((*inside, state.hint, target))


def _looks_inside(state: TaskState) -> bool:
    goal = state.goal
    return goal is not None and goal.deed is Deed.LOOK and bool(goal.to) and goal.relation == "in"


def _closes_it(call: SkillCall, state: TaskState, things: KnownThings) -> bool:
    is_goal = _deed(state) is Deed.CLOSE and call.arguments[0] in _ids((state.thing,))
    return is_goal or call.arguments[0] in state.opened


def _gives_it(call: SkillCall, state: TaskState, things: KnownThings) -> bool:
    is_it = state.thing is not None and state.held == state.thing.object_id
    return _deed(state) is Deed.FETCH and is_it and call.arguments[0] in _ids((state.place,))


def _sets_it(call: SkillCall, state: TaskState, things: KnownThings) -> bool:
    goal = state.goal
    return goal is not None and goal.deed is Deed.SET and state.thing is not None and call.arguments == (
        state.thing.object_id, goal.setting, goal.value,
    )  # fmt: skip


def _places_to_put(state: TaskState, things: KnownThings) -> set[str]:
    """For what is in the hand: where the goal has it, beside the person, or where the hand is to be freed."""
    held = things.get(state.held)
    support = things.get(held.support_id) if held else None
    places = _ids((support, surface_near(support, things) if support else None))
    if state.goal is not None and state.thing is not None and state.held not in ("", state.thing.object_id):
        places |= _ids((free_place(state.thing, things),))
    elif _deed(state) in _CARRIES and state.place is not None:
        beside = surface_near(state.place, things) if _deed(state) is Deed.FETCH else state.place
        places |= _ids((beside,))
    return places - {""}


def free_place(thing: RememberedObject, things: KnownThings) -> RememberedObject | None:
    """Where a full hand can be freed before a thing is taken: what that is on, else what stands near it."""
    return things.get(thing.support_id) if thing.support_relation == "on" else surface_near(thing, things)


def _around(meant: Iterable[RememberedObject | None], things: KnownThings) -> list[RememberedObject]:
    """What they are on or in."""
    return [support for one in meant if one is not None and (support := things.get(one.support_id)) is not None]


def _is_sought(words: str, state: TaskState) -> bool:
    """Words of the goal, or of what they mean: nothing else is looked for."""
    goal = state.goal
    assert goal is not None
    said = f"{state.words} {goal.thing} {goal.to} {state.hint_words} something"
    known = {stem(word) for word in split_words(said)}
    return bool(words) and all(stem(word) in known for word in split_words(words))


def _deed(state: TaskState) -> Deed | None:
    return state.goal.deed if state.goal else None


def _ids(things: Iterable[RememberedObject | None]) -> set[str]:
    return {one.object_id for one in things if one is not None}
