"""Bare writing leaves the same rows behind as recording does."""

import shutil
import sqlite3

from bare_rows import watched, write_again
from views_of_home import OBJECTS_A_VIEW, view

from embodied_memory.memory.memory import Memory
from embodied_memory.perception.text_embedders import HashingEmbedder

START_NS = 1_772_409_600_000_000_000


def rows_of(path):
    connection = sqlite3.connect(path)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {name: sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in tables}
    connection.close()
    return found


def record(path, numbers):
    with Memory(path, HashingEmbedder()) as memory:
        for number in numbers:
            memory.record(view(1, number, START_NS + number * 10**9))


def test_the_same_rows_are_written_once_more(tmp_path):
    path, copy = tmp_path / "memory.db", tmp_path / "copy.db"
    record(path, range(40))
    shutil.copyfile(path, copy)

    with watched() as transactions:
        record(path, range(40, 60))
    times, rows = write_again(copy, transactions[-20:])

    assert len(times) == 20
    assert min(times) > 0
    assert rows > 20 * (1 + 1 + 2 * OBJECTS_A_VIEW)
    assert rows_of(copy) == rows_of(path)


def test_a_view_is_the_same_whatever_was_asked_for_before():
    assert view(1, 7, START_NS).objects == view(1, 7, START_NS).objects
    assert len(view(1, 7, START_NS).objects) == OBJECTS_A_VIEW
    assert view(1, 7, START_NS).objects != view(1, 8, START_NS).objects
