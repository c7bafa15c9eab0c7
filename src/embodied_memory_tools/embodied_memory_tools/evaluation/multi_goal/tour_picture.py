"""A picture of tours: SPL of every searcher, and the ways through one home seen from above."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from embodied_memory_tools.evaluation.multi_goal.tour_run import TourResult
from embodied_memory_tools.evaluation.multi_goal.tour_scores import ArmScore
from household.collision import CELL_M
from household.home import Home
from household.navigation import NavigationGrid

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST_WAYS = 3


def save_tour_picture(
    scores: Sequence[ArmScore], home: Home, tours: Mapping[str, TourResult], file: Path, seed: int
) -> None:
    """Write a PNG: bars of SPL with intervals, then the ways of the first searchers in that home."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    shown = list(tours.items())[:_MOST_WAYS]
    figure = Figure(figsize=(5 * (1 + len(shown)), 4.6), dpi=110, layout="constrained")
    FigureCanvasAgg(figure)
    bars, *maps = figure.subplots(1, 1 + len(shown))
    _draw_bars(bars, scores)
    grid = NavigationGrid(home)
    for axes, (name, tour) in zip(maps, shown, strict=True):
        _draw_ways(axes, grid, tour)
        length = sum(goal.path_length_m for goal in tour.goals)
        found = sum(goal.found for goal in tour.goals)
        axes.set_title(f"{name}, home {seed}: {found} of {len(tour.goals)} found, {length:.0f} m", fontsize=9)
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file)


def _draw_bars(axes: Axes, scores: Sequence[ArmScore]) -> None:
    figures = [score.of("spl") for score in scores]
    below = [one.value - one.low for one in figures]
    above = [one.high - one.value for one in figures]
    places = np.arange(len(scores))[::-1]
    axes.barh(places, [one.value for one in figures], xerr=[below, above], color="#4c78a8", ecolor="#333333")
    axes.set_yticks(places, [score.name for score in scores], fontsize=8)
    axes.set(xlim=(0, 1), xlabel="SPL, with 95 % intervals over homes")


def _draw_ways(axes: Axes, grid: NavigationGrid, tour: TourResult) -> None:
    """Free floor, then each goal's way in a colour of its own, with its number where it ended."""
    cells = np.argwhere(grid.collision.clearance > 0)
    floor = grid.collision.centers(cells)
    axes.plot(floor[:, 0], floor[:, 1], "s", color="#e8e8e8", markersize=60 * CELL_M, zorder=0)
    for number, (trail, goal) in enumerate(zip(tour.trails, tour.goals, strict=True)):
        way, color = np.array(trail), f"C{number % 10}"
        axes.plot(way[:, 0], way[:, 1], color=color, linewidth=1.2)
        axes.plot(*way[-1], "o" if goal.found else "x", color=color, markersize=6)
        axes.annotate(str(number + 1), way[-1], (4, 3), textcoords="offset points", fontsize=8, color=color)
    axes.set_aspect("equal")
    axes.set_xlabel("x (m)")
