"""Bare inserts write the rows that recording wrote, no fewer."""

import sqlite3

from bare_rows import BareRows
from views_of_home import OBJECTS_A_VIEW, view

from embodied_memory.memory.memory import Memory
from embodied_memory.perception.hashing_embedder import HashingEmbedder

START_NS = 1_772_409_600_000_000_000


def counts(path):
    connection = sqlite3.connect(path)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables}
    connection.close()
    return {name: count for name, count in found.items() if not name.startswith("sqlite_")}


def test_the_same_rows_are_inserted_once_more(tmp_path):
    path = tmp_path / "memory.db"
    with Memory(path, HashingEmbedder()) as memory:
        for number in range(40):
            memory.record(view(1, number, START_NS + number * 10**9))
        before = counts(path)
        receipts = [memory.record(view(1, number, START_NS + number * 10**9)) for number in range(40, 60)]
    recorded = {name: count - before[name] for name, count in counts(path).items()}

    bare = BareRows(path)
    times, rows = bare.insert_again([receipt.record_id for receipt in receipts])
    bare.close()
    inserted = {name: count - before[name] - recorded[name] for name, count in counts(path).items()}

    assert len(times) == 20
    assert min(times) > 0
    assert {name: recorded[name] for name in ("event_log", "instant", "sighting")} == {
        "event_log": 20,
        "instant": 20,
        "sighting": 20 * OBJECTS_A_VIEW,
    }
    assert {name: inserted[name] for name in ("event_log", "instant", "sighting", "bank_entry")} == {
        name: recorded[name] for name in ("event_log", "instant", "sighting", "bank_entry")
    }
    assert rows >= sum(recorded.values())


def test_a_view_is_the_same_whatever_was_asked_for_before():
    assert view(1, 7, START_NS).objects == view(1, 7, START_NS).objects
    assert len(view(1, 7, START_NS).objects) == OBJECTS_A_VIEW
    assert view(1, 7, START_NS).objects != view(1, 8, START_NS).objects
