"""Placing furniture in a room: against walls, around tables, on top of each other; free of collisions.

Every piece keeps clear of doorways and of the space needed in front of the others, and a robot of
0.25 m radius can always go from every doorway to the front of every piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from household.entity import Entity
from household.generation.building import HALF_WALL_M
from household.generation.catalogue import CATALOGUE, Article
from household.generation.floor_plan import Doorway, PlannedRoom
from household.generation.footprints import (
    CELL_M,
    cell_of,
    front_of,
    grow,
    grow_doorway,
    nearest_distance,
    overlap,
    paint,
    rectangle_of,
    within,
)
from household.generation.furnishing_plan import Wish
from household.rooms import Rectangle
from household.shape import Appearance

ROBOT_RADIUS_M = 0.25
_FRONT_CLEAR_M = 0.6
_HANG_CLEAR_M = 0.6
_USED = frozenset({"thermostat", "mirror"})
"""Hanging things that one walks up to."""
_TRIES = 60
_BACK_GAP_M = 0.03


@dataclass
class RoomFurnisher:
    """A room being furnished. `placed` are pieces standing there, with their looks in `appearances`.

    leaves: where doors stand when they are open; nothing may stand there. clear_m: from what stands there, wherever
    the robot has to pass; most_cut_off_m2: of floor with so much room that it may be kept from.
    """

    room: PlannedRoom
    room_id: str
    doorways: list[Doorway]
    outer_sides: frozenset[tuple[int, float]]
    rng: np.random.Generator
    ids: Iterator[int]
    catalogue: Mapping[str, Article] = field(default_factory=lambda: CATALOGUE)
    leaves: tuple[Rectangle, ...] = ()
    clear_m: float = ROBOT_RADIUS_M + CELL_M
    most_cut_off_m2: float = float("inf")
    placed: list[Entity] = field(default_factory=list)
    appearances: dict[str, Appearance] = field(default_factory=dict)

    def __post_init__(self) -> None:
        x0, y0, x1, y1 = self.room.rectangle
        self.inside: Rectangle = (x0 + HALF_WALL_M, y0 + HALF_WALL_M, x1 - HALF_WALL_M, y1 - HALF_WALL_M)
        self._kept_clear = [grow_doorway(door) for door in self.doorways]

    def fulfil(self, wish: Wish) -> None:
        """Place what the wish asks for where it fits; give up quietly where nothing does."""
        if self.rng.random() > wish.chance:
            return
        for number in range(wish.count):
            article = self.catalogue[wish.category]
            color = self._color_like_others(wish.category) or str(self.rng.choice(article.colors))
            entity_id = f"{wish.category.replace(' ', '_')}_{next(self.ids)}"
            entity, appearance = article.produce(entity_id, color)
            spot = self._find_place(entity, wish, number, article.hangs_at)
            if spot is not None:
                self.placed.append(spot)
                self.appearances[entity_id] = appearance

    def _color_like_others(self, category: str) -> str:
        """Chairs of a room are alike."""
        same = [e.attributes["color"] for e in self.placed if e.category == category]
        return same[0] if same else ""

    def _find_place(self, entity: Entity, wish: Wish, number: int, hangs_at: float) -> Entity | None:
        where, _, anchor_category = wish.where.partition(" ")
        if where == "hang":
            return self._first_free(self._wall_spots(entity, hangs_at), self._hangs_free)
        if where in ("wall", "middle", "floor"):
            spots = self._wall_spots(entity, 0.0) if where == "wall" else self._middle_spots(entity)
            return self._first_free(spots, self._lies_free if where == "floor" else self._stands_free)
        anchor = next((e for e in reversed(self.placed) if e.category == anchor_category), None)
        if anchor is None:
            return None
        if where == "above":
            return _on_top(entity, anchor)
        spots = _spots_near(entity, anchor, where, number)
        return self._first_free(spots, self._seat_free if where in ("around", "at", "before") else self._stands_free)

    def _first_free(self, spots: Iterator[Entity], is_free: object) -> Entity | None:
        return next((spot for spot in spots if is_free(spot)), None)  # type: ignore[operator]

    def _wall_spots(self, entity: Entity, height: float) -> Iterator[Entity]:
        """Spots with the back to a wall: random ones, corners first for half of the pieces."""
        depth, width, tall = entity.size
        x0, y0, x1, y1 = self.inside
        gap = 0.0 if height else _BACK_GAP_M
        for attempt in range(_TRIES):
            side = int(self.rng.integers(4))
            low, high = (y0, y1) if side % 2 == 0 else (x0, x1)
            slack = high - low - width - 0.04
            if slack < 0:
                continue
            share = float(self.rng.choice([0.0, 1.0])) if attempt % 2 and not height else self.rng.random()
            along = low + 0.02 + width / 2 + np.round(share * slack / CELL_M) * CELL_M
            back = depth / 2 + gap
            x, y = [(x0 + back, along), (along, y0 + back), (x1 - back, along), (along, y1 - back)][side]
            yield _at(entity, float(x), float(min(max(y, y0), y1)), height + tall / 2, side * np.pi / 2, self.room_id)

    def _middle_spots(self, entity: Entity) -> Iterator[Entity]:
        x0, y0, x1, y1 = self.inside
        for attempt in range(_TRIES):
            spread = 0.1 + 0.5 * attempt / _TRIES
            x = (x0 + x1) / 2 + self.rng.uniform(-spread, spread) * (x1 - x0) / 2
            y = (y0 + y1) / 2 + self.rng.uniform(-spread, spread) * (y1 - y0) / 2
            yaw = float(self.rng.integers(2)) * np.pi / 2
            yield _at(entity, float(x), float(y), entity.size[2] / 2, yaw, self.room_id)

    def _hangs_free(self, spot: Entity) -> bool:
        """On the wall, apart from doors and from what stands or hangs there at the same height."""
        box = rectangle_of(spot)
        if spot.category in ("window", "curtain") and not self._on_outer_wall(box):
            return False
        if any(overlap(box, grow_doorway(door, 0.2)) for door in self.doorways):
            return False
        front = front_of(spot, _HANG_CLEAR_M)
        if spot.category in _USED and any(overlap(front, rectangle_of(e)) for e in self._standing()):
            return False
        low, high = spot.base[2], spot.base[2] + spot.size[2]
        others = [e for e in self.placed if e.base[2] < high and e.base[2] + e.size[2] > low]
        return not any(overlap(box, grow(rectangle_of(e), 0.08)) for e in others)

    def _on_outer_wall(self, box: Rectangle) -> bool:
        return any(abs(box[1 - along] - at) < 0.2 or abs(box[3 - along] - at) < 0.2 for along, at in self.outer_sides)

    def _lies_free(self, spot: Entity) -> bool:
        """Rugs may lie under everything."""
        return within(rectangle_of(spot), self.inside)

    def _stands_free(self, spot: Entity) -> bool:
        front = front_of(spot, _FRONT_CLEAR_M)
        others = [front_of(e, _FRONT_CLEAR_M) for e in self._standing() if _needs_front(e)]
        return self._fits(spot, [*self._kept_clear, *others], front if _needs_front(spot) else None)

    def _seat_free(self, spot: Entity) -> bool:
        return self._fits(spot, self._kept_clear, None)

    def _fits(self, spot: Entity, kept_clear: list[Rectangle], front: Rectangle | None) -> bool:
        box = rectangle_of(spot)
        if not within(box, self.inside) or any(overlap(box, area) for area in kept_clear):
            return False
        pieces = [*(rectangle_of(e) for e in self._standing()), *self.leaves]
        if any(overlap(grow(box, 0.02), other) for other in pieces):
            return False
        if front is not None and (not within(front, self.inside) or any(overlap(front, other) for other in pieces)):
            return False
        high = spot.size[2]
        hanging = [e for e in self.placed if e.category in ("window", "mirror") and e.base[2] < high]
        return not any(overlap(box, rectangle_of(e)) for e in hanging) and self._all_reachable(spot)

    def _standing(self) -> list[Entity]:
        return [e for e in self.placed if e.base[2] < 0.05 and e.size[2] > 0.05]

    def _all_reachable(self, spot: Entity) -> bool:
        """Whether a robot gets from every doorway to every other and near every piece, with this one too."""
        pieces = [*self._standing(), spot]
        free, origin = self._free_cells([*(rectangle_of(e) for e in pieces), *self.leaves])
        clearance = ndimage.distance_transform_edt(free) * CELL_M
        labels, _ = ndimage.label(clearance > self.clear_m, structure=np.ones((3, 3)))
        entries = {int(labels[cell_of(door.center, origin)]) for door in self.doorways}
        if len(entries) != 1 or 0 in entries:
            return False
        reached = labels == entries.pop()
        if (np.count_nonzero(labels) - np.count_nonzero(reached)) * CELL_M**2 > self.most_cut_off_m2:
            return False
        near = ndimage.binary_dilation(reached, iterations=1)
        rows, columns = np.nonzero(near)
        xs, ys = origin[0] + (columns + 0.5) * CELL_M, origin[1] + (rows + 0.5) * CELL_M
        return all(nearest_distance(rectangle_of(e), xs, ys) < 0.5 for e in pieces)

    def _free_cells(self, pieces: list[Rectangle]) -> tuple[NDArray[np.bool_], tuple[float, float]]:
        """Floor that nothing stands on, with the doorways and a bit of floor beyond them."""
        x0, y0, x1, y1 = self.room.rectangle
        origin = (x0 - 0.5, y0 - 0.5)
        free = np.zeros((round((y1 - y0 + 1.0) / CELL_M), round((x1 - x0 + 1.0) / CELL_M)), bool)
        paint(free, self.inside, origin, True)
        for piece in pieces:
            paint(free, piece, origin, False)
        for door in self.doorways:
            paint(free, grow_doorway(door, 0.45), origin, True)
        return free, origin


def _at(entity: Entity, x: float, y: float, z: float, yaw: float, room_id: str) -> Entity:
    return replace(entity, position=(x, y, z), yaw=float(yaw), room_id=room_id)


def _on_top(entity: Entity, anchor: Entity) -> Entity | None:
    """Standing on a piece, towards its back; None if something stands there already."""
    surface = anchor.surfaces[0]
    back = -anchor.size[0] / 2 + entity.size[0] / 2 + 0.04
    x, y = anchor.to_map(min(back, 0.0), 0.0)
    z = anchor.base[2] + surface.height + entity.size[2] / 2
    placed = _at(entity, x, y, z, anchor.yaw, anchor.room_id)
    return replace(placed, parent_id=anchor.entity_id, parent_relation="on")


def _spots_near(entity: Entity, anchor: Entity, where: str, number: int) -> Iterator[Entity]:
    """Spots beside, before, around or at the front of an anchor."""
    depth, width = anchor.size[0], anchor.size[1]
    if where == "beside":
        for sign in (1, -1):
            x = -depth / 2 + entity.size[0] / 2
            yield _relative(entity, anchor, x, sign * (width / 2 + entity.size[1] / 2 + 0.04), 0.0)
    elif where == "before":
        for distance in (0.4, 0.45, 0.5, 0.35):
            yield _relative(entity, anchor, depth / 2 + distance + entity.size[0] / 2, 0.0, np.pi)
    elif where == "at":
        yield _relative(entity, anchor, depth / 2 + entity.size[0] / 2 + 0.03, 0.0, np.pi)
    else:
        out = 0.03 + entity.size[0] / 2
        seats = [(depth / 2 + out, y, np.pi) for y in (-0.22 * width, 0.22 * width)]
        seats += [(-depth / 2 - out, y, 0.0) for y in (-0.22 * width, 0.22 * width)]
        yield from (_relative(entity, anchor, *seats[(number + k * 2) % 4]) for k in range(4))


def _relative(entity: Entity, anchor: Entity, x: float, y: float, turn: float) -> Entity:
    map_x, map_y = anchor.to_map(x, y)
    return _at(entity, map_x, map_y, entity.size[2] / 2, anchor.yaw + turn, anchor.room_id)


def _needs_front(entity: Entity) -> bool:
    """Pieces that one stands in front of; not seats that belong to a table, plants or bins."""
    return entity.is_container or entity.size[1] > 0.7
