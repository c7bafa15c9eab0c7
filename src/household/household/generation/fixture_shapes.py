"""Shapes of what is fixed to the home: sanitary ware and what hangs on walls; sizes as in `furniture_shapes`."""

from __future__ import annotations

import numpy as np

from household.entity import Surface
from household.generation.furniture_shapes import Made, Maker, Size, made, wooden
from household.shape import Finish
from household.shape_builder import ShapeBuilder
from household.textures import material

_FACES = {"": Finish.MIRROR, "window": Finish.GLASS}
"""Of hanging panels, by their texture."""


def toilet(size: Size, color: str) -> Made:
    """A bowl, a seat and a cistern."""
    d, w, h = size
    china, builder = material(color, "plaster"), ShapeBuilder()
    builder.box((-d / 2 + 0.1, 0, h * 0.7), (0.2, w, h * 0.6), china)
    builder.cylinder((0.1, 0, 0), w * 0.32, h * 0.5, china, w * 0.5, 14)
    builder.cylinder((0.1, 0, h * 0.5), w * 0.5, 0.03, material("gray"), sides=14)
    return made(builder, Surface("on", (-d / 2 + 0.1, 0), (0.18, w - 0.05), h))


def bathtub(size: Size, color: str) -> Made:
    """Four walls and a floor."""
    d, w, h = size
    china, water, builder = material(color, "plaster"), material((0.75, 0.88, 0.93)), ShapeBuilder()
    for x in (-1, 1):
        builder.box((x * (d / 2 - 0.04), 0, h / 2), (0.08, w, h), china)
    for y in (-1, 1):
        builder.box((0, y * (w / 2 - 0.04), h / 2), (d, 0.08, h), china)
    builder.box((0, 0, 0.08), (d - 0.1, w - 0.1, 0.16), water)
    builder.cylinder((0, w / 2 - 0.05, h), 0.02, 0.1, material("gray", "metal"), sides=8)
    return made(builder)


def washbasin(size: Size, color: str) -> Made:
    """A bowl with a tap on a foot."""
    d, w, h = size
    china, metal, builder = material(color, "plaster"), material("gray", "metal"), ShapeBuilder()
    builder.cylinder((-0.05, 0, 0), 0.11, h - 0.15, china)
    builder.box((0, 0, h - 0.08), (d, w, 0.16), china)
    builder.ellipsoid((0.05, 0, h), (d * 0.3, w * 0.34, 0.02), material((0.6, 0.72, 0.76)))
    builder.cylinder((-d / 2 + 0.08, 0, h), 0.02, 0.13, metal, sides=8)
    return made(builder, Surface("on", (0.0, w * 0.4), (d - 0.1, w * 0.18), h))


def hanging_panel(texture: str) -> Maker:
    """A maker of a framed panel on the wall that shows a texture: a window, a painting, a mirror."""

    def make(size: Size, color: str) -> Made:
        d, w, h = size
        builder = ShapeBuilder().box((-0.002, 0, h / 2), (d - 0.004, w, h), wooden(color))
        x, y, low, high = d / 2, w / 2 - 0.04, 0.04, h - 0.04
        corners = np.array([[x, -y, low], [x, y, low], [x, y, high], [x, -y, high]])
        face = material("white" if texture else (0.78, 0.86, 0.90), texture, finish=_FACES.get(texture))
        return made(builder.rectangle(corners, face))

    return make


def curtain(size: Size, color: str) -> Made:
    """Cloth in folds under a rod."""
    d, w, h = size
    cloth, builder = material(color, "fabric", 0.3), ShapeBuilder()
    builder.box((0, 0, h - 0.02), (0.03, w, 0.03), material("gray", "metal"))
    folds = max(3, round(w / 0.12))
    for k in range(folds):
        y = -w / 2 + (k + 0.5) * w / folds
        builder.box((0.01 * (-1) ** k, y, (h - 0.04) / 2), (d * 0.55, w / folds, h - 0.04), cloth)
    return made(builder)


def wall_clock(size: Size, color: str) -> Made:
    """A flat round clock."""
    d, w, h = size
    sides, builder = 20, ShapeBuilder()
    angle = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    for k, radius in enumerate((h / 2, h / 2 - 0.03)):
        ring = np.stack([np.full(sides, d * (k - 0.5)), radius * np.cos(angle), h / 2 + radius * np.sin(angle)], 1)
        face = material(color if k == 0 else "white")
        for j in range(1, sides - 1):
            builder.rectangle(np.stack([ring[0], ring[j], ring[j + 1], ring[0]]), face)
    builder.box((d * 0.6, 0, h * 0.62), (0.004, 0.014, h * 0.3), material("black"))
    builder.box((d * 0.6, w * 0.1, h / 2), (0.004, w * 0.24, 0.014), material("black"))
    return made(builder)


def thermostat(size: Size, color: str) -> Made:
    """A small box with a display."""
    d, w, h = size
    builder = ShapeBuilder().box((0, 0, h / 2), size, material(color))
    builder.box((d / 2, 0, h * 0.58), (0.004, w * 0.6, h * 0.42), material((0.35, 0.6, 0.5), glows=True))
    return made(builder)


def radiator(size: Size, color: str) -> Made:
    """A row of ribs."""
    d, w, h = size
    metal, builder = material(color, "metal"), ShapeBuilder()
    ribs = round(w / 0.08)
    for k in range(ribs):
        builder.box((0, -w / 2 + (k + 0.5) * w / ribs, h / 2), (d, w / ribs * 0.7, h), metal)
    builder.box((-d / 4, 0, h * 0.5), (d / 3, w, h * 0.8), metal)
    return made(builder)
