"""Writing a home as a GLB file and the JSON file beside it, in the form that `load_home` reads."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import trimesh
from PIL import Image

from household.home import Home
from household.shape import Finish, Material, Shape, place_triangles


def save_home(home: Home, glb_path: str | Path, json_path: str | Path) -> None:
    """Export what can be seen of a home (y up, metres) and what it is; rooms as polygons.

    What lies in closed containers is not exported, and neither are actors.
    """
    scene = trimesh.Scene()
    _add(scene, "1_structure", home.structure, home.structure.triangles)
    instances = [{"id": 1, "name": "structure", "category": "house wall"}]
    for entity in home.world.entities.values():
        shape = home.shape_of(entity.entity_id)
        if shape is None or not home.world.is_visible(entity.entity_id):
            continue
        number = len(instances) + 1
        _add(scene, f"{number}_{entity.entity_id}", shape, place_triangles(shape.triangles, entity.base, entity.yaw))
        instances.append({"id": number, "name": entity.entity_id, "category": entity.category})
    rooms = [
        {"name": room.category, "polygon": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]}
        for room in home.world.rooms
        for x0, y0, x1, y1 in room.rectangles
    ]
    description = {"source": home.name, "units": "metre", "up": "y", "node_name": "<id>_<name>_<part>"}
    Path(glb_path).write_bytes(scene.export(file_type="glb"))
    text = json.dumps({**description, "instances": instances, "rooms": rooms}, indent=1)
    Path(json_path).write_text(text, encoding="utf-8")


def _add(scene: trimesh.Scene, name: str, shape: Shape, triangles_in_map: np.ndarray) -> None:  # type: ignore[type-arg]
    """One mesh for each material of a shape."""
    for part, material in enumerate(shape.materials):
        chosen = shape.material_of == part
        if not chosen.any():
            continue
        corners = triangles_in_map[chosen].reshape(-1, 3)
        y_up = np.stack([corners[:, 0], corners[:, 2], -corners[:, 1]], 1)
        uvs = shape.uvs[chosen].reshape(-1, 2) * [1.0, -1.0] + [0.0, 1.0]  # trimesh has v upwards
        visual = trimesh.visual.TextureVisuals(uv=uvs, material=_pbr(material))
        faces = np.arange(len(y_up)).reshape(-1, 3)
        mesh = trimesh.Trimesh(y_up, faces, visual=visual, process=False)
        scene.add_geometry(mesh, node_name=f"{name}_{part}", geom_name=f"{name}_{part}")


def _pbr(material: Material) -> trimesh.visual.material.PBRMaterial:
    image = None if material.texture is None else Image.fromarray(material.texture)
    factor = [*(round(255 * channel) for channel in material.color), 255]
    is_metal = material.finish in (Finish.SHINY, Finish.MIRROR)
    return trimesh.visual.material.PBRMaterial(
        baseColorFactor=factor, baseColorTexture=image, metallicFactor=float(is_metal),
        roughnessFactor=0.0 if material.finish is Finish.MIRROR else 1.0,
        alphaMode="BLEND" if material.finish is Finish.GLASS else None,
    )  # fmt: skip
