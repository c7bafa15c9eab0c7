"""Errors as one line on stderr, with cause and remedy, instead of a traceback."""

from __future__ import annotations

from typing import Any

import typer
from rich.markup import escape
from typer.core import TyperGroup

from embodied_memory.memory.file.database import DatabaseError
from embodied_memory.optional import MissingExtraError
from embodied_memory.perception.model_files import MissingModelError
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.command_line.console import errors
from embodied_memory_tools.command_line.request_error import RequestError
from embodied_memory_tools.evaluation.memento.dataset import MementoDataError
from embodied_memory_tools.report.run_summary import SummaryError
from embodied_memory_tools.web_page.web_page import PageError

EXPECTED = (
    BagError, DatabaseError, MementoDataError, MissingExtraError, MissingModelError, PageError, RequestError,
    SummaryError,
)  # fmt: skip
"""Errors whose message already says what to do."""


class OneLineErrors(TyperGroup):
    """A group of commands that ends with exit code 2 and one line for every error; --debug shows all of it."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            if ctx.params.get("debug") or _is_of_the_command_line(error):
                raise
            errors.print(f"[bold red]error:[/] {escape(_line(error))}")
            raise typer.Exit(2) from error


def _is_of_the_command_line(error: Exception) -> bool:
    """Errors and ends that the command line library reports by itself: usage, exit, abort."""
    return isinstance(error, typer.Exit | typer.Abort) or hasattr(error, "exit_code")


def _line(error: Exception) -> str:
    message = " ".join(str(error).split())
    if isinstance(error, EXPECTED):
        return message
    if isinstance(error, OSError):
        return f"{error.filename or 'a file'}: {error.strerror or message}; check the path and its permissions"
    return f"unexpected {type(error).__name__}: {message}; --debug before the command shows where"
