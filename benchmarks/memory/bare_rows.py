"""The rows that records wrote, read back from the database, and inserted again with nothing but sqlite3."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from process_figures import cpu_ms

_SHIFT = 1_000_000_000
"""Added to record ids, so that the same rows can be inserted once more."""

Statement = tuple[str, list[tuple[object, ...]]]
"""SQL and the rows for it."""


class BareRows:
    """The rows of some records. connection: to the memory's file, while nobody else has it open."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "secure_delete=ON", "foreign_keys=ON"):
            self._connection.execute(f"PRAGMA {pragma}")
        tables = self._connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        ).fetchall()
        self._columns = {name: self._table_columns(name) for (name,) in tables if not name.startswith("sqlite_")}

    def close(self) -> None:
        self._connection.close()

    def insert_again(self, record_ids: Iterable[int]) -> tuple[list[float], int]:
        """(CPU ms of each record, rows of all): one transaction a record, prepared beforehand, as bare as it gets."""
        records = [self._of_record(record_id) for record_id in record_ids]
        times = [cpu_ms(lambda s=statements: self._insert(s)) for statements in records]
        return times, sum(len(rows) for statements in records for _, rows in statements)

    def _insert(self, statements: list[Statement]) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        for statement, rows in statements:
            self._connection.executemany(statement, rows)
        self._connection.execute("COMMIT")

    def _of_record(self, record_id: int) -> list[Statement]:
        """Its rows in every table that names records; and those of the objects and relations that it saw again,
        which later records wrote over.
        """
        found: dict[str, list[tuple[object, ...]]] = defaultdict(list)
        seen = "SELECT object_key FROM sighting WHERE record_id = ?"
        for table, columns in self._columns.items():
            if table == "object":
                where = f"object_key IN ({seen})"
            elif table == "relation":
                where = f"subject_key IN ({seen})"
            elif "record_id" in columns:
                where = "record_id = ?"
            else:
                continue
            found[table] += self._connection.execute(f"SELECT * FROM {table} WHERE {where}", (record_id,)).fetchall()
        return [self._statement(table, rows) for table, rows in found.items() if rows]

    def _statement(self, table: str, rows: list[tuple[object, ...]]) -> Statement:
        """Record ids moved up; rows that are numbered by themselves get new numbers."""
        columns = self._columns[table]
        marks = ", ".join("?" * len(columns))
        changed = [
            tuple(
                None if number == 0 and name.endswith("_id") and name != "record_id" and isinstance(value, int)
                else value + _SHIFT if name == "record_id" and isinstance(value, int) and table != "object"
                else value
                for number, (name, value) in enumerate(zip(columns, row, strict=True))
            )
            for row in rows
        ]  # fmt: skip
        return f"INSERT OR REPLACE INTO {table} VALUES ({marks})", changed

    def _table_columns(self, table: str) -> list[str]:
        return [row[1] for row in self._connection.execute(f"PRAGMA table_info({table})")]
