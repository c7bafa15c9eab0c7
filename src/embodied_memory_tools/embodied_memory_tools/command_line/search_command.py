"""`embodied-memory evaluate search`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.homes_option import (
    FIRST_SEED_OPTION,
    HOMES_OPTION,
    SEEDS_OPTION,
    chosen_homes,
)
from embodied_memory_tools.command_line.request_error import RequestError
from embodied_memory_tools.command_line.sensors_options import (
    JOBS_OPTION,
    SENSORS_OPTION,
    SETTING_OPTION,
    sensors_named,
)
from embodied_memory_tools.command_line.show_sensor_runs import Shown, run_and_show

if TYPE_CHECKING:
    from embodied_memory_tools.evaluation.multi_goal.tour_run import TourResult
    from embodied_memory_tools.evaluation.multi_goal.tour_scores import ArmScore, Target

_HOMES = "generated:20"


def search(
    homes: Annotated[str, HOMES_OPTION] = _HOMES,
    first_seed: Annotated[int, FIRST_SEED_OPTION] = 300,
    seeds: Annotated[str, SEEDS_OPTION] = "",
    goals: Annotated[int, typer.Option(min=1, help="Goals of each home.")] = 10,
    daily: Annotated[
        bool,
        typer.Option("--daily", help="Ask for three things again and again; people have places for them."),
    ] = False,
    searchers: Annotated[
        str, typer.Option(help='Names of the rows, separated by commas, or "all". Default with --sensors: two.')
    ] = "",
    sensors: Annotated[str, SENSORS_OPTION] = "",
    sensor_setting: Annotated[list[str] | None, SETTING_OPTION] = None,
    jobs: Annotated[int, JOBS_OPTION] = 1,
    embedder: Annotated[str, typer.Option(help="minilm | open_clip | hashing")] = "minilm",
    result: Annotated[Path, typer.Option("--output", help="JSON file; a picture goes beside it.")] = Path(
        "runs/evaluate-search.json"
    ),
) -> None:
    """Search homes for goals that lead back to rooms seen before; report success and SPL with and without memory.

    Example: embodied-memory evaluate search --homes 20 --first-seed 300

    With --sensors, a row for each of them, with false claims, answers, objects kept and calibration, too.
    """
    from embodied_memory.config import Config
    from embodied_memory.perception.embedder import make_embedder
    from embodied_memory_tools.evaluation.erring_sensors.sensor_runs import SensorPlan
    from embodied_memory_tools.evaluation.erring_sensors.sensor_targets import SEARCH_BOUNDS
    from embodied_memory_tools.evaluation.multi_goal.evaluate_tours import TourPlan, evaluate_tours
    from embodied_memory_tools.evaluation.multi_goal.search_arm import FORGETFUL, OURS, arms_named
    from embodied_memory_tools.evaluation.multi_goal.tour_picture import save_tour_picture
    from embodied_memory_tools.evaluation.multi_goal.tour_report import (
        kind_table,
        target_table,
        tour_table,
        tours_by_name,
    )
    from embodied_memory_tools.evaluation.multi_goal.tours_under_sensors import TourRunner

    chosen = chosen_homes(homes, _HOMES, first_seed, seeds)
    try:
        arms = arms_named(searchers or (f"{OURS.name},{FORGETFUL.name}" if sensors else "all"))
    except ValueError as error:
        raise RequestError(str(error)) from error
    plan = TourPlan(arms, goals, chosen.kind, daily)
    if sensors or sensor_setting:
        suites = sensors_named(sensors, sensor_setting)
        under_sensors = SensorPlan(TourRunner(plan), suites, chosen.seeds, embedder, jobs)
        run_and_show(under_sensors, Shown(f"Multi-goal search of {chosen.kind.called}", SEARCH_BOUNDS, result))
        return
    model = make_embedder(embedder)
    scores = evaluate_tours(plan, chosen.seeds, Config(), model, _tell, lambda so_far: _write(so_far, result))
    output.print(tour_table(scores, chosen.kind))
    output.print(kind_table(scores))
    output.print(target_table(_write(scores, result)))
    picture, first = result.with_suffix(".png"), chosen.seeds[0]
    save_tour_picture(scores, chosen.kind.make(first), tours_by_name(scores, first), picture, first)
    output.print(f"written to {result} and {picture}")


def _write(scores: list[ArmScore], file: Path) -> list[Target]:
    """The JSON file, with the targets that these searchers can be judged by."""
    from embodied_memory_tools.evaluation.multi_goal.search_arm import FORGETFUL, NEAREST, OURS
    from embodied_memory_tools.evaluation.multi_goal.tour_report import write_results
    from embodied_memory_tools.evaluation.multi_goal.tour_scores import targets_of

    by_name = {score.name: score for score in scores}
    ours = by_name.get(OURS.name)
    targets = targets_of(ours, by_name.get(FORGETFUL.name), by_name.get(NEAREST.name)) if ours else []
    write_results(scores, targets, file)
    return targets


def _tell(name: str, seed: int, tour: TourResult) -> None:
    """A line a tour, and one for each goal that was missed."""
    found = sum(goal.found for goal in tour.goals)
    kept = "; tells where {} of {} things are kept".format(*tour.kept) if tour.kept[1] else ""
    output.print(f"home {seed}, {name}: {found}/{len(tour.goals)} found, {tour.wall_s:.0f} s{kept}")
    for goal in tour.goals:
        if not goal.found:
            output.print(f"  missed {goal.text}: {goal.message}")
