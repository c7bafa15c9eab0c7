"""The copy that is kept of a memory of an earlier version, before it is brought up to date.

It lies beside the memory as `NAME.version-N` until something is erased or forgotten: then it goes too, because what
somebody wanted gone would still be in it.
"""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

_LOG = logging.getLogger(__name__)


def keep(connection: sqlite3.Connection, path: str, version: int) -> Path:
    """Copy the database at path, of that version. It gets its name once whole: killed on the way, there is none.

    Raises sqlite3.DatabaseError, for instance where the disk is full; nothing of the copy is left then.
    """
    copy = Path(f"{path}.version-{version}")
    unfinished = Path(f"{copy}-unfinished")
    unfinished.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(unfinished)) as target:
            connection.backup(target)
        unfinished.replace(copy)
    finally:
        unfinished.unlink(missing_ok=True)
    _LOG.info("%s is of schema version %d and is brought up to date; as it was it is kept as %s", path, version, copy)
    return copy


def delete(path: str) -> None:
    """Delete what copies there are of the memory at path."""
    file = Path(path)
    for copy in file.parent.glob(f"{file.name}.version-*"):
        copy.unlink(missing_ok=True)
        _LOG.info("%s was deleted: it still held what is erased or forgotten", copy)
