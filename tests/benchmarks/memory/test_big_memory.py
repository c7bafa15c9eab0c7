"""The great memory is recorded for real, in parts; parts make what one go makes."""

import sqlite3

from big_memory import BigMemory


def rows(path):
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT stamp_ns, kind, actor, summary FROM event_log ORDER BY record_id").fetchall()
    connection.close()
    return found


def test_what_grew_in_parts_is_what_grew_at_once(tmp_path):
    at_once, in_parts = BigMemory(300, 2, tmp_path / "once"), BigMemory(300, 2, tmp_path / "parts")
    at_once.grow(60)

    smaller = BigMemory(120, 2, tmp_path / "parts")
    smaller.grow(60)
    smaller.path.rename(in_parts.path)
    smaller.path.with_suffix(".json").rename(in_parts.path.with_suffix(".json"))
    assert (in_parts.events, in_parts.is_complete) == (120, False)
    assert in_parts.note == "120 of 300 events"
    in_parts.grow(60)

    assert in_parts.is_complete
    assert len(rows(in_parts.path)) == 300 + 30
    assert rows(in_parts.path) == rows(at_once.path)


def test_a_memory_of_another_schema_is_not_kept(tmp_path):
    (tmp_path / "0123-5-events-seed-1.db").write_bytes(b"old")
    (tmp_path / "other").write_bytes(b"not ours")

    BigMemory(5, 1, tmp_path)

    assert [path.name for path in tmp_path.iterdir()] == ["other"]
