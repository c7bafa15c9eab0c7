"""Runs under sensors that err: done, told and written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.markup import escape

from embodied_memory_tools.command_line.console import output

if TYPE_CHECKING:
    from embodied_memory_tools.evaluation.erring_sensors.sensor_runs import Ends, SensorPlan, SensorRuns
    from embodied_memory_tools.evaluation.erring_sensors.sensor_scores import Scores
    from embodied_memory_tools.evaluation.erring_sensors.sensor_targets import BoundsOf, SensorTarget


@dataclass(frozen=True)
class Shown:
    """How runs are told. title: of the table; bounds: that are to be kept; ours: who is to keep them and whose maps
    are drawn; file: JSON, a picture of the maps goes beside it.
    """

    title: str
    bounds: BoundsOf
    file: Path
    ours: str = "ours"


def run_and_show(plan: SensorPlan, shown: Shown) -> None:
    """JSON is written after each home; tables and a picture of the first home's maps follow at the end."""
    from embodied_memory_tools.evaluation.erring_sensors.maps_picture import save_maps_picture
    from embodied_memory_tools.evaluation.erring_sensors.sensor_report import sensor_table, sensor_target_table
    from embodied_memory_tools.evaluation.erring_sensors.sensor_runs import run_under_sensors

    def tell(sensors: str, seed: int, ends: Ends, so_far: SensorRuns) -> None:
        _tell(sensors, seed, ends)
        _write(so_far, shown)

    runs = run_under_sensors(plan, tell)
    scores, targets = _write(runs, shown)
    output.print(sensor_table(scores, shown.title))
    if targets:
        output.print(sensor_target_table(targets))
    picture = shown.file.with_name(f"{shown.file.stem}-maps.png")
    home = plan.runner.homes.make(plan.seeds[0])
    has_maps = save_maps_picture(runs, home, plan.seeds[0], picture, shown.ours)
    output.print(f"written to {shown.file}{f' and {picture}' if has_maps else ''}")


def _write(runs: SensorRuns, shown: Shown) -> tuple[Scores, list[SensorTarget]]:
    """What there is so far."""
    from embodied_memory_tools.evaluation.erring_sensors.sensor_report import write_sensor_results
    from embodied_memory_tools.evaluation.erring_sensors.sensor_scores import scores_of
    from embodied_memory_tools.evaluation.erring_sensors.sensor_targets import targets_of

    scores = scores_of(runs)
    targets = targets_of(scores, shown.bounds, shown.ours)
    write_sensor_results(runs, scores, targets, shown.file)
    return scores, targets


def _tell(sensors: str, seed: int, ends: Ends) -> None:
    """A line for each who took part, and one for each goal that was missed."""
    for name, run in ends.items():
        found = sum(goal.found for goal in run.goals)
        falsely = sum(goal.claimed and not goal.found for goal in run.goals)
        claims = f", {falsely} claimed falsely" if falsely else ""
        output.print(f"home {seed}, {sensors}, {name}: {found}/{len(run.goals)}{claims}, {run.wall_s:.0f} s")
        for goal in run.goals:
            if not goal.found:
                fault = "claimed falsely" if goal.claimed else "missed"
                output.print(f"  {fault} {escape(goal.text)}: {escape(goal.message)}")
