"""The state of a home: every entity, where it is and what it is on, in or held by; apart from its looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from household.entity import Entity, EntityKind, SettingRule, Surface
from household.rooms import Rectangle, Room

__all__ = ["Entity", "EntityKind", "Room", "SettingRule", "Solids", "Surface", "World"]

HELD_AHEAD_M, HELD_HEIGHT_M = 0.3, 0.8
"""Where an actor holds a thing: in front of it, at this height of the thing's base."""


@dataclass(frozen=True, eq=False)
class Solids:
    """What can be bumped into: triangles (F, 3, 3) float32 of walls and floors in map, and of each entity
    in its own frame, as it is when closed. opened: of the doors between rooms, as they are when open.
    """

    structure: NDArray[np.float32]
    entities: Mapping[str, NDArray[np.float32]]
    opened: Mapping[str, NDArray[np.float32]] = field(default_factory=dict)

    def of(self, entity: Entity) -> NDArray[np.float32]:
        """Of one entity, as it is now; the open door of a cabinet gives way to whoever comes along."""
        known = self.opened if entity.open and entity.entity_id in self.opened else self.entities
        return known[entity.entity_id]


class World:
    """Entities by id and rooms. `revision` grows with every change that can be seen.

    away: actors who have left home; they keep their place in the world, unseen. solids: the geometry, which the home
    sets.
    """

    def __init__(self, entities: Iterable[Entity], rooms: Iterable[Room]) -> None:
        self.entities: dict[str, Entity] = {entity.entity_id: entity for entity in entities}
        self.rooms: tuple[Room, ...] = tuple(rooms)
        self.revision = 0
        self.away: frozenset[str] = frozenset()
        self.solids = Solids(np.zeros((0, 3, 3), np.float32), {})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, World) and (self.entities, self.rooms) == (other.entities, other.rooms)

    __hash__ = None  # type: ignore[assignment]

    def __getitem__(self, entity_id: str) -> Entity:
        return self.entities[entity_id]

    def get(self, entity_id: str) -> Entity | None:
        """The entity, or None."""
        return self.entities.get(entity_id)

    @property
    def actors(self) -> tuple[Entity, ...]:
        """The robot and the people."""
        return tuple(e for e in self.entities.values() if e.kind is EntityKind.ACTOR)

    @property
    def bounds(self) -> Rectangle:
        """(x low, y low, x high, y high) around all rooms."""
        corners = np.array([r for room in self.rooms for r in room.rectangles] or [(0.0, 0.0, 0.0, 0.0)])
        low, high = corners[:, :2].min(0), corners[:, 2:].max(0)
        return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))

    def room_at(self, x: float, y: float) -> Room | None:
        """The room on whose floor the point lies."""
        return next((room for room in self.rooms if room.contains(x, y)), None)

    def room(self, room_id: str) -> Room | None:
        """The room with that id."""
        return next((room for room in self.rooms if room.room_id == room_id), None)

    def children_of(self, entity_id: str) -> tuple[Entity, ...]:
        """What is directly on it, in it, or held by it."""
        return tuple(e for e in self.entities.values() if e.parent_id == entity_id)

    def ancestors_of(self, entity_id: str) -> Iterator[Entity]:
        """What it is on or in, what that is on or in, and so on."""
        parent = self.entities.get(self.entities[entity_id].parent_id)
        while parent is not None:
            yield parent
            parent = self.entities.get(parent.parent_id)

    def find(self, category: str) -> tuple[Entity, ...]:
        """All entities of a category."""
        return tuple(e for e in self.entities.values() if e.category == category)

    def held_by(self, actor_id: str) -> Entity | None:
        """What the actor holds."""
        return next(iter(self.children_of(actor_id)), None)

    def holder_of(self, entity_id: str) -> Entity | None:
        """The actor who holds it, or holds what it is on or in."""
        return next((e for e in self.ancestors_of(entity_id) if e.kind is EntityKind.ACTOR), None)

    def closed_around(self, entity_id: str) -> Entity | None:
        """The nearest closed container it is in, if any."""
        child = self.entities[entity_id]
        for parent in self.ancestors_of(entity_id):
            if child.parent_relation == "in" and parent.open is False:
                return parent
            child = parent
        return None

    def is_visible(self, entity_id: str) -> bool:
        """Whether a camera could see it: not in a closed container, not the robot, who is away, or what they hold."""
        entity = self.entities[entity_id]
        if entity.kind in (EntityKind.ROOM, EntityKind.DOOR) or self.closed_around(entity_id) is not None:
            return False
        with_it = (entity, *self.ancestors_of(entity_id))
        return not any(e.category == "robot" or e.entity_id in self.away for e in with_it)

    def replace(self, entity: Entity) -> None:
        """Put a new version of an entity in the place of the old one (not for moving it: see `move`)."""
        self.entities[entity.entity_id] = entity
        self.revision += 1

    def add_actor(self, actor_id: str, category: str, x: float, y: float, yaw: float = 0.0) -> Entity:
        """A robot or a person enters the home."""
        size = (0.44, 0.44, 1.5) if category == "robot" else (0.4, 0.5, 1.7)
        room = self.room_at(x, y)
        actor = Entity(
            actor_id, EntityKind.ACTOR, category, f"the {category}", (x, y, size[2] / 2), size, yaw,
            room_id=room.room_id if room else "",
        )  # fmt: skip
        self.replace(actor)
        return actor

    def leave(self, actor_id: str) -> None:
        """An actor goes out of the home, with all it holds."""
        self.away |= {actor_id}
        self.revision += 1

    def come_back(self, actor_id: str) -> None:
        """An actor who was away is where it left."""
        self.away -= {actor_id}
        self.revision += 1

    def move_actor(self, actor_id: str, x: float, y: float, yaw: float) -> None:
        """An actor goes somewhere, with all it holds."""
        actor, seen = self.entities[actor_id], self.revision
        self.move(actor_id, (x, y, actor.position[2]), yaw)
        if actor.category == "robot":  # cannot be seen, nor what it holds
            self.revision = seen

    def hold(self, entity_id: str, actor_id: str) -> None:
        """The thing passes into the actor's hand."""
        actor, entity = self.entities[actor_id], self.entities[entity_id]
        self.entities[entity_id] = replace(entity, parent_id=actor_id, parent_relation="held")
        x, y = actor.to_map(HELD_AHEAD_M, 0.0)
        self.move(entity_id, (x, y, HELD_HEIGHT_M + entity.size[2] / 2), actor.yaw)

    def rest(
        self, entity_id: str, parent_id: str, relation: str, position: tuple[float, float, float], yaw: float
    ) -> None:
        """The thing comes to rest on or in another, its centre at `position`."""
        entity = self.entities[entity_id]
        self.entities[entity_id] = replace(entity, parent_id=parent_id, parent_relation=relation)
        self.move(entity_id, position, yaw)

    def move(self, entity_id: str, position: tuple[float, float, float], yaw: float) -> None:
        """Move an entity, with all that is on it, in it or held by it."""
        old = self.entities[entity_id]
        room = self.room_at(position[0], position[1])
        moved = replace(old, position=position, yaw=yaw, room_id=room.room_id if room else old.room_id)
        self.entities[entity_id] = moved
        self.revision += 1
        for child in self.children_of(entity_id):
            x, y = moved.to_map(*old.from_map(child.position[0], child.position[1]))
            z = child.position[2] + moved.base[2] - old.base[2]
            self.move(child.entity_id, (x, y, z), child.yaw + yaw - old.yaw)
