"""Colour, planar depth and instances of a home as a camera sees it, on the CPU with Embree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from numpy.typing import NDArray

from embodied_memory.observation import CameraIntrinsics, InstanceLabel
from household.entity import Entity
from household.home import Home
from household.person_shape import person_shape
from household.shading import TextureAtlas, face_light, shade, view_rays
from household.shape import Finish, Shape, place_triangles

_GLOW_LIGHT = 1.9
_SKY = (236, 236, 232)


@dataclass(frozen=True, eq=False)
class Rendering:
    """color (H, W, 3) uint8 RGB; depth (H, W) float32, metres along the optical axis, 0 where nothing is;
    ids (H, W) uint16, 0 for walls, floors and nothing; labels: one for each instance of the home;
    finishes (H, W) uint8: the `Finish` of what is there, for models of sensors; None: all is matt.
    """

    color: NDArray[np.uint8]
    depth: NDArray[np.float32]
    ids: NDArray[np.uint16]
    labels: tuple[InstanceLabel, ...]
    finishes: NDArray[np.uint8] | None = None


@dataclass(frozen=True, eq=False)
class _Part:
    """The triangles of one entity, as they are now."""

    triangles: NDArray[np.float32]
    uvs: NDArray[np.float32]
    materials: NDArray[np.int32]
    light: NDArray[np.float32]


class Renderer:
    """Renders a home. Follows the world's state by its revision; only what changed is placed anew."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self._revision = -1
        self._instances: dict[str, int] = {}
        self._parts: dict[str, tuple[tuple[object, ...], _Part]] = {}
        self._atlas = TextureAtlas()
        self._structure = self._part_of(home.structure, home.structure.triangles, is_on=False)
        self.update()

    def entity_of(self, instance: int) -> str:
        """The entity behind an instance number: for evaluation only. KeyError if there is none."""
        return {number: entity_id for entity_id, number in self._instances.items()}[int(instance)]

    def update(self) -> None:
        """Take over the state of the world; `render` does it by itself after a change."""
        if self._revision == self.home.world.revision:
            return
        self._revision = self.home.world.revision
        visible = [e for e in self.home.world.entities.values() if self._shape_of(e) is not None]
        parts = [self._structure, *(self._current_part(entity) for entity in visible)]
        numbers = [0, *(self._number_of(entity) for entity in visible)]
        sizes = [len(part.triangles) for part in parts]
        self._face_instance = np.repeat(np.array(numbers, np.uint16), sizes)
        self._face_uvs = np.concatenate([part.uvs for part in parts])
        self._face_material = np.concatenate([part.materials for part in parts])
        self._face_light = np.concatenate([part.light for part in parts])
        self._scene = EmbreeScene()
        TriangleMesh(self._scene, np.ascontiguousarray(np.concatenate([part.triangles for part in parts])))
        self._labels = tuple(_label(e, n) for e, n in zip(visible, numbers[1:], strict=True))

    def render(self, map_T_camera: NDArray[np.float64], intrinsics: CameraIntrinsics) -> Rendering:
        """The view of a camera; map_T_camera: (4, 4), optical frame (z forward, x right, y down) to map."""
        self.update()
        height, width = intrinsics.height, intrinsics.width
        directions = view_rays(
            np.ascontiguousarray(map_T_camera[:3, :3], np.float64), width, height,
            intrinsics.fx, intrinsics.fy, intrinsics.cx, intrinsics.cy,
        )  # fmt: skip
        origins = np.empty_like(directions)
        origins[:] = map_T_camera[:3, 3]
        hits = self._scene.run(origins, directions, output=1)
        color = np.empty((height * width, 3), np.uint8)
        depth = np.empty(height * width, np.float32)
        ids = np.empty(height * width, np.uint16)
        shade(
            hits["primID"], hits["u"], hits["v"], hits["tfar"], self._face_instance, self._face_uvs,
            self._face_material, self._face_light, *self._atlas.arrays(), np.array(_SKY, np.uint8),
            color, depth, ids,
        )  # fmt: skip
        shape = (height, width)
        finishes = self._finishes_of(hits["primID"]).reshape(shape)
        return Rendering(color.reshape(*shape, 3), depth.reshape(shape), ids.reshape(shape), self._labels, finishes)

    def _finishes_of(self, faces: NDArray[np.int32]) -> NDArray[np.uint8]:
        """(N,) of the faces (N,) that rays hit, -1 for none."""
        by_face = self._atlas.finishes()[self._face_material]
        return np.asarray(np.where(faces >= 0, by_face[np.maximum(faces, 0)], np.uint8(Finish.MATT)))

    def _shape_of(self, entity: Entity) -> Shape | None:
        if not self.home.world.is_visible(entity.entity_id):
            return None
        return person_shape(entity.entity_id) if entity.category == "person" else self.home.shape_of(entity.entity_id)

    def _number_of(self, entity: Entity) -> int:
        return self._instances.setdefault(entity.entity_id, len(self._instances) + 1)

    def _current_part(self, entity: Entity) -> _Part:
        is_on = entity.settings.get("power") == "on"
        state = (entity.position, entity.yaw, entity.open, is_on)
        known = self._parts.get(entity.entity_id)
        if known is not None and known[0] == state:
            return known[1]
        shape = self._shape_of(entity)
        assert shape is not None
        part = self._part_of(shape, place_triangles(shape.triangles, entity.base, entity.yaw), is_on)
        self._parts[entity.entity_id] = (state, part)
        return part

    def _part_of(self, shape: Shape, triangles: NDArray[np.float32], is_on: bool) -> _Part:
        numbers = np.array([self._atlas.number_of(m) for m in shape.materials], np.int32)
        light = face_light(triangles)
        glows = np.array([m.glows for m in shape.materials], bool)
        if is_on and len(glows):
            light = np.where(glows[shape.material_of], np.float32(_GLOW_LIGHT), light)
        return _Part(triangles, shape.uvs, numbers[shape.material_of], light)


def _label(entity: Entity, instance: int) -> InstanceLabel:
    """What can be seen of it; never its id."""
    attributes = dict(entity.attributes)
    if entity.open is not None:
        attributes["open"] = "true" if entity.open else "false"
    attributes.update(entity.settings)
    return InstanceLabel(instance, entity.category, entity.caption, tuple(attributes.items()))
