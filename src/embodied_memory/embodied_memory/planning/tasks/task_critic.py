"""The offline critic of household tasks (STMA, section 4.3): temporal consistency, spatial feasibility, alignment
with the subgoal, and safety, in this order of who is to blame: first what may never be done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from embodied_memory.evidence import EpistemicStatus, RememberedObject
from embodied_memory.planning.agent import MOST_TRIES
from embodied_memory.planning.exploring.decision import describe
from embodied_memory.planning.perception_skills import PERCEPTION
from embodied_memory.planning.planner_critic import Critique, Plan, Situation
from embodied_memory.planning.skill_call import Permissions, SkillCall, SkillCallError, SkillKind, parse_skill_call
from embodied_memory.planning.tasks.known_things import (
    KnownThings,
    can_be_shut,
    free_place,
    is_hot,
    is_open,
    is_sharp,
    surface_near,
)
from embodied_memory.planning.tasks.standing_rules import objection
from embodied_memory.planning.tasks.task_goal import Deed
from embodied_memory.planning.tasks.task_state import TaskState
from embodied_memory.words.wording.words import split_words, stem

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
        is_next_room = bool(state.room) and bool(things.in_room(words))
        return state.goal is not None and (is_next_room or _is_sought(words, state))
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
    ids = {*_ids_known(meant), *state.opened, state.held} | _places_to_put(state, things)
    return call.arguments[0] in ids | _ids_known(_around(meant, things))


def _looks_at_it(call: SkillCall, state: TaskState, things: KnownThings) -> bool:
    place = state.goal.to.lower() if state.goal else ""
    is_meant = call.arguments[0] in _ids_known((state.thing,)) or call.arguments[0].lower() == place
    return _deed(state) is Deed.LOOK and is_meant


def _takes_it(call: SkillCall, state: TaskState, things: KnownThings) -> bool:
    return _deed(state) in _CARRIES and call.arguments[0] in _ids_known((state.thing,))


def _puts_it(call: SkillCall, state: TaskState, things: KnownThings) -> bool:
    return call.arguments[2] in _places_to_put(state, things)


def _opens_it(call: SkillCall, state: TaskState, things: KnownThings) -> bool:
    """The goal itself, or what can be shut around what is sought."""
    if _deed(state) is Deed.OPEN and call.arguments[0] in _ids_known((state.thing,)):
        return True
    meant = (state.thing, state.place) if _deed(state) in _CARRIES else (state.thing,)
    inside = [one for one in _around(meant, things) if can_be_shut(one)]
    target = state.place if _deed(state) is Deed.PLACE else state.thing if _looks_inside(state) else None
    return state.goal is not None and call.arguments[0] in _ids_known((*inside, state.hint, target))


def _looks_inside(state: TaskState) -> bool:
    goal = state.goal
    return goal is not None and goal.deed is Deed.LOOK and bool(goal.to) and goal.relation == "in"


def _closes_it(call: SkillCall, state: TaskState, things: KnownThings) -> bool:
    is_goal = _deed(state) is Deed.CLOSE and call.arguments[0] in _ids_known((state.thing,))
    return is_goal or call.arguments[0] in state.opened


def _gives_it(call: SkillCall, state: TaskState, things: KnownThings) -> bool:
    is_it = state.thing is not None and state.held == state.thing.object_id
    return _deed(state) is Deed.FETCH and is_it and call.arguments[0] in _ids_known((state.place,))


def _sets_it(call: SkillCall, state: TaskState, things: KnownThings) -> bool:
    goal = state.goal
    return goal is not None and goal.deed is Deed.SET and state.thing is not None and call.arguments == (
        state.thing.object_id, goal.setting, goal.value,
    )  # fmt: skip


def _places_to_put(state: TaskState, things: KnownThings) -> set[str]:
    """For what is in the hand: where the goal has it, beside the person, or where the hand is to be freed."""
    held = things.get(state.held)
    support = things.get(held.support_id) if held else None
    places = _ids_known((support, surface_near(support, things) if support else None))
    if state.goal is not None and state.thing is not None and state.held not in ("", state.thing.object_id):
        places |= _ids_known((free_place(state.thing, things),))
    elif _deed(state) in _CARRIES and state.place is not None:
        beside = surface_near(state.place, things) if _deed(state) is Deed.FETCH else state.place
        places |= _ids_known((beside,))
    return places - {""}


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


def _ids_known(things: Iterable[RememberedObject | None]) -> set[str]:
    return {one.object_id for one in things if one is not None}


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
