"""The map as far as it was walked: rooms, ways, doors, and the ways out that nobody has tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from embodied_memory_tools.evaluation.textworld.player.cooking_task import Passage
from embodied_memory_tools.evaluation.textworld.player.reading import OPPOSITE, Exit, RoomView

Cell = tuple[int, int]
"""Steps east and north of the room that the game began in."""
_STEP = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}


@dataclass
class KnownRoom:
    """A room that was entered. fixtures: the furniture in its description; leads: where exits were seen to go."""

    name: str
    cell: Cell
    exits: dict[str, Exit] = field(default_factory=dict)
    fixtures: tuple[str, ...] = ()
    leads: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Unexplored:
    """A place beside known rooms that was not entered. ways: (room, direction, door) of every exit to it."""

    cell: Cell
    ways: tuple[tuple[str, str, str], ...]


class GameRooms:
    """Rooms are known by their names; an exit north of a room is taken to lead to the cell north of it."""

    def __init__(self) -> None:
        self.rooms: dict[str, KnownRoom] = {}
        self.here = ""
        self.closed: set[str] = set()
        """Doors that were last seen closed."""

    def enter(self, view: RoomView, direction: str = "") -> bool:
        """After going in a direction, or "" after looking around. Whether the room is new."""
        known = self.rooms.get(view.name)
        if known is None:
            known = self.rooms[view.name] = KnownRoom(view.name, self._cell_of(direction))
        if direction and self.here and self.here != view.name:
            self.rooms[self.here].leads[direction] = view.name
            known.leads.setdefault(OPPOSITE[direction], self.here)
        is_new = not known.exits
        known.exits = {way.direction: way for way in view.exits} or known.exits
        known.fixtures = view.fixtures
        self.here = view.name
        for way in view.exits:
            if way.door:
                (self.closed.discard if way.is_open else self.closed.add)(way.door)
        return is_new

    def blocked(self, direction: str) -> None:
        """There is no way there after all."""
        if self.here:
            self.rooms[self.here].exits.pop(direction, None)

    def doors(self) -> frozenset[str]:
        """The names of all doors."""
        return frozenset(way.door for room in self.rooms.values() for way in room.exits.values() if way.door)

    def goal_of(self, room: KnownRoom, direction: str) -> str:
        """The known room that an exit leads to, as seen or by its cell; "" if none is known there.

        By its cell only if there is an exit back that may lead here: not all games lie in a plane.
        """
        if direction in room.leads:
            return room.leads[direction]
        cell, back = _beyond(room.cell, direction), OPPOSITE[direction]
        return next(
            (
                other.name
                for other in self.rooms.values()
                if other.cell == cell and back in other.exits and other.leads.get(back, room.name) == room.name
            ),
            "",
        )

    def passages(self) -> dict[str, tuple[Passage, ...]]:
        """All ways between known rooms."""
        return {
            room.name: tuple(
                Passage(goal, (f"go {way.direction}",), way.door)
                for way in room.exits.values()
                if (goal := self.goal_of(room, way.direction))
            )
            for room in self.rooms.values()
        }

    def unexplored(self) -> tuple[Unexplored, ...]:
        """In the order in which the rooms beside them were met."""
        ways: dict[Cell, list[tuple[str, str, str]]] = {}
        for room, way in self._open_ends():
            ways.setdefault(_beyond(room.cell, way.direction), []).append((room.name, way.direction, way.door))
        return tuple(Unexplored(cell, tuple(found)) for cell, found in ways.items())

    def unwalked(self) -> tuple[tuple[str, str], ...]:
        """(room, direction) of open exits of which it is only thought where they lead."""
        return tuple(
            (room.name, way.direction)
            for room in self.rooms.values()
            for way in room.exits.values()
            if way.direction not in room.leads and self.goal_of(room, way.direction) and way.door not in self.closed
        )

    def _open_ends(self) -> Iterator[tuple[KnownRoom, Exit]]:
        for room in self.rooms.values():
            for way in room.exits.values():
                if not self.goal_of(room, way.direction):
                    yield room, way

    def _cell_of(self, direction: str) -> Cell:
        """Where a room entered in that direction is; beside all others if nobody knows how it was come to."""
        if not self.rooms:
            return (0, 0)
        if direction and self.here:
            return _beyond(self.rooms[self.here].cell, direction)
        return (1000 * len(self.rooms), 0)


def _beyond(cell: Cell, direction: str) -> Cell:
    east, north = _STEP[direction]
    return (cell[0] + east, cell[1] + north)
