"""`embodied-memory memory ...`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from embodied_memory.evidence import Evidence, RememberedObject
from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.open_memory import DATABASE_HELP, EMBEDDER_HELP, open_memory
from embodied_memory_tools.web_page.colors import certainty_color
from embodied_memory_tools.web_page.side_text import clock

app = typer.Typer(no_args_is_help=True, help="Look into a memory.")


@app.callback()
def memory_group() -> None:
    """Look into a memory."""


@app.command("show")
def show(
    database: Annotated[Path, typer.Argument(help=DATABASE_HELP)],
    records: Annotated[int, typer.Option(min=0, help="How many of the latest records.")] = 10,
    embedder: Annotated[str, typer.Option(help=EMBEDDER_HELP)] = "minilm",
) -> None:
    """Print what a memory holds: counts, the latest records, every object.

    Example: `embodied-memory memory show runs/2026-01-31_12-00-00/memory.db`
    """
    with open_memory(database, embedder) as memory:
        counts = "  ".join(f"{name.replace('_', ' ')} {count}" for name, count in memory.counts().items())
        output.print(f"[bold]{escape(str(database))}[/]  {counts}")
        output.print(_records_table(memory.latest_records(records)))
        output.print(_objects_table(memory.objects()))


def _records_table(records: Sequence[Evidence]) -> Table:
    table = Table("record", "when", "kind", "what", title="Latest records", title_justify="left")
    for item in records:
        table.add_row(str(item.record_id), clock(item.stamp_ns), escape(item.kind), escape(item.summary))
    return table


def _objects_table(objects: Sequence[RememberedObject]) -> Table:
    table = Table("object", "where (m)", "room", "on or in", "seen", "last", title_justify="left")
    table.title = "Objects"
    table.add_column("state")
    for item in sorted(objects, key=lambda one: (one.room, one.category, one.object_id)):
        red, green, blue = certainty_color(item.certainty)
        support = f"{item.support_relation} {item.support_category or item.support_id}".strip()
        table.add_row(
            escape(item.object_id),
            ", ".join(f"{value:.1f}" for value in item.position),
            escape(item.room) or "-",
            escape(support) or "-",
            f"{item.times_seen}x",
            clock(item.last_seen_ns),
            f"[rgb({red},{green},{blue})]{item.status.value} {item.certainty:.2f}[/]",
        )
    return table
