"""Reading the triangles of a GLB file: y up becomes z up, textures stay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import trimesh

from household.shape import Finish, Material, Shape

_METAL = 0.5


class SceneFileError(ValueError):
    """A scene file that cannot be used. The message names the file and the cause."""


def read_glb(path: Path) -> list[tuple[str, Shape]]:
    """(node name, shape in map) of every mesh node. Raises SceneFileError naming the cause."""
    _check_header(path)
    try:
        scene = trimesh.load_scene(str(path), process=False)
        parts = [(name, _shape_of_node(scene, name)) for name in sorted(scene.graph.nodes_geometry)]
    except Exception as error:  # trimesh raises whatever its parsers meet in a broken file
        cause = f"{type(error).__name__}: {error}"
        raise SceneFileError(f"{path}: not a readable GLB scene ({cause})") from error
    if not any(len(shape.triangles) for _, shape in parts):
        raise SceneFileError(f"{path}: the scene has no triangles")
    if not all(np.isfinite(shape.triangles).all() for _, shape in parts):
        raise SceneFileError(f"{path}: the scene has vertices that are not finite")
    return parts


def _check_header(path: Path) -> None:
    """The 12 bytes every GLB starts with: magic, version, length of the file (glTF 2.0, section 4.4)."""
    if not path.is_file():
        raise SceneFileError(f"{path}: there is no such file")
    with path.open("rb") as file:
        header = file.read(12)
    if len(header) < 12 or header[:4] != b"glTF":
        raise SceneFileError(f"{path}: not a GLB file (it does not begin with the magic 'glTF')")
    expected, actual = int.from_bytes(header[8:12], "little"), path.stat().st_size
    if actual < expected:
        raise SceneFileError(f"{path}: the file is truncated: {actual} bytes of {expected}")


def _shape_of_node(scene: Any, name: str) -> Shape:
    map_T_node, geometry = scene.graph[name]
    mesh = scene.geometry[geometry]
    if not isinstance(mesh, trimesh.Trimesh) or not len(mesh.faces):
        return Shape(np.zeros((0, 3, 3), np.float32), np.zeros((0, 3, 2), np.float32), np.zeros(0, np.int32), ())
    y_up = trimesh.transform_points(mesh.vertices, map_T_node)
    z_up = np.stack([y_up[:, 0], -y_up[:, 2], y_up[:, 1]], 1)
    uv = getattr(mesh.visual, "uv", None)
    uvs = np.zeros((len(mesh.vertices), 2)) if uv is None else np.asarray(uv, float)
    uvs = np.where(np.isfinite(uvs), uvs, 0.0) * [1.0, -1.0] + [0.0, 1.0]  # trimesh has v upwards
    count = len(mesh.faces)
    return Shape(
        z_up[mesh.faces].astype(np.float32), uvs[mesh.faces].astype(np.float32),
        np.zeros(count, np.int32), (_material_of(mesh),),
    )  # fmt: skip


def _material_of(mesh: Any) -> Material:
    """The base colour and texture of a mesh; its mean vertex colour where it has no material."""
    found = getattr(mesh.visual, "material", None)
    if found is None:
        colors = getattr(mesh.visual, "vertex_colors", None)
        mean = np.full(3, 0.7) if colors is None or not len(colors) else np.asarray(colors)[:, :3].mean(0) / 255
        return Material(_rgb(mean))
    factor = getattr(found, "baseColorFactor", None)
    color = np.ones(3) if factor is None else np.asarray(factor, float)[:3] / 255
    image = getattr(found, "baseColorTexture", None)
    texture = None if image is None else np.asarray(image.convert("RGB"), np.uint8)
    return Material(_rgb(color), texture, finish=_finish_of(found))


def _finish_of(material: Any) -> Finish:
    """As far as the file says: what one sees through is glass, metal shines, and smooth metal is a mirror (glTF 2.0,
    section 3.9).
    """
    if getattr(material, "alphaMode", None) == "BLEND":
        return Finish.GLASS
    if (getattr(material, "metallicFactor", None) or 0.0) < _METAL:
        return Finish.MATT
    return Finish.MIRROR if getattr(material, "roughnessFactor", None) == 0.0 else Finish.SHINY


def _rgb(color: Any) -> tuple[float, float, float]:
    return (float(color[0]), float(color[1]), float(color[2]))
