"""`embodied-memory evaluate tasks`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.request_error import RequestError
from embodied_memory_tools.command_line.seed_list import parse_seeds
from embodied_memory_tools.command_line.sensors_options import (
    JOBS_OPTION,
    SENSORS_OPTION,
    SETTING_OPTION,
    sensors_named,
)
from embodied_memory_tools.command_line.show_sensor_runs import Shown, run_and_show

if TYPE_CHECKING:
    from embodied_memory_tools.evaluation.household_tasks.task_run import TaskEnd


def tasks(
    homes: Annotated[int, typer.Option(min=1, help="How many homes, with seeds from --first-seed on.")] = 10,
    first_seed: Annotated[int, typer.Option(min=0, help="Seed of the first home.")] = 900,
    seeds: Annotated[str, typer.Option(help="Seeds instead, such as 900-909 or 3,5,8.")] = "",
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
    from embodied_memory_tools.evaluation.household_tasks.task_case import KINDS
    from embodied_memory_tools.evaluation.household_tasks.task_report import (
        ARMS,
        save_picture,
        task_table,
        write_results,
    )
    from embodied_memory_tools.evaluation.household_tasks.task_run import run_tasks
    from embodied_memory_tools.evaluation.household_tasks.tasks_under_sensors import TaskRunner

    chosen = parse_seeds(seeds) if seeds else list(range(first_seed, first_seed + homes))
    asked = KINDS if kinds == "all" else tuple(kind.strip() for kind in kinds.split(","))
    unknown = [kind for kind in asked if kind not in KINDS]
    if unknown:
        raise RequestError(f'there is no kind "{", ".join(unknown)}"; choose from {", ".join(KINDS)}')
    if sensors or sensor_setting:
        plan = SensorPlan(TaskRunner(asked), sensors_named(sensors, sensor_setting), tuple(chosen), embedder, jobs)
        run_and_show(plan, Shown("Household tasks", TASK_BOUNDS, result))
        return
    model = make_embedder(embedder)
    ends: dict[str, dict[int, list[TaskEnd]]] = {arm: {} for arm in ARMS}
    for seed in chosen:
        for arm, remembers in ARMS.items():
            ends[arm][seed] = run_tasks(seed, Config(), model, asked, remembers)
            _tell(seed, arm, ends[arm][seed])
        write_results(ends, result)
    output.print(task_table(ends))
    save_picture(ends, result.with_suffix(".png"))
    output.print(f"written to {result} and {result.with_suffix('.png')}")


def _tell(seed: int, arm: str, ends: list[TaskEnd]) -> None:
    """A line for each home, and one for each instruction that was not done."""
    done = sum(one.done for one in ends)
    output.print(f"home {seed}, {arm}: {done}/{len(ends)} done, {sum(one.wall_s for one in ends):.0f} s")
    for one in ends:
        if not one.done:
            output.print(f"  not done ({one.case.kind}): {escape(one.case.instruction)} - {escape(one.said)}")
