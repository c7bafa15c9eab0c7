"""`embodied-memory doctor`."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.doctor.examination import USUAL_DATABASE, examine
from embodied_memory_tools.doctor.finding import Finding, Level, do_first

_SHOWN = {Level.OK: "[green]ok[/]", Level.WARNING: "[yellow]warning[/]", Level.ERROR: "[bold red]error[/]"}


def doctor(
    database: Annotated[Path | None, typer.Option(help=f"The memory's database; usually {USUAL_DATABASE}.")] = None,
    runs: Annotated[Path, typer.Option(help="The folder in which runs and bags are kept.")] = Path("runs"),
    graph: Annotated[bool, typer.Option("--graph/--no-graph", help="Whether to look at the graph of ROS.")] = True,
    listen: Annotated[float, typer.Option(min=0.5, max=60.0, help="How long to listen to it, in seconds.")] = 5.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Check machine, environment, memory and the robot's graph, and say what to do first. Only reads and listens.

    Exit code 1 if anything is an error. Without ROS the graph is left out, and said so.

    Example: `embodied-memory doctor --database runs/2026-01-31_12-00-00/memory.db`
    """
    with output.status("looking"):
        findings = list(examine(database, runs, listen if graph else 0.0))
    steps = do_first(findings)
    if as_json:
        told = {"findings": [asdict(one) for one in findings], "do_first": [one.remedy for one in steps]}
        typer.echo(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        output.print(findings_table(findings))
        _print_steps(steps)
    if any(one.level is Level.ERROR for one in findings):
        raise typer.Exit(1)


def findings_table(findings: list[Finding]) -> Table:
    """Grouped by part."""
    table = Table("part", "", "what was found", show_edge=False)
    before = None
    for one in findings:
        if before not in (None, one.part):
            table.add_section()
        said = escape(one.what) + (f"\n[dim]{escape(one.cause)}[/]" if one.cause else "")
        table.add_row("" if one.part is before else one.part.value, _SHOWN[one.level], said)
        before = one.part
    return table


def _print_steps(steps: list[Finding]) -> None:
    if not steps:
        output.print("\n[green]Nothing is to be done.[/]")
        return
    output.print("\n[bold]Do first:[/]")
    for number, one in enumerate(steps, start=1):
        output.print(f"{number}. {escape(one.remedy)} [dim]({escape(one.what)})[/]", soft_wrap=True)
