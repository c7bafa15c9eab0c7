"""Small things of a home that is lived in: look-alikes, things about, and things in, under and behind others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from household.entity import Entity, Surface
from household.generation.belongings import ThingPlacer
from household.generation.floor_plan import FloorPlan, PlannedRoom
from household.generation.furnishing_plan import RESTING_PLACES
from household.generation.lived.articles import LIVED_CATALOGUE, UNDER
from household.generation.lived.furnishing_plan import (
    BEHIND,
    BOXES_UNDER,
    LIVED_BELONGINGS,
    LIVED_STORED,
    PUSHED_UNDER,
    SCREENS,
    TWINS,
)
from household.rooms import Room
from household.world import World

FEWEST_THINGS, MOST_THINGS = 85, 110
_TWIN_SETS = 10
_NO_TABLES = frozenset(
    {"toilet", "chair", "stool", "office chair", "shoe rack", "bed", "single bed", "armchair", "box"}
)
_BACKED = (
    "kitchen counter", "dresser", "sideboard", "console table", "desk", "washing machine", "dryer", "cupboard",
    "kitchen cabinet", "tv stand", "dishwasher", "toy chest", "nightstand", "filing cabinet", "bathroom cabinet",
)  # fmt: skip
"""Stands at a wall, so that things on it have a behind."""
_MOST_BOXES, _MOST_UNDER, _MOST_BEHIND, _MOST_LOW, _MOST_PUT_AWAY = 6, 18, 18, 10, 18
_SHELVES = ("bookshelf", "storage rack", "shoe rack")
_SCREEN_DEPTH_M = 0.02


class Clutter:
    """Places the small things of a furnished world. appearances: their looks."""

    def __init__(self, world: World, plan: FloorPlan, rng: np.random.Generator, ids: Iterator[int]) -> None:
        self.world, self._plan, self._rng = world, plan, rng
        self._placer = ThingPlacer(world, rng, ids)
        self.appearances = self._placer.appearances
        self._most = int(rng.integers(FEWEST_THINGS, MOST_THINGS + 1))

    def place_all(self) -> None:
        """What is hard to place first."""
        self._boxes_under()
        self._behind()
        self._on_low_boards()
        self._twins()
        self._under()
        self._put_away()
        self._about()

    def _boxes_under(self) -> None:
        """Boxes with a lid and baskets, below desks and beds."""
        for support in self._some(BOXES_UNDER, _MOST_BOXES):
            self._put("box" if self._rng.random() < 0.7 else "basket", [support], UNDER)

    def _behind(self) -> None:
        """Large things at the front of a surface, and a small one between each and the wall."""
        hidden = 0
        for support in self._some(_BACKED, len(self.world.entities)):
            surface = next((one for one in support.surfaces if one.relation == "on"), None)
            for share in (-0.35, 0.0, 0.35) if surface is not None else ():
                if surface is not None and hidden < _MOST_BEHIND:
                    hidden += self._hide(support, surface, surface.center[1] + share * surface.size[1])

    def _hide(self, support: Entity, surface: Surface, y: float) -> bool:
        """Behind something at y along the front of a surface, in its entity's frame."""
        front = support.to_map(surface.center[0] + surface.size[0] / 2, y)
        screen = self._put(str(self._rng.choice(SCREENS)), [support], "on", near=front)
        if screen is None:
            return False
        x, y = support.from_map(*screen.position[:2])
        back = support.to_map(x - screen.size[0] / 2 - _SCREEN_DEPTH_M, y)
        return self._put(str(self._rng.choice(BEHIND)), [support], "on", near=back) is not None

    def _on_low_boards(self) -> None:
        """At the back of the lower boards of shelves, where the boards above hide things from most places."""
        for number, shelf in enumerate(2 * self._some(_SHELVES, _MOST_LOW)):
            low = sorted((s for s in shelf.surfaces if s.relation == "on"), key=lambda s: s.height)[:2]
            if number < _MOST_LOW and low:
                back = shelf.to_map(-shelf.size[0] / 2, 0.0)
                self._put(str(self._rng.choice(BEHIND)), [replace(shelf, surfaces=tuple(low))], "on", near=back)

    def _twins(self) -> None:
        """The same thing twice or three times, in different rooms."""
        for category in self._rng.permutation(TWINS)[:_TWIN_SETS].tolist():
            color = self._color(category)
            rooms = self._rng.permutation([room.room_id for room in self.world.rooms]).tolist()
            left = 3 if self._rng.random() < 0.3 else 2
            for room_id in rooms:
                left -= self._put_about(category, room_id, color) is not None
                if not left:
                    break

    def _under(self) -> None:
        """Up to two things on the floor below a table or a bed."""
        below = [e for e in self.world.entities.values() if any(s.relation == UNDER for s in e.surfaces)]
        for k in self._rng.permutation(2 * len(below))[:_MOST_UNDER]:
            self._put(str(self._rng.choice(PUSHED_UNDER)), [below[k // 2]], UNDER)

    def _about(self) -> None:
        """Room after room, a thing each, so that none stays empty where there are enough already."""
        waiting = {room.room_id: list(LIVED_BELONGINGS[planned.category]) for planned, room in self._rooms()}
        while any(waiting.values()):
            for room_id, categories in waiting.items():
                if categories and self._count() < self._most:
                    self._put_about(categories[0], room_id)
                del categories[:1]

    def _put_away(self) -> None:
        """In about every second container, something of what is kept there."""
        wishes = [(e, c) for e in self._some(tuple(LIVED_STORED), len(self.world.entities))
                  for c in LIVED_STORED[e.category]]  # fmt: skip
        for k in self._rng.permutation(len(wishes))[:_MOST_PUT_AWAY]:
            self._put(wishes[k][1], [wishes[k][0]], "in")

    def _put_about(self, category: str, room_id: str, color: str = "") -> Entity | None:
        """On what it prefers, else on any table of the room."""
        here = [e for e in self.world.entities.values() if e.room_id == room_id and e.is_surface and not e.movable]
        preferred = [e for e in here if e.category in RESTING_PLACES.get(category, ())]
        tables = [e for e in here if e.category not in _NO_TABLES]
        supports = [group[k] for group in (preferred, tables) for k in self._rng.permutation(len(group))]
        return self._put(category, supports, "on", color)

    def _put(
        self, category: str, supports: Sequence[Entity], relation: str, color: str = "",
        near: tuple[float, float] | None = None,
    ) -> Entity | None:  # fmt: skip
        color = color or self._color(category)
        return self._placer.put(LIVED_CATALOGUE[category], color, supports, relation, near)

    def _color(self, category: str) -> str:
        return str(self._rng.choice(LIVED_CATALOGUE[category].colors))

    def _some(self, categories: Sequence[str], most: int) -> list[Entity]:
        """Pieces of these categories, in random order."""
        pieces = [e for e in self.world.entities.values() if e.category in categories]
        return [pieces[k] for k in self._rng.permutation(len(pieces))[:most]]

    def _rooms(self) -> Iterator[tuple[PlannedRoom, Room]]:
        return zip(self._plan.rooms, self.world.rooms, strict=True)

    def _count(self) -> int:
        return sum(e.movable for e in self.world.entities.values())
