"""Doors in the doorways: leaves that swing into a room, open or shut, with a way round each shut one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np

from household.entity import Entity, EntityKind
from household.generation.building import DOOR_HEIGHT_M, HALF_WALL_M
from household.generation.floor_plan import Doorway, FloorPlan
from household.generation.footprints import grow, grow_doorway, overlap
from household.home import DOOR
from household.rooms import Rectangle
from household.shape import Appearance, Shape
from household.shape_builder import ShapeBuilder
from household.textures import material
from household.world import World

_THICK_M = 0.04
_GAP_M = 0.01
_WIDEST_M = 1.2
"""Wider openings have no door."""
_HUNG = 0.9
"""So many of the others have one, where there is room for it."""
_APART_M, _PASSAGE_M = 0.1, 0.7
_MOST_SHUT = 3
_BESIDE_M = 0.4


@dataclass(frozen=True)
class Leaf:
    """How a door hangs. doorway, rooms: their numbers in the plan; into: the room that it swings into.

    side: 1 if it swings towards higher coordinates across the wall; hinge: 1 if it hangs at the higher end of the
    opening.
    """

    doorway: int
    into: int
    side: int
    hinge: int


def hang_leaves(plan: FloorPlan, rng: np.random.Generator) -> tuple[Leaf, ...]:
    """One for most of the narrow doorways: into a room that is no hallway, clear of the other doors there."""
    leaves: list[Leaf] = []
    for number, door in enumerate(plan.doorways):
        if door.high - door.low > _WIDEST_M or rng.random() > _HUNG:
            continue
        fitting = next((leaf for leaf in _ways_to_hang(plan, number) if _is_clear(plan, leaf, leaves)), None)
        leaves += [fitting] if fitting else []
    return tuple(leaves)


def _ways_to_hang(plan: FloorPlan, number: int) -> Iterable[Leaf]:
    """Into the larger room first, and against its nearer wall."""
    door = plan.doorways[number]
    rooms = [k for k in door.rooms if plan.rooms[k].sort != "hallway"]
    for into in sorted(rooms, key=lambda k: -_area(plan.rooms[k].rectangle)):
        box, along = plan.rooms[into].rectangle, door.along
        side = 1 if box[1 - along] >= door.at - 0.01 else -1
        nearer = 1 if box[along + 2] - door.high < door.low - box[along] else -1
        yield from (Leaf(number, into, side, hinge) for hinge in (nearer, -nearer))


def _is_clear(plan: FloorPlan, leaf: Leaf, hung: Iterable[Leaf]) -> bool:
    """Of the floor before the other doorways, and so far from the other doors that one can pass between them."""
    swept = swept_by(leaf, plan.doorways[leaf.doorway])
    others = [door for number, door in enumerate(plan.doorways) if leaf.into in door.rooms and number != leaf.doorway]
    taken = [grow_doorway(door) for door in others]
    taken += [grow(swept_by(one, plan.doorways[one.doorway]), _PASSAGE_M) for one in hung if one.into == leaf.into]
    return not any(overlap(grow(swept, _APART_M), area) for area in taken)


def swept_by(leaf: Leaf, door: Doorway) -> Rectangle:
    """Where the leaf is when it stands open: beside the opening, at a right angle to the wall."""
    width = door.high - door.low
    end = door.high if leaf.hinge > 0 else door.low
    across = sorted((door.at + leaf.side * HALF_WALL_M, door.at + leaf.side * (HALF_WALL_M + width)))
    along = sorted((end, end + leaf.hinge * _THICK_M))
    x, y = (along, across) if door.along == 0 else (across, along)
    return (x[0], y[0], x[1], y[1])


def door_of(leaf: Leaf, door: Doorway, room_id: str, color: str) -> tuple[Entity, Appearance]:
    """The open door. Its box is that of the shut one, in the plane of the wall."""
    width = door.high - door.low - 2 * _GAP_M
    yaw = np.pi / 2 if door.along == 0 else 0.0
    size = (_THICK_M, width, DOOR_HEIGHT_M - 0.02)
    entity = Entity(
        f"{DOOR}_{leaf.doorway}", EntityKind.FURNITURE, DOOR, f"a {color} {DOOR}", (*door.center, size[2] / 2), size,
        float(yaw), {"color": color}, open=True, room_id=room_id,
    )  # fmt: skip
    # in the frame of the entity x goes across the wall; along it, y runs against the map's x but with its y
    side = leaf.side
    hinge = -leaf.hinge if door.along == 0 else leaf.hinge
    return entity, Appearance(_shut(size, color), _opened(size, color, side, hinge))


def _shut(size: tuple[float, float, float], color: str) -> Shape:
    thick, width, height = size
    wood, metal = material(color, "wood", 0.8), material("gray", "metal")
    builder = ShapeBuilder().box((0, 0, height / 2), size, wood)
    for x in (-1, 1):
        builder.box((x * (thick / 2 + 0.02), width * 0.4, 1.0), (0.04, 0.12, 0.02), metal)
    return builder.build()


def _opened(size: tuple[float, float, float], color: str, side: int, hinge: int) -> Shape:
    thick, width, height = size
    x, y = side * (HALF_WALL_M + width / 2), hinge * (width / 2 + _GAP_M + thick / 2)
    builder = ShapeBuilder().box((x, y, height / 2), (width, thick, height), material(color, "wood", 0.8))
    handle = (x + side * width * 0.4, y - hinge * (thick / 2 + 0.02), 1.0)
    return builder.box(handle, (0.12, 0.04, 0.02), material("gray", "metal")).build()


def may_be_shut(
    plan: FloorPlan, leaves: Iterable[Leaf], rng: np.random.Generator, most: int = _MOST_SHUT
) -> tuple[int, ...]:
    """Numbers of doorways that can be shut together while every room can still be reached, in random order."""
    shut: list[int] = []
    hung = [leaf.doorway for leaf in leaves]
    for number in (hung[k] for k in rng.permutation(len(hung))):
        if len(shut) < most and _all_connected(plan, {*shut, number}):
            shut.append(number)
    return tuple(shut)


def _all_connected(plan: FloorPlan, shut: Collection[int]) -> bool:
    group = list(range(len(plan.rooms)))
    for number, door in enumerate(plan.doorways):
        if number not in shut:
            a, b = (group[k] for k in door.rooms)
            group = [a if g == b else g for g in group]
    return len(set(group)) == 1


def _area(r: Rectangle) -> float:
    return (r[2] - r[0]) * (r[3] - r[1])


def all_rooms_joined(world: World) -> bool:
    """Whether one gets from every room to every other through doorways without a door, or whose door is open."""
    group = {room.room_id: room.room_id for room in world.rooms}
    for doorway in world.find("doorway"):
        door = world.get(f"{DOOR}_{doorway.entity_id.removeprefix('doorway_')}")
        if door is not None and door.open is False:
            continue
        sides = (world.room_at(*doorway.to_map(x, 0.0)) for x in (-_BESIDE_M, _BESIDE_M))
        a, *others = [group[side.room_id] for side in sides if side is not None]
        group = {room: a if key in others else key for room, key in group.items()}
    return len(set(group.values())) == 1
