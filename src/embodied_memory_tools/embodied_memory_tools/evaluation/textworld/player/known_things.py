"""What is known of things: where each was last seen, in what state, and what is carried."""

from __future__ import annotations

from embodied_memory_tools.evaluation.textworld.player.cooking_task import Place
from embodied_memory_tools.evaluation.textworld.player.reading import Deed, Message, RoomView, SeenThing

CARRIED = Place("carried")


class KnownThings:
    """Things are known by their names without states. Appliances and containers are furniture, not things."""

    def __init__(self) -> None:
        self.places: dict[str, Place] = {}
        self.states: dict[str, frozenset[str]] = {}
        self.looked_into: set[Place] = set()
        """Containers whose contents were seen."""
        self.closed: set[Place] = set()
        self.capacity: int | None = None
        """How much can be carried, once it was found out."""

    @property
    def carried(self) -> tuple[str, ...]:
        """What is carried, in the order it was taken."""
        return tuple(name for name, place in self.places.items() if place == CARRIED)

    def in_room(self, room: str) -> tuple[str, ...]:
        """What lies there."""
        return tuple(name for name, place in self.places.items() if place.room == room)

    def see_room(self, view: RoomView) -> None:
        """What was there and is not seen any more is forgotten, unless it may be in something closed."""
        closed = {Place(view.name, holder) for holder in view.closed}
        self.closed = {place for place in self.closed if place.room != view.name or place in closed} | closed
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

    def happened(self, message: Message, room: str) -> None:
        """What the message of a deed in that room says."""
        thing = message.thing
        if message.deed is Deed.TOOK:
            self.places.pop(thing, None)
            self.places[thing] = CARRIED
        elif message.deed in (Deed.DROPPED, Deed.PLACED):
            self.places[thing] = Place(room, message.place)
        elif message.deed in (Deed.COOKED, Deed.CUT, Deed.BURNED):
            known = self.states.get(thing, frozenset()) - {"raw"}
            self.states[thing] = known | {message.state}
        elif message.deed is Deed.PREPARED:
            self.places[thing] = CARRIED
        elif message.deed is Deed.ATE:
            self.places.pop(thing, None)

    def _see(self, thing: SeenThing, place: Place) -> None:
        self.places[thing.name] = place
        self.states[thing.name] = thing.states
