"""A disk that is full or damaged: a clear error, reading goes on, nothing acknowledged is lost."""

import resource
import sqlite3
from contextlib import contextmanager

import pytest

from embodied_memory.memory.file.database import DatabaseError

SECOND = 1_000_000_000


@contextmanager
def room_for(path, more_bytes):
    """No file may grow beyond the size that the memory's files have now, but for so many bytes."""
    files = (path, path.with_name(f"{path.name}-wal"))
    largest = max(file.stat().st_size for file in files if file.exists())
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest + more_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def record_until_full(memory, household, receipts):
    for second in range(10_000, 20_000):
        receipts.append(memory.record(household.sees(second, "mug", "kettle", people=("anna",))))
        receipts.append(memory.record_event(household.says(second, "anna", f"I like green tea {second}")))


def test_a_full_disk_is_said_with_a_remedy_and_loses_nothing(lived, household, path, open_memory):
    receipts = []
    with room_for(path, 500_000):
        with pytest.raises(DatabaseError, match="free space on the disk; nothing of this record was written"):
            record_until_full(lived, household, receipts)
        assert receipts
        held = {record.record_id for record in lived.latest_records(10**6)}
        assert {receipt.record_id for receipt in receipts} <= held
        assert lived.answer("where is the kettle?").text
        assert lived.retrieve("kettle").memories
        try:
            lived.upkeep.build_history()  # little enough that there may be room for it still
        except DatabaseError as error:
            assert "free space on the disk" in str(error)
        with pytest.raises(DatabaseError, match="free space on the disk"):
            lived.upkeep.compact()
        with pytest.raises(DatabaseError, match="free space on the disk"):
            lived.people.erase("anna", stamp_ns=30_000 * SECOND)
        assert {record.record_id for record in lived.latest_records(10**6)} == held
    again = lived.record_event(household.says(30_001, "anna", "there is room again"))
    while lived.upkeep.build_history():
        pass
    assert lived.upkeep.verify() == ()
    lived.close()
    memory = open_memory()
    assert {record.record_id for record in memory.latest_records(10**6)} == held | {again.record_id}
    assert memory.upkeep.verify() == ()


def test_an_export_that_does_not_fit_leaves_no_file(lived, path, tmp_path):
    lived.upkeep.compact()
    with room_for(path, -40_000), pytest.raises(DatabaseError, match="free space on the disk"):
        lived.upkeep.export(tmp_path / "backup.db")
    assert [file.name for file in tmp_path.iterdir() if "backup" in file.name] == []


def page_of(path, table):
    with sqlite3.connect(path) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return size, page


def damage(path, table):
    """Overwrite the page at the root of a table."""
    size, page = page_of(path, table)
    content = bytearray(path.read_bytes())
    content[(page - 1) * size : page * size] = b"\x5a" * size
    path.write_bytes(content)


def test_a_damaged_page_is_said_with_a_remedy_and_the_rest_is_read_and_recorded(lived, household, path, open_memory):
    lived.close()
    damage(path, "thumbnail")
    memory = open_memory()
    assert memory.answer("where is the kettle?").text
    assert memory.latest_records(1)[0].summary.startswith("you should have remembered")
    assert memory.record_event(household.says(9000, "anna", "still here"))
    for read in (lambda: memory.retrieve("kettle"), memory.upkeep.verify):
        with pytest.raises(DatabaseError, match="damaged.*restore it from"):
            read()
    assert memory.people.about("anna").records


def test_a_damaged_page_that_everything_rests_on_is_refused_at_once(lived, path, open_memory):
    lived.close()
    damage(path, "event_log")
    with pytest.raises(DatabaseError, match="damaged.*restore it from"):
        open_memory()
