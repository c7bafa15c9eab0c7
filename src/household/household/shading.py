"""Rays of a camera, textures in one array, and the colour of every hit."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from household.shape import Material

_SUN = np.array([0.35, 0.25, 0.9]) / np.linalg.norm([0.35, 0.25, 0.9])
_LAMP = np.array([-0.6, -0.45, 0.5]) / np.linalg.norm([-0.6, -0.45, 0.5])
_AMBIENT, _SUN_SHARE, _LAMP_SHARE = 0.52, 0.36, 0.16


class TextureAtlas:
    """All materials' texels in one flat array, so that a compiled loop can look them up."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[object, ...], int] = {}
        self._texels: list[NDArray[np.uint8]] = []
        self._firsts: dict[int, int] = {}
        self._count = 0
        self._rows: list[tuple[int, int, int]] = []
        self._colors: list[tuple[float, float, float]] = []
        self._finishes: list[int] = []
        self._kept: list[NDArray[np.uint8] | None] = []
        self._arrays: tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]] | None = None

    def number_of(self, material: Material) -> int:
        """The material's row in `arrays`."""
        key = (material.color, id(material.texture), material.finish)
        if key not in self._numbers:
            self._numbers[key] = len(self._rows)
            texture = material.texture if material.texture is not None else np.full((1, 1, 3), 255, np.uint8)
            self._rows.append((self._first_of(texture), texture.shape[1], texture.shape[0]))
            self._colors.append(material.color)
            self._finishes.append(material.finish)
            self._kept.append(material.texture)  # an id stays unique only while its array lives
            self._arrays = None
        return self._numbers[key]

    def arrays(self) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]:
        """texels (T, 3) uint8; rows (M, 3): first texel, width, height; colors (M, 3) float32."""
        if self._arrays is None:
            rows = np.array(self._rows, np.int64).reshape(-1, 3)
            texels = np.concatenate(self._texels) if self._texels else np.zeros((0, 3), np.uint8)
            self._arrays = (texels, rows, np.array(self._colors, np.float32).reshape(-1, 3))
        return self._arrays

    def finishes(self) -> NDArray[np.uint8]:
        """(M,) the `Finish` of each material."""
        return np.array(self._finishes, np.uint8)

    def _first_of(self, texture: NDArray[np.uint8]) -> int:
        if id(texture) not in self._firsts or texture.size == 3:
            self._firsts[id(texture)] = self._count
            self._texels.append(np.ascontiguousarray(texture[:, :, :3]).reshape(-1, 3))
            self._count += len(self._texels[-1])
        return self._firsts[id(texture)]


def face_light(triangles: NDArray[np.float32]) -> NDArray[np.float32]:
    """(F,) brightness of each face: ambient and two fixed lights, both sides lit alike (Lambert)."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    light = _AMBIENT + _SUN_SHARE * np.abs(normals @ _SUN) + _LAMP_SHARE * np.abs(normals @ _LAMP)
    return np.asarray(light, np.float32)


@njit(cache=True)  # type: ignore[untyped-decorator]
def view_rays(
    rotation: NDArray[np.float64], width: int, height: int, fx: float, fy: float, cx: float, cy: float
) -> NDArray[np.float32]:
    """(H * W, 3) directions in map whose component along the optical axis is 1: distances are depths."""
    rays = np.empty((height * width, 3), np.float32)
    for row in range(height):
        y = (row - cy) / fy
        for column in range(width):
            x = (column - cx) / fx
            for k in range(3):
                rays[row * width + column, k] = rotation[k, 0] * x + rotation[k, 1] * y + rotation[k, 2]
    return rays


@njit(cache=True)  # type: ignore[untyped-decorator]
def shade(
    faces: NDArray[np.int32], us: NDArray[np.float32], vs: NDArray[np.float32], distances: NDArray[np.float32],
    face_instance: NDArray[np.uint16], face_uvs: NDArray[np.float32], face_material: NDArray[np.int32],
    face_brightness: NDArray[np.float32], texels: NDArray[np.uint8], rows: NDArray[np.int64],
    colors: NDArray[np.float32], sky: NDArray[np.uint8],
    color: NDArray[np.uint8], depth: NDArray[np.float32], ids: NDArray[np.uint16],
) -> None:  # fmt: skip
    """Fill color (N, 3), depth (N,) and ids (N,) from the hits of N rays."""
    for n in range(faces.shape[0]):
        face = faces[n]
        if face < 0:
            depth[n], ids[n] = 0.0, 0
            for k in range(3):
                color[n, k] = sky[k]
            continue
        depth[n], ids[n] = distances[n], face_instance[face]
        u, v = us[n], vs[n]
        w = 1.0 - u - v
        uv = face_uvs[face]
        first, width, height = rows[face_material[face]]
        column = int(np.floor((w * uv[0, 0] + u * uv[1, 0] + v * uv[2, 0]) * width)) % width
        row = int(np.floor((w * uv[0, 1] + u * uv[1, 1] + v * uv[2, 1]) * height)) % height
        texel = texels[first + row * width + column]
        light = face_brightness[face]
        for k in range(3):
            color[n, k] = min(255.0, texel[k] * colors[face_material[face], k] * light)
