"""Shapes of furniture that stands: tables, seats, beds, racks, lamps, plants.

Each function takes the size (depth, width, height) in metres and a colour name; x is the front.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from household.entity import Surface
from household.shape import Appearance, Material, Shape
from household.shape_builder import ShapeBuilder
from household.textures import material

Size = tuple[float, float, float]
_WHITE = "white"


@dataclass(frozen=True, eq=False)
class Made:
    """What a maker makes: looks and the surfaces where things can rest."""

    appearance: Appearance
    surfaces: tuple[Surface, ...] = ()


Maker = Callable[[Size, str], Made]


def made(builder: ShapeBuilder, *surfaces: Surface, open_shape: Shape | None = None) -> Made:
    """Finish a shape."""
    return Made(Appearance(builder.build(), open_shape), surfaces)


def top_surface(size: Size, inset: float = 0.02, clearance: float = 0.6) -> Surface:
    """All of the top of a piece."""
    return Surface("on", (0.0, 0.0), (size[0] - 2 * inset, size[1] - 2 * inset), size[2], clearance)


def wooden(color: str) -> Material:
    """Painted or plain wood."""
    return material(color, "wood", 0.8)


def table(size: Size, color: str) -> Made:
    """A top on four legs."""
    d, w, h = size
    wood, builder = wooden(color), ShapeBuilder()
    builder.box((0, 0, h - 0.02), (d, w, 0.04), wood)
    builder.box((0, 0, h - 0.08), (d - 0.12, w - 0.12, 0.08), wood)
    _legs(builder, d - 0.1, w - 0.1, h - 0.04, 0.06, wood)
    return made(builder, top_surface(size))


def _legs(b: ShapeBuilder, depth: float, width: float, height: float, thick: float, m: Material) -> None:
    for x in (-1, 1):
        for y in (-1, 1):
            b.box((x * depth / 2, y * width / 2, height / 2), (thick, thick, height), m)


def round_table(size: Size, color: str) -> Made:
    """A round top on one foot."""
    d, _, h = size
    wood, builder = wooden(color), ShapeBuilder()
    builder.cylinder((0, 0, h - 0.03), d / 2, 0.03, wood, sides=20)
    builder.cylinder((0, 0, 0.02), 0.04, h - 0.05, wood)
    builder.cylinder((0, 0, 0), d * 0.32, 0.03, wood)
    return made(builder, Surface("on", (0, 0), (d * 0.68, d * 0.68), h))


def chair(size: Size, color: str) -> Made:
    """A seat, four legs and a back."""
    d, w, h = size
    wood, cloth, builder = wooden("brown"), material(color, "fabric", 0.2), ShapeBuilder()
    builder.box((0, 0, 0.44), (d, w, 0.06), cloth)
    _legs(builder, d - 0.05, w - 0.05, 0.42, 0.04, wood)
    for y in (-1, 1):
        builder.box((-d / 2 + 0.02, y * (w / 2 - 0.03), (h + 0.46) / 2), (0.035, 0.04, h - 0.46), wood)
    builder.box((-d / 2 + 0.02, 0, h - 0.14), (0.03, w, 0.26), cloth)
    return made(builder, Surface("on", (0.02, 0), (d - 0.1, w - 0.06), 0.47))


def office_chair(size: Size, color: str) -> Made:
    """A swivel chair."""
    d, w, h = size
    cloth, metal, builder = material(color, "fabric", 0.2), material("black", "metal"), ShapeBuilder()
    for turn in range(5):
        angle = 2 * np.pi * turn / 5
        builder.box((0.14 * np.cos(angle), 0.14 * np.sin(angle), 0.05), (0.28, 0.05, 0.04), metal, angle)
    builder.cylinder((0, 0, 0.05), 0.03, 0.38, metal)
    builder.box((0, 0, 0.46), (d - 0.06, w - 0.08, 0.08), cloth)
    builder.box((-d / 2 + 0.04, 0, (h + 0.55) / 2), (0.07, w - 0.1, h - 0.55), cloth)
    return made(builder, Surface("on", (0.03, 0), (d - 0.2, w - 0.14), 0.5))


def sofa(size: Size, color: str) -> Made:
    """A seat with cushions, a back and two arms."""
    d, w, h = size
    cloth, builder = material(color, "fabric", 0.3), ShapeBuilder()
    cushion = material(tuple(min(1.0, c * 1.15 + 0.03) for c in cloth.color), "fabric", 0.3)  # type: ignore[arg-type]
    seat = 0.42
    builder.box((0, 0, 0.16), (d, w, 0.24), cloth)
    builder.box((-d / 2 + 0.1, 0, (h + 0.1) / 2), (0.2, w, h - 0.1), cloth)
    for y in (-1, 1):
        builder.box((0, y * (w / 2 - 0.09), 0.34), (d, 0.18, 0.52), cloth)
    count = max(1, round((w - 0.36) / 0.7))
    each = (w - 0.38) / count
    for k in range(count):
        middle = -(w - 0.38) / 2 + (k + 0.5) * each
        builder.box((0.09, middle, seat - 0.08), (d - 0.22, each - 0.02, 0.16), cushion)
        builder.box((-d / 2 + 0.26, middle, seat + 0.19), (0.14, each - 0.04, 0.36), cushion)
    return made(builder, Surface("on", (0.15, 0), (d - 0.5, w - 0.42), seat))


def bed(size: Size, color: str) -> Made:
    """A frame, a mattress, pillows and a blanket; the head is at the back."""
    d, w, h = size
    wood, sheet, blanket = wooden("brown"), material(_WHITE, "fabric", 0.4), material(color, "fabric", 0.4)
    builder = ShapeBuilder()
    builder.box((0, 0, 0.19), (d, w, 0.22), wood)
    builder.box((-d / 2 + 0.03, 0, h / 2), (0.06, w, h), wood)
    builder.box((0.03, 0, 0.40), (d - 0.1, w - 0.06, 0.2), sheet)
    builder.box((0.32, 0, 0.43), (d - 0.66, w + 0.02, 0.2), blanket)
    pillows = 2 if w > 1.2 else 1
    for k in range(pillows):
        y = (k - (pillows - 1) / 2) * (w / pillows)
        builder.ellipsoid((-d / 2 + 0.32, y, 0.54), (0.20, min(0.36, w / pillows * 0.45), 0.09), sheet)
    return made(builder, Surface("on", (0.35, 0), (d - 0.9, w - 0.3), 0.53))


def floor_lamp(size: Size, color: str) -> Made:
    """A tall pole with a shade that shines."""
    d, _, h = size
    metal, shade = material("black", "metal"), material(color, "fabric", 0.3, glows=True)
    builder = ShapeBuilder()
    builder.cylinder((0, 0, 0), d * 0.38, 0.03, metal)
    builder.cylinder((0, 0, 0), 0.018, h - 0.1, metal, sides=8)
    builder.cylinder((0, 0, h - 0.32), d / 2, 0.32, shade, d * 0.3, 14)
    return made(builder)


def potted_plant(size: Size, color: str) -> Made:
    """A pot with a leafy crown."""
    d, _, h = size
    pot, leaves, builder = material(color, "stone", 0.5), material("green", "leaves", 0.4), ShapeBuilder()
    builder.cylinder((0, 0, 0), d * 0.24, h * 0.3, pot, d * 0.32)
    builder.cylinder((0, 0, h * 0.3), 0.02, h * 0.3, wooden("brown"), sides=6)
    for k in range(5):
        angle = 2 * np.pi * k / 5
        center = (d * 0.2 * np.cos(angle), d * 0.2 * np.sin(angle), h * (0.62 + 0.06 * (k % 3)))
        builder.ellipsoid(center, (d * 0.26, d * 0.26, h * 0.2), leaves, 8)
    builder.ellipsoid((0, 0, h * 0.84), (d * 0.24, d * 0.24, h * 0.16), leaves, 8)
    return made(builder)


def rug(size: Size, color: str) -> Made:
    """A flat rug."""
    return made(ShapeBuilder().box((0, 0, size[2] / 2), size, material(color, "rug", 0.9)))


def rack(size: Size, color: str) -> Made:
    """Open boards between two sides, for shoes and odds and ends."""
    d, w, h = size
    wood, builder = wooden(color), ShapeBuilder()
    for y in (-1, 1):
        builder.box((0, y * (w / 2 - 0.015), h / 2), (d, 0.03, h), wood)
    levels = max(2, round(h / 0.32))
    heights = [0.06 + k * (h - 0.08) / (levels - 1) for k in range(levels)]
    for z in heights:
        builder.box((0, 0, z), (d, w - 0.04, 0.025), wood)
    gap = heights[1] - heights[0] - 0.03
    shelves = [
        Surface("on", (0, 0), (d - 0.02, w - 0.1), z + 0.0125, gap if k < levels - 1 else 0.6)
        for k, z in enumerate(heights)
    ]
    return made(builder, *reversed(shelves))


def bookshelf(size: Size, color: str) -> Made:
    """A tall case of boards, half of them full of books."""
    d, w, h = size
    wood, books, builder = wooden(color), material(_WHITE, "spines", 0.62), ShapeBuilder()
    builder.box((-d / 2 + 0.01, 0, h / 2), (0.02, w, h), wood)
    for y in (-1, 1):
        builder.box((0, y * (w / 2 - 0.015), h / 2), (d, 0.03, h), wood)
    levels = max(3, round(h / 0.36))
    gap = (h - 0.05) / levels
    shelves = []
    for k in range(levels + 1):
        builder.box((0, 0, 0.025 + k * gap), (d, w - 0.04, 0.03), wood)
    for k in range(levels):
        z, side = 0.04 + k * gap, 1.0 if k % 2 else -1.0
        span = (w - 0.08) * 0.5
        builder.box((-0.03, side * (span / 2 + 0.01), z + gap * 0.38), (d - 0.1, span, gap * 0.76), books)
        shelves.append(Surface("on", (0.0, -side * (w - 0.06) / 4), (d - 0.06, (w - 0.1) / 2), z, gap - 0.05))
    return made(builder, *shelves[1:-1], shelves[0], Surface("on", (0, 0), (d - 0.04, w - 0.06), h))


def coat_rack(size: Size, color: str) -> Made:
    """A pole with hooks and a coat."""
    d, _, h = size
    wood, builder = wooden(color), ShapeBuilder()
    builder.cylinder((0, 0, 0), d * 0.42, 0.03, wood)
    builder.cylinder((0, 0, 0), 0.025, h, wood, sides=8)
    for k in range(4):
        builder.box((0, 0, h - 0.12 - 0.05 * (k % 2)), (d * 0.8, 0.025, 0.025), wood, np.pi * k / 4)
    builder.box((d * 0.25, 0, h - 0.62), (0.12, d * 0.7, 0.9), material("blue", "fabric", 0.3))
    return made(builder)


def bin_with_open_top(size: Size, color: str) -> Made:
    """A trash can or a basket: things can be put in."""
    d, w, h = size
    skin, builder = material(color, "fabric", 0.15), ShapeBuilder()
    for x in (-1, 1):
        builder.box((x * (d / 2 - 0.01), 0, h / 2), (0.02, w, h), skin)
    for y in (-1, 1):
        builder.box((0, y * (w / 2 - 0.01), h / 2), (d, 0.02, h), skin)
    builder.box((0, 0, 0.01), (d, w, 0.02), skin)
    return made(builder, Surface("in", (0, 0), (d - 0.06, w - 0.06), 0.02, h - 0.02))
