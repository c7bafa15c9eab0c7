"""What can be done in a state of the cooking task, and what comes of it.

Two rules keep the states few without losing the shortest way: what can be cooked or cut on the spot is, for that has
to be done once wherever it is; and nothing is dropped while more can be carried.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from embodied_memory_tools.evaluation.textworld.player.cooking_task import CookingTask, Place
from embodied_memory_tools.evaluation.textworld.player.route import Route, routes_from

HELD, UNTOUCHED = "held", "untouched"
"""Where a thing is, unless it was put on the floor: then it is the name of the room."""


class CookingState(NamedTuple):
    """uncut, uncooked: a bit for each food; junk: how many useless things are carried; opened: doors, containers."""

    room: str
    knife: str
    foods: tuple[str, ...]
    uncut: int
    uncooked: int
    junk: int
    opened: frozenset[str]


class CookingMove(NamedTuple):
    """known: how many of the commands come before what is only assumed, None if nothing is."""

    commands: tuple[str, ...]
    after: CookingState
    turns: int = 1
    known: int | None = None


class CookingMoves:
    """For one task."""

    def __init__(self, task: CookingTask) -> None:
        self._task = task
        self._routes: dict[tuple[str, frozenset[str]], dict[str, Route]] = {}
        self.cooking_rooms = tuple(task.appliances.get(food.cook, "") for food in task.foods)
        places = [*(food.place for food in task.foods), task.knife]
        rooms = (*(place.room for place in places if place), *self.cooking_rooms, task.kitchen, task.room)
        self._rooms = tuple(room for room in dict.fromkeys(rooms) if room)

    def start(self) -> CookingState:
        """The state that the task describes."""
        task = self._task
        return CookingState(
            task.room,
            HELD if task.knife is None else UNTOUCHED,
            tuple(HELD if food.place is None else UNTOUCHED for food in task.foods),
            sum(1 << i for i, food in enumerate(task.foods) if food.cut),
            sum(1 << i for i, food in enumerate(task.foods) if food.cook),
            len(task.carried),
            frozenset(),
        )

    def is_done(self, state: CookingState) -> bool:
        """Whether the meal can be prepared."""
        is_ready = not state.uncut and not state.uncooked and state.room == self._task.kitchen
        return is_ready and all(where == HELD for where in state.foods)

    def moves(self, state: CookingState) -> Iterator[CookingMove]:
        """All that are worth trying."""
        at_once = self._at_once(state)
        if at_once:
            yield at_once
            return
        carried = state.foods.count(HELD) + (state.knife == HELD) + state.junk
        yield from self._takes(state) if carried < self._task.capacity else self._drops(state)
        yield from self._walks(state)

    def room_of_food(self, state: CookingState, number: int) -> str:
        """Where a food is that is not carried."""
        return _room(state.foods[number], self._task.foods[number].place)

    def room_of_knife(self, state: CookingState) -> str:
        """Where it is if it is not carried."""
        return _room(state.knife, self._task.knife)

    def _at_once(self, state: CookingState) -> CookingMove | None:
        for i, food in enumerate(self._task.foods):
            if state.foods[i] != HELD:
                continue
            bit = 1 << i
            if state.uncooked & bit and self.cooking_rooms[i] == state.room:
                after = state._replace(uncooked=state.uncooked & ~bit)
                return CookingMove((f"cook {food.name} with {food.cook}",), after, known=self._known(food.cook))
            if state.uncut & bit and state.knife == HELD:
                after = state._replace(uncut=state.uncut & ~bit)
                return CookingMove((f"{food.cut} {food.name} with {self._task.knife_name}",), after)
        return None

    def _takes(self, state: CookingState) -> Iterator[CookingMove]:
        for i, food in enumerate(self._task.foods):
            if state.foods[i] != HELD and self.room_of_food(state, i) == state.room:
                place = food.place if state.foods[i] == UNTOUCHED else None
                yield self._take(food.name, place, state._replace(foods=_with(state.foods, i, HELD)))
        if state.uncut and state.knife != HELD and self.room_of_knife(state) == state.room:
            place = self._task.knife if state.knife == UNTOUCHED else None
            yield self._take(self._task.knife_name, place, state._replace(knife=HELD))

    def _take(self, name: str, place: Place | None, after: CookingState) -> CookingMove:
        if place is None or not place.holder:
            return CookingMove((f"take {name}",), after, known=self._known(name))
        take = f"take {name} from {place.holder}"
        if place.holder in self._task.closed and place.holder not in after.opened:
            after = after._replace(opened=after.opened | {place.holder})
            return CookingMove((f"open {place.holder}", take), after, 2, self._known(name, 1))
        return CookingMove((take,), after, known=self._known(name))

    def _known(self, name: str, before: int = 0) -> int | None:
        return before if name in self._task.assumed else None

    def _drops(self, state: CookingState) -> Iterator[CookingMove]:
        if state.junk:
            useless = self._task.carried[state.junk - 1]
            yield CookingMove((f"drop {useless}",), state._replace(junk=state.junk - 1))
            return
        if state.knife == HELD:
            yield CookingMove((f"drop {self._task.knife_name}",), state._replace(knife=state.room))
        for i, food in enumerate(self._task.foods):
            if state.foods[i] == HELD:
                yield CookingMove((f"drop {food.name}",), state._replace(foods=_with(state.foods, i, state.room)))

    def _walks(self, state: CookingState) -> Iterator[CookingMove]:
        routes = self._routes_from(state)
        for room in self._rooms:
            if room != state.room and room in routes:
                route = routes[room]
                after = state._replace(room=room, opened=state.opened | route.doors)
                yield CookingMove(route.commands, after, route.cost, route.known)

    def _routes_from(self, state: CookingState) -> dict[str, Route]:
        key = (state.room, state.opened)
        if key not in self._routes:
            closed = self._task.closed - state.opened
            self._routes[key] = routes_from(state.room, self._task.passages, closed)
        return self._routes[key]


def _room(where: str, place: Place | None) -> str:
    return place.room if where == UNTOUCHED and place else where


def _with(foods: tuple[str, ...], number: int, where: str) -> tuple[str, ...]:
    return (*foods[:number], where, *foods[number + 1 :])
