"""Finding room for a thing on or in another: the first free spot on its surfaces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from household.entity import Entity, Surface
from household.world import World

_STEP_M = 0.05
_GAP_M = 0.015


@dataclass(frozen=True)
class RestingPlace:
    """Where a thing would rest: its centre in map, its yaw, on or in."""

    position: tuple[float, float, float]
    yaw: float
    relation: str


def find_resting_place(
    thing: Entity, support: Entity, resting: Sequence[Entity], relation: str,
    near: tuple[float, float] | None = None, rng: np.random.Generator | None = None,
    height: float | None = None,
) -> RestingPlace | None:  # fmt: skip
    """A free spot for `thing` on or in `support`, beside the things `resting` there already, or None.

    height: of the thing with all that lies on it, if that is more than its own.
    The spot nearest to `near` (map, metres), or any of them chosen by `rng`. The thing is turned like the
    support, or across it where it fits only so.
    """
    tall = height or thing.size[2]
    for surface in support.surfaces:
        if surface.relation != relation or tall > surface.clearance + 1e-6:
            continue
        for turn in (0.0, np.pi / 2):
            spots = _free_spots(thing, tall, support, surface, resting, turn)
            if not spots:
                continue
            x, y = spots[int(rng.integers(len(spots)))] if rng else _nearest(spots, support, near)
            map_x, map_y = support.to_map(x, y)
            z = support.base[2] + surface.height + thing.size[2] / 2
            return RestingPlace((map_x, map_y, z), float(support.yaw + turn), relation)
    return None


def has_room(world: World, thing: Entity, piece: Entity, relation: str = "on") -> bool:
    """Whether the thing fits on or in a piece of furniture, beside what is there."""
    resting = world.children_of(piece.entity_id)
    return find_resting_place(thing, piece, resting, relation, near=piece.position[:2]) is not None


def _nearest(
    spots: Iterable[tuple[float, float]], support: Entity, near: tuple[float, float] | None
) -> tuple[float, float]:
    x, y = support.from_map(*near) if near else (0.0, 0.0)
    return min(spots, key=lambda spot: ((spot[0] - x) ** 2 + (spot[1] - y) ** 2, spot))


def _free_spots(
    thing: Entity, tall: float, support: Entity, surface: Surface, resting: Sequence[Entity], turn: float
) -> list[tuple[float, float]]:
    """All spots of a 5 cm lattice in the support's frame where the thing fits beside the others."""
    size = (thing.size[0], thing.size[1]) if turn == 0 else (thing.size[1], thing.size[0])
    slack = (surface.size[0] - size[0], surface.size[1] - size[1])
    if min(slack) < -1e-6:
        return []
    level = support.base[2] + surface.height
    boxes = [_box(other, support) for other in resting if _meets(other, level, tall)]
    xs, ys = (surface.center[k] + _lattice(slack[k]) for k in (0, 1))
    return [
        (float(x), float(y))
        for x in xs
        for y in ys
        if not any(
            abs(x - bx) < (size[0] + bw) / 2 + _GAP_M and abs(y - by) < (size[1] + bh) / 2 + _GAP_M
            for bx, by, bw, bh in boxes
        )
    ]


def _lattice(slack: float) -> NDArray[np.float64]:
    half = max(slack, 0.0) / 2
    steps = int(half / _STEP_M + 1e-9)
    return np.asarray(np.arange(-steps, steps + 1) * _STEP_M)


def _meets(other: Entity, level: float, height: float) -> bool:
    """Whether the other thing takes up space between the level and the height above it."""
    return other.base[2] < level + height and other.base[2] + other.size[2] > level + 0.002


def _box(other: Entity, support: Entity) -> tuple[float, float, float, float]:
    """(x, y, width along x, along y) of a thing in the support's frame."""
    x, y = support.from_map(other.position[0], other.position[1])
    cos, sin = abs(np.cos(other.yaw - support.yaw)), abs(np.sin(other.yaw - support.yaw))
    d, w = other.size[0], other.size[1]
    return (x, y, float(d * cos + w * sin), float(d * sin + w * cos))
