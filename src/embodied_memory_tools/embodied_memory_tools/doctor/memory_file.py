"""The memory's file: can it be read, and does the clock agree with it?"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from embodied_memory.memory.file.database import DatabaseError
from embodied_memory_tools.command_line.open_memory import NO_EMBEDDER, open_memory
from embodied_memory_tools.doctor.finding import Finding, Part, error, fine, warning
from embodied_memory_tools.web_page.side_text import FIRST_PLAUSIBLE_DATE_NS

_MOST_DAMAGE = 3
_AHEAD_NS = 60 * 10**9
"""So far two clocks that are both right may be apart."""


@dataclass(frozen=True)
class MemoryFacts:
    """opening: why it does not open, with the remedy, "" if it does; damage: what SQLite finds wrong with its pages.
    last_ns: the latest stamp, 0 for none; ahead: how many records are stamped a minute or more after now.
    """

    path: Path
    is_there: bool
    size: int = 0
    version: int = 0
    records: int = 0
    opening: str = ""
    damage: tuple[str, ...] = ()
    last_ns: int = 0
    ahead: int = 0
    now_ns: int = 0


def memory_facts(path: Path) -> MemoryFacts:
    """Only reads: a robot may go on writing."""
    path = path.expanduser()
    if not path.is_file():
        return MemoryFacts(path, is_there=False)
    files = (path, Path(f"{path}-wal"))
    size, now_ns = sum(file.stat().st_size for file in files if file.is_file()), time.time_ns()
    try:
        with open_memory(path, NO_EMBEDDER) as memory:
            records = memory.counts()["records"]
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return _read(connection, MemoryFacts(path, True, size, records=records, now_ns=now_ns))
    except (DatabaseError, sqlite3.DatabaseError) as failed:
        return MemoryFacts(path, True, size, opening=str(failed))


def _read(connection: sqlite3.Connection, facts: MemoryFacts) -> MemoryFacts:
    damage = tuple(row[0] for row in connection.execute(f"PRAGMA quick_check({_MOST_DAMAGE})") if row[0] != "ok")
    last_ns, ahead = connection.execute(
        "SELECT coalesce(max(stamp_ns), 0), coalesce(sum(stamp_ns > ?), 0) FROM event_log",
        (facts.now_ns + _AHEAD_NS,),
    ).fetchone()
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    return replace(facts, version=version, damage=damage, last_ns=last_ns, ahead=ahead)


def check_memory_file(facts: MemoryFacts) -> Iterable[Finding]:
    """All of it."""
    if not facts.is_there:
        told, cause = f"there is no memory at {facts.path}", "the memory node makes it as it starts"
        remedy = "name the file that the robot writes: --database"
        yield warning(Part.MEMORY, told, cause, remedy)
        return
    yield check_opens(facts)
    if not facts.opening:
        yield check_pages(facts)
        yield check_stamps(facts)


def check_opens(facts: MemoryFacts) -> Finding:
    """By this program, for reading."""
    if facts.opening:
        remedy = f"embodied-memory memory export {facts.path} saved.db --salvage gets out what can be read"
        return error(Part.MEMORY, f"{facts.path} does not open", facts.opening, remedy)
    told = f"{facts.path}: {facts.records} records, {facts.size / 1e6:.1f} MB, schema version {facts.version}"
    return fine(Part.MEMORY, told)


def check_pages(facts: MemoryFacts) -> Finding:
    """As SQLite sees them."""
    if facts.damage:
        remedy = f"stop the robot, then embodied-memory memory export {facts.path} saved.db --salvage"
        return error(Part.MEMORY, f"{facts.path} is damaged", "; ".join(facts.damage), remedy)
    return fine(Part.MEMORY, "its pages are whole (embodied-memory memory verify checks every row, too)")


def check_stamps(facts: MemoryFacts) -> Finding:
    """What is recorded of after now hides what is newer."""
    if facts.ahead and facts.last_ns >= FIRST_PLAUSIBLE_DATE_NS:
        ahead_s = (facts.last_ns - facts.now_ns) / 1e9
        told = f"{facts.ahead} records are stamped after now, up to {ahead_s:.0f} s"
        cause = (
            "this computer's clock is behind, or the robot's was ahead: what is recorded now seems older than they"
        )
        remedy = f"set the clock; if it is right: embodied-memory memory restamp {facts.path}"
        return error(Part.MEMORY, told, cause, remedy)
    return fine(Part.MEMORY, "no record is stamped after now")
