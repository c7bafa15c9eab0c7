"""Somebody deletes or replaces the file of a memory that is open."""

import shutil
import sqlite3

import pytest

from embodied_memory.event import Event, EventKind
from embodied_memory.memory.file.database import DatabaseError, FileGoneError

SECOND = 1_000_000_000


def _said(second):
    return Event(second * SECOND, EventKind.UTTERANCE, "anna", f"hello {second}")


def _fill(memory, seconds):
    return [memory.record_event(_said(second)).record_id for second in seconds]


@pytest.mark.parametrize("logs", [(), ("-wal",), ("-wal", "-shm")])
def test_a_deleted_file_is_put_back_with_all_that_was_acknowledged(open_memory, path, logs):
    memory = open_memory()
    first = _fill(memory, range(1, 30))
    path.unlink()
    for log in logs:
        path.with_name(path.name + log).unlink()
    later = _fill(memory, range(30, 40))
    memory.close()
    again = open_memory()
    assert [one.record_id for one in again.latest_records(100)][::-1] in ([*first, *later], [*later, *first][::-1])
    again._file.database.verify()


def test_what_another_program_still_reads_does_not_come_into_the_new_file(open_memory, path):
    memory = open_memory()
    first = _fill(memory, range(1, 30))
    reader = sqlite3.connect(path)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM event_log").fetchone()
    path.unlink()
    later = _fill(memory, range(30, 40))
    reader.close()
    memory.close()
    again = open_memory()
    assert {one.record_id for one in again.latest_records(100)} == {*first, *later}
    again._file.database.verify()


def test_who_is_idle_notices_too(open_memory, path):
    memory = open_memory()
    _fill(memory, range(1, 5))
    path.unlink()
    memory.see_to_file()
    assert path.is_file()
    assert len(memory.latest_records(10)) == 4


def test_where_another_file_is_now_nothing_is_acknowledged_and_nothing_lost(open_memory, path, tmp_path):
    memory = open_memory()
    _fill(memory, range(1, 10))
    other = tmp_path / "other.db"
    shutil.copy(path, other)
    other.replace(path)
    for second in (10, 11):
        with pytest.raises(FileGoneError, match=r"replaced .* in memory.db.rescued-1 beside it"):
            memory.record_event(_said(second))
    with pytest.raises(DatabaseError, match="deleted or replaced"), memory._file.database.transaction():
        pass
    memory.close()
    (tmp_path / "memory.db.rescued-1").replace(path)
    assert len(open_memory().latest_records(100)) == 9
