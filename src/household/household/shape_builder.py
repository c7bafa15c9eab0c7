"""Building shapes from boxes, cylinders and ellipsoids, textured in metres."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from household.shape import Material, Shape

_BOX_CORNERS = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
_BOX_QUADS = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])
_BOX_FACES = np.concatenate([_BOX_QUADS[:, [0, 1, 2]], _BOX_QUADS[:, [0, 2, 3]]])
Vector = tuple[float, float, float]


def rotation_z(yaw: float) -> NDArray[np.float64]:
    """3x3 rotation about z."""
    cos, sin = np.cos(yaw), np.sin(yaw)
    return np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])


class ShapeBuilder:
    """Collects parts; `build` gives the shape. All lengths are metres."""

    def __init__(self) -> None:
        self._triangles: list[NDArray[np.float64]] = []
        self._uvs: list[NDArray[np.float64]] = []
        self._material_of: list[NDArray[np.int32]] = []
        self._materials: list[Material] = []

    def box(self, center: Vector, size: Vector, material: Material, yaw: float = 0.0) -> ShapeBuilder:
        """A box around its centre."""
        triangles = (_BOX_CORNERS * np.asarray(size))[_BOX_FACES]
        uvs = _metric_uvs(triangles, material.repeat_m)
        return self._add(triangles @ rotation_z(yaw).T + np.asarray(center), uvs, material)

    def cylinder(
        self, base: Vector, radius: float, height: float, material: Material,
        top_radius: float | None = None, sides: int = 12,
    ) -> ShapeBuilder:  # fmt: skip
        """A cylinder (or cone) standing on `base`."""
        angle = np.linspace(0, 2 * np.pi, sides + 1)
        ring = np.stack([np.cos(angle), np.sin(angle), np.zeros(sides + 1)], 1)
        low = ring * radius
        high = ring * (radius if top_radius is None else top_radius) + [0, 0, height]
        bottom, top = np.zeros((sides, 3)), np.tile([0.0, 0.0, height], (sides, 1))
        a, b, c, d = low[:-1], low[1:], high[1:], high[:-1]
        triangles = np.concatenate([np.stack(t, 1) for t in ((a, b, c), (a, c, d), (bottom, b, a), (top, d, c))])
        uvs = _metric_uvs(triangles, material.repeat_m)
        return self._add(triangles + np.asarray(base), uvs, material)

    def ellipsoid(self, center: Vector, radii: Vector, material: Material, sides: int = 10) -> ShapeBuilder:
        """An ellipsoid of `sides` meridians."""
        rows = max(4, sides // 2)
        polar, turn = np.linspace(0, np.pi, rows + 1), np.linspace(0, 2 * np.pi, sides + 1)
        grid = np.stack(
            [
                np.outer(np.sin(polar), np.cos(turn)),
                np.outer(np.sin(polar), np.sin(turn)),
                np.outer(np.cos(polar), np.ones_like(turn)),
            ],
            -1,
        ) * np.asarray(radii)
        a, b, c, d = grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]
        quads = [np.stack(t, -2).reshape(-1, 3, 3) for t in ((a, b, c), (a, c, d))]
        triangles = np.concatenate(quads)
        uvs = _metric_uvs(triangles, material.repeat_m)
        return self._add(triangles + np.asarray(center), uvs, material)

    def rectangle(self, corners: NDArray[np.float64], material: Material) -> ShapeBuilder:
        """A flat patch of four corners (4, 3) in order; the texture covers it once, upright."""
        uv = np.array([[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]])
        order = np.array([[0, 1, 2], [0, 2, 3]])
        return self._add(np.asarray(corners, float)[order], uv[order], material)

    def add(self, shape: Shape, offset: Vector, yaw: float = 0.0) -> ShapeBuilder:
        """Another shape, turned and moved."""
        triangles = shape.triangles.astype(np.float64) @ rotation_z(yaw).T + np.asarray(offset)
        self._triangles.append(triangles)
        self._uvs.append(shape.uvs.astype(np.float64))
        self._material_of.append(shape.material_of + np.int32(len(self._materials)))
        self._materials.extend(shape.materials)
        return self

    def build(self) -> Shape:
        """Everything added so far."""
        return Shape(
            np.concatenate(self._triangles).astype(np.float32),
            np.concatenate(self._uvs).astype(np.float32),
            np.concatenate(self._material_of),
            tuple(self._materials),
        )

    def _add(self, triangles: NDArray[np.float64], uvs: NDArray[np.float64], material: Material) -> ShapeBuilder:
        number = next((k for k, known in enumerate(self._materials) if known is material), -1)
        if number < 0:
            number = len(self._materials)
            self._materials.append(material)
        self._triangles.append(triangles)
        self._uvs.append(uvs)
        self._material_of.append(np.full(len(triangles), number, np.int32))
        return self


def _metric_uvs(triangles: NDArray[np.float64], repeat_m: float) -> NDArray[np.float64]:
    """Texture coordinates (F, 3, 2): the two coordinates across the largest component of the normal."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    across = np.array([[1, 2], [0, 2], [0, 1]])[np.abs(normals).argmax(1)]
    uvs = np.take_along_axis(triangles, across[:, None, :].repeat(3, 1), 2)
    return np.asarray(uvs / repeat_m * [1.0, -1.0])
