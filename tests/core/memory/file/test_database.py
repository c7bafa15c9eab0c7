"""The file: versions, damage, one writer, all or nothing."""

import os
import signal
import sqlite3
from contextlib import closing
from itertools import count

import numpy as np
import pytest

from embodied_memory.memory.file.database import Database, DatabaseError
from embodied_memory.memory.file.schema import APPLICATION_ID, MIGRATIONS
from embodied_memory.memory.memory import Memory


def test_a_new_file_gets_the_newest_version_wal_and_secure_delete(path):
    database = Database(path)
    values = [
        database.connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("user_version", "journal_mode", "secure_delete", "synchronous")
    ]
    database.close()
    assert values == [len(MIGRATIONS), "wal", 1, 1]


def test_durable_means_full_synchronisation(path):
    database = Database(path, durable=True)
    assert database.connection.execute("PRAGMA synchronous").fetchone() == (2,)
    database.close()


def test_a_database_of_a_newer_version_is_refused_with_versions_and_remedy(path):
    Database(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(DatabaseError, match=rf"version 99.*up to {len(MIGRATIONS)}: update the program"):
        Database(path)
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (99,)


def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(path):
    path.write_bytes(b"a shopping list, not a database" * 100)
    with pytest.raises(DatabaseError, match="not a database"):
        Database(path)
    assert path.read_bytes().startswith(b"a shopping list")


def test_another_programs_database_is_refused(path):
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE groceries (name TEXT)")
    with pytest.raises(DatabaseError, match="another program"):
        Database(path)


def test_a_damaged_page_is_found(home, path, open_memory):
    home.close()
    content = bytearray(path.read_bytes())
    content[4096 * 2 : 4096 * 30] = b"\xff" * (4096 * 28)
    path.write_bytes(content)
    with pytest.raises(DatabaseError, match="damaged"):
        open_memory().upkeep.verify()


def test_a_second_writer_is_refused_but_may_read(path):
    first = Database(path)
    with pytest.raises(DatabaseError, match="in use by another memory"):
        Database(path)
    Database(path, read_only=True).close()
    first.close()
    Database(path).close()


def test_reading_a_file_that_is_not_there_makes_none(path):
    with pytest.raises(DatabaseError, match="no memory at"):
        Database(path, read_only=True)
    assert not path.exists()


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(DatabaseError, match=r"nowhere.*check that its folder exists"):
        Database(tmp_path / "nowhere" / "memory.db")


def test_a_transaction_that_fails_leaves_nothing(path):
    database = Database(path)
    with pytest.raises(RuntimeError):
        _fail_in_mid_transaction(database)
    assert database.connection.execute("SELECT count(*) FROM thumbnail").fetchone() == (0,)
    database.close()


def _fail_in_mid_transaction(database):
    with database.transaction() as connection:
        connection.execute("INSERT INTO thumbnail VALUES (1, x'00')")
        raise RuntimeError


def _memory_of_the_first_version(path, embedder):
    feature = embedder.embed_text(["red kettle"])[0].astype("<f4")
    with closing(sqlite3.connect(path)) as old, old:
        for statement in (*MIGRATIONS[0], f"PRAGMA application_id={APPLICATION_ID}", "PRAGMA user_version=1"):
            old.execute(statement)
        old.execute(
            "INSERT INTO event_log VALUES (1, 7, 'instant', 'robot', 'saw a kettle', '', 'observed', NULL, '', '')"
        )
        old.execute("INSERT INTO instant VALUES (1, 1.0, 2.0, 0.0, 0.0, NULL)")
        blobs = (feature.tobytes(), np.zeros_like(feature).tobytes())
        old.execute("INSERT INTO bank_entry VALUES (1, 'red kettle', 'kettle', ?, ?, ?, 0)", (embedder.name, *blobs))


def test_a_memory_of_the_first_version_is_migrated_and_its_views_are_still_found(path, embedder, build):
    _memory_of_the_first_version(path, embedder)
    with Memory(path, embedder) as memory:
        memory.record(build.instant(9, tags=("bed",)))
        (found, *_) = memory.retrieve("red kettle").memories
        assert (found.record_id, found.stamp_ns, found.text) == (1, 7, "red kettle")


def _version(path):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA user_version").fetchone()[0]


def test_of_an_earlier_version_a_copy_is_kept_until_something_is_erased(path, embedder):
    _memory_of_the_first_version(path, embedder)
    with Memory(path, embedder) as memory:
        copy = path.with_name(f"{path.name}.version-1")
        assert _version(copy) == 1
        assert _version(path) == len(MIGRATIONS)
        memory.people.erase("Anna", stamp_ns=100)
        assert not copy.exists()


@pytest.mark.parametrize("name", ["home[1].db", "ho*me.db", "plain.db"])
def test_a_copy_is_deleted_and_nothing_that_only_has_a_name_like_it(tmp_path, embedder, name):
    path = tmp_path / name
    _memory_of_the_first_version(path, embedder)
    path.chmod(0o600)
    others = [path.with_name(f"{name}.version-control.md"), path.with_name("hoXme.db.version-1")]
    for other in others:
        other.write_text("mine")
    path.with_name(f"{name}.version-2").mkdir()
    with Memory(path, embedder) as memory:
        copy = path.with_name(f"{name}.version-1")
        assert copy.stat().st_mode & 0o777 == 0o600
        memory.people.erase("Anna", stamp_ns=100)
        assert not copy.exists()
    assert [other.read_text() for other in others] == ["mine", "mine"]


def test_where_a_folder_is_in_the_way_of_the_copy_the_memory_is_left_as_it_is(path, embedder):
    _memory_of_the_first_version(path, embedder)
    (path.with_name(f"{path.name}.version-1") / "inside").mkdir(parents=True)
    for _ in range(2):
        with pytest.raises(DatabaseError, match="move away"):
            Memory(path, embedder)
    assert _version(path) == 1


def _opened_and_killed(path, embedder, statements):
    """Opens the memory in a process that is killed before it carries out that many statements; whether it was."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    left = count(statements, -1)
    connect = Database._connect

    def connect_to_be_killed(database):
        connection = connect(database)
        connection.set_trace_callback(lambda _: next(left) or os.kill(os.getpid(), signal.SIGKILL))
        return connection

    Database._connect = connect_to_be_killed
    Memory(path, embedder).close()
    os._exit(0)


def test_whoever_is_killed_while_it_migrates_leaves_the_old_memory_or_the_new_one_whole(path, embedder):
    _memory_of_the_first_version(path, embedder)
    old = path.read_bytes()
    versions = []
    for statements in count(1, 7):
        for file in path.parent.glob(f"{path.name}*"):
            file.unlink()
        path.write_bytes(old)
        was_killed = _opened_and_killed(path, embedder, statements)
        versions.append(_version(path))
        with Memory(path, embedder, read_only=versions[-1] == len(MIGRATIONS)) as memory:
            assert [found.text for found in memory.retrieve("red kettle").memories] == ["red kettle"]
        if not was_killed:
            break
    assert set(versions) == {1, len(MIGRATIONS)}
    assert len(versions) > len(MIGRATIONS)
