"""A memory as one file to carry away and to begin another memory with."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

from embodied_memory.memory.file.database import Database, DatabaseError


def export_to(database: Database, path: Path) -> None:
    """Write everything, as of now, to a new file; what was deleted is not in it. It appears only when it is whole.

    Raises DatabaseError, also if there is such a file already.
    """
    if path.exists():
        raise DatabaseError(f"{path} exists already: give another name or remove it first")
    unfinished = path.with_name(f"{path.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        with database.reading() as connection:
            if connection.in_transaction:  # of a reader (`Database.settle`); copying begins one of its own
                connection.execute("COMMIT")
            connection.execute("VACUUM INTO ?", (str(unfinished),))
        with closing(Database(unfinished, read_only=True)) as written:
            written.verify()
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        unfinished.rename(path)
    except OSError as error:
        raise DatabaseError(f"{path}: {error.strerror}: check that its folder exists and may be written") from error
    finally:
        unfinished.unlink(missing_ok=True)


def import_from(database: Database, path: Path) -> None:
    """Take over all of an exported memory. Raises DatabaseError if this one is not empty, or that one is damaged."""
    with database.reading() as connection:
        records = connection.execute("SELECT count(*) FROM event_log").fetchone()[0]
    if records:
        raise DatabaseError(f"{database.path} has {records} records already: import into a new memory")
    with closing(Database(path, read_only=True)) as exported:
        exported.verify()
        with database.reading() as connection:
            exported.connection.backup(connection)
