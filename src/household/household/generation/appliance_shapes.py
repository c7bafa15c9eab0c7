"""Shapes of small devices. Sizes are (depth, width, height) in metres; x is the front."""

from __future__ import annotations

import numpy as np

from household.generation.furniture_shapes import Made, Size, made
from household.shape import Finish
from household.shape_builder import ShapeBuilder
from household.textures import material

_DARK = (0.07, 0.08, 0.10)


def laptop(size: Size, color: str) -> Made:
    """A base with keys and a screen that stands up."""
    d, w, h = size
    skin, builder = material(color, "metal"), ShapeBuilder()
    builder.box((0, 0, 0.01), (d, w, 0.02), skin)
    builder.box((0.02, 0, 0.021), (d * 0.55, w * 0.86, 0.002), material("black"))
    builder.box((-d / 2 + 0.01, 0, h / 2 + 0.01), (0.012, w, h - 0.02), skin)
    screen = material((0.16, 0.24, 0.36), glows=True, finish=Finish.SHINY)
    builder.box((-d / 2 + 0.018, 0, h / 2 + 0.02), (0.004, w * 0.92, h * 0.8), screen)
    return made(builder)


def display(size: Size, color: str) -> Made:
    """A television or a monitor on a foot."""
    d, w, h = size
    frame, builder = material(color), ShapeBuilder()
    builder.box((0, 0, 0.01), (d, w * 0.35, 0.02), frame)
    builder.box((-0.02, 0, 0.05), (0.03, 0.08, 0.1), frame)
    builder.box((0, 0, h / 2 + 0.03), (0.04, w, h - 0.06), frame)
    screen = material(_DARK, glows=True, finish=Finish.SHINY)
    builder.box((0.021, 0, h / 2 + 0.03), (0.004, w * 0.95, (h - 0.06) * 0.9), screen)
    return made(builder)


def speaker(size: Size, color: str) -> Made:
    """A case with two round membranes in front."""
    d, w, h = size
    builder = ShapeBuilder().box((0, 0, h / 2), size, material(color, "wood", 0.5))
    for z, share in ((0.32, 0.62), (0.72, 0.4)):
        builder.ellipsoid((d / 2, 0, h * z), (0.012, w * share / 2, w * share / 2), material("black"), 12)
    return made(builder)


def kettle(size: Size, color: str) -> Made:
    """A body, a lid, a spout and a handle."""
    d, w, h = size
    skin, dark, builder = material(color, "metal"), material("black"), ShapeBuilder()
    builder.cylinder((0, 0, 0), w * 0.46, h * 0.06, dark)
    builder.cylinder((0, 0, h * 0.06), w * 0.44, h * 0.74, skin, w * 0.32, 14)
    builder.ellipsoid((0, 0, h * 0.82), (w * 0.28, w * 0.28, h * 0.12), dark)
    builder.box((d * 0.36, 0, h * 0.66), (d * 0.26, 0.03, 0.05), skin)
    builder.box((-d * 0.4, 0, h * 0.48), (0.03, 0.03, h * 0.56), dark)
    builder.box((-d * 0.3, 0, h * 0.74), (d * 0.22, 0.03, 0.03), dark)
    return made(builder)


def coffee_maker(size: Size, color: str) -> Made:
    """A tower with a jug."""
    d, w, h = size
    skin, builder = material(color), ShapeBuilder()
    builder.box((-d * 0.3, 0, h / 2), (d * 0.4, w, h), skin)
    builder.box((0, 0, h * 0.88), (d, w, h * 0.24), skin)
    builder.box((0, 0, h * 0.04), (d, w, h * 0.08), skin)
    builder.cylinder((d * 0.2, 0, h * 0.08), w * 0.36, h * 0.5, material((0.25, 0.17, 0.12)), w * 0.3)
    builder.box((d / 2, 0, h * 0.9), (0.006, w * 0.2, h * 0.06), material("red", glows=True))
    return made(builder)


def toaster(size: Size, color: str) -> Made:
    """A case with two slots."""
    d, w, h = size
    builder = ShapeBuilder().box((0, 0, h / 2), (d, w, h), material(color, "metal", 0.5))
    for x in (-0.22, 0.22):
        builder.box((d * x, 0, h), (d * 0.16, w * 0.8, 0.004), material(_DARK))
    builder.box((0, w / 2 + 0.01, h * 0.7), (0.04, 0.03, 0.02), material("black", glows=True))
    return made(builder)


def table_lamp(size: Size, color: str) -> Made:
    """A foot, a stem and a shade that shines."""
    d, _, h = size
    metal, shade = material("brown", "wood"), material(color, "fabric", 0.3, glows=True)
    builder = ShapeBuilder().cylinder((0, 0, 0), d * 0.3, 0.03, metal)
    builder.cylinder((0, 0, 0), 0.02, h * 0.7, metal, sides=8)
    return made(builder.cylinder((0, 0, h * 0.5), d / 2, h * 0.5, shade, d * 0.3, 14))


def alarm_clock(size: Size, color: str) -> Made:
    """A case with a display and two feet."""
    d, w, h = size
    builder = ShapeBuilder().box((0, 0, h * 0.55), (d, w, h * 0.9), material(color))
    builder.box((d / 2, 0, h * 0.55), (0.004, w * 0.8, h * 0.5), material((0.15, 0.35, 0.2), glows=True))
    return made(builder.box((0, 0, h * 0.05), (d * 0.7, w * 0.8, h * 0.1), material("black")))


def fan(size: Size, color: str) -> Made:
    """A standing fan."""
    d, w, h = size
    skin, builder = material(color), ShapeBuilder()
    builder.cylinder((0, 0, 0), d * 0.45, 0.03, skin)
    builder.cylinder((0, 0, 0), 0.02, h * 0.7, skin, sides=8)
    builder.ellipsoid((0.03, 0, h - w / 2), (0.05, w / 2, w / 2), material((0.75, 0.78, 0.80)), 14)
    for k in range(3):
        angle = 2 * np.pi * k / 3
        center = (0.085, 0.22 * w * np.cos(angle), h - w / 2 + 0.22 * w * np.sin(angle))
        builder.box(center, (0.006, w * 0.24, w * 0.24), material("gray", glows=True))
    return made(builder)


def printer(size: Size, color: str) -> Made:
    """A case with a tray and paper."""
    d, w, h = size
    builder = ShapeBuilder().box((-d * 0.1, 0, h * 0.45), (d * 0.8, w, h * 0.9), material(color))
    builder.box((d * 0.3, 0, h * 0.2), (d * 0.4, w * 0.7, 0.02), material("black"))
    builder.box((d * 0.28, 0, h * 0.25), (d * 0.3, w * 0.55, 0.02), material("white"))
    return made(builder.box((d * 0.3, w * 0.3, h * 0.7), (0.006, w * 0.2, 0.04), material("green", glows=True)))
