"""The map of a home under each of several sensors, beside each other, over the true walls."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from embodied_memory_tools.evaluation.erring_sensors.home_run import Knowledge
from embodied_memory_tools.evaluation.erring_sensors.sensor_runs import SensorRuns
from embodied_memory_tools.evaluation.erring_sensors.sensor_targets import OURS
from embodied_memory_tools.web_page.colors import certainty_color
from embodied_memory_tools.web_page.map_shapes import floor_picture
from household.home import Home
from household.navigation import NavigationGrid

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_A_ROW = 4


def save_maps_picture(runs: SensorRuns, home: Home, seed: int, file: Path, who: str = OURS) -> bool:
    """Write a PNG: floor, obstacles and objects with their names as the robot has them; in red the true walls.

    False, and nothing is written, if nobody of that name has a map of the home.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    known = {
        sensors: by_name[who][seed].knowledge for sensors, by_name in runs.items() if seed in by_name.get(who, {})
    }
    shown = {sensors: knowledge for sensors, knowledge in known.items() if knowledge is not None and knowledge.floor}
    if not shown:
        return False
    columns = min(len(shown), _MOST_A_ROW)
    rows = -(-len(shown) // columns)
    figure = Figure(figsize=(6 * columns, 5.5 * rows), dpi=110, layout="constrained")
    FigureCanvasAgg(figure)
    places = list(figure.subplots(rows, columns, squeeze=False, sharex=True, sharey=True).flat)
    grid = NavigationGrid(home)
    for axes, (sensors, knowledge) in zip(places, shown.items(), strict=False):
        _draw(axes, knowledge, grid)
        check = knowledge.check
        axes.set_title(f"{sensors}, home {seed}: {check.kept} things kept, {check.visible} visible", fontsize=10)
    for axes in places[len(shown) :]:
        axes.set_axis_off()
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file)
    return True


def _draw(axes: Axes, knowledge: Knowledge, grid: NavigationGrid) -> None:
    floor = knowledge.floor
    assert floor is not None
    rows, columns = floor.cells.shape
    right, top = floor.origin[0] + columns * floor.resolution_m, floor.origin[1] + rows * floor.resolution_m
    extent = (floor.origin[0], right, floor.origin[1], top)
    axes.imshow(floor_picture(floor, None), origin="lower", extent=extent, interpolation="nearest")
    collision = grid.collision
    walls = collision.centers(np.argwhere(collision.walls))
    axes.plot(walls[:, 0], walls[:, 1], "s", color="#d62728", markersize=1.2, zorder=2)
    for item in knowledge.objects:
        color = tuple(part / 255 for part in certainty_color(item.certainty))
        axes.plot(*item.position[:2], "s", color=color, markersize=4, markeredgecolor="white", zorder=3)
        axes.annotate(item.category, item.position[:2], (3, 2), textcoords="offset points", fontsize=5, zorder=4)
    low, high = collision.centers(np.array([[0, 0]]))[0], collision.centers(np.array([collision.walls.shape]))[0]
    axes.set(xlim=(low[0] - 0.5, high[0] + 0.5), ylim=(low[1] - 0.5, high[1] + 0.5), xlabel="x (m)", ylabel="y (m)")
    axes.set_aspect("equal")
