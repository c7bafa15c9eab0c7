"""Places in a cluttered home in words that mean one place only."""

from __future__ import annotations

from collections import Counter

from household.entity import Entity, EntityKind
from household.residents.spoken import is_plural, the, thing_words
from household.world import World


class PlaceNaming:
    """Names by looks and room; what cannot be told from another so has no name."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._things = Counter(one.caption for one in world.entities.values())
        self._in_rooms = Counter((one.caption, self.room_of(one)) for one in world.entities.values())

    def room_of(self, entity: Entity) -> str:
        """As people call it."""
        room = self._world.room(entity.room_id)
        return room.category if room is not None else ""

    def is_unique(self, thing: Entity) -> bool:
        """Whether nothing else in the home looks the same."""
        return self._things[thing.caption] == 1

    def alike(self, thing: Entity) -> list[Entity]:
        """What looks the same, itself as well."""
        return [one for one in self._world.entities.values() if one.caption == thing.caption]

    def piece(self, piece: Entity) -> str:
        """ "the brown desk in the study"; a box by what it stands under; "" if it may be another."""
        outer = self._world.get(piece.parent_id)
        if outer is not None and outer.kind is not EntityKind.ACTOR:
            around = self.piece(outer)
            same = [one for one in self.alike(piece) if one.parent_id == piece.parent_id]
            return f"{the(piece)} {piece.parent_relation} {around}" if around and len(same) == 1 else ""
        room = self.room_of(piece)
        return f"{the(piece)} in the {room}" if room and self._in_rooms[piece.caption, room] == 1 else ""

    def place(self, thing: Entity) -> str:
        """ "on the brown desk in the study"; "" if it may be another place."""
        support = self._world.get(thing.parent_id)
        if support is None or thing.parent_relation == "held":
            return ""
        name = self.piece(support)
        return f"{thing.parent_relation} {name}" if name else ""


def words_of(thing: Entity) -> dict[str, str]:
    """What sentences about a thing need."""
    plural = is_plural(thing)
    more = {
        "category": thing.category, "color": thing.attributes.get("color", ""), "they": "they" if plural else "it",
        "belongs": "they belong" if plural else "it belongs",
    }  # fmt: skip
    return {**thing_words(thing), **more}
