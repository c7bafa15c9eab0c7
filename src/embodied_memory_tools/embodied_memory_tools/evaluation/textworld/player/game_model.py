"""All that a player knows of a game, kept up to date with every observation."""

from __future__ import annotations

from embodied_memory_tools.evaluation.textworld.player.cooking_rules import CONTAINERS, COOKED_BY
from embodied_memory_tools.evaluation.textworld.player.cooking_task import Place
from embodied_memory_tools.evaluation.textworld.player.known_rooms import KnownRooms
from embodied_memory_tools.evaluation.textworld.player.known_things import KnownThings
from embodied_memory_tools.evaluation.textworld.player.reading import (
    DIRECTIONS,
    Deed,
    Ending,
    Message,
    Reading,
    Recipe,
    RoomView,
)

_TOO_MUCH = "carrying too many"


class GameModel:
    """Built from readings alone. has_spatial_memory: False to forget each room on leaving it."""

    def __init__(self, has_spatial_memory: bool = True) -> None:
        self._has_spatial_memory = has_spatial_memory
        self.rooms = KnownRooms()
        self.things = KnownThings()
        self.recipe: Recipe | None = None
        self.knows_carried = False
        self.is_prepared = False
        self.ending: Ending | None = None
        self.refused: dict[str, int] = {}
        """Commands that were refused in the present state of things, and how often."""

    @property
    def here(self) -> str:
        """The room, "" if it is not known."""
        return self.rooms.here

    def observe(self, action: str, reading: Reading) -> None:
        """What came of an action, "" for the text that a game begins with."""
        self.ending = reading.ending or self.ending
        if reading.recipe:
            self.recipe = reading.recipe
        if reading.room:
            self._enter(action, reading.room)
        if reading.inventory is not None:
            self.things.see_carried(reading.inventory)
            self.knows_carried = True
        if reading.message:
            self._hear(action, reading.message, reading)

    def unopened(self) -> tuple[Place, ...]:
        """Containers in known rooms that nobody has looked into, appliances left out."""
        seen = (
            Place(room.name, fixture)
            for room in self.rooms.rooms.values()
            for fixture in room.fixtures
            if fixture in CONTAINERS
        )
        closed = sorted(self.things.closed, key=lambda place: (place.room, place.holder))
        unopened = (place for place in (*seen, *closed) if place.holder not in COOKED_BY)
        return tuple(place for place in dict.fromkeys(unopened) if place not in self.things.looked_into)

    def has_fixture(self, fixture: str) -> str:
        """The room with such furniture, "" if none is known."""
        return next((name for name, room in self.rooms.rooms.items() if fixture in room.fixtures), "")

    def _enter(self, action: str, view: RoomView) -> None:
        direction = action.removeprefix("go ").strip()
        if view.name != self.here:
            self.refused.clear()
            if not self._has_spatial_memory:
                self.rooms = KnownRooms()
                self.things.forget_places()
        self.rooms.enter(view, direction if direction in DIRECTIONS else "")
        self.things.see_room(view)

    def _hear(self, action: str, message: Message, reading: Reading) -> None:
        if message.deed is Deed.REFUSED:
            self._was_refused(action, message.state)
            return
        self.refused.clear()
        self.things.happened(message, self.here)
        if message.deed is Deed.OPENED:
            if message.thing in self.rooms.doors():
                self.rooms.closed.discard(message.thing)
            else:
                self.things.see_opened(self.here, message.thing, reading.revealed)
        elif message.deed is Deed.PREPARED:
            self.is_prepared = True

    def _was_refused(self, action: str, why: str) -> None:
        self.refused[action] = self.refused.get(action, 0) + 1
        verb, _, rest = action.partition(" ")
        if _TOO_MUCH in why:
            self.things.capacity = len(self.things.carried) if self.knows_carried else None
        elif verb == "go" and "open" not in why:
            self.rooms.blocked(rest)
        elif verb == "open" and "already open" in why:
            self.rooms.closed.discard(rest)
            self.things.closed.discard(Place(self.here, rest))
            self.things.looked_into.add(Place(self.here, rest))
        elif verb == "take":
            self.things.places.pop(rest.partition(" from ")[0], None)
