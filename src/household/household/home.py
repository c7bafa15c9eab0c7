"""A home: its world and what it looks like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from household.shape import Appearance, Shape
from household.world import Solids, World

ROBOT_ID = "robot"
"""The entity id of the robot in every home."""
DOOR = "door"
"""The category of what hangs in a doorway; where it can be shut, it shuts off a room."""


@dataclass(eq=False)
class Home:
    """World state, the looks of each entity, and the structure (walls and floors, in map).

    appearances: by entity id; rooms, door openings and the robot have none.
    start_pose: (x, y, yaw) where the robot starts, free of collisions. rooms_inferred: nobody said where the
    rooms are, so their borders are soft.
    """

    name: str
    world: World
    appearances: Mapping[str, Appearance]
    structure: Shape
    start_pose: tuple[float, float, float]
    rooms_inferred: bool = False

    def __post_init__(self) -> None:
        triangles = {entity_id: a.shape.triangles for entity_id, a in self.appearances.items()}
        opened = {
            door.entity_id: shape.triangles
            for door in self.world.find(DOOR)
            if door.openable and (shape := self._looks_open(door.entity_id)) is not None
        }
        self.world.solids = Solids(self.structure.triangles, triangles, opened)

    def shape_of(self, entity_id: str) -> Shape | None:
        """The shape of an entity as it is now, open or closed."""
        appearance = self.appearances.get(entity_id)
        if appearance is None:
            return None
        return (self._looks_open(entity_id) if self.world[entity_id].open else None) or appearance.shape

    def _looks_open(self, entity_id: str) -> Shape | None:
        return self.appearances[entity_id].open_shape if entity_id in self.appearances else None
