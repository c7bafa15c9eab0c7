"""How the objects of a view stand to each other, from their boxes in the map and what they are for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import PerceptionConfig
from embodied_memory.perception.object_roles import (
    has_level_below_top,
    is_container,
    is_part_of_room,
    stands_on_legs,
)
from embodied_memory.scene_graph import RelationTriple, SceneObject, SpatialRelation

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

CONTACT_M = 0.08
"""A bottom this close to a top touches it; the lowest few centimetres of an object are often hidden."""
SUNK_SHARE = 0.4
"""What is in a container reaches below its rim by this share of the lower of the two."""
UPPER_SHARE = 1 / 3
"""What begins in the upper part of a table stands on it: the box of the table holds what else stands there."""
OUTSIDE_M = 0.05
"""How far the middle of something may lie outside of what holds it (boxes of partial views are too small)."""
FLOOR_M = 0.25


def find_relations(
    objects: Sequence[SceneObject], config: PerceptionConfig, deviations_m: Sequence[float] = ()
) -> tuple[RelationTriple, ...]:
    """Return on, in, under and next to, in the order of the subjects.

    deviations_m: how far the place of each may be wrong; empty: not at all.

    An object is on or in at most one other, its best support, and under at most one. "Next to" is told from
    each object of its nearest `config.max_neighbours` within `config.near_distance_m`, surface to surface,
    if both rest on the same thing or neither rests on anything seen and they share heights.
    """
    if len(objects) < 2:
        return ()
    centre = np.array([one.position for one in objects])
    half = np.array([one.size for one in objects]) / 2
    low, high = centre - half, centre + half
    deviation = np.array(deviations_m) if len(deviations_m) else np.zeros(len(objects))
    inside, on, under = _support_candidates(objects, centre, low, high, np.hypot(deviation[:, None], deviation))
    support, is_in = _best_support(inside, on, low, high)
    triples = []
    above = _best_cover(under, support, low, high)
    near = _neighbours(objects, support, above, low, high, config)
    for subject, one in enumerate(objects):
        found = []
        if support[subject] >= 0:
            found.append((SpatialRelation.IN if is_in[subject] else SpatialRelation.ON, support[subject]))
        if above[subject] >= 0:
            found.append((SpatialRelation.UNDER, above[subject]))
        found += [(SpatialRelation.NEXT_TO, other) for other in near[subject]]
        triples += [RelationTriple(one.object_id, relation, objects[other].object_id) for relation, other in found]
    return tuple(triples)


def _support_candidates(
    objects: Sequence[SceneObject], centre: Floats, low: Floats, high: Floats, deviation: Floats
) -> tuple[Bools, Bools, Bools]:
    """Three (N, N) tables: row in column, row on column, row under column. deviation: (N, N) metres.

    What stands on legs stands on the floor, not on another that does.
    """
    outside = OUTSIDE_M + deviation[:, :, None]
    within = (centre[:, None] >= low[None] - outside) & (centre[:, None] <= high[None] + outside)
    over_footprint = within[:, :, 0] & within[:, :, 1]
    area = (high - low)[:, :2].prod(axis=1)
    volume = (high - low).prod(axis=1)
    smaller = (area[:, None] < area[None]) | ((area[:, None] == area[None]) & (volume[:, None] < volume[None]))
    np.fill_diagonal(over_footprint, False)
    above_top = low[:, None, 2] - high[None, :, 2]
    bottom_within = (low[:, None, 2] >= low[None, :, 2] - OUTSIDE_M) & (above_top < 0)
    not_room = ~np.array([is_part_of_room(one.category) for one in objects])
    fits = over_footprint & smaller & not_room[None] & not_room[:, None]
    holds = np.array([is_container(one.category) for one in objects])
    has_level = np.array([has_level_below_top(one.category) for one in objects])
    legs = np.array([stands_on_legs(one.category) for one in objects])
    height = high[:, 2] - low[:, 2]
    stacked = legs[:, None] & legs[None]
    upper = low[:, None, 2] >= high[None, :, 2] - UPPER_SHARE * height[None]
    touches = np.abs(above_top) <= CONTACT_M + deviation
    raised = low[:, None, 2] >= low[None, :, 2] + 0.1
    sunk = -above_top > SUNK_SHARE * np.minimum(height[:, None], height[None])
    inside = fits & holds[None] & bottom_within & sunk
    on = fits & ~stacked & ~inside & (touches | (bottom_within & ((has_level[None] & raised) | (legs[None] & upper))))
    below_top = high[:, None, 2] < high[None, :, 2] - OUTSIDE_M
    under = fits & legs[None] & below_top & ~on & ~inside
    return inside, on, under


def _best_support(inside: Bools, on: Bools, low: Floats, high: Floats) -> tuple[list[int], list[bool]]:
    """What each object is on or in: the smallest it is in, else the one with the least gap; -1 if none."""
    gap = np.abs(low[:, None, 2] - high[None, :, 2])
    cost = np.where(on, gap, np.where(inside, 0.0, np.inf))
    cost += 1e-3 * (high - low).prod(axis=1)[None]
    best = cost.argmin(axis=1)
    found = np.isfinite(cost[np.arange(len(best)), best])
    is_in = inside[np.arange(len(best)), best]
    chosen = [int(other) if ok else -1 for other, ok in zip(best, found, strict=True)]
    return chosen, [bool(one) for one in is_in]


def _best_cover(under: Bools, support: list[int], low: Floats, high: Floats) -> list[int]:
    """What each unsupported object is under: the lowest thing above it; -1 if none."""
    top = np.where(under, high[None, :, 2], np.inf)
    best = top.argmin(axis=1)
    found = np.isfinite(top[np.arange(len(best)), best]) & (np.array(support) < 0)
    return [int(other) if ok else -1 for other, ok in zip(best, found, strict=True)]


def _neighbours(
    objects: Sequence[SceneObject],
    support: list[int],
    above: list[int],
    low: Floats,
    high: Floats,
    config: PerceptionConfig,
) -> list[list[int]]:
    """The nearest others of each object that stand beside it."""
    gap = np.maximum(np.maximum(low[None] - high[:, None], low[:, None] - high[None]), 0)
    distance = np.sqrt((gap**2).sum(axis=2))
    rests = np.array(support)
    same_support = rests[:, None] == rests[None]
    share_heights = (gap[:, :, 2] == 0) | (np.abs(low[:, None, 2] - low[None, :, 2]) < FLOOR_M)
    beside = same_support & share_heights & (distance < config.near_distance_m)
    not_room = ~np.array([is_part_of_room(one.category) for one in objects])
    beside &= not_room[None] & not_room[:, None]
    number = np.arange(len(objects))
    for holder in (rests, np.array(above)):
        held = number[holder >= 0]
        beside[held, holder[held]] = beside[holder[held], held] = False
    np.fill_diagonal(beside, False)
    distance = np.where(beside, distance, np.inf)
    order = np.argsort(distance, axis=1, kind="stable")[:, : config.max_neighbours]
    return [[int(other) for other in order[one] if beside[one, other]] for one in number]
