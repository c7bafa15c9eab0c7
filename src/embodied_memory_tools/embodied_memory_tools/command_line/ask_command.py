"""`embodied-memory ask`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from embodied_memory_tools.command_line.open_memory import DATABASE_HELP, EMBEDDER_HELP, open_memory
from embodied_memory_tools.command_line.show_answer import show_answers


def ask(
    database: Annotated[Path, typer.Argument(help=DATABASE_HELP)],
    questions: Annotated[list[str], typer.Argument(help="Questions, each in quotes.")],
    embedder: Annotated[str, typer.Option(help=EMBEDDER_HELP)] = "minilm",
) -> None:
    """Ask a memory; the answers cite the records they rest on.

    Example: `embodied-memory ask memory.db "Where is the mug?" "How many chairs are there?"`
    """
    with open_memory(database, embedder) as memory:
        show_answers(memory.answer(question) for question in questions)
