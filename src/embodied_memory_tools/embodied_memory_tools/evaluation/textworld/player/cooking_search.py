"""The fewest turns to the meal: A* over where things are, what is cut and cooked, and what is open."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass

from embodied_memory_tools.evaluation.textworld.player.cooking_moves import (
    HELD,
    CookingMove,
    CookingMoves,
    CookingState,
)
from embodied_memory_tools.evaluation.textworld.player.cooking_task import CookingTask
from embodied_memory_tools.evaluation.textworld.player.route import routes_from


@dataclass(frozen=True)
class CookingPlan:
    """The commands, and the turns they take with all that is only assumed. known: how many come before that."""

    commands: tuple[str, ...]
    turns: int
    known: int


class CookingSearch:
    """For one task. most_states: it is given up after as many; weight: above 1 it is faster, and not the shortest."""

    def __init__(self, task: CookingTask, most_states: int = 4000, weight: float = 1.0) -> None:
        self._task, self._most_states, self._weight = task, most_states, weight
        self._moves = CookingMoves(task)
        self._steps = {
            (room, goal): route.cost
            for room in task.passages
            for goal, route in routes_from(room, task.passages, frozenset()).items()
        }

    def plan(self) -> CookingPlan | None:
        """None if there is no way, or none was found in time."""
        start = self._moves.start()
        best: dict[CookingState, int] = {start: 0}
        came: dict[CookingState, tuple[CookingState, CookingMove]] = {}
        heap: list[tuple[float, int, int, int, CookingState]] = [(0, 0, 0, 0, start)]
        count = 0
        for _ in range(self._most_states):
            if not heap:
                return None
            _, _, _, cost, state = heapq.heappop(heap)
            if cost > best[state]:
                continue
            if self._moves.is_done(state):
                return self._plan(self._way(state, came), cost)
            for move in self._moves.moves(state):
                reached, after = cost + move.turns, move.after
                left = None if reached >= best.get(after, reached + 1) else self._left(after)
                if left is not None:
                    best[after], came[after] = reached, (state, move)
                    count += 1
                    heapq.heappush(heap, (reached + self._weight * left, left, count, reached, after))
        return None

    def _left(self, state: CookingState) -> int | None:
        """A lower bound of the turns to go, None if there is no way at all."""
        has_knife = state.knife == HELD
        turns = state.uncut.bit_count() + state.uncooked.bit_count() + len(state.foods) - state.foods.count(HELD)
        turns += bool(state.uncut) and not has_knife
        if (has_knife or state.uncut) and self._task.capacity <= len(state.foods):
            turns += 1  # the knife has to be dropped in the end
        travel = 0
        for room in self._rooms_to_see(state):
            there, back = self._steps.get((state.room, room)), self._steps.get((room, self._task.kitchen))
            if there is None or back is None:
                return None
            travel = max(travel, there + back)
        return turns + travel

    def _rooms_to_see(self, state: CookingState) -> Iterator[str]:
        yield self._task.kitchen
        for i, where in enumerate(state.foods):
            if where != HELD:
                yield self._moves.room_of_food(state, i)
            if state.uncooked & 1 << i:
                yield self._moves.cooking_rooms[i]
        if state.uncut and state.knife != HELD:
            yield self._moves.room_of_knife(state)

    def _plan(self, moves: list[CookingMove], cost: int) -> CookingPlan:
        commands: tuple[str, ...] = ()
        known: int | None = None
        for move in moves:
            if known is None and move.known is not None:
                known = len(commands) + move.known
            commands += move.commands
        commands += self._task.serve
        return CookingPlan(commands, cost + len(self._task.serve), len(commands) if known is None else known)

    @staticmethod
    def _way(state: CookingState, came: dict[CookingState, tuple[CookingState, CookingMove]]) -> list[CookingMove]:
        moves: list[CookingMove] = []
        while state in came:
            state, move = came[state]
            moves.append(move)
        return moves[::-1]
