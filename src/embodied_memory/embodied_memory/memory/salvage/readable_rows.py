"""Every readable row of a damaged memory, put into a new one with the same tables.

The rows of a table are read as they lie on the pages of a file (SQLite's file format, sections 1.5, 1.6 and
2.1), page by page; a row is a header of types, then the values. SQLite stops at the first page that makes no
sense. Here such a page is passed by, and what its neighbours say of it tells which rows are missing.
"""

from __future__ import annotations

import mmap
import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from embodied_memory.memory.file.database import DatabaseError
from embodied_memory.memory.file.schema import APPLICATION_ID, MIGRATIONS, migrate

_MAGIC = b"SQLite format 3\x00"
_HEADER = 100
_INDEX_INNER, _TABLE_INNER, _INDEX_LEAF, _TABLE_LEAF = 2, 5, 10, 13
LAST_ROW = 2**63 - 1
"""The greatest id that a row can have."""


class Damage(NamedTuple):
    """A page that could not be read; after < row id <= until for the rows that were on it, where rows have ids."""

    page: int
    after: int
    until: int


class _Cell(NamedTuple):
    """child: a page below, 0 on a leaf. row_id: 0 where rows have none. payload: None where there is no row."""

    child: int
    row_id: int
    payload: bytes | UnreadableError | None


@dataclass(frozen=True)
class _Page:
    kind: int
    cells: list[_Cell]
    right: int


class PageFile:
    """A database file without a write-ahead log. Raises DatabaseError if not even its first page tells what it is."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            is_empty = not path.stat().st_size
            self._content = b"" if is_empty else mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        head = self._content[:_HEADER]
        self._size = int.from_bytes(head[16:18], "big") if len(head) == _HEADER else 0
        self._size = 65536 if self._size == 1 else self._size
        if head[:16] != _MAGIC or self._size < 512 or int.from_bytes(head[56:60], "big") != 1:
            raise DatabaseError(f"{path}: the first page is damaged, nothing can be read: restore it from a copy")
        self._usable = self._size - head[20]
        self.version = int.from_bytes(head[60:64], "big")
        self.application_id = int.from_bytes(head[68:72], "big")

    def rows(self, root: int, most_columns: int, damages: list[Damage]) -> Iterator[tuple[int, list[Value]]]:
        """(row id, values) of every readable row of a table, in order; row id 0 where rows have none.

        root: its first page. damages: told what could not be read.
        """
        yield from self._walk(root, most_columns, -(2**63), LAST_ROW, damages, set())

    def _walk(
        self, number: int, most_columns: int, after: int, until: int, damages: list[Damage], seen: set[int]
    ) -> Iterator[tuple[int, list[Value]]]:
        try:
            page = self._page(number, seen)
            rows = [_row(cell, most_columns) for cell in page.cells]
            _check_order(page, after, until)
        except UnreadableError:
            damages.append(Damage(number, after, until))
            return
        for cell, values in zip(page.cells, rows, strict=True):
            has_ids = page.kind in (_TABLE_INNER, _TABLE_LEAF)
            if cell.child:
                yield from self._walk(
                    cell.child, most_columns, after, cell.row_id if has_ids else until, damages, seen
                )
                after = cell.row_id if has_ids else after
            if values is not None:
                yield cell.row_id, values
            elif cell.payload is not None:
                damages.append(Damage(number, cell.row_id - 1, cell.row_id))
        if page.right:
            yield from self._walk(page.right, most_columns, after, until, damages, seen)

    def _page(self, number: int, seen: set[int]) -> _Page:
        if number in seen:
            raise UnreadableError("a page has two parents")
        seen.add(number)
        content = self._bytes(number)
        start = _HEADER if number == 1 else 0
        kind, count = content[start], int.from_bytes(content[start + 3 : start + 5], "big")
        if kind not in (_INDEX_INNER, _TABLE_INNER, _INDEX_LEAF, _TABLE_LEAF):
            raise UnreadableError("not a page of a table")
        is_inner = kind in (_INDEX_INNER, _TABLE_INNER)
        pointers = start + (12 if is_inner else 8)
        if pointers + 2 * count > self._usable:
            raise UnreadableError("more rows than fit")
        places = struct.unpack(f">{count}H", content[pointers : pointers + 2 * count])
        cells = [self._cell(content, kind, place) for place in places]
        right = int.from_bytes(content[start + 8 : start + 12], "big") if is_inner else 0
        if is_inner and not right:
            raise UnreadableError("a page without a last child")
        return _Page(kind, cells, right)

    def _cell(self, content: bytes, kind: int, at: int) -> _Cell:
        child = 0
        if kind in (_INDEX_INNER, _TABLE_INNER):
            child, at = int.from_bytes(content[at : at + 4], "big"), at + 4
        if kind == _TABLE_INNER:
            return _Cell(child, varint(content, at)[0], None)
        length, at = varint(content, at)
        row_id = 0
        if kind == _TABLE_LEAF:
            row_id, at = varint(content, at)
        if not 0 < length <= len(self._content):
            raise UnreadableError("a row longer than the file")
        local = self._local(length, is_table=kind == _TABLE_LEAF)
        here = content[at : at + local]
        if len(here) != local:
            raise UnreadableError("a row goes beyond its page")
        if local == length:
            return _Cell(child, row_id, here)
        try:
            return _Cell(child, row_id, here + self._overflow(content[at + local : at + local + 4], length - local))
        except UnreadableError as error:
            return _Cell(child, row_id, error)

    def _local(self, length: int, is_table: bool) -> int:
        """How many bytes of a row lie on the page itself."""
        most = self._usable - 35 if is_table else (self._usable - 12) * 64 // 255 - 23
        least = (self._usable - 12) * 32 // 255 - 23
        if length <= most:
            return length
        fitting = least + (length - least) % (self._usable - 4)
        return fitting if fitting <= most else least

    def _overflow(self, pointer: bytes, length: int) -> bytes:
        """The rest of a long row, from pages that each tell the next; the last tells none."""
        found, number = [], int.from_bytes(pointer, "big")
        while length > 0:
            content = self._bytes(number)
            found.append(content[4 : 4 + min(length, self._usable - 4)])
            number, length = int.from_bytes(content[:4], "big"), length - len(found[-1])
        if number:
            raise UnreadableError("a chain of pages goes on after its end")
        return b"".join(found)

    def _bytes(self, number: int) -> bytes:
        content = self._content[(number - 1) * self._size : number * self._size] if number > 0 else b""
        if len(content) != self._size:
            raise UnreadableError("a page beyond the file")
        return content[: self._usable]


def _row(cell: _Cell, most_columns: int) -> list[Value] | None:
    return read_row(cell.payload, most_columns) if isinstance(cell.payload, bytes) else None


def _check_order(page: _Page, after: int, until: int) -> None:
    """Row ids rise, within what the pages above say."""
    if page.kind not in (_TABLE_INNER, _TABLE_LEAF):
        return
    row_ids = [cell.row_id for cell in page.cells]
    if (
        any(one >= other for one, other in zip([after, *row_ids], row_ids, strict=False))
        or max(row_ids, default=until) > until
    ):
        raise UnreadableError("row ids are not in order")


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


Value = int | float | str | bytes | None

_WIDTHS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_FIXED: dict[int, Value] = {0: None, 8: 0, 9: 1}
_MOST = 9


class UnreadableError(ValueError):
    """Bytes that SQLite cannot have written there."""


def varint(page: bytes, start: int) -> tuple[int, int]:
    """(value, where it ends): up to 8 bytes of 7 bits, the last of 9 has 8. Raises UnreadableError."""
    value = 0
    for count in range(_MOST):
        if start + count >= len(page):
            raise UnreadableError("a number goes beyond the page")
        byte = page[start + count]
        if count == _MOST - 1:
            return _signed(value << 8 | byte), start + _MOST
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            break
    return value, start + count + 1


def read_row(payload: bytes, most_columns: int) -> list[Value]:
    """The values of a row. Raises UnreadableError, also for more columns than there can be."""
    end, at = varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = varint(payload, at)
        kinds.append(kind)
    if at != end or len(kinds) > most_columns:
        raise UnreadableError("the header of a row makes no sense")
    values = []
    for kind in kinds:
        size = _size(kind)
        if at + size > len(payload):
            raise UnreadableError("a value goes beyond its row")
        values.append(_value(kind, payload[at : at + size]))
        at += size
    if at != len(payload):
        raise UnreadableError("a row is longer than its values")
    return values


def _size(kind: int) -> int:
    if kind in _FIXED:
        return 0
    if kind in _WIDTHS:
        return _WIDTHS[kind]
    if kind == 7:
        return 8
    if kind < 12:
        raise UnreadableError("a value has no known type")
    return (kind - 12) // 2


def _value(kind: int, content: bytes) -> Value:
    if kind in _FIXED:
        return _FIXED[kind]
    if kind in _WIDTHS:
        return int.from_bytes(content, "big", signed=True)
    if kind == 7:
        return float(struct.unpack(">d", content)[0])
    if kind % 2 == 0:
        return content
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableError("a text is not UTF-8") from error


def _signed(value: int) -> int:
    value &= 2**64 - 1
    return value - 2**64 if value >= 2**63 else value
