"""All that a player believes of a game, kept up to date with every observation."""

from __future__ import annotations

from dataclasses import replace

from embodied_memory_tools.evaluation.textworld.player.command import GameCommand, read_command
from embodied_memory_tools.evaluation.textworld.player.cooking_rules import COOKED_BY
from embodied_memory_tools.evaluation.textworld.player.cooking_task import Passage, Place
from embodied_memory_tools.evaluation.textworld.player.game_rooms import GameRooms
from embodied_memory_tools.evaluation.textworld.player.game_things import CARRIED, NO_KEY, GameThings, is_same
from embodied_memory_tools.evaluation.textworld.player.observation_reader import read_observation
from embodied_memory_tools.evaluation.textworld.player.reading import (
    DIRECTIONS,
    OPPOSITE,
    GameDeed,
    GameEnding,
    GameMessage,
    GameReading,
    Recipe,
    RoomView,
)
from embodied_memory_tools.evaluation.textworld.player.task_reader import TaskStep, read_steps

_TOO_MUCH = "carrying too many"
_NO_VERB = "not a verb"
_TURNED = {"open": GameDeed.OPENED, "close": GameDeed.CLOSED, "unlock": GameDeed.UNLOCKED, "lock": GameDeed.LOCKED}
_DEED_OF = {**_TURNED, "drop": GameDeed.DROPPED, "eat": GameDeed.ATE}
_CHANGES_NOTHING = ("look", "inventory", "examine")


class Beliefs:
    """Built from readings alone.

    steps: what is to become so and is not yet, in order; done: what was, newest last. remembers_places: False to
    forget each room on leaving it; remembers_deeds: False to forget with every text what was done, read and refused.
    """

    def __init__(self, remembers_places: bool = True, remembers_deeds: bool = True) -> None:
        self._remembers_places, self._remembers_deeds = remembers_places, remembers_deeds
        self.rooms = GameRooms()
        self.things = GameThings()
        self.steps: list[TaskStep] = []
        self._task: tuple[TaskStep, ...] = ()
        self.done: list[TaskStep] = []
        self.recipe: Recipe | None = None
        self.knows_carried = False
        self.ending: GameEnding | None = None
        self.examined: set[str] = set()
        self.refused: dict[str, str] = {}
        """Commands that were refused in the present state of things, and in which words."""
        self.unknown_verbs: set[str] = set()
        """Verbs that this world does not have."""
        self.tried: set[str] = set()
        """Commands that were carried out and did not bring about what they were for."""

    @property
    def here(self) -> str:
        """The room, "" if it is not known."""
        return self.rooms.here

    def set_task(self, steps: tuple[TaskStep, ...]) -> None:
        """What the game is about, in the order it is to be done in."""
        self._task, self.steps = steps, list(steps)

    def observe(self, action: str, text: str) -> None:
        """What came of an action, "" for the text that a game begins with."""
        reading = read_observation(text)
        if not self._remembers_deeds:
            self.steps, self.recipe = list(self._task), None
            self.refused.clear()
            self.examined.clear()
        self.ending = reading.ending or self.ending
        self.recipe = reading.recipe or self.recipe
        was_here = self.here
        if reading.room:
            self._enter(action, reading.room)
        if reading.inventory is not None:
            self.things.see_carried(reading.inventory)
            self.knows_carried = True
        command = read_command(action)
        message = reading.message or self._refusal_of(command, reading, text)
        if message:
            self._hear(action, message, reading)
        if command and action not in self.refused:
            self._carried_out(command, text, message, bool(was_here) and self.here != was_here)

    def unopened(self) -> tuple[Place, ...]:
        """Containers in known rooms that nobody has looked into and that can be opened, appliances left out."""
        closed = sorted(self.things.closed, key=lambda place: (place.room != self.here, place.room, place.holder))
        return tuple(
            place for place in closed
            if place.holder not in COOKED_BY
            and place not in self.things.looked_into
            and self.unlocking(place.holder) is not None
        )  # fmt: skip

    def unlocking(self, thing: str) -> tuple[str, ...] | None:
        """The commands that unlock a door or container, () if it is not locked, None if there is no key at hand."""
        if thing not in self.things.locks:
            return ()
        key = self.things.key_of(thing)
        return (f"unlock {thing} with {key}",) if self.things.places.get(key) == CARRIED else None

    def passages(self) -> dict[str, tuple[Passage, ...]]:
        """All known ways that can be gone now."""
        return {
            room: tuple(
                replace(way, unlock=unlock) for way in ways if (unlock := self.unlocking(way.door)) is not None
            )
            for room, ways in self.rooms.passages().items()
        }  # fmt: skip

    def room_with(self, thing: str) -> str:
        """The room with such furniture or such a door, here if it is here; "" if none is known."""
        rooms = sorted(self.rooms.rooms.values(), key=lambda room: room.name != self.here)
        doors = {room.name: tuple(way.door for way in room.exits.values()) for room in rooms}
        found = (
            room.name for room in rooms if any(is_same(thing, one) for one in (*room.fixtures, *doors[room.name]))
        )
        return next(found, "")

    def is_open(self, thing: str) -> bool:
        """Whether a door or container is known to be."""
        if thing in self.rooms.doors():
            return thing not in self.rooms.closed
        places = {place.holder for place in self.things.looked_into - self.things.closed}
        return thing in places

    def named(self, thing: str) -> str:
        """The name under which a thing that the task names was met; its own if it was not met."""
        room = self.rooms.rooms.get(self.room_with(thing))
        met = (*self.things.places, *(room.fixtures if room else ()), *self.rooms.doors())
        return thing if thing in met else next((one for one in met if is_same(thing, one)), thing)

    @staticmethod
    def _refusal_of(command: GameCommand | None, reading: GameReading, text: str) -> GameMessage | None:
        """A command that should change something, and of which the text does not say that it did, was refused."""
        if command is None or command.verb in _CHANGES_NOTHING or reading.room or reading.ending:
            return None
        return GameMessage(GameDeed.REFUSED, state=next(iter(text.strip().splitlines()), ""))

    def _enter(self, action: str, view: RoomView) -> None:
        direction = action.removeprefix("go ").strip()
        if view.name != self.here:
            self.refused.clear()
            if not self._remembers_places:
                self.rooms = GameRooms()
                self.things.forget_places()
        self.rooms.enter(view, direction if direction in DIRECTIONS else "")
        self.things.see_room(view)

    def _hear(self, action: str, message: GameMessage, reading: GameReading) -> None:
        if message.deed is GameDeed.REFUSED:
            self._was_refused(action, message.state)
            return
        self.refused.clear()
        self.things.happened(message, self.here)
        if message.deed in _TURNED.values() and message.thing in self.rooms.doors():
            (self.rooms.closed.discard if message.deed is GameDeed.OPENED else self.rooms.closed.add)(message.thing)
        elif message.deed is GameDeed.OPENED:
            self.things.see_opened(self.here, message.thing, reading.revealed)
        elif message.deed is GameDeed.CLOSED:
            self.things.closed.add(Place(self.here, message.thing))

    def _carried_out(self, command: GameCommand, text: str, message: GameMessage | None, moved: bool) -> None:
        """What was carried out is done if it is what was wanted next. What is read may tell what to do."""
        self.tried.add(str(command))
        if command.verb == "examine":
            self.examined.add(command.thing)
            self.steps += () if self.recipe else read_steps(text)
        if moved and self.steps and self.steps[0].command != command:
            self._strayed(command)
        while self.steps and self._is_reached(self.steps[0], command, message, moved):
            self.done.append(self.steps.pop(0))
            moved = False

    def _strayed(self, command: GameCommand) -> None:
        """Off the way that was told: back first, before that is gone on with."""
        if command.thing in OPPOSITE and any(step.command.verb == "go" for step in self.steps):
            self.steps.insert(0, TaskStep(GameCommand("go", OPPOSITE[command.thing])))

    def _is_reached(self, step: TaskStep, command: GameCommand, message: GameMessage | None, moved: bool) -> bool:
        wanted = step.command
        if wanted.verb == "go":
            return moved and command == wanted
        if wanted.verb == "take":
            return self.things.places.get(self.named(wanted.thing)) == CARRIED
        if wanted.verb in ("put", "insert"):
            place = self.things.places.get(self.named(wanted.thing))
            return place is not None and is_same(wanted.other, place.holder)
        if wanted.verb == "examine":
            return command.verb == "examine" and is_same(wanted.thing, command.thing)
        is_there = wanted.verb != "drop" or step.room.lower() in ("", self.here)
        is_it = message is not None and is_same(wanted.thing, message.thing)
        return is_there and is_it and message is not None and message.deed is _DEED_OF.get(wanted.verb)

    def _was_refused(self, action: str, why: str) -> None:
        self.refused[action] = why
        verb, _, rest = action.partition(" ")
        if _NO_VERB in why:
            self.unknown_verbs.add(verb)
        elif _TOO_MUCH in why:
            self.things.capacity = len(self.things.carried) if self.knows_carried else None
        elif verb == "go" and "open" not in why:
            self.rooms.blocked(rest)
        elif verb == "open":
            self._could_not_open(rest, why)
        elif verb == "unlock" and "unlocked" in why:
            self._is_so_already(verb, rest.partition(" with ")[0])
        elif verb in ("unlock", "lock"):
            self.things.wrong_keys.add(tuple(rest.split(" with ", 1)))
        elif verb in ("put", "insert", "cook"):
            self.tried.add(action)
        elif verb == "take":
            self.things.places.pop(rest.partition(" from ")[0], None)

    def _could_not_open(self, thing: str, why: str) -> None:
        """It is locked, perhaps with a key that is named; or open; or a door for good, or nothing to be opened."""
        if "lock" in why:
            self.things.is_locked(thing, why)
            return
        if thing in self.rooms.doors() and "already" not in why:
            self.things.locks[thing] = NO_KEY
            return
        self._is_so_already("open", thing)
        self.rooms.closed.discard(thing)
        self.things.closed.discard(Place(self.here, thing))
        self.things.looked_into.add(Place(self.here, thing))

    def _is_so_already(self, verb: str, thing: str) -> None:
        self.things.locks.pop(thing, None)
        if self.steps and self.steps[0].command.verb == verb and is_same(self.steps[0].command.thing, thing):
            self.done.append(self.steps.pop(0))
