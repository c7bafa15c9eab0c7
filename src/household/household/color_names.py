"""The name of a colour, as a person would say it."""

from __future__ import annotations

from colorsys import rgb_to_hsv

import numpy as np
from numpy.typing import NDArray

from household.shape import Shape

_HUES = (
    (15, "red"), (45, "orange"), (68, "yellow"), (170, "green"), (262, "blue"), (300, "purple"), (345, "pink"),
    (361, "red"),
)  # fmt: skip
"""(hue in degrees below which, name)."""


def mean_color(shape: Shape) -> NDArray[np.float64]:
    """(3,) RGB 0 to 1: the mean over the surface, sampled in the middle of each triangle."""
    corners = shape.triangles.astype(np.float64)
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    total = np.zeros(3)
    for number, material in enumerate(shape.materials):
        chosen = shape.material_of == number
        color = np.array(material.color)
        if material.texture is not None and chosen.any():
            height, width = material.texture.shape[:2]
            middle = shape.uvs[chosen].mean(1)
            columns = np.floor(middle[:, 0] * width).astype(int) % width
            rows = np.floor(middle[:, 1] * height).astype(int) % height
            texels = material.texture[rows, columns, :3] / 255
            color = color * np.average(texels, axis=0, weights=areas[chosen] + 1e-12)
        total += color * areas[chosen].sum()
    return np.asarray(total / max(areas.sum(), 1e-12))


def name_of_color(rgb: NDArray[np.float64]) -> str:
    """The name of an RGB colour (0 to 1), by hue, saturation and lightness."""
    hue, saturation, value = rgb_to_hsv(*np.clip(rgb, 0, 1).tolist())
    if value < 0.18:
        return "black"
    if saturation < 0.18:
        return "white" if value > 0.78 else "gray"
    degrees = hue * 360
    if 15 <= degrees < 52 and saturation < 0.5 and value > 0.55:
        return "beige"
    if degrees < 45 and value < 0.6 and degrees > 8:
        return "brown"
    return next(name for limit, name in _HUES if degrees < limit)
