"""Triangles with texture: what an entity looks like, apart from where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

Color = tuple[float, float, float]


class Finish(IntEnum):
    """What light makes of a surface, for models of depth sensors: of what is not matt they miss a part.

    DARK swallows it, SHINY throws most of it elsewhere, GLASS lets it through, MIRROR shows what is elsewhere.
    """

    MATT = 0
    DARK = 1
    SHINY = 2
    GLASS = 3
    MIRROR = 4


@dataclass(frozen=True, eq=False)
class Material:
    """A colour (RGB, 0 to 1) that multiplies a texture (h, w, 3) uint8; no texture means plain colour.

    repeat_m: how many metres of surface one repeat of the texture covers, for shapes built here.
    glows: shines when the device it belongs to is on.
    """

    color: Color
    texture: NDArray[np.uint8] | None = None
    repeat_m: float = 1.0
    glows: bool = False
    finish: Finish = Finish.MATT


@dataclass(frozen=True, eq=False)
class Shape:
    """A triangle soup in the frame of its entity: origin at the middle of the base, x to the front, z up.

    triangles (F, 3, 3) float32 metres, uvs (F, 3, 2) float32 (v grows downwards in the texture),
    material_of (F,) int32 into materials.
    """

    triangles: NDArray[np.float32]
    uvs: NDArray[np.float32]
    material_of: NDArray[np.int32]
    materials: tuple[Material, ...]

    def bounds(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Lowest and highest corner."""
        corners = self.triangles.reshape(-1, 3).astype(np.float64)
        return corners.min(0), corners.max(0)


@dataclass(frozen=True, eq=False)
class Appearance:
    """The shape of an entity, and another one for when it is open (None: it looks the same)."""

    shape: Shape
    open_shape: Shape | None = None


EMPTY_SHAPE = Shape(np.zeros((0, 3, 3), np.float32), np.zeros((0, 3, 2), np.float32), np.zeros(0, np.int32), ())


def join_shapes(shapes: Sequence[Shape]) -> Shape:
    """All triangles in one shape."""
    if not shapes:
        return EMPTY_SHAPE
    first = np.cumsum([0, *(len(shape.materials) for shape in shapes)])
    return Shape(
        np.concatenate([shape.triangles for shape in shapes]),
        np.concatenate([shape.uvs for shape in shapes]),
        np.concatenate([s.material_of + np.int32(k) for s, k in zip(shapes, first, strict=False)]),
        tuple(material for shape in shapes for material in shape.materials),
    )


def place_triangles(
    triangles: NDArray[np.float32], base: tuple[float, float, float], yaw: float
) -> NDArray[np.float32]:
    """Triangles of an entity's frame in the map: turned by yaw about z, then moved to `base`."""
    cos, sin = np.cos(yaw), np.sin(yaw)
    map_R_entity = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    return np.asarray(triangles @ map_R_entity.T + np.asarray(base), np.float32)
