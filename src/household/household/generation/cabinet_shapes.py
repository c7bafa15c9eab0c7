"""Shapes of containers that open: a case with shelves behind doors, drawers or a flap."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from household.entity import Surface
from household.generation.furniture_shapes import Made, Maker, Size, top_surface, wooden
from household.shape import Appearance, Finish, Material
from household.shape_builder import ShapeBuilder
from household.textures import material

_BOARD = 0.025
_DOOR = 0.03


@dataclass(frozen=True)
class Front:
    """How a case opens and what its front shows.

    style: "doors" (hinged at the side), "flap" (hinged below), "drawers" or "none" (an open case).
    panes: number of doors side by side or of drawers. window: a dark pane, which shines if the device is on.
    """

    style: str
    panes: int = 1
    shelves: int = 2
    metal: bool = False
    window: str = ""


def case(front: Front) -> Maker:
    """A maker of cases with that front. Size includes the closed doors."""

    def make(size: Size, color: str) -> Made:
        skin = material(color, "metal", 0.8) if front.metal else wooden(color)
        closed, opened = _carcass(size, skin, front), _carcass(size, skin, front)
        _add_front(closed, size, skin, front, is_open=False)
        _add_front(opened, size, skin, front, is_open=True)
        surfaces = _inside(size, front)
        if size[2] < 1.3:
            surfaces = (top_surface(size), *surfaces)
        return Made(Appearance(closed.build(), opened.build() if front.style != "none" else None), surfaces)

    return make


def _carcass(size: Size, skin: Material, front: Front) -> ShapeBuilder:
    d, w, h = size
    depth, b = d - _DOOR, ShapeBuilder()
    b.box((-d / 2 + _BOARD / 2, 0, h / 2), (_BOARD, w, h), skin)
    for y in (-1, 1):
        b.box((-_DOOR / 2, y * (w / 2 - _BOARD / 2), h / 2), (depth, _BOARD, h), skin)
    for z in _boards(h, front.shelves):
        b.box((-_DOOR / 2, 0, z), (depth, w - 0.01, _BOARD), skin)
    return b


def _boards(height: float, shelves: int) -> list[float]:
    """Heights of the middle of every board: the bottom, those between the shelves, the top."""
    low, high = 0.05, height - _BOARD / 2
    return [low + k * (high - low) / shelves for k in range(shelves + 1)]


def _inside(size: Size, front: Front) -> tuple[Surface, ...]:
    relation = "on" if front.style == "none" else "in"
    boards = _boards(size[2], front.shelves)
    gap = boards[1] - boards[0] - _BOARD
    area = (size[0] - _DOOR - 0.07, size[1] - 2 * _BOARD - 0.04)
    middle = [Surface(relation, (-0.01, 0.0), area, z + _BOARD / 2, gap) for z in boards[:-1]]
    return tuple(sorted(middle, key=lambda s: abs(s.height - 0.9)))


def _add_front(b: ShapeBuilder, size: Size, skin: Material, front: Front, is_open: bool) -> None:
    if front.style == "doors":
        _doors(b, size, skin, front, is_open)
    elif front.style == "flap":
        _flap(b, size, skin, front, is_open)
    elif front.style == "drawers":
        _drawers(b, size, skin, front, is_open)


def _doors(b: ShapeBuilder, size: Size, skin: Material, front: Front, is_open: bool) -> None:
    d, w, h = size
    each, metal = w / front.panes, material("gray", "metal")
    for k in range(front.panes):
        hinge = -1 if k < (front.panes + 1) // 2 else 1
        middle = -w / 2 + (k + 0.5) * each
        edge, x = middle + hinge * each / 2, d / 2 - _DOOR / 2
        if is_open:
            b.box((d / 2 + each / 2, edge - hinge * _DOOR / 2, h / 2 + 0.02), (each, _DOOR, h - 0.06), skin)
            continue
        b.box((x, middle, h / 2 + 0.02), (_DOOR, each - 0.008, h - 0.05), skin)
        b.box((d / 2, middle - hinge * (each / 2 - 0.06), h * 0.55), (0.03, 0.02, min(0.4, h * 0.3)), metal)
        if front.window:
            _window(b, (d / 2 + 0.002, middle, h * 0.5), (each * 0.62, h * 0.5), front.window)


def _flap(b: ShapeBuilder, size: Size, skin: Material, front: Front, is_open: bool) -> None:
    d, w, h = size
    low, high = h * 0.08, h * 0.82
    tall = high - low
    b.box((d / 2 - _DOOR / 2, 0, (high + h) / 2), (_DOOR, w - 0.01, h - high), material("black"))
    b.box((d / 2, 0, h * 0.91), (0.012, w * 0.3, h * 0.07), material((0.3, 0.55, 0.5), glows=True))
    if is_open:
        b.box((d / 2 + tall / 2, 0, low + _DOOR / 2), (tall, w - 0.01, _DOOR), skin)
        return
    b.box((d / 2 - _DOOR / 2, 0, (low + high) / 2), (_DOOR, w - 0.01, tall), skin)
    b.box((d / 2 + 0.015, 0, high - 0.06), (0.03, w * 0.7, 0.025), material("gray", "metal"))
    if front.window:
        _window(b, (d / 2 + 0.002, 0, (low + high) / 2 - 0.02), (w * 0.66, tall * 0.55), front.window)


def _drawers(b: ShapeBuilder, size: Size, skin: Material, front: Front, is_open: bool) -> None:
    d, w, h = size
    each, metal = (h - 0.04) / front.panes, material("black", "metal")
    for k in range(front.panes):
        z = 0.04 + (k + 0.5) * each
        slide = (d - 0.08) * 0.6 if is_open and k == front.panes - 1 else 0.0
        x = d / 2 - _DOOR / 2 + slide
        b.box((x, 0, z), (_DOOR, w - 0.01, each - 0.012), skin)
        b.box((x + _DOOR / 2 + 0.008, 0, z + each * 0.1), (0.02, w * 0.3, 0.02), metal)
        if slide:
            for y in (-1, 1):
                b.box((x - slide / 2, y * (w / 2 - 0.03), z - each * 0.1), (slide, 0.012, each * 0.6), skin)


def _window(b: ShapeBuilder, center: tuple[float, float, float], size: tuple[float, float], shape: str) -> None:
    glass = material((0.13, 0.15, 0.18), glows=True, finish=Finish.GLASS)
    x, y, z = center
    if shape == "round":
        radius, angle = min(size) / 2, np.linspace(0, 2 * np.pi, 17)
        for rim, paint in ((radius + 0.03, material("gray", "metal")), (radius, glass)):
            x += 0.003
            ring = np.stack([np.full(17, x), y + rim * np.cos(angle), z + rim * np.sin(angle)], 1)
            for j in range(1, 16):
                b.rectangle(np.stack([ring[0], ring[j], ring[j + 1], ring[0]]), paint)
        return
    b.box((x, y, z), (0.006, size[0], size[1]), glass)
