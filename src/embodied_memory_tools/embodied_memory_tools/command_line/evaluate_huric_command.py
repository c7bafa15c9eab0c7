"""`embodied-memory evaluate commands`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.request_error import RequestError


def commands(
    data: Annotated[Path, typer.Option(help="Folder with .hrc files (HuRIC), at any depth.")],
    result: Annotated[Path, typer.Option("--output", help="JSON file with every frame.")] = Path(
        "runs/evaluate-commands.json"
    ),
    show: Annotated[bool, typer.Option(help="Print every frame that was not right.")] = False,
) -> None:
    """Say commands that people gave to home robots, and judge what the robot would do.

    Example: embodied-memory evaluate commands --data HuRIC/en
    """
    from embodied_memory_tools.evaluation.commands.command_score import (
        Outcome,
        command_table,
        judge_commands,
        write_results,
    )
    from embodied_memory_tools.evaluation.commands.huric import read_commands

    try:
        judged = judge_commands(read_commands(data))
    except ValueError as error:
        raise RequestError(str(error)) from error
    for one in judged if show else ():
        if one.outcome is not Outcome.RIGHT:
            line = f"{one.outcome.value}: {one.command.sentence} [{one.frame.name} {dict(one.frame.heads)}] -> "
            output.print(escape(f"{line}{one.deeds or one.reply}"))
    output.print(command_table(judged))
    write_results(judged, result)
    output.print(f"written to {result}")
