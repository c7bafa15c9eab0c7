"""Names of things, places and people in questions and in answers."""

from __future__ import annotations

from collections import Counter

from household.residents.spoken import OUTSIDE
from household.residents.trace import TraceEntity
from household.residents.trace_truth import TraceTruth

_PLURAL = frozenset({"keys", "shoes", "headphones"})
_OUT = ("outside", "left home", "not at home", "out of the house", "away", "went out")


class Naming:
    """How the things of one home are named, and what an answer may call them."""

    def __init__(self, truth: TraceTruth) -> None:
        self._entities = truth.entities
        self._captions = Counter(entity.caption for entity in truth.entities.values())
        self._categories = Counter(entity.category for entity in truth.entities.values())
        self._rooms = tuple(e.entity_id.replace("_", " ") for e in truth.entities.values() if e.kind == "room")
        self.people = tuple(resident.name for resident in truth.residents)

    def is_unique(self, entity_id: str) -> bool:
        """Whether its name leaves no doubt."""
        entity = self._entities.get(entity_id)
        return entity is not None and self._captions[entity.caption] == 1

    def things(self) -> list[TraceEntity]:
        """Movable things whose names leave no doubt."""
        return [e for e in self._entities.values() if e.movable and self._captions[e.caption] == 1]

    def devices(self) -> list[TraceEntity]:
        """Devices and furniture with doors whose names leave no doubt."""
        kinds = ("device", "container")
        return [e for e in self._entities.values() if e.kind in kinds and self._captions[e.caption] == 1]

    def the(self, entity_id: str) -> str:
        """Such as "the red mug"; a person's name as it is."""
        return entity_id if entity_id in self.people else f"the {self._bare(entity_id)}"

    def words(self, entity_id: str) -> dict[str, str]:
        """{thing}, {is}, {was}, {has}, {it}, {they} for a question."""
        plural = self._entities[entity_id].category in _PLURAL
        keys = ("is", "was", "has", "it", "they")
        names = ("are", "were", "have", "them", "they") if plural else ("is", "was", "has", "it", "it")
        return {"thing": self.the(entity_id), **dict(zip(keys, names, strict=True))}

    def phrases(self, entity_id: str) -> tuple[str, ...]:
        """What an answer may call a thing or a person."""
        if entity_id in self.people:
            return (entity_id,)
        category = self._entities[entity_id].category
        short = (category,) if self._categories[category] == 1 else ()
        return (self._bare(entity_id), *short)

    def support_of(self, location: str) -> str:
        """The piece that a location names; "" for a room or nowhere."""
        relation, _, entity_id = location.partition(" ")
        return entity_id if relation in ("on", "in") and entity_id in self._entities else ""

    def is_nameable(self, location: str) -> bool:
        """Whether the location is a piece whose name leaves no doubt."""
        return self.is_unique(self.support_of(location))

    def place_phrases(self, location: str) -> tuple[str, ...]:
        """What an answer may call a location."""
        support = self.support_of(location)
        if support:
            return self.phrases(support)
        return _OUT if location == OUTSIDE else (location,)

    def place_words(self, location: str) -> str:
        """Such as "on the brown table"."""
        support = self.support_of(location)
        return f"{location.partition(' ')[0]} {self.the(support)}" if support else f"in the {location}"

    def other_places(self, *locations: str) -> tuple[str, ...]:
        """Names of all other pieces of furniture, to tell wrong answers by."""
        right = {self.support_of(location) for location in locations}
        kinds = ("furniture", "container", "device")
        pieces = [e for e in self._entities.values() if e.kind in kinds and e.entity_id not in right]
        said = {phrase.lower() for location in locations for phrase in self.place_phrases(location)}
        names = {name for e in pieces for name in self.phrases(e.entity_id)}
        return tuple(sorted(name for name in names if name.lower() not in said))

    def other_rooms(self, *rooms: str) -> tuple[str, ...]:
        """Names of all other rooms."""
        others = tuple(room for room in self._rooms if room not in rooms)
        return others if OUTSIDE in rooms else (*others, *_OUT)

    def other_things(self, *entity_ids: str) -> tuple[str, ...]:
        """Names of all other movable things."""
        right = {phrase for entity_id in entity_ids for phrase in self.phrases(entity_id)}
        names = {name for e in self._entities.values() if e.movable for name in self.phrases(e.entity_id)}
        return tuple(sorted(names - right))

    def other_people(self, *names: str) -> tuple[str, ...]:
        """All other people."""
        return tuple(name for name in self.people if name not in names)

    def plural(self, category: str) -> str:
        """Such as "floor lamps"."""
        ending = "es" if category.endswith(("s", "x", "ch")) else "s"
        return category if category in _PLURAL else f"{category}{ending}"

    def category(self, entity_id: str) -> str:
        """Such as "mug"."""
        return self._entities[entity_id].category

    def _bare(self, entity_id: str) -> str:
        caption = self._entities[entity_id].caption
        first, _, rest = caption.partition(" ")
        return rest if rest and first in ("a", "an", "the") else caption
