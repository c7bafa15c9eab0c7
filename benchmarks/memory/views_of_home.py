"""Instants of a robot that goes round a home: twenty objects a view, some of them moved, switched or gone."""

from __future__ import annotations

import numpy as np

from embodied_memory.scene_graph import RelationTriple, SceneGraphInstant, SceneObject, SpatialRelation

OBJECTS_A_VIEW = 20
ROOMS = 12
_VIEWS_A_STAY = 5
_FURNITURE = ("table", "shelf", "counter", "desk")
_THINGS = ("mug", "book", "lamp", "plant", "box", "pan", "cushion", "bottle", "jacket", "bowl", "plate", "clock")
_COLORS = ("red", "blue", "green", "white")


def view(seed: int, number: int, stamp_ns: int) -> SceneGraphInstant:
    """The view of that number: the same for the same seed and number, whatever was asked for before."""
    rng = np.random.default_rng([seed, 6, number])
    room = number // _VIEWS_A_STAY % ROOMS
    objects = tuple(_thing(rng, room, slot) for slot in range(OBJECTS_A_VIEW))
    tables, things = objects[: len(_FURNITURE)], objects[len(_FURNITURE) :]
    relations = tuple(
        RelationTriple(thing.object_id, SpatialRelation.ON, tables[slot % len(tables)].object_id)
        for slot, thing in enumerate(things)
    )
    return SceneGraphInstant(
        stamp_ns=stamp_ns,
        observer="robot",
        robot_position=(room * 6.0 + rng.uniform(0, 4), rng.uniform(0, 4), 0.0),
        robot_yaw=float(rng.uniform(-3, 3)),
        objects=objects,
        relations=relations,
        tags=(f"room {room}",),
        session_id="views",
    )


def _thing(rng: np.random.Generator, room: int, slot: int) -> SceneObject:
    """Furniture in the first slots; of the rest one view in fifty finds a thing elsewhere in the room."""
    kinds = _FURNITURE if slot < len(_FURNITURE) else _THINGS
    category = kinds[slot % len(kinds)]
    shift = rng.uniform(0, 2) if slot >= len(_FURNITURE) and rng.random() < 0.02 else 0.0
    place = np.array([room * 6.0 + slot % 5, slot // 5 + shift, 0.8]) + rng.normal(0, 0.01, 3)
    power = (("power", "on" if rng.random() < 0.5 else "off"),) if category == "lamp" else ()
    return SceneObject(
        object_id=f"{category}_{room}_{slot}",
        category=category,
        position=(float(place[0]), float(place[1]), float(place[2])),
        size=(0.2, 0.2, 0.2),
        score=float(rng.uniform(0.5, 1)),
        caption=f"{_COLORS[(room + slot) % len(_COLORS)]} {category}",
        attributes=(("color", _COLORS[(room + slot) % len(_COLORS)]), *power),
    )
