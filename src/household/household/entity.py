"""One thing of the home: what it is, where it is, what state it is in, what can be done with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

import numpy as np


class EntityKind(str, Enum):
    """What sort of thing an entity is."""

    ROOM = "room"
    DOOR = "door"
    FURNITURE = "furniture"
    CONTAINER = "container"
    DEVICE = "device"
    OBJECT = "object"
    ACTOR = "actor"


@dataclass(frozen=True)
class Surface:
    """A level rectangle where things can rest, in the frame of its entity (origin: middle of the base).

    relation: "on" or "in". center, size: (x, y), metres; height: above the base; clearance: free above it.
    """

    relation: str
    center: tuple[float, float]
    size: tuple[float, float]
    height: float
    clearance: float = 0.6


@dataclass(frozen=True)
class SettingRule:
    """What a device's setting may be: one of `allowed`, or a whole number from minimum to maximum."""

    allowed: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0

    def accepts(self, value: str) -> bool:
        """Whether the value may be set."""
        if self.allowed:
            return value in self.allowed
        try:
            return self.minimum <= int(value) <= self.maximum
        except ValueError:
            return False

    def __str__(self) -> str:
        return " or ".join(self.allowed) if self.allowed else f"a whole number {self.minimum} to {self.maximum}"


@dataclass(frozen=True)
class Entity:
    """An entity of the world; a change makes a new one. All lengths are metres, frame `map`, z up.

    position: centre of the box around it; yaw: where its front looks; size: (depth along its front,
    width, height). open: None if it has nothing to open. parent_id and parent_relation: what it is "on" or
    "in", or the actor by whom it is "held"; "" for what stands on the floor or hangs on a wall.
    settings: a device's current values, setting_rules: what they may be.
    """

    entity_id: str
    kind: EntityKind
    category: str
    caption: str
    position: tuple[float, float, float]
    size: tuple[float, float, float]
    yaw: float = 0.0
    attributes: Mapping[str, str] = field(default_factory=dict)
    open: bool | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    setting_rules: Mapping[str, SettingRule] = field(default_factory=dict)
    movable: bool = False
    surfaces: tuple[Surface, ...] = ()
    parent_id: str = ""
    parent_relation: str = ""
    room_id: str = ""

    @property
    def openable(self) -> bool:
        """Whether it has a door, a lid or a drawer."""
        return self.open is not None

    @property
    def is_surface(self) -> bool:
        """Whether things can be put on it."""
        return any(surface.relation == "on" for surface in self.surfaces)

    @property
    def is_container(self) -> bool:
        """Whether things can be put in it."""
        return any(surface.relation == "in" for surface in self.surfaces)

    @property
    def base(self) -> tuple[float, float, float]:
        """Middle of its base in map: where the origin of its shape and surfaces is."""
        return (self.position[0], self.position[1], self.position[2] - self.size[2] / 2)

    def to_map(self, x: float, y: float) -> tuple[float, float]:
        """A point of the entity's frame in map (horizontal)."""
        cos, sin = float(np.cos(self.yaw)), float(np.sin(self.yaw))
        return (self.position[0] + cos * x - sin * y, self.position[1] + sin * x + cos * y)

    def from_map(self, x: float, y: float) -> tuple[float, float]:
        """A point of the map in the entity's frame (horizontal)."""
        cos, sin = float(np.cos(self.yaw)), float(np.sin(self.yaw))
        dx, dy = x - self.position[0], y - self.position[1]
        return (cos * dx + sin * dy, -sin * dx + cos * dy)

    def nearest_point(self, x: float, y: float) -> tuple[float, float]:
        """The point of its footprint (its box seen from above) nearest to (x, y), in map."""
        local_x, local_y = self.from_map(x, y)
        half_x, half_y = self.size[0] / 2, self.size[1] / 2
        return self.to_map(min(max(local_x, -half_x), half_x), min(max(local_y, -half_y), half_y))

    def footprint_distance(self, x: float, y: float) -> float:
        """Horizontal distance from a point to its footprint, 0 inside."""
        local_x, local_y = self.from_map(x, y)
        outside_x, outside_y = abs(local_x) - self.size[0] / 2, abs(local_y) - self.size[1] / 2
        return float(np.hypot(max(outside_x, 0.0), max(outside_y, 0.0)))
