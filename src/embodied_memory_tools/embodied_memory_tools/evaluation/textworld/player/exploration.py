"""Where a room that nobody has entered is likely to be, as ways of a believed length from the known rooms.

The value of a place next to known rooms is the chance that the room looked for is there or beyond, each further step
of the way there worth a share less. Taken as a number of turns it makes a way like others, so that one search weighs
walking known ways, opening what is here and exploring.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from embodied_memory_tools.evaluation.textworld.player.cooking_task import Passage
from embodied_memory_tools.evaluation.textworld.player.game_rooms import GameRooms, Unexplored
from embodied_memory_tools.evaluation.textworld.player.room_knowledge import RoomKnowledge

ANYWHERE = "?"
"""Stands for any room that nobody has entered."""
_MOST_STEPS = 4
_LEAST_VALUE = 1e-4
"""Of a room that is nowhere to be expected."""


class Exploration:
    """For one state of the map. discount: what is a turn further away counts this much less."""

    def __init__(self, rooms: GameRooms, knowledge: RoomKnowledge, discount: float = 0.75) -> None:
        self._rooms, self._knowledge, self._discount = rooms, knowledge, discount
        self._unseen = tuple(room for room in knowledge.rooms if room not in rooms.rooms)
        self._values: dict[tuple[str, str, tuple[str, ...]], float] = {}
        self._places = [(place, self._shares(place)) for place in rooms.unexplored()]

    def ways_to(self, room: str) -> Iterator[tuple[str, Passage]]:
        """(known room, assumed passage) for every exit that was not tried."""
        for place, shares in self._places:
            value = sum(
                share * self._value(name, room, _without(self._unseen, name), 0) for name, share in shares.items()
            )
            turns = 1 + self._turns(value)
            for known, direction, door in place.ways:
                yield known, Passage(room, (f"go {direction}",), door, turns, is_assumed=True)

    def between(self, room: str, other: str) -> int:
        """Turns between two rooms of which neither was entered."""
        return max(1, self._turns(self._value(room, other, _without(self._unseen, room), 0)))

    def _turns(self, value: float) -> int:
        """How far away something is that is worth so much."""
        return round(math.log(max(value, _LEAST_VALUE)) / math.log(self._discount))

    def _shares(self, place: Unexplored) -> dict[str, float]:
        """Which room it is: by the rooms and doors beside it. Shares sum to 1."""
        weights = {
            name: math.prod(self._knowledge.through(room, name, door) for room, _, door in place.ways)
            for name in self._unseen
        }
        total = sum(weights.values())
        return {name: weight / total for name, weight in weights.items()} if total else {}

    def _value(self, room: str, goal: str, unseen: tuple[str, ...], steps: int) -> float:
        if room == goal:
            return 1.0
        if steps == _MOST_STEPS:
            return 0.0
        key = (room, goal, unseen)
        if key not in self._values:
            missed = 1.0
            for beyond in unseen:
                chance = self._knowledge.beside(room, beyond)
                if chance > 0.05:
                    missed *= 1 - chance * self._value(beyond, goal, _without(unseen, beyond), steps + 1)
            self._values[key] = self._discount * (1 - missed)
        return self._values[key]


def _without(rooms: tuple[str, ...], room: str) -> tuple[str, ...]:
    return tuple(other for other in rooms if other != room)
