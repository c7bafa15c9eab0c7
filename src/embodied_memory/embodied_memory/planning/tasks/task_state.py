"""How far a task is: which deed is next, what is held, what failed; what each call that was executed changes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.belief.names.entity_kinds import stays_put
from embodied_memory.planning.agent import MOST_TRIES
from embodied_memory.planning.exploring.decision import describe
from embodied_memory.planning.skill_call import SkillCall, SkillKind, SkillResult
from embodied_memory.planning.tasks.known_things import is_sharp
from embodied_memory.planning.tasks.standing_rules import StandingRule
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal


@dataclass(frozen=True)
class Failure:
    """A call that could not be done, and why."""

    call: SkillCall
    text: str


@dataclass
class TaskState:
    """Of one instruction.

    thing, place: what the present goal's words mean, None while that is not known; words: to look for it by.
    is_sought: whether it was looked for everywhere and found. room: to look around in next, in a home that shows
    itself room by room; undescribed: id of what has to be described first. beside: id of what it is put next to;
    places: what the words for the place fit besides it, the best first.
    hint, hint_words: where the thing is believed to be though it was not seen there, and whether it was looked for
    there already. near: id of what the robot went to last; held: id of what it holds; opened: ids of the containers
    that it opened. found_as: ids of what was found, by the words that it was looked for by. missed: until when things
    were last seen that were not there any more, by id. objections: how often the critic said a thing about the
    present goal. never_found: the words of a thing that was looked for everywhere. rules: that people gave the robot
    for good. notes: what people should know of how a goal was reached.
    """

    goals: tuple[TaskGoal, ...]
    speaker: str
    index: int = 0
    thing: RememberedObject | None = None
    place: RememberedObject | None = None
    hint: RememberedObject | None = None
    hint_words: str = ""
    is_hint_used: bool = False
    is_sought: bool = False
    words: str = ""
    room: str = ""
    undescribed: str = ""
    beside: str = ""
    places: list[RememberedObject] = field(default_factory=list)
    near: str = ""
    held: str = ""
    opened: list[str] = field(default_factory=list)
    missed: dict[str, int] = field(default_factory=dict)
    found_as: dict[str, str] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    objections: Counter[str] = field(default_factory=Counter)
    reasons: list[str] = field(default_factory=list)
    reached: list[TaskGoal] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    never_found: str = ""
    rules: tuple[StandingRule, ...] = ()

    @property
    def goal(self) -> TaskGoal | None:
        """The present one; None when all have been taken up."""
        return self.goals[self.index] if self.index < len(self.goals) else None

    def reach(self) -> None:
        """The present goal is done."""
        assert self.goal is not None
        self.reached.append(self.goal)
        self._next()

    def give_up(self, reason: str) -> None:
        """The present goal cannot be done."""
        self.reasons.append(reason)
        self._next()

    def miss(self, thing: RememberedObject) -> None:
        """It is not where memory has it: it has to be looked for."""
        self.missed[thing.object_id] = thing.last_seen_ns
        self.thing = None if self.thing and self.thing.object_id == thing.object_id else self.thing
        if self.place is not None and self.place.object_id == thing.object_id:
            self.takes_next_place()

    def takes_next_place(self) -> bool:
        """The next that its words fit is the place from now on; false where there is none."""
        self.place = self.places.pop(0) if self.places else None
        return self.place is not None

    def found_it(self) -> None:
        """It was looked for and seen: memory knows by now what is meant, and nobody's word is needed for it."""
        self.thing = self.hint = None
        self.hint_words, self.is_hint_used = "", True

    def is_missed(self, thing: RememberedObject) -> bool:
        """Whether it was looked for in vain, and not seen since."""
        return self.missed.get(thing.object_id, -1) >= thing.last_seen_ns

    def times_failed(self, call: SkillCall) -> int:
        """How often this call failed since the present goal was begun."""
        return sum(failure.call == call for failure in self.failures)

    def was_opened(self, object_id: str) -> bool:
        """Whether the robot opened it, or tried and could not: then it may be no container at all."""
        return object_id in self.opened or self.times_failed(SkillCall(SkillKind.OPEN, (object_id,))) > 0

    def _next(self) -> None:
        self.index += 1
        self.thing = self.place = self.hint = None
        self.words = self.hint_words = self.room = self.undescribed = self.beside = ""
        self.places.clear()
        self.is_hint_used = self.is_sought = False
        self.failures.clear()
        self.objections.clear()


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
