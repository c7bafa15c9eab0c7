"""Shapes that only homes have that are lived in; sizes as in `furniture_shapes`."""

from __future__ import annotations

import numpy as np

from household.entity import Surface
from household.generation.furniture_shapes import Made, Size, made, top_surface, wooden
from household.shape import Appearance, Color, Finish, Material
from household.shape_builder import ShapeBuilder
from household.textures import material

_PANE: Color = (0.74, 0.86, 0.88)
BED_LEG_M = 0.3
"""So much room is under a bed, for what people push there."""
_LID_M = 0.03


def bed_on_legs(size: Size, color: str) -> Made:
    """A frame on high legs, a mattress, a pillow or two and a blanket; the head is at the back."""
    d, w, h = size
    wood, sheet, blanket = wooden("brown"), material("white", "fabric", 0.4), material(color, "fabric", 0.4)
    builder = ShapeBuilder().box((0, 0, BED_LEG_M + 0.04), (d, w, 0.08), wood)
    for x in (-1, 1):
        for y in (-1, 1):
            builder.box((x * (d / 2 - 0.05), y * (w / 2 - 0.05), BED_LEG_M / 2), (0.07, 0.07, BED_LEG_M), wood)
    builder.box((-d / 2 + 0.03, 0, (h + BED_LEG_M) / 2), (0.06, w, h - BED_LEG_M), wood)
    builder.box((0.03, 0, 0.46), (d - 0.1, w - 0.06, 0.16), sheet)
    builder.box((0.32, 0, 0.47), (d - 0.66, w + 0.02, 0.16), blanket)
    pillows = 2 if w > 1.2 else 1
    for k in range(pillows):
        across = (k - (pillows - 1) / 2) * (w / pillows)
        builder.ellipsoid((-d / 2 + 0.32, across, 0.57), (0.20, min(0.36, w / pillows * 0.45), 0.09), sheet)
    return made(builder, Surface("on", (0.35, 0), (d - 0.9, w - 0.3), 0.55))


def glass_table(size: Size, color: str) -> Made:
    """A pane on a frame of four legs."""
    d, w, h = size
    frame, pane = material(color, "metal"), material(_PANE, finish=Finish.GLASS)
    builder = ShapeBuilder().box((0, 0, h - 0.006), (d, w, 0.012), pane)
    for x in (-1, 1):
        builder.box((x * (d / 2 - 0.03), 0, h - 0.03), (0.03, w - 0.06, 0.03), frame)
        for y in (-1, 1):
            builder.box((x * (d / 2 - 0.03), y * (w / 2 - 0.03), (h - 0.04) / 2), (0.03, 0.03, h - 0.04), frame)
    return made(builder, top_surface(size))


def shower(size: Size, color: str) -> Made:
    """A tray, two panes towards the room and a pole with its head."""
    d, w, h = size
    china, metal, pane = material(color), material("gray", "metal"), material(_PANE, finish=Finish.GLASS)
    builder = ShapeBuilder().box((0, 0, 0.06), (d, w, 0.12), china)
    builder.box((d / 2 - 0.01, 0, (h + 0.12) / 2), (0.02, w, h - 0.12), pane)
    builder.box((0, w / 2 - 0.01, (h + 0.12) / 2), (d, 0.02, h - 0.12), pane)
    builder.cylinder((-d / 2 + 0.05, 0, 0.12), 0.015, h - 0.14, metal, sides=8)
    return made(builder.cylinder((-d / 2 + 0.16, 0, h - 0.05), 0.1, 0.02, metal))


def standing_mirror(size: Size, color: str) -> Made:
    """A tall mirror on two feet."""
    d, w, h = size
    frame, builder = wooden(color), ShapeBuilder()
    for foot in (-1, 1):
        builder.box((0, foot * (w / 2 - 0.03), 0.03), (d, 0.05, 0.06), frame)
    builder.box((0, 0, (h + 0.06) / 2), (0.03, w, h - 0.06), frame)
    y, low, high = w / 2 - 0.04, 0.12, h - 0.04
    corners = np.array([[0.017, -y, low], [0.017, y, low], [0.017, y, high], [0.017, -y, high]])
    return made(builder.rectangle(corners, material((0.78, 0.86, 0.90), finish=Finish.MIRROR)))


def lidded_box(size: Size, color: str) -> Made:
    """A box with a lid that is taken off and leaned against it."""
    d, w, h = size
    skin = material(color, "fabric", 0.3)
    lid = material(tuple(0.8 * c for c in skin.color), "fabric", 0.3)  # type: ignore[arg-type]
    closed, opened = _open_box(size, skin), _open_box(size, skin)
    closed.box((0, 0, h - _LID_M / 2), (d, w, _LID_M), lid)
    opened.box((-d / 2 - _LID_M / 2, 0, w / 2), (_LID_M, w, d), lid)
    inside = Surface("in", (0, 0), (d - 0.05, w - 0.05), 0.02, h - _LID_M - 0.02)
    surfaces = (inside, top_surface(size, 0.02, 0.3)) if h > 0.4 else (inside,)
    return Made(Appearance(closed.build(), opened.build()), surfaces)


def _open_box(size: Size, skin: Material) -> ShapeBuilder:
    d, w, h = size
    builder = ShapeBuilder()
    for x in (-1, 1):
        builder.box((x * (d / 2 - 0.01), 0, (h - _LID_M) / 2), (0.02, w, h - _LID_M), skin)
    for y in (-1, 1):
        builder.box((0, y * (w / 2 - 0.01), (h - _LID_M) / 2), (d, 0.02, h - _LID_M), skin)
    return builder.box((0, 0, 0.01), (d, w, 0.02), skin)


def scissors(size: Size, color: str) -> Made:
    """Two blades and two grips, lying."""
    d, w, h = size
    metal, grip, builder = material("gray", "metal"), material(color), ShapeBuilder()
    for turn in (-0.12, 0.12):
        builder.box((d * 0.2, 0, h / 2), (d * 0.6, w * 0.16, h * 0.5), metal, turn)
    for y in (-1, 1):
        builder.cylinder((-d * 0.3, y * w * 0.24, 0), w * 0.24, h, grip)
    return made(builder)


def umbrella(size: Size, color: str) -> Made:
    """Folded, lying, with a handle."""
    d, w, h = size
    builder = ShapeBuilder().ellipsoid((d * 0.06, 0, h / 2), (d * 0.42, w / 2, h / 2), material(color, "fabric", 0.2))
    return made(builder.box((-d * 0.42, 0, h / 2), (d * 0.16, w * 0.4, h * 0.4), wooden("brown")))


def camera(size: Size, color: str) -> Made:
    """A case with a lens."""
    d, w, h = size
    glass = material((0.13, 0.15, 0.18), finish=Finish.GLASS)
    builder = ShapeBuilder().box((-d * 0.15, 0, h * 0.45), (d * 0.7, w, h * 0.9), material(color))
    builder.ellipsoid((d * 0.25, 0, h * 0.45), (d * 0.25, w * 0.28, h * 0.36), glass, 12)
    return made(builder.box((-d * 0.15, w * 0.25, h * 0.94), (d * 0.4, w * 0.3, h * 0.1), material("gray", "metal")))


def drinking_glass(size: Size, color: str) -> Made:
    """A tumbler."""
    d, _, h = size
    pane = material(tuple(0.5 + 0.5 * c for c in material(color).color), finish=Finish.GLASS)  # type: ignore[arg-type]
    return made(ShapeBuilder().cylinder((0, 0, 0), d * 0.38, h, pane, d / 2))


def ironing_board(size: Size, color: str) -> Made:
    """A narrow padded board on crossed legs."""
    d, w, h = size
    metal, builder = material("gray", "metal"), ShapeBuilder()
    builder.box((0, 0, h - 0.02), (d, w, 0.04), material(color, "fabric", 0.3))
    for y in (-1, 1):
        builder.box((0, y * w * 0.3, h / 2), (0.03, 0.03, h - 0.04), metal)
        builder.box((0, y * w * 0.3, 0.015), (d, 0.03, 0.03), metal)
    return made(builder, top_surface(size, 0.03))


def folding_screen(size: Size, color: str) -> Made:
    """Three panels of cloth that stand in a zigzag."""
    _, w, h = size
    cloth, builder = material(color, "fabric", 0.3), ShapeBuilder()
    for k in range(3):
        turn = 0.35 * (-1) ** k
        builder.box((0, (k - 1) * w / 3, h / 2), (0.03, w / 3, h), cloth, turn)
    return made(builder)
