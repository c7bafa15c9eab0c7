"""`embodied-memory page`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.open_memory import DATABASE_HELP, EMBEDDER_HELP, open_memory
from embodied_memory_tools.web_page.memory_page import MemoryPage


def page(
    database: Annotated[Path, typer.Argument(help=DATABASE_HELP)],
    host: Annotated[str, typer.Option(help="Address to serve at; 0.0.0.0 lets the network in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port; the next free one if taken.")] = 8080,
    embedder: Annotated[str, typer.Option(help=EMBEDDER_HELP)] = "minilm",
    seconds: Annotated[float | None, typer.Option(min=0, help="Stop after so long; default: Ctrl+C.")] = None,
) -> None:
    """Show a memory in the web page, and answer what is typed there.

    Example: `embodied-memory page memory.db`
    """
    with open_memory(database, embedder) as memory:
        shown = MemoryPage(memory, host, port)
        output.print(f"{shown.url} (Ctrl+C ends)", soft_wrap=True)
        try:
            _wait(seconds)
        finally:
            shown.close()


def _wait(seconds: float | None) -> None:
    end = None if seconds is None else time.monotonic() + seconds
    try:
        while end is None or time.monotonic() < end:
            time.sleep(0.2)
    except KeyboardInterrupt:
        return
