"""`embodied-memory evaluate days`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.open_memory import EMBEDDER_HELP, open_memory
from embodied_memory_tools.command_line.request_error import RequestError


def days(
    run: Annotated[Path, typer.Argument(help="Folder of a run of make live, such as runs/<time>.")],
    per_family: Annotated[int, typer.Option(help="Questions of each family.")] = 4,
    seed: Annotated[int, typer.Option(help="Which of the questions are chosen.")] = 0,
    embedder: Annotated[str, typer.Option(help=EMBEDDER_HELP)] = "minilm",
) -> None:
    """Ask the memory of a run again what happened while the robot lived among residents, and judge the answers.

    Example: embodied-memory evaluate days runs/2026-03-02_16-00-00 --per-family 20
    """
    from embodied_memory_tools.evaluation.household_traces import TraceFileError
    from embodied_memory_tools.evaluation.lived_days import ask_about_days, days_table
    from household.residents.trace_files import read_life

    try:
        records, truth = read_life(run / "days")
    except (OSError, TraceFileError) as error:
        raise RequestError(f"{run} is not a finished run of make live: {error}") from error
    with open_memory(run / "memory.db", embedder) as memory:
        ask = partial(memory.answer, now_ns=records[-1].event.stamp_ns + 1)
        output.print(days_table(ask_about_days(records, truth, ask, seed, per_family), records))
