"""Shapes of small things and appliances. Sizes are (depth, width, height) in metres; x is the front."""

from __future__ import annotations

import numpy as np

from household.entity import Surface
from household.generation.furniture_shapes import Made, Maker, Size, made, top_surface
from household.shape_builder import ShapeBuilder
from household.textures import material

_DARK = (0.07, 0.08, 0.10)


def vessel(handle: bool) -> Maker:
    """A maker of mugs, cups, pots: a cylinder with a dark inside and perhaps a handle."""

    def make(size: Size, color: str) -> Made:
        d, w, h = size
        radius = min(d, w) / 2 * (0.78 if handle else 1.0)
        skin, builder = material(color), ShapeBuilder()
        builder.cylinder((0, 0, 0), radius * 0.86, h, skin, radius)
        builder.cylinder((0, 0, h), radius * 0.86, 0.002, material(tuple(0.45 * c for c in skin.color)))  # type: ignore[arg-type]
        if handle:
            for z in (0.28, 0.74):
                builder.box((0, radius + 0.012, h * z), (0.02, 0.03, 0.02), skin)
            builder.box((0, radius + 0.03, h * 0.51), (0.02, 0.016, h * 0.62), skin)
        return made(builder)

    return make


def dish(size: Size, color: str) -> Made:
    """A plate or a bowl: wider above, things can lie on it."""
    d, _, h = size
    builder = ShapeBuilder().cylinder((0, 0, 0), d * 0.3, h, material(color), d / 2, 18)
    builder.cylinder((0, 0, h), d * 0.4, 0.001, material("white"), sides=18)
    return made(builder, Surface("on", (0, 0), (d * 0.55, d * 0.55), h + 0.001, 0.3))


def bottle(size: Size, color: str) -> Made:
    """A body, shoulders, a neck and a cap."""
    d, _, h = size
    glass, builder = material(color), ShapeBuilder()
    builder.cylinder((0, 0, 0), d / 2, h * 0.6, glass)
    builder.cylinder((0, 0, h * 0.6), d / 2, h * 0.16, glass, d * 0.18)
    builder.cylinder((0, 0, h * 0.76), d * 0.18, h * 0.18, glass)
    builder.cylinder((0, 0, h * 0.94), d * 0.2, h * 0.06, material("white"))
    builder.cylinder((0, 0, h * 0.2), d * 0.51, h * 0.26, material("beige"))
    return made(builder)


def fruit(size: Size, color: str) -> Made:
    """An ellipsoid with a stalk."""
    d, w, h = size
    builder = ShapeBuilder().ellipsoid((0, 0, h * 0.47), (d / 2, w / 2, h * 0.47), material(color), 12)
    return made(builder.cylinder((0, 0, h * 0.9), 0.006, h * 0.1, material("brown"), sides=6))


def book(size: Size, color: str) -> Made:
    """A cover around pages."""
    d, w, h = size
    cover, builder = material(color, "fabric", 0.1), ShapeBuilder()
    builder.box((0, 0.004, h / 2), (d - 0.012, w - 0.006, h - 0.008), material("white"))
    for z in (0.002, h - 0.002):
        builder.box((0, 0, z), (d, w, 0.004), cover)
    builder.box((0, -w / 2 + 0.003, h / 2), (d, 0.006, h), cover)
    builder.box((0.03, 0.01, h), (d * 0.16, w * 0.6, 0.002), material("yellow"))
    return made(builder)


def handheld(size: Size, color: str) -> Made:
    """A remote control, a phone or a wallet: a flat body with a face."""
    d, w, h = size
    builder = ShapeBuilder().box((0, 0, h / 2), size, material(color))
    builder.box((0, 0, h), (d * 0.8, w * 0.7, 0.003), material(_DARK))
    for k in range(3):
        builder.box((d * (k - 1) * 0.22, 0, h + 0.002), (d * 0.06, w * 0.4, 0.003), material("red"))
    return made(builder)


def keys(size: Size, color: str) -> Made:
    """A ring with a tag and two keys."""
    d, w, h = size
    metal, builder = material("gray", "metal"), ShapeBuilder()
    builder.cylinder((-d * 0.1, 0, 0), w * 0.3, h * 0.5, metal)
    builder.box((d * 0.28, w * 0.18, h * 0.3), (d * 0.44, w * 0.2, h * 0.5), metal, 0.3)
    builder.box((d * 0.28, -w * 0.18, h * 0.3), (d * 0.44, w * 0.2, h * 0.5), metal, -0.3)
    builder.box((-d * 0.32, 0, h * 0.5), (d * 0.36, w * 0.5, h), material(color))
    return made(builder)


def box_with_lid(size: Size, color: str) -> Made:
    """A plain box of two tones: tissues, speakers, radios, notebooks."""
    d, w, h = size
    builder = ShapeBuilder().box((0, 0, h * 0.46), (d, w, h * 0.92), material(color, "fabric", 0.3))
    builder.box((0, 0, h * 0.96), (d * 0.8, w * 0.8, h * 0.08), material("white"))
    return made(builder)


def flowers(size: Size, color: str) -> Made:
    """A vase with flowers."""
    d, _, h = size
    vase, bloom, builder = material(color), material("pink"), ShapeBuilder()
    builder.cylinder((0, 0, 0), d * 0.24, h * 0.3, vase, d * 0.36)
    builder.cylinder((0, 0, h * 0.3), d * 0.36, h * 0.25, vase, d * 0.2)
    for k in range(5):
        x, y = d * 0.3 * np.cos(k * 1.256), d * 0.3 * np.sin(k * 1.256)
        builder.box((x / 2, y / 2, h * 0.66), (0.012, 0.012, h * 0.3), material("green"))
        builder.ellipsoid((x, y, h * (0.82 + 0.05 * (k % 3))), (d * 0.15, d * 0.15, h * 0.08), bloom, 8)
    return made(builder)


def teddy(size: Size, color: str) -> Made:
    """A sitting bear."""
    d, w, h = size
    fur, builder = material(color, "carpet", 0.2), ShapeBuilder()
    builder.ellipsoid((0, 0, h * 0.3), (d * 0.34, w * 0.34, h * 0.3), fur)
    builder.ellipsoid((0, 0, h * 0.74), (d * 0.28, w * 0.28, h * 0.22), fur)
    for y in (-1, 1):
        builder.ellipsoid((0, y * w * 0.22, h * 0.93), (0.03, w * 0.1, h * 0.07), fur, 8)
        builder.ellipsoid((d * 0.34, y * w * 0.26, h * 0.1), (d * 0.16, w * 0.12, h * 0.1), fur, 8)
        builder.ellipsoid((d * 0.1, y * w * 0.4, h * 0.42), (d * 0.12, w * 0.1, h * 0.16), fur, 8)
    builder.ellipsoid((d * 0.27, 0, h * 0.72), (0.02, 0.025, 0.02), material("black"), 6)
    return made(builder)


def toy_car(size: Size, color: str) -> Made:
    """A body, a cabin and four wheels."""
    d, w, h = size
    builder = ShapeBuilder().box((0, 0, h * 0.4), (d, w, h * 0.4), material(color))
    builder.box((-d * 0.05, 0, h * 0.8), (d * 0.5, w * 0.8, h * 0.4), material((0.6, 0.75, 0.85)))
    for x in (-0.3, 0.3):
        builder.box((d * x, 0, h * 0.18), (h * 0.36, w * 1.02, h * 0.36), material("black"))
    return made(builder)


def ball(size: Size, color: str) -> Made:
    """A sphere with a stripe."""
    d, _, h = size
    builder = ShapeBuilder().ellipsoid((0, 0, h / 2), (d / 2, d / 2, h / 2), material(color), 14)
    return made(builder.cylinder((0, 0, h * 0.44), d * 0.505, h * 0.12, material("white"), sides=14))


def cushion(size: Size, color: str) -> Made:
    """A soft thing: a pillow, a folded towel, a hat."""
    d, w, h = size
    cloth = material(color, "fabric", 0.2)
    builder = ShapeBuilder().ellipsoid((0, 0, h / 2), (d / 2, w / 2, h / 2), cloth, 14)
    return made(builder.box((0, 0, h / 2), (d * 0.8, w * 0.8, h * 0.5), cloth))


def folded(size: Size, color: str) -> Made:
    """Three layers of cloth."""
    d, w, h = size
    builder = ShapeBuilder()
    for k in range(3):
        shrink = 1 - 0.04 * (k % 2)
        center, layer = (0.0, 0.0, h * (k + 0.5) / 3), (d * shrink, w * shrink, h / 3)
        builder.box(center, layer, material(color, "carpet", 0.3))
    return made(builder)


def shoes(size: Size, color: str) -> Made:
    """A pair."""
    d, w, h = size
    builder = ShapeBuilder()
    for y in (-0.27, 0.27):
        builder.box((0, w * y, h * 0.12), (d, w * 0.4, h * 0.24), material("white"))
        builder.ellipsoid((d * 0.1, w * y, h * 0.36), (d * 0.38, w * 0.2, h * 0.3), material(color))
        builder.cylinder((-d * 0.26, w * y, h * 0.24), w * 0.2, h * 0.76, material(color))
    return made(builder)


def backpack(size: Size, color: str) -> Made:
    """A bag with a pocket."""
    d, w, h = size
    cloth, builder = material(color, "fabric", 0.2), ShapeBuilder()
    builder.box((-d * 0.1, 0, h * 0.42), (d * 0.7, w, h * 0.84), cloth)
    builder.ellipsoid((-d * 0.1, 0, h * 0.82), (d * 0.35, w * 0.5, h * 0.17), cloth)
    builder.box((d * 0.36, 0, h * 0.28), (d * 0.26, w * 0.7, h * 0.4), material("black", "fabric", 0.2))
    return made(builder)


def headphones(size: Size, color: str) -> Made:
    """Two shells and a band, lying."""
    d, w, h = size
    skin, builder = material(color), ShapeBuilder()
    for y in (-1, 1):
        builder.cylinder((d * 0.2, y * w * 0.36, 0), d * 0.24, h, skin)
        builder.box((-d * 0.15, y * w * 0.36, h * 0.5), (d * 0.6, 0.02, 0.02), skin)
    return made(builder.box((-d * 0.42, 0, h * 0.5), (0.03, w * 0.74, 0.03), skin))


def pan(size: Size, color: str) -> Made:
    """A flat pan with a long handle."""
    d, w, h = size
    builder = ShapeBuilder().cylinder((d * 0.16, 0, 0), w * 0.42, h, material(color, "metal"), w * 0.48, 16)
    builder.cylinder((d * 0.16, 0, h), w * 0.42, 0.002, material(_DARK), sides=16)
    return made(builder.box((-d * 0.3, 0, h * 0.7), (d * 0.4, 0.03, 0.02), material("black")))


def board(size: Size, color: str) -> Made:
    """A cutting board, a tray: things can lie on it."""
    builder = ShapeBuilder().box((0, 0, size[2] / 2), size, material(color, "wood", 0.5))
    return made(builder, top_surface(size, 0.02, 0.3))


def knife_block(size: Size, color: str) -> Made:
    """A block with handles sticking out."""
    d, w, h = size
    builder = ShapeBuilder().box((0, 0, h * 0.35), (d, w, h * 0.7), material(color, "wood", 0.4))
    for k in range(4):
        x, y = d * (0.22 if k % 2 else -0.22), w * (k - 1.5) * 0.22
        builder.box((x, y, h * 0.84), (0.018, 0.018, h * 0.32), material("black"))
    return made(builder)


def photo_frame(size: Size, color: str) -> Made:
    """A standing frame with a picture."""
    d, w, h = size
    builder = ShapeBuilder().box((0, 0, h / 2), (0.02, w, h), material(color, "wood", 0.3))
    builder.box((-d * 0.27, 0, h * 0.3), (d * 0.5, 0.02, 0.02), material(color))
    y, low, high = w / 2 - 0.02, 0.02, h - 0.02
    face = np.array([[0.012, -y, low], [0.012, y, low], [0.012, y, high], [0.012, -y, high]])
    return made(builder.rectangle(face, material("white", "painting")))


def candle(size: Size, color: str) -> Made:
    """A candle with a wick."""
    d, _, h = size
    builder = ShapeBuilder().cylinder((0, 0, 0), d / 2, h * 0.88, material(color))
    return made(builder.cylinder((0, 0, h * 0.88), 0.008, h * 0.12, material("black"), sides=6))


def brush_cup(size: Size, color: str) -> Made:
    """A cup with toothbrushes."""
    d, _, h = size
    builder = ShapeBuilder().cylinder((0, 0, 0), d * 0.4, h * 0.55, material(color), d / 2)
    for x, tone in ((-0.15, "red"), (0.15, "blue")):
        builder.box((d * x, 0, h * 0.65), (0.012, 0.012, h * 0.7), material(tone))
    return made(builder)


def globe(size: Size, color: str) -> Made:
    """A globe on a foot."""
    d, _, h = size
    builder = ShapeBuilder().cylinder((0, 0, 0), d * 0.35, 0.03, material("brown", "wood"))
    builder.cylinder((0, 0, 0), 0.015, h * 0.3, material("brown"), sides=6)
    return made(builder.ellipsoid((0, 0, h * 0.62), (d / 2, d / 2, h * 0.38), material(color, "stone", 0.4), 14))
