"""`embodied-memory memory rules ...`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from typer.core import TyperGroup

from embodied_memory import Memory
from embodied_memory.memory.episodic.forgetting.relevance_rule import RuleRevision
from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.open_memory import DATABASE_HELP, EMBEDDER_HELP, open_memory
from embodied_memory_tools.command_line.request_error import RequestError
from embodied_memory_tools.command_line.show_memory import rules_table


class ListsByItself(TyperGroup):
    """`rules DATABASE` is `rules list DATABASE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put `list` where no command is named."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            args = ["list", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(no_args_is_help=True, cls=ListsByItself, help="What is to be remembered and what not.")
Database = Annotated[Path, typer.Argument(help=DATABASE_HELP)]
Person = Annotated[str, typer.Option("--person", help="Who decides this.")]
RuleId = Annotated[int, typer.Argument(metavar="RULE", help="The number of the rule, as listed.")]
Words = Annotated[str, typer.Option("--embedder", help=EMBEDDER_HELP)]


@app.callback()
def rules_group() -> None:
    """What is to be remembered and what not."""


@app.command("list")
def list_rules(database: Database, embedder: Words = "minilm") -> None:
    """List the relevance rules, each with where it came from.

    Example: `embodied-memory memory rules list runs/2026-01-31_12-00-00/memory.db`
    """
    with open_memory(database, embedder) as memory:
        output.print(rules_table(memory.rules.all()))


@app.command("add")
def add_rule(
    database: Database,
    text: Annotated[str, typer.Argument(help="What it is about, in plain words.")],
    forget: Annotated[bool, typer.Option("--forget", help="It need not be remembered.")] = False,
    person: Person = "owner",
    embedder: Words = "minilm",
) -> None:
    """Add a rule: what is to be remembered for ever or, with --forget, not longer than it must.

    Example: `embodied-memory memory rules add memory.db "who came to visit"`
    """
    with open_memory(database, embedder, writing=True) as memory:
        _say(memory, memory.rules.add(text, person, time.time_ns(), keep=not forget))


@app.command("edit")
def edit_rule(
    database: Database,
    rule: RuleId,
    text: Annotated[str | None, typer.Option(help="Other words for it.")] = None,
    keep: Annotated[bool | None, typer.Option("--keep/--forget", help="Remember it, or not.")] = None,
    enabled: Annotated[bool | None, typer.Option("--enable/--disable", help="In force, or not.")] = None,
    person: Person = "owner",
    embedder: Words = "minilm",
) -> None:
    """Change a rule; feedback leaves it alone from then on.

    Example: `embodied-memory memory rules edit memory.db 2 --disable`
    """
    if text is None and keep is None and enabled is None:
        raise RequestError("nothing was to be changed: give --text, --keep, --forget, --enable or --disable")
    with open_memory(database, embedder, writing=True) as memory:
        _require(memory, rule)
        _say(memory, memory.rules.edit(rule, person, time.time_ns(), text, keep, enabled))


@app.command("remove")
def remove_rule(database: Database, rule: RuleId, person: Person = "owner", embedder: Words = "minilm") -> None:
    """Take a rule away; what it kept expires as if it had never been.

    Example: `embodied-memory memory rules remove memory.db 2`
    """
    with open_memory(database, embedder, writing=True) as memory:
        _require(memory, rule)
        _say(memory, memory.rules.remove(rule, person, time.time_ns()))


@app.command("undo")
def undo_rule(database: Database, person: Person = "owner", embedder: Words = "minilm") -> None:
    """Take back the last change of the rules.

    Example: `embodied-memory memory rules undo memory.db`
    """
    with open_memory(database, embedder, writing=True) as memory:
        _say(memory, memory.rules.undo(person, time.time_ns()))


def _require(memory: Memory, rule: int) -> None:
    known = [one.rule_id for one in memory.rules.all()]
    if rule not in known:
        raise RequestError(f"there is no rule {rule}; there are {', '.join(map(str, known)) or 'none'}")


def _say(memory: Memory, revision: RuleRevision | None) -> None:
    if revision is None:
        output.print("nothing to change")
        return
    for change in revision.changes:
        before, after = (f'"{one.text}"' if one else "nothing" for one in (change.before, change.after))
        output.print(f"rule {change.rule_id}: {escape(before)} became {escape(after)}", soft_wrap=True)
    output.print(rules_table(memory.rules.all()))
