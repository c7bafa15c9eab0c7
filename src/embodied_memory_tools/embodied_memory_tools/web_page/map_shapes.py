"""What the map looks like: the floor as a picture, what stands on it as boxes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from embodied_memory.evidence import RememberedObject
from embodied_memory.mapping.grid import FREE, OCCUPIED, UNKNOWN, OccupancySlice, RoomMap
from embodied_memory_tools.web_page import colors


def floor_picture(grid: OccupancySlice, rooms: RoomMap | None) -> NDArray[np.uint8]:
    """(rows, columns, 4) uint8 RGBA, row 0 at the smallest y: rooms tinted, unknown transparent."""
    numbers = rooms_on(grid, rooms)
    picture = np.zeros((*grid.cells.shape, 4), np.uint8)
    picture[..., :3] = colors.room_colors(numbers)
    picture[grid.cells == OCCUPIED, :3] = colors.OCCUPIED
    picture[..., 3] = np.where(grid.cells == UNKNOWN, 0, 255)
    return picture


def rooms_on(grid: OccupancySlice, rooms: RoomMap | None) -> NDArray[np.int8]:
    """The room numbers at the cells of a slice, which may have grown since; -1 where none is known."""
    numbers = np.full(grid.cells.shape, -1, np.int8)
    if rooms is None or abs(rooms.resolution_m - grid.resolution_m) > 1e-9:
        return numbers
    row, column = rooms.cell_of(grid.origin[0] + grid.resolution_m / 2, grid.origin[1] + grid.resolution_m / 2)
    height, width = grid.cells.shape
    rows = slice(max(0, row), min(rooms.cells.shape[0], row + height))
    columns = slice(max(0, column), min(rooms.cells.shape[1], column + width))
    part = rooms.cells[rows, columns]
    numbers[rows.start - row : rows.start - row + part.shape[0], columns.start - column :][:, : part.shape[1]] = part
    return numbers


def obstacle_boxes(grid: OccupancySlice, height_m: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(centres (N, 3), sizes (N, 3)) of boxes over the occupied cells, one for each run of cells in a row."""
    occupied = np.pad(grid.cells == OCCUPIED, ((0, 0), (1, 1))).astype(np.int8)
    edges = np.diff(occupied, axis=1)
    rows, starts = np.nonzero(edges == 1)
    stops = np.nonzero(edges == -1)[1]
    lengths = (stops - starts) * grid.resolution_m
    x = grid.origin[0] + (starts + stops) / 2 * grid.resolution_m
    y = grid.origin[1] + (rows + 0.5) * grid.resolution_m
    centres = np.stack([x, y, np.full(len(x), height_m / 2)], axis=1)
    sizes = np.stack([lengths, np.full(len(x), grid.resolution_m), np.full(len(x), height_m)], axis=1)
    return centres, sizes


def known_bounds(grid: OccupancySlice) -> tuple[float, float, float, float]:
    """(x, y, width, height) of the part of the slice that is known; the whole slice if nothing is."""
    known = np.argwhere((grid.cells == FREE) | (grid.cells == OCCUPIED))
    low, high = (known.min(0), known.max(0) + 1) if len(known) else (np.zeros(2), np.array(grid.cells.shape))
    cell = grid.resolution_m
    return (
        float(grid.origin[0] + low[1] * cell),
        float(grid.origin[1] + low[0] * cell),
        float((high[1] - low[1]) * cell),
        float((high[0] - low[0]) * cell),
    )


def visible_voxels(points: NDArray[np.float64], lowest_m: float, highest_m: float) -> NDArray[np.bool_]:
    """(N,) which voxels to draw: those between two heights, so that one looks into the rooms from above."""
    return np.asarray((points[:, 2] >= lowest_m) & (points[:, 2] <= highest_m))


def tinted(
    points: NDArray[np.float64], tints: NDArray[np.uint8], objects: Sequence[RememberedObject], margin_m: float
) -> NDArray[np.uint8]:
    """(N, 3) uint8: the voxels of remembered objects take on the colour of their certainty."""
    mixed: NDArray[np.uint8] = tints.copy()
    for item in sorted(objects, key=lambda one: -float(np.prod(one.size))):
        reach = np.asarray(item.size) / 2 + margin_m
        inside = (np.abs(points - np.asarray(item.position)) <= reach).all(axis=1)
        mixed[inside] = tints[inside] * 0.35 + np.array(colors.certainty_color(item.certainty)) * 0.65
    return mixed


def box_edges(item: RememberedObject) -> NDArray[np.float32]:
    """(12, 2, 3) the edges of an object's bounding box."""
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
    corners = corners * np.asarray(item.size) / 2 + np.asarray(item.position)
    pairs = [(a, a | bit) for a in range(8) for bit in (1, 2, 4) if not a & bit]
    return np.asarray(corners[np.array(pairs)], np.float32)


def label_groups(objects: Sequence[RememberedObject], radius_m: float) -> list[list[RememberedObject]]:
    """Objects that stand together, so that one label serves for them; the largest first."""
    groups: list[list[RememberedObject]] = []
    for item in sorted(objects, key=lambda one: (-float(np.prod(one.size)), one.object_id)):
        near = (g for g in groups if np.linalg.norm(np.subtract(g[0].position, item.position)) <= radius_m)
        group = next(near, None)
        if group is None:
            groups.append([item])
        else:
            group.append(item)
    return groups


def height_colors(points: NDArray[np.float64]) -> NDArray[np.uint8]:
    """(N, 3) uint8: from warm sand at the floor to slate at 2 m."""
    share = np.clip(points[:, 2:3] / 2.0, 0, 1)
    low, high = np.array([222, 205, 178.0]), np.array([104, 118, 138.0])
    return np.asarray(np.round(low + share * (high - low)), np.uint8)
