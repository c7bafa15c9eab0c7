"""`embodied-memory memory erase`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import Progress

from embodied_memory.memory.personal_control import AboutPerson
from embodied_memory_tools.bags.bag_erasing import BagErasure, erase_from_bag
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.command_line.console import errors, output
from embodied_memory_tools.command_line.open_memory import DATABASE_HELP, NO_EMBEDDER, open_memory
from embodied_memory_tools.command_line.request_error import RequestError


def erase(
    database: Annotated[Path, typer.Argument(help=DATABASE_HELP)],
    person: Annotated[str, typer.Option(help="Whose traces to erase.")],
    also: Annotated[list[str] | None, typer.Option(help="Another name of theirs; may be repeated.")] = None,
    bag: Annotated[list[Path] | None, typer.Option(help="A bag to rewrite without them; may be repeated.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Leave no byte of what concerns a person, in the memory and in the bags named. It cannot be undone.

    Names are found in any case and everywhere: see first, with `memory show --person`, what that is.

    Example: `embodied-memory memory erase memory.db --person anna --bag recordings/monday`
    """
    names, bags = [person, *(also or ())], list(dict.fromkeys(bag or ()))
    for place in bags:
        if not place.exists():
            raise BagError(f"there is no bag at {place}; nothing was erased")
    with open_memory(database, NO_EMBEDDER, writing=True) as memory:
        try:
            about = memory.people.about(*names)
        except ValueError as error:
            raise RequestError(str(error)) from error
        if not yes:
            _ask(about, bags)
        # Bags first: only the memory knows when the person was seen.
        for place in bags:
            _say(place, _erase_from(place, names, frozenset(view.stamp_ns for view in about.views)))
        with output.status("erasing from the memory"):
            erased = memory.people.erase(*names, stamp_ns=time.time_ns())
    output.print(
        f"erased {erased.told} records, the doer of {erased.acts} acts, {erased.views} views,"
        f" {len(erased.rule_ids)} rules"
    )
    output.print("not touched: exports and other copies of the memory, and bags that were not named")
    if not erased.is_scrubbed:
        errors.print(
            "[bold red]not complete:[/] another program has the memory open, so that its log still holds what was"
            " erased: stop it and run `embodied-memory memory compact`"
        )
        raise typer.Exit(1)


def _ask(about: AboutPerson, bags: list[Path]) -> None:
    output.print(
        f"{', '.join(map(escape, about.names))}: {len(about.records)} records, {len(about.views)} views,"
        f" {len(about.personal)} personal memories, {len(about.rules)} rules; bags: {len(bags)}"
    )
    typer.confirm("Erase all of it for ever?", abort=True)


def _erase_from(place: Path, names: list[str], views_ns: frozenset[int]) -> BagErasure:
    with Progress(console=output, transient=True) as progress:
        bar = progress.add_task(f"rewriting {place.name}", total=1.0)
        return erase_from_bag(place, names, views_ns, lambda done: progress.update(bar, completed=done))


def _say(place: Path, erasure: BagErasure) -> None:
    output.print(
        f"{escape(str(place))}: {erasure.events} events, {erasure.images} images and {erasure.others} other messages"
        f" erased; {erasure.renamed} events kept without the name",
        soft_wrap=True,
    )
    if erasure.unread_topics:
        topics = ", ".join(map(escape, erasure.unread_topics))
        output.print(f"not understood, and kept as they were: {topics}", soft_wrap=True)
