"""The rows that records wrote, written again into a copy of the same memory with nothing but sqlite3."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from process_figures import cpu_ms

_WRITING = ("INSERT", "UPDATE", "DELETE")

Rows = list[tuple[object, ...]]
Written = list[tuple[str, Rows]]
"""What one transaction wrote: SQL and the rows for it, in order."""


class WatchedConnection(sqlite3.Connection):
    """Notes what every transaction writes. For a pass of its own: noting takes time."""

    transactions: list[Written]

    def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
        """As sqlite3 does it."""
        if sql.startswith("BEGIN"):
            self.transactions.append([])
        elif self.in_transaction and sql.lstrip().startswith(_WRITING):
            self.transactions[-1].append((sql, [tuple(parameters)]))
        return super().execute(sql, parameters)

    def executemany(self, sql: str, parameters: Iterable[Any]) -> sqlite3.Cursor:
        """As sqlite3 does it."""
        rows = [tuple(row) for row in parameters]
        if rows:
            self.transactions[-1].append((sql, rows))
        return super().executemany(sql, rows)


@contextmanager
def watched() -> Iterator[list[Written]]:
    """Every transaction of the connections that are opened within."""
    transactions: list[Written] = []
    factory = type("Watched", (WatchedConnection,), {"transactions": transactions})
    with patch("sqlite3.connect", partial(sqlite3.connect, factory=factory)):
        yield transactions


def write_again(path: Path, transactions: list[Written]) -> tuple[list[float], int]:
    """(CPU ms of each, rows of all): into a copy of the file from before. Same pragmas; values are made ready."""
    connection = sqlite3.connect(path, isolation_level=None, cached_statements=512)
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "secure_delete=ON", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
    times = [cpu_ms(partial(_write, connection, written)) for written in transactions]
    connection.close()
    return times, sum(len(rows) for written in transactions for _, rows in written)


def _write(connection: sqlite3.Connection, written: Written) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for statement, rows in written:
        connection.executemany(statement, rows)
    connection.execute("COMMIT")
