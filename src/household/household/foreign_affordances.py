"""What can be done with the things of homes by other hands, judged by category name and geometry."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from household.entity import Entity, EntityKind, SettingRule, Surface

_POWER = ("off", SettingRule(("off", "on")))
_BRIGHTNESS = ("80", SettingRule((), 0, 100))
_DEVICE_SETTINGS: dict[str, dict[str, tuple[str, SettingRule]]] = {
    "tv": {"power": _POWER, "channel": ("1", SettingRule((), 1, 99))},
    "television": {"power": _POWER, "channel": ("1", SettingRule((), 1, 99))},
    "lamp": {"power": _POWER, "brightness": _BRIGHTNESS},
    "light": {"power": _POWER, "brightness": _BRIGHTNESS},
    "chandelier": {"power": _POWER, "brightness": _BRIGHTNESS},
    "conditioner": {"power": _POWER, "temperature": ("21", SettingRule((), 16, 30))},
    "thermostat": {"power": _POWER, "temperature": ("21", SettingRule((), 5, 30))},
    "refrigerator": {"temperature": ("5", SettingRule((), 1, 9))},
    "fridge": {"temperature": ("5", SettingRule((), 1, 9))},
    "rangehood": {"power": _POWER},
    "oven": {"power": _POWER, "temperature": ("180", SettingRule((), 50, 250))},
    "stove": {"power": _POWER},
    "microwave": {"power": _POWER, "timer": ("0", SettingRule((), 0, 60))},
    "dishwasher": {"power": _POWER},
    "washer": {"power": _POWER},
    "machine": {"power": _POWER},
    "kettle": {"power": _POWER},
    "camera": {"power": _POWER},
    "tablet": {"power": _POWER},
    "laptop": {"power": _POWER},
    "monitor": {"power": _POWER},
    "fan": {"power": _POWER},
}
_OPENABLE = frozenset(
    {"refrigerator", "fridge", "wardrobe", "cabinet", "dresser", "drawer", "nightstand", "stand", "dishwasher"}
    | {"microwave", "oven", "closet", "cupboard"}
)
_OPEN_TOP = frozenset({"trash", "bin", "basket"})
_NO_SURFACE = frozenset(
    {"window", "door", "curtain", "portrait", "painting", "light", "chandelier", "carpet", "rug", "plant"}
    | {"tv", "trash"}
)
_MOVABLE_MAX_M = 0.5
_SURFACE_MIN_M2 = 0.03


@dataclass(frozen=True)
class _Level:
    height: float
    area: float
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def with_affordances(entity: Entity, triangles: NDArray[np.float32], shows_inside: bool) -> Entity:
    """The entity with kind, settings, doors, surfaces and movability; triangles in its own frame.

    shows_inside: things in it can be seen, so it has no door.
    """
    words = frozenset(entity.category.lower().replace("tvcabinet", "tv cabinet").split())
    has_inside = bool(words & _OPENABLE) and entity.size[2] > 0.3
    openable = has_inside and not shows_inside
    settings = {} if has_inside and "tv" in words else _settings_of(words)
    surfaces = () if words & _NO_SURFACE else _top_surfaces(entity, triangles)
    if has_inside or words & _OPEN_TOP:
        surfaces = (*surfaces, _inside(entity))
    movable = entity.parent_id != "" and max(entity.size) <= _MOVABLE_MAX_M
    kind = EntityKind.DEVICE if settings else EntityKind.CONTAINER if openable else EntityKind.FURNITURE
    if movable and not settings:
        kind = EntityKind.OBJECT
    return replace(
        entity, kind=kind, open=False if openable else None, movable=movable, surfaces=surfaces,
        settings={name: value for name, (value, _) in settings.items()},
        setting_rules={name: rule for name, (_, rule) in settings.items()},
    )  # fmt: skip


def _settings_of(words: frozenset[str]) -> dict[str, tuple[str, SettingRule]]:
    return next((rules for word, rules in _DEVICE_SETTINGS.items() if word in words), {})


def _inside(entity: Entity) -> Surface:
    depth, width, height = entity.size
    return Surface("in", (0.0, 0.0), (depth * 0.7, width * 0.8), height * 0.1, height * 0.8)


def _top_surfaces(entity: Entity, triangles: NDArray[np.float32]) -> tuple[Surface, ...]:
    """The level with the largest upward-facing area, if that is a good part of the footprint."""
    corners = triangles.astype(np.float64)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(normals, axis=1) / 2
    level = np.abs(normals[:, 2]) > 0.95 * 2 * np.maximum(areas, 1e-12)
    heights = np.round(corners[:, :, 2].mean(1) / 0.02).astype(int)
    best: _Level | None = None
    for height in np.unique(heights[level]):
        chosen = level & (heights == height)
        area = float(areas[chosen].sum())
        if height > 2 and (best is None or area > best.area * 0.9):
            points = corners[chosen].reshape(-1, 3)
            best = _Level(float(points[:, 2].max()), area, points.min(0)[:2], points.max(0)[:2])
    if best is None or best.area < max(_SURFACE_MIN_M2, 0.25 * entity.size[0] * entity.size[1]):
        return ()
    middle, extent = (best.low + best.high) / 2, (best.high - best.low) * 0.92
    return (Surface("on", (float(middle[0]), float(middle[1])), (float(extent[0]), float(extent[1])), best.height),)
