"""What has to be done for a goal, by what is believed: go there, open, unlock, take, and then the deed itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from embodied_memory_tools.evaluation.textworld.player.beliefs import Beliefs
from embodied_memory_tools.evaluation.textworld.player.command import GameCommand
from embodied_memory_tools.evaluation.textworld.player.cooking_rules import COOKED_BY
from embodied_memory_tools.evaluation.textworld.player.cooking_task import Place
from embodied_memory_tools.evaluation.textworld.player.game_things import CARRIED, is_same
from embodied_memory_tools.evaluation.textworld.player.route import Route
from embodied_memory_tools.evaluation.textworld.player.task_reader import TaskStep

Lines = tuple[str, ...]


class StepCommands:
    """For one state of beliefs. routes: from here to all known rooms that can be reached."""

    def __init__(self, beliefs: Beliefs, routes: Mapping[str, Route]) -> None:
        self._beliefs, self._routes = beliefs, routes
        self._verbs: dict[str, Callable[[GameCommand], Lines | None]] = {
            "go": self._go,
            "take": lambda command: self.take(command.thing),
            "open": self._open,
            "close": self._close,
            "unlock": self._unlock,
            "lock": self._lock,
            "put": self._put,
            "insert": self._put,
            "eat": self._eat,
            "examine": lambda command: self.examine(command.thing),
            "cook": self._cook,
        }

    def commands(self, step: TaskStep) -> Lines | None:
        """The next of them, as far as is known; () if nothing is left to do, None if something is not known."""
        if step.command.verb == "drop":
            return self._drop(step)
        return self._verbs[step.command.verb](step.command)

    def take(self, thing: str) -> Lines | None:
        """() if it is carried."""
        name = self._beliefs.named(thing)
        place = self._beliefs.things.places.get(name)
        if place is None or place == CARRIED:
            return None if place is None else ()
        opening = self._opening(place.holder) if place in self._beliefs.things.closed else ()
        return _joined(self._to(place.room), opening, (str(GameCommand("take", name, place.holder)),))

    def examine(self, thing: str) -> Lines | None:
        """Read it, or look at it."""
        name = self._beliefs.named(thing)
        place = self._beliefs.things.places.get(name)
        if place is None or place == CARRIED:
            return (f"examine {name}",) if place else None
        opening = self._opening(place.holder) if place in self._beliefs.things.closed else ()
        return _joined(self._to(place.room), opening, (f"examine {name}",))

    def into(self, place: Place) -> Lines | None:
        """To a container, and open it."""
        return _joined(self._to(place.room), self._opening(place.holder))

    def _to(self, room: str) -> Lines | None:
        route = self._routes.get(room)
        return route.commands if route else None

    def _opening(self, thing: str) -> Lines | None:
        """Of a door or container here that is shut."""
        unlock = self._beliefs.unlocking(thing)
        return (*unlock, f"open {thing}") if unlock is not None else self._take_key(thing)

    def _take_key(self, thing: str) -> Lines | None:
        key = self._beliefs.things.key_of(thing)
        return self.take(key) or None if key else None

    def _go(self, command: GameCommand) -> Lines | None:
        room = self._beliefs.rooms.rooms[self._beliefs.here]
        way = room.exits.get(command.thing)
        if way is None:
            return ()
        opening = self._opening(way.door) if way.door in self._beliefs.rooms.closed else ()
        return _joined(opening, (str(command),))

    def _open(self, command: GameCommand) -> Lines | None:
        name = self._beliefs.named(command.thing)
        room = self._beliefs.room_with(name)
        return () if room and self._beliefs.is_open(name) else _joined(self._to(room), self._opening(name))

    def _close(self, command: GameCommand) -> Lines | None:
        """What is closed already is opened first: it shall be closed by doing so."""
        name = self._beliefs.named(command.thing)
        opening = () if self._beliefs.is_open(name) else self._opening(name)
        return _joined(self._to(self._beliefs.room_with(name)), opening, (f"close {name}",))

    def _lock(self, command: GameCommand) -> Lines | None:
        name = self._beliefs.named(command.thing)
        is_open, room = self._beliefs.is_open(name), self._beliefs.room_with(name)
        return _joined(self._to(room), (f"close {name}",)) if is_open else self._unlock(command)

    def _unlock(self, command: GameCommand) -> Lines | None:
        name = self._beliefs.named(command.thing)
        key = self._beliefs.named(command.other or self._beliefs.things.key_of(name))
        taking = self.take(key)
        if taking != ():
            return taking
        there = self._to(self._beliefs.room_with(name))
        return _joined(there, (f"{command.verb} {name} with {key}",))

    def _put(self, command: GameCommand) -> Lines | None:
        thing, other = self._beliefs.named(command.thing), self._beliefs.named(command.other)
        taking = self.take(thing)
        if taking != ():
            return taking
        room = self._beliefs.room_with(other)
        is_shut = Place(room, other) in self._beliefs.things.closed
        opening = self._opening(other) if command.verb == "insert" and is_shut else ()
        return _joined(self._to(room), opening, (str(GameCommand(command.verb, thing, other)),))

    def _eat(self, command: GameCommand) -> Lines | None:
        taking = self.take(command.thing)
        return (f"eat {self._beliefs.named(command.thing)}",) if taking == () else taking

    def _drop(self, step: TaskStep) -> Lines | None:
        """In the room that is told."""
        taking = self.take(step.command.thing)
        if taking != ():
            return taking
        return _joined(self._to(step.room.lower() or self._beliefs.here), (str(step.command),))

    def _cook(self, command: GameCommand) -> Lines | None:
        """On one appliance after the other, in one way after the other, beginning with the one that is meant."""
        for way in self._ways_to_cook(command):
            if str(way) not in self._beliefs.tried and way.verb not in self._beliefs.unknown_verbs:
                return self._put(way)
        return None

    def _ways_to_cook(self, command: GameCommand) -> Iterator[GameCommand]:
        thing = self._beliefs.named(command.thing)
        for appliance in sorted(COOKED_BY, key=lambda one: COOKED_BY[one] != command.other):
            room = self._beliefs.rooms.rooms.get(self._beliefs.room_with(appliance))
            for name in room.fixtures if room else ():
                if is_same(appliance, name):
                    yield from (GameCommand(verb, thing, name) for verb in ("cook", "put", "insert"))


def _joined(*parts: Lines | None) -> Lines | None:
    """One after the other; None if one of them is."""
    return None if None in parts else tuple(line for part in parts if part for line in part)
