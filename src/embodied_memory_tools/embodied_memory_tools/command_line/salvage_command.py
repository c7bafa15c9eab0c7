"""`embodied-memory memory export --salvage`."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.markup import escape

from embodied_memory.config import Config
from embodied_memory.memory.salvage.salvage import Salvage, salvage
from embodied_memory.perception.embedder import make_embedder
from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.open_memory import NO_EMBEDDER
from embodied_memory_tools.command_line.request_error import RequestError


def salvage_memory(database: Path, exported: Path) -> None:
    """Write what can be read, and say what cannot. Exit code 1 if anything was lost."""
    if not database.is_file():
        raise RequestError(f"there is no memory at {database}: name the file of an earlier run")
    with output.status("reading page by page"):
        done = salvage(database, exported, make_embedder(NO_EMBEDDER), Config().memory)
    _tell(done)
    output.print(f"exported to {exported}, {exported.stat().st_size / 1e6:.1f} MB", soft_wrap=True)
    if not done.is_complete:
        raise typer.Exit(1)


def _tell(done: Salvage) -> None:
    lost = sum(last - first + 1 for first, last in done.lost)
    output.print(f"{done.records} records were read, {lost} could not be")
    for first, last in done.lost:
        output.print(f"[red]lost:[/] record {first}" if first == last else f"[red]lost:[/] records {first} to {last}")
    for table, pages in done.damaged_pages.items():
        output.print(f"[red]damaged:[/] {table}, {pages} {'page' if pages == 1 else 'pages'}")
    for finding in done.findings:
        output.print(f"[red]wrong:[/] {escape(str(finding))}", soft_wrap=True)
