"""The program `embodied-memory`."""

from __future__ import annotations

import logging
from typing import Annotated

import typer

from embodied_memory_tools import __version__
from embodied_memory_tools.command_line import (
    ask_command,
    bag_commands,
    convert_commands,
    days_command,
    doctor_command,
    evaluate_commands,
    evaluate_huric_command,
    evaluate_memento_command,
    evaluate_tasks_command,
    evaluate_textworld_command,
    evaluate_words_command,
    language_commands,
    learn_command,
    learn_known_command,
    learn_names_command,
    learn_reranker_command,
    learn_rules_command,
    memory_commands,
    page_command,
    replay_command,
    search_command,
)
from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.one_line_errors import OneLineErrors

app = typer.Typer(
    name="embodied-memory",
    cls=OneLineErrors,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    help="A robot's long-term memory, at the desk: replay recordings, ask, look. No ROS is needed.",
)


@app.callback()
def main(
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log what is done and skipped.")] = False,
) -> None:
    """Options of every command."""
    logging.basicConfig(level=logging.INFO if verbose else logging.ERROR, format="%(levelname)s: %(message)s")


@app.command()
def version() -> None:
    """Print the version."""
    output.print(__version__)


app.command("replay")(replay_command.replay_bag)
app.command("ask")(ask_command.ask)
app.command("doctor")(doctor_command.doctor)
app.command("page")(page_command.page)
app.command("learn")(learn_command.learn)
app.command("learn-dual-encoder")(learn_reranker_command.learn_dual_encoder)
app.command("learn-reranker")(learn_reranker_command.learn_reranker)
app.command("learn-known")(learn_known_command.learn_known)
app.command("learn-names")(learn_names_command.learn_names)
app.command("learn-rules")(learn_rules_command.learn_rules)
evaluate_commands.app.command("commands")(evaluate_huric_command.commands)
evaluate_commands.app.command("days")(days_command.days)
evaluate_commands.app.command("memento")(evaluate_memento_command.memento)
evaluate_commands.app.command("search")(search_command.search)
evaluate_commands.app.command("tasks")(evaluate_tasks_command.tasks)
evaluate_commands.app.command("words")(evaluate_words_command.words)
evaluate_commands.app.command("textworld")(evaluate_textworld_command.textworld)
app.add_typer(convert_commands.app, name="convert")
app.add_typer(memory_commands.app, name="memory")
app.add_typer(bag_commands.app, name="bag")
app.add_typer(language_commands.app, name="language")
app.add_typer(evaluate_commands.app, name="evaluate")
