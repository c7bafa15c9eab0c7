"""`embodied-memory memory ...`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import Progress

from embodied_memory.memory.episodic.forgetting.forgetting import ForgettingAction
from embodied_memory.memory.verification.references import Finding
from embodied_memory.memory.verification.verify_rows import verify_file
from embodied_memory_tools.command_line import correct_map_command, erase_command, rule_commands, salvage_command
from embodied_memory_tools.command_line.console import output
from embodied_memory_tools.command_line.open_memory import (
    DATABASE_HELP,
    EMBEDDER_HELP,
    NO_EMBEDDER,
    make_memory,
    now_of,
    open_memory,
)
from embodied_memory_tools.command_line.show_memory import (
    forgetting_table,
    objects_table,
    records_table,
    show_person,
)

app = typer.Typer(no_args_is_help=True, help="Look into a memory, check it, and decide what it keeps.")
Database = Annotated[Path, typer.Argument(help=DATABASE_HELP)]
Words = Annotated[str, typer.Option("--embedder", help=EMBEDDER_HELP)]


@app.callback()
def memory_group() -> None:
    """Look into a memory, check it, and decide what it keeps."""


@app.command("show")
def show(
    database: Database,
    records: Annotated[int, typer.Option(min=0, help="How many of the latest records.")] = 10,
    person: Annotated[str, typer.Option(help="Show instead everything that is held of this person.")] = "",
    forgetting: Annotated[int, typer.Option(min=0, help="How many of the latest decisions to forget.")] = 0,
    embedder: Words = "minilm",
) -> None:
    """Print what a memory holds: counts, the latest records, every object; or all about one person.

    Example: `embodied-memory memory show runs/2026-01-31_12-00-00/memory.db`
    """
    with open_memory(database, embedder) as memory:
        if person:
            show_person(memory.people.about(person))
            return
        counts = "  ".join(f"{name.replace('_', ' ')} {count}" for name, count in memory.counts().items())
        output.print(f"[bold]{escape(str(database))}[/]  {counts}")
        output.print(records_table(memory.latest_records(records)))
        output.print(objects_table(memory.objects()))
        if forgetting:
            output.print(forgetting_table(memory.upkeep.forgetting_log(forgetting)))


@app.command("verify")
def verify(database: Database) -> None:
    """Check that file, log and stores agree. Exit code 1 if anything is wrong. Only reads.

    Example: `embodied-memory memory verify runs/2026-01-31_12-00-00/memory.db`
    """
    with output.status("pages and rows"):
        findings = verify_file(database)
    if not findings:
        findings = _verify_stores(database)
    for finding in findings:
        output.print(f"[red]wrong:[/] {escape(str(finding))}", soft_wrap=True)
    if findings:
        raise typer.Exit(1)
    output.print("[green]everything agrees[/]")


def _verify_stores(database: Path) -> tuple[Finding, ...]:
    with open_memory(database, NO_EMBEDDER) as memory, Progress(console=output, transient=True) as progress:
        last = memory.latest_records(1)
        bar = progress.add_task("stores and log", total=last[0].record_id if last else 1)
        return memory.upkeep.verify(lambda record_id: progress.update(bar, completed=record_id))


@app.command("forget")
def forget(
    database: Database,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be forgotten.")] = False,
    embedder: Words = "minilm",
) -> None:
    """Forget, now, what has expired and matters to nobody by the rules.

    Example: `embodied-memory memory forget runs/2026-01-31_12-00-00/memory.db --dry-run`
    """
    with open_memory(database, embedder, writing=not dry_run) as memory:
        if dry_run:
            plan = memory.stores.tree.forget(now_of(memory), used=memory.stores.uses.kept())
        else:
            with output.status("building the history"):
                while memory.upkeep.build_history():
                    pass
            with output.status("forgetting"):
                plan = memory.upkeep.forget(now_of(memory))
    kept = sum(entry.action is ForgettingAction.EXTENDED for entry in plan.log)
    output.print(
        f"{'would forget' if dry_run else 'forgot'} {len(plan.forgotten_record_ids)} records and the raw views of"
        f" {len(plan.raw_record_ids)} more; {kept} expired parts are kept because they matter"
    )


@app.command("export")
def export(
    database: Database,
    exported: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")],
    salvage: Annotated[bool, typer.Option("--salvage", help="Get out of a damaged file what can be read.")] = False,
) -> None:
    """Write everything to one file, which is a memory itself. A running robot may go on, but not while salvaging.

    With --salvage the exit code is 1 if anything was lost.

    Example: `embodied-memory memory export runs/2026-01-31_12-00-00/memory.db backup.db`
    """
    if salvage:
        salvage_command.salvage_memory(database, exported)
        return
    with open_memory(database, NO_EMBEDDER) as memory, output.status("writing"):
        memory.upkeep.export(exported)
    output.print(f"exported to {exported}, {exported.stat().st_size / 1e6:.1f} MB", soft_wrap=True)


@app.command("import")
def import_memory(
    exported: Annotated[Path, typer.Argument(help="What `memory export` wrote.")],
    database: Annotated[Path, typer.Argument(help="The new memory; the file must not exist.")],
) -> None:
    """Begin a new memory with an exported one.

    Example: `embodied-memory memory import backup.db memory.db`
    """
    with make_memory(database) as memory, output.status("reading"):
        memory.upkeep.import_(exported)
        counts = memory.counts()
    output.print(f"{counts['records']} records are in {database}", soft_wrap=True)


@app.command("compact")
def compact(database: Database) -> None:
    """Rewrite the file as small as can be; nothing that was deleted is left in it.

    Example: `embodied-memory memory compact runs/2026-01-31_12-00-00/memory.db`
    """
    with open_memory(database, NO_EMBEDDER, writing=True) as memory, output.status("rewriting"):
        done = memory.upkeep.compact()
    output.print(f"{done.before / 1e6:.1f} MB before, {done.after / 1e6:.1f} MB now")
    if not done.is_complete:
        output.print("[red]not complete:[/] another program has the memory open; stop it and compact again")
        raise typer.Exit(1)


@app.command("restamp")
def restamp(
    database: Database,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Set back what was recorded while the clock was ahead, so that it no longer hides what is newer.

    Only when the clock of this computer is right: everything of after now is set back by one span, the last to now.

    Example: `embodied-memory memory restamp runs/2026-01-31_12-00-00/memory.db`
    """
    with open_memory(database, NO_EMBEDDER, writing=True) as memory:
        now_ns = time.time_ns()
        output.print(f"it is {time.ctime(now_ns // 1_000_000_000)}")
        if not yes:
            typer.confirm("Set back everything recorded of after that?", abort=True)
        output.print(f"{memory.upkeep.restamp(now_ns)} records set back")


app.command("correct-map")(correct_map_command.correct_map)
app.command("erase")(erase_command.erase)
app.add_typer(rule_commands.app, name="rules")
