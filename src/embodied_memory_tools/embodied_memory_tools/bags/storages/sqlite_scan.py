"""Reads what is left in the SQLite file of a recording that was cut off, its journal included."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.storages.scanned import Channel, Scanned

JOURNALS = ("-wal", "-journal", "-shm")
_AT_ONCE = 64
_LEAST_ROW_BYTES, _GIVE_UP_AFTER = 16, 4096


def left_journal(file: Path) -> Path | None:
    """The journal that a recording which was not closed left beside its file: some of its messages are only there."""
    for ending in JOURNALS[:2]:
        journal = file.with_name(file.name + ending)
        if journal.is_file() and journal.stat().st_size > 0:
            return journal
    return None


def scan_sqlite(file: Path) -> Iterator[Scanned]:
    """Every readable message in the order of recording. A journal is taken up in a copy, for that means writing."""
    with tempfile.TemporaryDirectory() as folder:
        place = file.resolve()
        if left_journal(file) is not None:
            for part in (file.with_name(file.name + ending) for ending in ("", *JOURNALS)):
                if part.is_file():
                    shutil.copyfile(part, Path(folder) / part.name)
            address = (Path(folder) / file.name).as_uri()
        else:
            address = f"{place.as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(address, uri=True)) as connection:
            try:
                topics = _topics(connection)
                last = _last(connection)
            except sqlite3.Error as error:
                raise BagError(f"{file} cannot be read as an SQLite recording: {error}") from error
            yield from _messages(connection, topics, last)


def _last(connection: sqlite3.Connection) -> int:
    """The greatest id; where its page is lost, as many as there could be at the least size of a message."""
    try:
        return int(connection.execute("SELECT max(id) FROM messages").fetchone()[0] or 0)
    except sqlite3.Error:
        pages, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
        return int(pages * size) // _LEAST_ROW_BYTES


def _topics(connection: sqlite3.Connection) -> dict[int, Channel]:
    definitions: dict[str, tuple[str, str]] = {}
    try:
        rows = connection.execute("SELECT topic_type, encoded_message_definition, encoding FROM message_definitions")
        definitions = {name: (text, encoding) for name, text, encoding in rows}
    except sqlite3.Error:
        pass  # recordings of before ROS 2 Iron have none
    rows = connection.execute("SELECT id, name, type, serialization_format FROM topics")
    return {
        number: Channel(topic, name, *definitions.get(name, ("", "")), encoding)
        for number, topic, name, encoding in rows
    }


def _messages(connection: sqlite3.Connection, topics: dict[int, Channel], last: int) -> Iterator[Scanned]:
    """In blocks; where one has a damaged page, message by message. Ends where nothing has been found for long."""
    found = 0
    for first in range(0, last + 1, _AT_ONCE):
        if first - found > _GIVE_UP_AFTER:
            return
        block = _rows(connection, first, first + _AT_ONCE)
        if block is None:
            singles = (_rows(connection, number, number + 1) for number in range(first, first + _AT_ONCE))
            block = [row for single in singles for row in single or ()]
        found = first if block else found
        for topic, stamp_ns, data in block:
            if topic in topics:
                yield Scanned(topics[topic], int(stamp_ns), bytes(data))


def _rows(connection: sqlite3.Connection, first: int, end: int) -> list[tuple[int, int, bytes]] | None:
    query = "SELECT topic_id, timestamp, data FROM messages WHERE id >= ? AND id < ? ORDER BY id"
    try:
        return connection.execute(query, (first, end)).fetchall()
    except sqlite3.Error:
        return None
