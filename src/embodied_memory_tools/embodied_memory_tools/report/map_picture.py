"""A picture of the map, for the folder of a run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embodied_memory.evidence import RememberedObject
from embodied_memory.mapping.grid import OccupancySlice, RoomMap
from embodied_memory_tools.web_page.colors import PATH, ROBOT, Color, certainty_color
from embodied_memory_tools.web_page.map_shapes import floor_picture, known_bounds


def save_map_picture(
    file: Path,
    grid: OccupancySlice,
    rooms: RoomMap | None = None,
    objects: Sequence[RememberedObject] = (),
    trajectory: NDArray[np.float64] | None = None,
) -> None:
    """Write a PNG seen from above: rooms, obstacles, objects coloured by certainty, the robot's path (N, 2+)."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    x, y, width, height = known_bounds(grid)
    figure = Figure(figsize=(9, max(3.0, 9 * height / max(width, 0.1))), dpi=120, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    rows, columns = grid.cells.shape
    right = grid.origin[0] + columns * grid.resolution_m
    top = grid.origin[1] + rows * grid.resolution_m
    axes.imshow(
        floor_picture(grid, rooms),
        origin="lower",
        extent=(grid.origin[0], right, grid.origin[1], top),
        interpolation="nearest",
    )
    if trajectory is not None and len(trajectory):
        axes.plot(trajectory[:, 0], trajectory[:, 1], color=_unit(PATH), linewidth=1.5)
        axes.plot(*trajectory[-1, :2], "o", color=_unit(ROBOT), markersize=8)
    for item in objects:
        color = _unit(certainty_color(item.certainty))
        axes.plot(*item.position[:2], "s", color=color, markersize=5, markeredgecolor="white")
        axes.annotate(item.category, item.position[:2], (3, 3), textcoords="offset points", fontsize=6)
    axes.set(xlim=(x - 0.3, x + width + 0.3), ylim=(y - 0.3, y + height + 0.3), xlabel="x (m)", ylabel="y (m)")
    axes.set_aspect("equal")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file)


def _unit(color: Color) -> tuple[float, float, float]:
    return color[0] / 255, color[1] / 255, color[2] / 255
