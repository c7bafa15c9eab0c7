"""Walls with door openings, and floors."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from household.generation.floor_plan import Doorway, FloorPlan, PlannedRoom
from household.shape import Color, Material, Shape
from household.shape_builder import ShapeBuilder
from household.textures import material

WALL_HEIGHT_M = 2.4
DOOR_HEIGHT_M = 2.0
HALF_WALL_M = 0.06
_WALL_COLORS: tuple[Color, ...] = (
    (0.95, 0.93, 0.88), (0.86, 0.90, 0.93), (0.90, 0.93, 0.86), (0.96, 0.89, 0.80),
    (0.91, 0.87, 0.91), (0.93, 0.93, 0.93), (0.84, 0.89, 0.86), (0.95, 0.86, 0.82),
)  # fmt: skip
_PARQUETS: tuple[Color, ...] = ((0.72, 0.53, 0.34), (0.58, 0.40, 0.26), (0.82, 0.66, 0.46), (0.66, 0.52, 0.40))
_CARPETS: tuple[Color, ...] = ((0.62, 0.58, 0.52), (0.48, 0.54, 0.60), (0.66, 0.56, 0.50))
_TILES: tuple[Color, ...] = ((0.88, 0.88, 0.86), (0.72, 0.78, 0.80), (0.86, 0.80, 0.70), (0.80, 0.84, 0.80))


def build_structure(plan: FloorPlan, rng: np.random.Generator) -> Shape:
    """The floors and walls of all rooms, in map."""
    builder = ShapeBuilder()
    colors = rng.permutation(len(_WALL_COLORS))
    parquet = material(_PARQUETS[int(rng.integers(len(_PARQUETS)))], "parquet", 1.0)
    skirting = material((0.97, 0.97, 0.95))
    for number, room in enumerate(plan.rooms):
        paint = material(_WALL_COLORS[colors[number % len(colors)]], "plaster", 1.5)
        x0, y0, x1, y1 = room.rectangle
        floor = _floor_material(room, rng, parquet)
        builder.box(((x0 + x1) / 2, (y0 + y1) / 2, -0.05), (x1 - x0, y1 - y0, 0.1), floor)
        doorways = [door for door in plan.doorways if number in door.rooms]
        _build_walls(builder, room, doorways, paint, skirting)
    return builder.build()


def _floor_material(room: PlannedRoom, rng: np.random.Generator, parquet: Material) -> Material:
    if room.sort in ("kitchen", "bathroom", "laundry room"):
        return material(_TILES[int(rng.integers(len(_TILES)))], str(rng.choice(["tiles", "checker"])), 0.8)
    if "bedroom" in room.category and rng.random() < 0.5:
        return material(_CARPETS[int(rng.integers(len(_CARPETS)))], "carpet", 0.8)
    return parquet


def _build_walls(
    builder: ShapeBuilder, room: PlannedRoom, doorways: list[Doorway], paint: Material, skirting: Material
) -> None:
    """The inner half of the walls on all four sides of a room."""
    for along in (0, 1):
        low, high = room.rectangle[along], room.rectangle[along + 2]
        for edge, inward in ((room.rectangle[1 - along], 1.0), (room.rectangle[3 - along], -1.0)):
            openings = sorted((d.low, d.high) for d in doorways if d.along == along and abs(d.at - edge) < 0.01)
            stops = [low, *(end for opening in openings for end in opening), high]
            for k, (start, end) in enumerate(pairwise(stops)):
                bottom = DOOR_HEIGHT_M if k % 2 else 0.0
                _panel(builder, along, edge, inward, (start, end), (bottom, WALL_HEIGHT_M), HALF_WALL_M, paint)
                if not k % 2:
                    _panel(builder, along, edge, inward, (start, end), (0.0, 0.08), HALF_WALL_M + 0.012, skirting)


def _panel(
    builder: ShapeBuilder, along: int, edge: float, inward: float, span: tuple[float, float],
    heights: tuple[float, float], thickness: float, paint: Material,
) -> None:  # fmt: skip
    center, size = np.zeros(3), np.zeros(3)
    center[along], size[along] = (span[0] + span[1]) / 2, span[1] - span[0]
    center[1 - along], size[1 - along] = edge + inward * thickness / 2, thickness
    center[2], size[2] = (heights[0] + heights[1]) / 2, heights[1] - heights[0]
    builder.box(tuple(center.tolist()), tuple(size.tolist()), paint)
