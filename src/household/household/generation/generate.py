"""A furnished home from a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType

import numpy as np

from household.entity import Entity, EntityKind
from household.generation.belongings import BelongingsPlacer
from household.generation.building import DOOR_HEIGHT_M, HALF_WALL_M, build_structure
from household.generation.catalogue import CATALOGUE, Article
from household.generation.floor_plan import FloorPlan, draw_floor_plan
from household.generation.footprints import CELL_M
from household.generation.furnishing import ROBOT_RADIUS_M, RoomFurnisher
from household.generation.furnishing_plan import EXTRA_WISHES, FURNISHINGS, Wish
from household.home import ROBOT_ID, Home
from household.navigation import NavigationGrid
from household.rooms import Rectangle, Room
from household.shape import Appearance
from household.world import World


def generate_home(seed: int) -> Home:
    """The home of a seed: always the same for the same seed.

    4 to 7 rooms with doorways of 0.95 m and more, at least 40 categories of furniture, devices and small
    things, no two pieces in collision, and every room reachable for a robot of 0.25 m radius.
    """
    rng = np.random.default_rng(seed)
    plan = draw_floor_plan(rng)
    rooms = rooms_of(plan)
    furniture, appearances = furnish(plan, rooms, rng, Style(_wishes))
    world = World([*fixed_entities(plan, rooms), *furniture], rooms)
    placer = BelongingsPlacer(world, rng, count(1))
    placer.place_all()
    appearances.update(placer.appearances)
    home = Home(f"generated home {seed}", world, appearances, build_structure(plan, rng), (0.0, 0.0, 0.0))
    home.start_pose = NavigationGrid(home).free_pose(rng)
    world.add_actor(ROBOT_ID, "robot", *home.start_pose)
    world.revision = 0
    return home


def rooms_of(plan: FloorPlan) -> tuple[Room, ...]:
    """The rooms of a plan, in its order."""
    rooms = []
    for planned in plan.rooms:
        x0, y0, x1, y1 = planned.rectangle
        rooms.append(Room(planned.category.replace(" ", "_"), planned.sort, ((x0, y0, x1, y1),)))
    return tuple(rooms)


def fixed_entities(plan: FloorPlan, rooms: tuple[Room, ...]) -> list[Entity]:
    """Rooms and door openings as entities, so that skills can name them."""
    entities = []
    for room in rooms:
        x0, y0, x1, y1 = room.rectangles[0]
        entities.append(
            Entity(
                room.room_id,
                EntityKind.ROOM,
                room.category,
                f"the {room.category}",
                ((x0 + x1) / 2, (y0 + y1) / 2, 0.0),
                (x1 - x0, y1 - y0, 0.0),
                room_id=room.room_id,
            )
        )
    for number, door in enumerate(plan.doorways):
        names = [rooms[k].category for k in door.rooms]
        x, y = door.center
        entities.append(
            Entity(
                f"doorway_{number}",
                EntityKind.DOOR,
                "doorway",
                f"the doorway between {names[0]} and {names[1]}",
                (x, y, DOOR_HEIGHT_M / 2),
                (2 * HALF_WALL_M, door.high - door.low, DOOR_HEIGHT_M),
                0.0 if door.along else np.pi / 2,
                room_id=rooms[door.rooms[0]].room_id,
            )
        )
    return entities


@dataclass(frozen=True)
class Style:
    """How homes are furnished. wishes: of a planned category in a plan; the rest: see `RoomFurnisher`."""

    wishes: Callable[[FloorPlan, str], tuple[Wish, ...]]
    catalogue: Mapping[str, Article] = field(default_factory=lambda: CATALOGUE)
    clear_m: float = ROBOT_RADIUS_M + CELL_M
    most_cut_off_m2: float = float("inf")


def furnish(
    plan: FloorPlan,
    rooms: tuple[Room, ...],
    rng: np.random.Generator,
    style: Style,
    leaves: Mapping[int, tuple[Rectangle, ...]] = MappingProxyType({}),
) -> tuple[list[Entity], dict[str, Appearance]]:
    """Furniture of all rooms and its looks. leaves: where open doors stand, by room."""
    ids, furniture, appearances = count(1), [], {}
    for number, (planned, room) in enumerate(zip(plan.rooms, rooms, strict=True)):
        doorways = [door for door in plan.doorways if number in door.rooms]
        furnisher = RoomFurnisher(
            planned, room.room_id, doorways, _outer_sides(plan, number), rng, ids,
            style.catalogue, leaves.get(number, ()), style.clear_m, style.most_cut_off_m2,
        )  # fmt: skip
        for wish in style.wishes(plan, planned.category):
            furnisher.fulfil(wish)
        furniture += furnisher.placed
        appearances.update(furnisher.appearances)
    return furniture, appearances


def _wishes(plan: FloorPlan, category: str) -> tuple[Wish, ...]:
    present = {room.category for room in plan.rooms}
    replaced = {"living room": "hallway", "bedroom": "study"}.get(category, "")
    extra = EXTRA_WISHES.get(category, ()) if replaced and replaced not in present else ()
    return (*FURNISHINGS[category], *extra)


def _outer_sides(plan: FloorPlan, number: int) -> frozenset[tuple[int, float]]:
    """(along, at) of the sides of a room that no other room touches."""
    mine = plan.rooms[number].rectangle
    sides = set()
    for along in (0, 1):
        across = 1 - along
        for own, theirs in ((across, across + 2), (across + 2, across)):
            touching = any(
                abs(room.rectangle[theirs] - mine[own]) < 0.01
                and min(room.rectangle[along + 2], mine[along + 2]) > max(room.rectangle[along], mine[along])
                for k, room in enumerate(plan.rooms)
                if k != number
            )
            if not touching:
                sides.add((along, mine[own]))
    return frozenset(sides)
