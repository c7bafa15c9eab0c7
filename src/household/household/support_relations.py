"""What is on or in what, computed from geometry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from household.entity import Entity
from household.shape import place_triangles

_GAP_M = 0.08
_FLOOR_M = 0.1


def with_supports(entities: Sequence[Entity], triangles: Mapping[str, NDArray[np.float32]]) -> list[Entity]:
    """The entities with parent_id and parent_relation where one rests on (or stands in) another."""
    in_map = {e.entity_id: place_triangles(triangles[e.entity_id], e.base, e.yaw) for e in entities}
    return [_with_support(entity, entities, in_map) for entity in entities]


def _with_support(entity: Entity, entities: Sequence[Entity], in_map: Mapping[str, NDArray[np.float32]]) -> Entity:
    """On the highest thing that is right below it and larger than it."""
    bottom = entity.base[2]
    if bottom < _FLOOR_M:
        return entity
    best, best_top, is_roofed = None, -np.inf, False
    for other in entities:
        if other is entity or other.size[0] * other.size[1] <= entity.size[0] * entity.size[1]:
            continue
        if other.base[2] > bottom or other.footprint_distance(entity.position[0], entity.position[1]) > 0:
            continue
        tops = _heights_at(in_map[other.entity_id], entity)
        below = tops[(tops < bottom + _GAP_M) & (tops > bottom - _GAP_M)]
        if len(below) and below.max() > best_top:
            best, best_top = other, float(below.max())
            is_roofed = bool((tops > entity.position[2]).any())
    if best is None:
        return entity
    relation = "in" if is_roofed and not _is_seat(best) else "on"
    return replace(entity, parent_id=best.entity_id, parent_relation=relation)


def _is_seat(entity: Entity) -> bool:
    return any(word in entity.category for word in ("sofa", "chair", "bed", "bench", "rack", "shelf"))


def _heights_at(triangles: NDArray[np.float32], entity: Entity) -> NDArray[np.float64]:
    """Heights at which a vertical line through the entity's centre meets the triangles."""
    x, y, _ = entity.position
    a, b, c = (triangles[:, k].astype(np.float64) for k in range(3))
    low, high = triangles[:, :, :2].min(1), triangles[:, :, :2].max(1)
    near = (low[:, 0] <= x) & (x <= high[:, 0]) & (low[:, 1] <= y) & (y <= high[:, 1])
    a, b, c = a[near], b[near], c[near]
    area = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (c[:, 0] - a[:, 0]) * (b[:, 1] - a[:, 1])
    flat = np.abs(area) > 1e-12
    a, b, c, area = a[flat], b[flat], c[flat], area[flat]
    u = ((x - a[:, 0]) * (c[:, 1] - a[:, 1]) - (c[:, 0] - a[:, 0]) * (y - a[:, 1])) / area
    v = ((b[:, 0] - a[:, 0]) * (y - a[:, 1]) - (x - a[:, 0]) * (b[:, 1] - a[:, 1])) / area
    inside = (u >= 0) & (v >= 0) & (u + v <= 1)
    return np.asarray((a[:, 2] + u * (b[:, 2] - a[:, 2]) + v * (c[:, 2] - a[:, 2]))[inside])
