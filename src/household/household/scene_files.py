"""Homes by other hands: a GLB file with the geometry and a JSON file that says what each instance is.

Node names are `<id>_<name>_<part>`. The JSON file has `instances` (a list of id, name, category) and may
have `rooms` (a list of name and polygon, a list of [x, y] in map, metres); rooms are inferred otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from household.color_names import mean_color, name_of_color
from household.entity import Entity, EntityKind
from household.foreign_affordances import with_affordances
from household.glb_reader import SceneFileError, read_glb
from household.glb_writer import save_home
from household.home import ROBOT_ID, Home
from household.navigation import NavigationGrid
from household.room_inference import infer_rooms
from household.rooms import Room, rectangles_of_polygon
from household.shape import Appearance, Shape, join_shapes
from household.support_relations import with_supports
from household.world import World

__all__ = ["SceneFileError", "load_home", "save_home"]

_STRUCTURE = ("wall", "floor", "ceiling", "roof", "ground", "stairs")


def load_home(glb_path: str | Path, json_path: str | Path | None = None) -> Home:
    """The home of a GLB file (y up, metres) and the JSON file beside it.

    Raises SceneFileError, naming file and cause, if one is missing, truncated or not what it should be.
    """
    glb = Path(glb_path)
    if not glb.is_file():
        raise SceneFileError(f"{glb}: there is no such file; a scene is a GLB file with its JSON beside it")
    description = _read_json(Path(json_path) if json_path else glb.with_suffix(".json"))
    categories = _categories(description, glb)
    shapes = _merge_instances(read_glb(glb), categories)
    structure = join_shapes([s for key, s in shapes.items() if _is_structure(categories.get(key, "floor"))])
    pieces = {k: s for k, s in shapes.items() if not _is_structure(categories.get(k, "floor"))}
    entities, appearances = _entities(pieces, categories)
    given = _given_rooms(description, glb)
    rooms = given or infer_rooms(structure, entities, appearances)
    home = Home(glb.stem, _world(entities, rooms), appearances, structure, (0.0, 0.0, 0.0), not given)
    grid = NavigationGrid(home)
    if not grid.free.any():
        raise SceneFileError(f"{glb}: there is no free floor on which a robot could stand")
    home.start_pose = grid.free_pose(np.random.default_rng(0))
    home.world.add_actor(ROBOT_ID, "robot", *home.start_pose)
    home.world.revision = 0
    return home


def _read_json(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise SceneFileError(f"{path}: there is no such file; a scene needs a JSON file that names its instances")
    try:
        description = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        raise SceneFileError(f"{path}: not readable JSON ({error})") from error
    if not isinstance(description, dict) or not isinstance(description.get("instances"), list):
        raise SceneFileError(f'{path}: no list "instances" in it')
    return description


def _categories(description: dict[str, Any], glb: Path) -> dict[str, str]:
    """Category by instance id, as text."""
    try:
        return {str(item["id"]): str(item["category"]).strip().lower() for item in description["instances"]}
    except (TypeError, KeyError) as error:
        raise SceneFileError(f'{glb.stem}.json: every instance needs "id" and "category" ({error!r})') from error


def _merge_instances(parts: Sequence[tuple[str, Shape]], categories: dict[str, str]) -> dict[str, Shape]:
    """All parts of an instance in one shape; a node without a known id is structure, under its own name."""
    grouped: dict[str, list[Shape]] = {}
    for name, shape in parts:
        key = name.split("_", 1)[0]
        grouped.setdefault(key if key in categories else name, []).append(shape)
    joined = {key: join_shapes(shapes) for key, shapes in grouped.items()}
    return {key: shape for key, shape in joined.items() if len(shape.triangles)}


def _is_structure(category: str) -> bool:
    return any(category == word or category.endswith(f" {word}") for word in _STRUCTURE)


def _entities(pieces: dict[str, Shape], categories: dict[str, str]) -> tuple[list[Entity], dict[str, Appearance]]:
    """An entity with its looks for each instance, in its own frame, with supports and affordances."""
    entities, triangles, appearances = [], {}, {}
    for key, shape in pieces.items():
        low, high = shape.bounds()
        base = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2])
        own = replace(shape, triangles=(shape.triangles - np.array(base, np.float32)))
        category, color = categories[key], name_of_color(mean_color(shape))
        entity_id = f"{category.replace(' ', '_')}_{key}"
        size = high - low
        entities.append(
            Entity(
                entity_id,
                EntityKind.FURNITURE,
                category,
                f"{'an' if color[0] in 'aeiou' else 'a'} {color} {category}",
                (float(base[0]), float(base[1]), float((low[2] + high[2]) / 2)),
                (float(size[0]), float(size[1]), float(size[2])),
                attributes={"color": color},
            )
        )
        triangles[entity_id], appearances[entity_id] = own.triangles, Appearance(own)
    supported = with_supports(entities, triangles)
    around = {e.parent_id for e in supported if e.parent_relation == "in"}
    return [with_affordances(e, triangles[e.entity_id], e.entity_id in around) for e in supported], appearances


def _given_rooms(description: dict[str, Any], glb: Path) -> tuple[Room, ...]:
    rooms = []
    try:
        for number, room in enumerate(description.get("rooms") or []):
            name = str(room["name"])
            polygon = np.asarray(room["polygon"], float).reshape(-1, 2)
            rooms.append(Room(f"room_{number}", name.lower(), rectangles_of_polygon(polygon)))
    except (TypeError, KeyError, ValueError) as error:
        message = f'{glb.stem}.json: every room needs "name" and "polygon", a list of [x, y] ({error!r})'
        raise SceneFileError(message) from error
    return tuple(rooms)


def _world(entities: Sequence[Entity], rooms: tuple[Room, ...]) -> World:
    """Entities know their room; rooms are entities as well."""
    world = World(entities, rooms)
    for entity in entities:
        near = min(rooms, key=lambda room: room.distance(entity.position[0], entity.position[1]))
        world.entities[entity.entity_id] = replace(entity, room_id=near.room_id)
    for room in rooms:
        corners = np.array(room.rectangles)
        low, high = corners[:, :2].min(0), corners[:, 2:].max(0)
        world.entities[room.room_id] = Entity(
            room.room_id, EntityKind.ROOM, room.category, f"the {room.category}", (*room.center, 0.0),
            (float(high[0] - low[0]), float(high[1] - low[1]), 0.0), room_id=room.room_id,
        )  # fmt: skip
    return world
