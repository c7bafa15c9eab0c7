"""`embodied-memory evaluate tasks`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

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
    from embodied_memory_tools.evaluation.household_tasks.task_run import TaskEnd

_HOMES = "generated:10"


def tasks(
    homes: Annotated[str, HOMES_OPTION] = _HOMES,
    first_seed: Annotated[int, FIRST_SEED_OPTION] = 900,
    seeds: Annotated[str, SEEDS_OPTION] = "",
    kinds: Annotated[str, typer.Option(help='Kinds of instruction, separated by commas, or "all".')] = "all",
    sensors: Annotated[str, SENSORS_OPTION] = "",
    sensor_setting: Annotated[list[str] | None, SETTING_OPTION] = None,
    jobs: Annotated[int, JOBS_OPTION] = 1,
    embedder: Annotated[str, typer.Option(help="minilm | open_clip | hashing")] = "minilm",
    result: Annotated[Path, typer.Option("--output", help="JSON file; a picture goes beside it.")] = Path(
        "runs/evaluate-tasks.json"
    ),
) -> None:
    """Have a robot do things in homes whose things and people are elsewhere each time; judged by the homes' truth.

    Example: embodied-memory evaluate tasks --homes 10 --first-seed 900
    """
    from embodied_memory.config import Config
    from embodied_memory.perception.embedder import make_embedder
    from embodied_memory_tools.evaluation.erring_sensors.sensor_runs import SensorPlan
    from embodied_memory_tools.evaluation.erring_sensors.sensor_targets import TASK_BOUNDS
    from embodied_memory_tools.evaluation.household_tasks.task_report import (
        ARMS,
        save_picture,
        task_table,
        write_results,
    )
    from embodied_memory_tools.evaluation.household_tasks.task_set import TASKS
    from embodied_memory_tools.evaluation.household_tasks.tasks_under_sensors import TaskRunner

    chosen = chosen_homes(homes, _HOMES, first_seed, seeds)
    there_are = TASKS[chosen.kind.name]
    asked = there_are.kinds if kinds == "all" else tuple(kind.strip() for kind in kinds.split(","))
    unknown = [kind for kind in asked if kind not in there_are.kinds]
    if unknown:
        choices = f"choose from {', '.join(there_are.kinds)}"
        raise RequestError(f'in {chosen.kind.called} there is no kind "{", ".join(unknown)}"; {choices}')
    if sensors or sensor_setting:
        suites = sensors_named(sensors, sensor_setting)
        plan = SensorPlan(TaskRunner(there_are, asked), suites, chosen.seeds, embedder, jobs)
        run_and_show(plan, Shown(f"Tasks in {chosen.kind.called}", TASK_BOUNDS, result))
        return
    model = make_embedder(embedder)
    ends: dict[str, dict[int, list[TaskEnd]]] = {arm: {} for arm in ARMS}
    for seed in chosen.seeds:
        for arm, remembers in ARMS.items():
            ends[arm][seed] = there_are.run(seed, Config(), model, asked, remembers).ends
            _tell(seed, arm, ends[arm][seed])
        write_results(ends, there_are, result)
    output.print(task_table(ends, there_are))
    save_picture(ends, there_are, result.with_suffix(".png"))
    output.print(f"written to {result} and {result.with_suffix('.png')}")


def _tell(seed: int, arm: str, ends: list[TaskEnd]) -> None:
    """A line for each home, and one for each instruction that was not done."""
    done = sum(one.done for one in ends)
    output.print(f"home {seed}, {arm}: {done}/{len(ends)} done, {sum(one.wall_s for one in ends):.0f} s")
    for one in ends:
        if not one.done:
            output.print(f"  not done ({one.case.kind}): {escape(one.case.instruction)} - {escape(one.said)}")
