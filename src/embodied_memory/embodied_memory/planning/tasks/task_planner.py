"""The offline planner of household tasks: a subgoal and the calls for it (STMA, section 4.3).

At first it plans as if everything were as it should be. What the critic remarks makes it careful: it looks where
memory is not sure, opens what is shut, and closes what it opened.
"""

from __future__ import annotations

from collections.abc import Callable

from embodied_memory.evidence import EpistemicStatus, RememberedObject
from embodied_memory.memory.spatial.room_votes import is_room
from embodied_memory.planning.planner_critic import Critique, Plan, Situation
from embodied_memory.planning.skill_call import SkillCall, SkillKind
from embodied_memory.planning.tasks.known_things import (
    KnownThings,
    can_be_shut,
    free_place,
    is_open,
    is_sharp,
    surface_near,
)
from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal
from embodied_memory.planning.tasks.task_state import TaskState

DONE = str(SkillCall(SkillKind.DONE))


class TaskPlanner:
    """A `Planner` over the state of one task. things: what memory knows now."""

    def __init__(self, state: TaskState, things: Callable[[], KnownThings]) -> None:
        self._state, self._things = state, things

    def plan(self, situation: Situation, remarks: tuple[Critique, ...] = ()) -> Plan:
        """See `Planner`."""
        goal, things = self._state.goal, self._things()
        if goal is None:
            return self._finish(things, bool(remarks))
        subgoal = str(goal)
        if self._state.undescribed:
            describing = _skill(SkillKind.DESCRIBE_OBJECT, self._state.undescribed)
            return Plan(subgoal, (str(describing),), "what it looks like tells whether it is meant")
        if self._state.thing is None:
            return self._look_for_it(goal, subgoal, is_careful=bool(remarks))
        if remarks and self._is_doubted(things):
            return Plan(
                subgoal,
                (str(_call(SkillKind.EXPLORE, self._state.words or goal.sought)),),
                "memory is not sure of it",
            )
        calls = self._calls(goal, things, is_careful=bool(remarks))
        return Plan(subgoal, tuple(map(str, calls)), self._reason())

    def _calls(self, goal: TaskGoal, things: KnownThings, is_careful: bool) -> list[SkillCall]:
        assert self._state.thing is not None
        thing = self._now(self._state.thing, things)
        if goal.deed is Deed.SEEK:
            return [_skill(SkillKind.NAVIGATE, thing.object_id)]
        if goal.deed is Deed.LOOK:
            return self._look(goal, thing)
        if goal.deed in (Deed.OPEN, Deed.CLOSE):
            kind = SkillKind.OPEN if goal.deed is Deed.OPEN else SkillKind.CLOSE
            return [*self._go(thing), _skill(kind, thing.object_id)]
        if goal.deed is Deed.SET:
            return [*self._go(thing), _skill(SkillKind.SET_DEVICE_STATE, thing.object_id, goal.setting, goal.value)]
        taken = [] if self._state.held == thing.object_id else self._take(thing, things, is_careful)
        if goal.deed is Deed.FETCH:
            return [*taken, *self._hand_over(goal, thing, things, is_on_the_way=bool(taken))]
        return [*taken, *self._put(goal, things, is_careful, is_on_the_way=bool(taken))]

    def _look(self, goal: TaskGoal, thing: RememberedObject) -> list[SkillCall]:
        """At the thing, over a room, or into what can be shut; what was not where memory has it is looked for."""
        if is_room(goal.to):
            return [_call(SkillKind.LOOK, goal.to)]
        looking = _skill(SkillKind.LOOK, thing.object_id)
        if goal.to and goal.relation == "in" and can_be_shut(thing):
            inside = _skill(SkillKind.LOOK, thing.object_id, *_call(SkillKind.LOOK, goal.thing).arguments)
            is_shut = not is_open(thing) and thing.object_id not in self._state.opened
            opening = [*self._go(thing), _skill(SkillKind.OPEN, thing.object_id)] if is_shut else []
            return [*opening, inside]
        if self._state.failures and not self._state.is_sought:
            return [_call(SkillKind.EXPLORE, self._state.words or goal.sought)]
        return [looking]

    def _take(self, thing: RememberedObject, things: KnownThings, is_careful: bool) -> list[SkillCall]:
        container = things.container_of(thing)
        calls = self._go(container or thing)
        place = free_place(thing, things) if is_careful and self._state.held else None
        if place is not None:
            calls = [*self._go(place), _skill(SkillKind.PLACE, self._state.held, "on", place.object_id)]
            calls += [_skill(SkillKind.NAVIGATE, (container or thing).object_id)]
        if is_careful and container is not None and not self._state.was_opened(container.object_id):
            calls.append(_skill(SkillKind.OPEN, container.object_id))
        return [*calls, _skill(SkillKind.PICK, thing.object_id)]

    def _hand_over(
        self, goal: TaskGoal, thing: RememberedObject, things: KnownThings, is_on_the_way: bool
    ) -> list[SkillCall]:
        """A sharp thing, and what a person has no hand free for, is put down beside them."""
        person = self._state.place
        if person is None:
            return [_call(SkillKind.EXPLORE, goal.to)]
        handing = _skill(SkillKind.HANDOFF, person.object_id)
        surface = surface_near(person, things)
        if surface is not None and (is_sharp(thing) or self._state.times_failed(handing)):
            putting = _skill(SkillKind.PLACE, thing.object_id, "on", surface.object_id)
            return [*self._go(surface, is_on_the_way), putting]
        return [*self._go(person, is_on_the_way), handing]

    def _put(self, goal: TaskGoal, things: KnownThings, is_careful: bool, is_on_the_way: bool) -> list[SkillCall]:
        place = self._state.place
        thing = self._state.thing
        if place is None or thing is None:
            return [_call(SkillKind.EXPLORE, goal.to)]
        relation = "in" if goal.relation == "in" and can_be_shut(place) else "on"
        opening = [_skill(SkillKind.OPEN, place.object_id)]
        must_open = (
            is_careful and relation == "in" and not is_open(place) and place.object_id not in self._state.opened
        )
        return [
            *self._go(place, is_on_the_way),
            *(opening if must_open else ()),
            self._placing(thing.object_id, relation, place.object_id),
        ]

    def _placing(self, *where: str) -> SkillCall:
        """Beside what it is to be next to, unless there was no room."""
        beside = _skill(SkillKind.PLACE, *where, "next_to", self._state.beside)
        is_beside = self._state.beside and not self._state.times_failed(beside)
        return beside if is_beside else _skill(SkillKind.PLACE, *where)

    def _go(self, thing: RememberedObject, is_on_the_way: bool = False) -> list[SkillCall]:
        """is_on_the_way: it will have gone elsewhere by then."""
        return (
            []
            if self._state.near == thing.object_id and not is_on_the_way
            else [_skill(SkillKind.NAVIGATE, thing.object_id)]
        )

    def _finish(self, things: KnownThings, is_careful: bool) -> Plan:
        """Done; once the critic has objected, after closing what was opened."""
        held = things.get(self._state.held)
        calls = self._put_back(held, things) if held is not None else []
        for one in filter(None, map(things.get, self._state.opened if is_careful else ())):
            calls += [*self._go(one, is_on_the_way=bool(calls)), _skill(SkillKind.CLOSE, one.object_id)]
        return Plan("leave everything in order" if calls else "finish", (*map(str, calls), DONE))

    def _look_for_it(self, goal: TaskGoal, subgoal: str, is_careful: bool) -> Plan:
        """First where it is believed to be, inside if that can be shut; then everywhere."""
        hint, hint_words = self._state.hint, self._state.hint_words
        everywhere = _call(SkillKind.EXPLORE, self._state.room or self._state.words or goal.sought)
        if hint is None and hint_words:
            return Plan(
                subgoal, (str(_call(SkillKind.EXPLORE, hint_words)),), f"it is believed to be at the {hint_words}"
            )
        if hint is None:
            return Plan(subgoal, (str(everywhere),), f"memory does not know where {goal.sought} is")
        opening = can_be_shut(hint) and not is_open(hint) and hint.object_id not in self._state.opened
        calls = [*self._go(hint), *([_skill(SkillKind.OPEN, hint.object_id)] if opening else ()), everywhere]
        return Plan(subgoal, tuple(map(str, calls)), f"it is believed to be at the {hint.category}")

    def _put_back(self, held: RememberedObject, things: KnownThings) -> list[SkillCall]:
        """What is left in the hand goes to where it was; if that is shut, to a surface beside it."""
        support = things.get(held.support_id)
        was_in = held.support_relation == "in"
        if support is not None and was_in and can_be_shut(support) and support.object_id not in self._state.opened:
            support, was_in = surface_near(support, things), False
        if support is None:
            return []
        relation = "in" if was_in and can_be_shut(support) else "on"
        return [*self._go(support), _skill(SkillKind.PLACE, held.object_id, relation, support.object_id)]

    def _is_doubted(self, things: KnownThings) -> bool:
        thing = self._state.thing
        known = (thing, self._now(thing, things)) if thing is not None else ()
        return any(one.status is EpistemicStatus.CONTRADICTED for one in known)

    @staticmethod
    def _now(thing: RememberedObject, things: KnownThings) -> RememberedObject:
        """It may have been seen elsewhere since its words were bound to it; the critic goes by what is known now."""
        return things.get(thing.object_id) or thing

    def _reason(self) -> str:
        thing = self._state.thing
        if thing is None:
            return ""
        place = f" {thing.support_relation or 'on'} the {thing.support_category}" if thing.support_category else ""
        room = f" in the {thing.room}" if thing.room else ""
        return f"memory has it{place}{room}" if place or room else "memory knows where it is"


def _skill(kind: SkillKind, *arguments: str) -> SkillCall:
    return SkillCall(kind, arguments)


def _call(kind: SkillKind, words: str) -> SkillCall:
    """Words of people become one plain argument."""
    plain = " ".join("".join(char if char.isalnum() or char in " '-_" else " " for char in words).split())
    return SkillCall(kind, (plain[:120] or "something",))
