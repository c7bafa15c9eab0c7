"""Putting small things about the home: on the surfaces of their rooms and into containers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from household.entity import Entity
from household.generation.catalogue import CATALOGUE, Article
from household.generation.furnishing_plan import BELONGINGS, RESTING_PLACES, STORED
from household.resting_places import find_resting_place
from household.shape import Appearance
from household.world import World

MIN_CATEGORIES = 44
_NO_TABLES = frozenset({"toilet", "chair", "stool", "office chair", "shoe rack", "bed", "single bed", "armchair"})


class ThingPlacer:
    """Puts new things on or into what stands in a world. appearances: the looks of all that it put."""

    def __init__(self, world: World, rng: np.random.Generator, ids: Iterator[int]) -> None:
        self.world = world
        self.appearances: dict[str, Appearance] = {}
        self._rng, self._ids = rng, ids

    def put(
        self, article: Article, color: str, supports: Sequence[Entity], relation: str,
        near: tuple[float, float] | None = None,
    ) -> Entity | None:  # fmt: skip
        """At the first support that has room for it, near a point of the map or anywhere; None if none has."""
        thing, appearance = article.produce(f"{article.category.replace(' ', '_')}_{next(self._ids)}", color)
        for support in supports:
            resting = self.world.children_of(support.entity_id)
            rng = None if near else self._rng
            place = find_resting_place(thing, support, resting, relation, near, rng)
            if place is not None:
                self.world.replace(thing)
                self.world.rest(thing.entity_id, support.entity_id, relation, place.position, place.yaw)
                self.appearances[thing.entity_id] = appearance
                return self.world[thing.entity_id]
        return None


class BelongingsPlacer:
    """Places small things in a furnished world, each of its category in another colour while there are."""

    def __init__(self, world: World, rng: np.random.Generator, ids: Iterator[int]) -> None:
        self.world, self._rng = world, rng
        self._placer = ThingPlacer(world, rng, ids)
        self.appearances = self._placer.appearances
        self._colors_used: dict[str, list[str]] = {}

    def place_all(self) -> None:
        """Things lying about, things put away, and more until the home has enough categories."""
        for room in self.world.rooms:
            for category in BELONGINGS.get(room.category, ()):
                self._place_in_room(category, room.room_id)
        for container in list(self.world.entities.values()):
            for category in STORED.get(container.category, ()):
                if self._rng.random() < 0.6:
                    self._put(category, [container], "in")
        self._add_missing_categories()

    def _add_missing_categories(self) -> None:
        rooms = [room.room_id for room in self.world.rooms]
        missing = [a.category for a in CATALOGUE.values() if a.movable and not self.world.find(a.category)]
        for category in self._rng.permutation(missing).tolist():
            if len({e.category for e in self.world.entities.values()}) >= MIN_CATEGORIES:
                return
            for room_id in self._rng.permutation(rooms).tolist():
                if self._place_in_room(category, room_id):
                    break

    def _place_in_room(self, category: str, room_id: str) -> bool:
        """On what it prefers, else on any table of the room."""
        here = [e for e in self.world.entities.values() if e.room_id == room_id and e.is_surface and not e.movable]
        preferred = RESTING_PLACES.get(category)
        supports = [e for e in here if (e.category in preferred if preferred else e.category not in _NO_TABLES)]
        order = self._rng.permutation(len(supports))
        return self._put(category, [supports[k] for k in order], "on")

    def _put(self, category: str, supports: Sequence[Entity], relation: str) -> bool:
        color = self._next_color(category)
        if self._placer.put(CATALOGUE[category], color, supports, relation) is None:
            return False
        self._colors_used.setdefault(category, []).append(color)
        return True

    def _next_color(self, category: str) -> str:
        """A colour that no other thing of the category has, while there are any."""
        colors, used = CATALOGUE[category].colors, self._colors_used.get(category, [])
        fewest = min(used.count(color) for color in colors)
        return str(self._rng.choice([color for color in colors if used.count(color) == fewest]))
