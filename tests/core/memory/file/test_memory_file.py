"""One place commits: first the file, then what is held in memory; of what fails neither has anything."""

import sqlite3

import pytest
from memory_builders import WordEmbedder

from embodied_memory.config import MemoryConfig
from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.memory.file.database import DatabaseError
from embodied_memory.memory.file.memory_file import MemoryFile
from embodied_memory.memory.file.stores import StoreRoles
from embodied_memory.memory.log import event_log

TABLE = "CREATE TABLE IF NOT EXISTS number_of_mugs (number INTEGER)"


class Mugs:
    """A store of how many mugs there are; says what is in the file when it adopts."""

    def __init__(self, path):
        self.path, self.number, self.committed = path, 0, []

    def write(self, connection, changes):
        connection.execute("INSERT INTO number_of_mugs VALUES (?)", (changes,))

    def adopt(self, changes):
        self.committed.append(rows_of(self.path))
        self.number += changes


def rows_of(path):
    """As another program sees them."""
    other = sqlite3.connect(path)
    try:
        return [number for (number,) in other.execute("SELECT number FROM number_of_mugs ORDER BY rowid")]
    finally:
        other.close()


@pytest.fixture
def file(path):
    opened = MemoryFile(path, WordEmbedder(), MemoryConfig(), StoreRoles())
    with opened.commit() as commit:
        commit.connection.execute(TABLE)
    yield opened
    opened.close()


def test_all_is_committed_before_anything_is_adopted_and_adopted_in_order(file, path):
    mugs, plates = Mugs(path), Mugs(path)
    with file.commit() as commit:
        commit.write(mugs, 2)
        commit.write(plates, 7)
        commit.afterwards(lambda: plates.committed.append(mugs.number))
        assert (mugs.number, plates.number, rows_of(path)) == (0, 0, [])
    assert (mugs.number, plates.number) == (2, 7)
    assert (mugs.committed, plates.committed) == ([[2, 7]], [[2, 7], 2])


def test_an_error_leaves_file_and_memory_as_they_were(file, path):
    mugs = Mugs(path)

    def fail_at(wrong):
        with file.commit() as commit:
            commit.write(mugs, 2)
            wrong(commit)

    with pytest.raises(DatabaseError, match="nowhere"):
        fail_at(lambda commit: commit.connection.execute("INSERT INTO nowhere VALUES (1)"))
    with pytest.raises(ZeroDivisionError):
        fail_at(lambda commit: 1 / 0)
    assert (mugs.number, rows_of(path)) == (0, [])
    with file.commit() as commit:
        commit.write(mugs, 4)
    assert (mugs.number, rows_of(path)) == (4, [4])


def test_who_follows_is_told_now_and_whenever_the_stores_are_others(file):
    held = []
    file.after_loading(lambda: held.append(file.stores))
    file.load()
    assert len(held) == 2
    assert held[0] is not held[1]
    assert held[1] is file.stores


def test_a_record_is_shown_to_every_store_before_any_writes(file):
    """Also to one that is added: a file, and a line in `Stores`."""
    seen = []

    class Talkers:
        def observe(self, record):
            seen.append(("observes", record.understood.actor))
            return record.understood.actor if len(seen) < 3 else None

        def write(self, connection, changes):
            seen.append(("writes", changes))

        def adopt(self, changes):
            seen.append(("adopts", changes))

    file.stores._of_records = (Talkers(), *file.stores._of_records, Talkers())
    event = Event(5, EventKind.UTTERANCE, "anna", "hello", observers=("robot",), provenance=Provenance.REPORTED)
    with file.commit() as commit:
        record_id = event_log.append_event(commit.connection, event)
        file.stores.take_event(commit, record_id, event)
        assert len(file.stores.pieces) == 0
    assert [what for what, _ in seen] == ["observes", "observes", "writes", "writes", "adopts", "adopts"]
    assert {who for _, who in seen} == {"anna"}
    assert len(file.stores.pieces) == 1
    assert file.stores.latest_stamp_ns == event.stamp_ns
