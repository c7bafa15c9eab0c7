"""Every readable row of a damaged memory, put into a new one with the same tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from embodied_memory.memory.file.database import DatabaseError
from embodied_memory.memory.file.schema import APPLICATION_ID, MIGRATIONS, migrate
from embodied_memory.memory.salvage.page_file import LAST_ROW, Damage, PageFile
from embodied_memory.memory.salvage.record_format import Value

_MASTER, _MASTER_COLUMNS = 1, 5

_Column = tuple[Any, ...]
"""A row of PRAGMA table_info: number, name, type, not null, default, place in the key from 1, 0 outside of it."""

Damages = dict[str, list[Damage]]
"""Table -> what of it could not be read; page 0 if it was not found at all."""


def copy_readable(damaged: Path, fresh: Path) -> Damages:
    """Make `fresh`, a memory of the same version, with all readable rows. Raises DatabaseError.

    Indexes of words are left empty. damaged: without a write-ahead log.
    """
    pages = PageFile(damaged)
    if pages.application_id != APPLICATION_ID or not 0 < pages.version <= len(MIGRATIONS):
        raise DatabaseError(f"{damaged} is not a memory that this program knows: update it, or name another file")
    damages: Damages = {}
    with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
        for version in range(pages.version):
            migrate(connection, version)
        connection.execute("BEGIN")
        roots = _roots(pages, damages)
        for table in _tables(connection):
            damages[table] = [] if table in roots else [Damage(0, 0, LAST_ROW)]
            if table in roots:
                _copy(connection, pages, table, roots[table], damages[table])
        connection.execute("COMMIT")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {pages.version}")
    return {table: found for table, found in damages.items() if found}


def _roots(pages: PageFile, damages: Damages) -> dict[str, int]:
    """Table -> its first page."""
    missing: list[Damage] = []
    found = {}
    for _, (kind, name, _, root, *_) in pages.rows(_MASTER, _MASTER_COLUMNS, missing):
        if kind == "table" and isinstance(name, str) and isinstance(root, int) and root:
            found[name] = root
    return found


def _tables(connection: sqlite3.Connection) -> list[str]:
    """Those with rows of their own: not the indexes of words, nor what these are made of."""
    virtual = [
        name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%'")
    ]
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return [name for (name,) in rows if not any(name == one or name.startswith(f"{one}_") for one in virtual)]


def _copy(connection: sqlite3.Connection, pages: PageFile, table: str, root: int, damages: list[Damage]) -> None:
    columns = connection.execute(f'PRAGMA table_info("{table}")').fetchall()
    stored = _as_stored(connection, table, columns)
    defaults = [_default(connection, column[4]) for column in stored]
    names, marks = ", ".join(f'"{column[1]}"' for column in stored), ", ".join("?" * len(stored))
    keyed = _row_id_column(connection, table, stored)
    if table == "sqlite_sequence":
        connection.execute("DELETE FROM sqlite_sequence")
    connection.executemany(
        f'INSERT OR IGNORE INTO "{table}" ({names}) VALUES ({marks})',
        _filled(pages.rows(root, len(stored), damages), defaults, keyed),
    )


def _filled(
    rows: Iterator[tuple[int, list[Value]]], defaults: list[Value], keyed: int | None
) -> Iterator[tuple[Value, ...]]:
    """Rows of before a column was added end before it; a key that is the row id is not among the values."""
    for row_id, values in rows:
        whole = [*values, *defaults[len(values) :]]
        if keyed is not None:
            whole[keyed] = row_id
        yield tuple(whole)


def _as_stored(connection: sqlite3.Connection, table: str, columns: list[_Column]) -> list[_Column]:
    """Where rows have no id, the columns of the key come first, in the order of the key."""
    if _has_row_ids(connection, table):
        return columns
    keys = sorted((column for column in columns if column[5]), key=lambda column: int(column[5]))
    return [*keys, *(column for column in columns if not column[5])]


def _row_id_column(connection: sqlite3.Connection, table: str, stored: list[_Column]) -> int | None:
    keys = [index for index, column in enumerate(stored) if column[5]]
    is_integer = len(keys) == 1 and stored[keys[0]][2].upper() == "INTEGER"
    return keys[0] if is_integer and _has_row_ids(connection, table) else None


def _has_row_ids(connection: sqlite3.Connection, table: str) -> bool:
    query = "SELECT sql NOT LIKE '%WITHOUT ROWID%' FROM sqlite_master WHERE name = ?"
    return bool(connection.execute(query, (table,)).fetchone()[0])


def _default(connection: sqlite3.Connection, literal: str | None) -> Value:
    """literal: from this program's own schema."""
    found: Value = connection.execute(f"SELECT {literal}").fetchone()[0] if literal is not None else None
    return found
