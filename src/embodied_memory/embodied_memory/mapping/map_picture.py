"""A picture of the map: what is free and occupied, rooms, frontiers, the way driven and objects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN
from embodied_memory.mapping.mapper import MapSnapshot
from embodied_memory.mapping.path_planner import Point
from embodied_memory.scene_graph import SceneObject

_UNKNOWN, _FREE, _OCCUPIED = (222, 222, 226), (250, 250, 250), (52, 58, 70)
_FRONTIER, _PATH, _PLAN, _ROBOT, _OBJECT = (240, 150, 30), (40, 90, 200), (20, 150, 90), (200, 30, 60), (110, 40, 130)
_ROOMS = (
    (203, 224, 243),
    (214, 238, 209),
    (250, 226, 200),
    (228, 216, 242),
    (247, 214, 219),
    (206, 238, 236),
    (243, 238, 196),
    (224, 224, 210),
)


def draw_map(
    snapshot: MapSnapshot,
    objects: Iterable[SceneObject] = (),
    plan: Sequence[Point] = (),
    pixels_per_cell: int = 8,
) -> Image.Image:
    """An RGB picture, x to the right and y up, cropped to what is known.

    Objects are labelled with their category; plan is a path yet to be driven, the trajectory is in the
    snapshot. Raises ValueError for a scale below 1.
    """
    if pixels_per_cell < 1:
        raise ValueError(f"pixels_per_cell is {pixels_per_cell}, expected 1 or more")
    rows, columns = _known_part(snapshot)
    colors = _cell_colors(snapshot)[rows, columns][::-1]
    picture = Image.fromarray(np.kron(colors, np.ones((pixels_per_cell, pixels_per_cell, 1), np.uint8)))
    canvas = _Canvas(picture, snapshot, rows, columns, pixels_per_cell)
    canvas.line(snapshot.trajectory[:, :2].tolist(), _PATH)
    canvas.line(plan, _PLAN)
    for frontier in snapshot.frontiers:
        canvas.dot(frontier.boundary_point, _FRONTIER, str(frontier.frontier_id))
    for thing in objects:
        canvas.dot(thing.position[:2], _OBJECT, thing.category)
    canvas.dot(snapshot.robot_xy, _ROBOT, "robot")
    return picture


def write_map_picture(
    path: Path, snapshot: MapSnapshot, objects: Iterable[SceneObject] = (), plan: Sequence[Point] = ()
) -> None:
    """draw_map, to a PNG file."""
    draw_map(snapshot, objects, plan).save(path, format="PNG")


def _cell_colors(snapshot: MapSnapshot) -> NDArray[np.uint8]:
    """(rows, columns, 3): rooms pale, frontiers tinted, obstacles dark."""
    cells, rooms = snapshot.slice.cells, snapshot.rooms.cells
    colors = np.full((*cells.shape, 3), _UNKNOWN, np.uint8)
    colors[cells == FREE] = _FREE
    for number in np.unique(rooms[rooms >= 0]):
        colors[(rooms == number) & (cells != OCCUPIED)] = _ROOMS[number % len(_ROOMS)]
    for frontier in snapshot.frontiers:
        for x, y in frontier.region:
            row, column = snapshot.slice.cell_of(x, y)
            if snapshot.slice.contains(row, column):
                colors[row, column] = (colors[row, column].astype(int) + _FRONTIER) // 2
    colors[cells == OCCUPIED] = _OCCUPIED
    return colors


def _known_part(snapshot: MapSnapshot) -> tuple[slice, slice]:
    """Rows and columns that hold something, with a border of 3 cells where there is room for one."""
    known = (snapshot.slice.cells != UNKNOWN) | (snapshot.rooms.cells >= 0)
    if not known.any():
        return slice(None), slice(None)
    bounds = []
    for axis in (1, 0):
        indices = np.flatnonzero(known.any(axis=axis))
        bounds.append(slice(max(int(indices[0]) - 3, 0), int(indices[-1]) + 4))
    return bounds[0], bounds[1]


class _Canvas:
    """Draws in map coordinates on the cropped picture."""

    def __init__(self, picture: Image.Image, snapshot: MapSnapshot, rows: slice, columns: slice, scale: int) -> None:
        self._draw = ImageDraw.Draw(picture)
        self._height = picture.height
        self._scale = scale / snapshot.slice.resolution_m
        first_row, first_column = rows.start or 0, columns.start or 0
        self._left = snapshot.slice.origin[0] + first_column * snapshot.slice.resolution_m
        self._bottom = snapshot.slice.origin[1] + first_row * snapshot.slice.resolution_m

    def pixel(self, point: Sequence[float]) -> Point:
        return (point[0] - self._left) * self._scale, self._height - (point[1] - self._bottom) * self._scale

    def line(self, points: Sequence[Sequence[float]], color: tuple[int, int, int]) -> None:
        if len(points) > 1:
            self._draw.line([self.pixel(point) for point in points], fill=color, width=2, joint="curve")

    def dot(self, point: Sequence[float], color: tuple[int, int, int], label: str) -> None:
        x, y = self.pixel(point)
        self._draw.ellipse((x - 4, y - 4, x + 4, y + 4), fill=color, outline=(255, 255, 255))
        self._draw.text((x + 6, y - 6), label, fill=color)
