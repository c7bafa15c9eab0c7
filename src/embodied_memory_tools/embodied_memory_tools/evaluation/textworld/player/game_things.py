"""What is known of things: where each was last seen, in what state, and what is carried."""

from __future__ import annotations

import re

from embodied_memory_tools.evaluation.textworld.player.cooking_task import Place
from embodied_memory_tools.evaluation.textworld.player.reading import GameDeed, GameMessage, RoomView, SeenThing

CARRIED = Place("carried")
NO_KEY = "no key"
"""Of a door that nothing opens."""
_KEY_WORDS = ("key", "passkey", "latchkey", "keycard")
_TOLD_KEY = re.compile(r"\bwith the ([\w' -]+?) first\b")


def is_same(named: str, met: str) -> bool:
    """Whether what was met may be what the task names: a "formless chest" is also shown as a "chest"."""
    name, other = named.lower(), met.lower()
    return bool(other) and (name == other or name.endswith(f" {other}"))


def is_key(name: str) -> bool:
    """Whether it is called a key."""
    return name.split()[-1:] != [] and name.split()[-1] in _KEY_WORDS


class GameThings:
    """Things are known by their names without states. Appliances and containers are furniture, not things."""

    def __init__(self) -> None:
        self.places: dict[str, Place] = {}
        self.states: dict[str, frozenset[str]] = {}
        self.looked_into: set[Place] = set()
        """Containers whose contents were seen."""
        self.closed: set[Place] = set()
        self.capacity: int | None = None
        """How much can be carried, once it was found out."""
        self.locks: dict[str, str] = {}
        """Doors and containers that are locked, each with the name of its key, "" while that is not known."""
        self.wrong_keys: set[tuple[str, ...]] = set()
        """(what it does not open, key)."""

    @property
    def carried(self) -> tuple[str, ...]:
        """What is carried, in the order it was taken."""
        return tuple(name for name, place in self.places.items() if place == CARRIED)

    def in_room(self, room: str) -> tuple[str, ...]:
        """What lies there."""
        return tuple(name for name, place in self.places.items() if place.room == room)

    def is_locked(self, thing: str, why: str = "") -> None:
        """The words of the game may name the key."""
        told = _TOLD_KEY.search(why)
        self.locks[thing] = told[1] if told else self.locks.get(thing, "")

    def key_of(self, thing: str) -> str:
        """The key that fits, as told or by its name, or any that is carried and was not tried; "" if none may."""
        if self.locks.get(thing):
            return self.locks[thing]
        of_others = set(self.locks.values())
        keys = [
            name for name in self.places
            if is_key(name) and name not in of_others and (thing, name) not in self.wrong_keys
        ]  # fmt: skip
        alike = (name for name in keys if name.split()[:-1] and name.split()[:-1] == thing.split()[:-1])
        carried = (name for name in keys if self.places[name] == CARRIED)
        return next(alike, "") or next(carried, "") or next(iter(keys), "")

    def see_room(self, view: RoomView) -> None:
        """What was there and is not seen any more is forgotten, unless it may be in something closed."""
        closed = {Place(view.name, holder) for holder in view.closed}
        self.closed = {place for place in self.closed if place.room != view.name or place in closed} | closed
        for holder in view.locked:
            self.is_locked(holder)
        self.looked_into |= {Place(view.name, holder) for holder in view.open}
        seen = {thing.name for thing in view.things}
        for name in self.in_room(view.name):
            if name not in seen and self.places[name] not in self.closed:
                del self.places[name]
        for thing in view.things:
            self._see(thing, Place(view.name, thing.place))

    def forget_places(self) -> None:
        """Of all that is not carried."""
        self.places = {name: place for name, place in self.places.items() if place == CARRIED}
        self.looked_into.clear()
        self.closed.clear()

    def see_carried(self, things: tuple[SeenThing, ...]) -> None:
        """All that is carried."""
        for name in self.carried:
            del self.places[name]
        for thing in things:
            self._see(thing, CARRIED)

    def see_opened(self, room: str, holder: str, things: tuple[SeenThing, ...]) -> None:
        """What opening a container showed."""
        place = Place(room, holder)
        self.closed.discard(place)
        self.looked_into.add(place)
        for thing in things:
            self._see(thing, place)

    def happened(self, message: GameMessage, room: str) -> None:
        """What the message of a deed in that room says."""
        thing = message.thing
        if message.deed is GameDeed.TOOK:
            self.places.pop(thing, None)
            self.places[thing] = CARRIED
        elif message.deed in (GameDeed.DROPPED, GameDeed.PLACED):
            self.places[thing] = Place(room, message.place)
        elif message.deed in (GameDeed.COOKED, GameDeed.CUT, GameDeed.BURNED):
            known = self.states.get(thing, frozenset()) - {"raw"}
            self.states[thing] = known | {message.state}
        elif message.deed is GameDeed.LOCKED:
            self.is_locked(thing)
        elif message.deed in (GameDeed.UNLOCKED, GameDeed.OPENED):
            self.locks.pop(thing, None)
        elif message.deed is GameDeed.PREPARED:
            self.places[thing] = CARRIED
        elif message.deed is GameDeed.ATE:
            self.places.pop(thing, None)

    def _see(self, thing: SeenThing, place: Place) -> None:
        self.places[thing.name] = place
        self.states[thing.name] = thing.states
