"""A file with pages of noise: everything around them is read, and what is read agrees with itself."""

import random
import sqlite3
from contextlib import closing

import pytest

from embodied_memory.memory.file.database import DatabaseError
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.salvage.salvage import salvage


def rows_of(path, query="SELECT record_id, stamp_ns, summary FROM event_log ORDER BY record_id"):
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return connection.execute(query).fetchall()


def leaves_of(path, table):
    """The pages of a table on which rows lie, by SQLite itself."""
    query = f"SELECT pageno FROM dbstat WHERE name = '{table}' AND pagetype = 'leaf' ORDER BY path"
    return [page for (page,) in rows_of(path, query)]


def overwrite(path, pages, seed=1):
    """With noise."""
    noise = random.Random(seed)
    with path.open("r+b") as file:
        for page in pages:
            file.seek((page - 1) * 4096)
            file.write(noise.randbytes(4096))


def imported(tmp_path, exported, embedder):
    memory = Memory(tmp_path / "imported.db", embedder)
    memory.upkeep.import_(exported)
    return memory


@pytest.fixture
def exported(tmp_path):
    return tmp_path / "salvaged.db"


@pytest.mark.parametrize("life", ["events_only", "with_views"])
def test_of_a_sound_file_everything_is_read(life, request, exported, embedder):
    path = request.getfixturevalue(life)
    done = salvage(path, exported, embedder)
    assert done.is_complete
    assert (done.lost, done.damaged_pages, done.findings) == ((), {}, ())
    tables = [name for (name,) in rows_of(path, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        if not table.startswith(("event_words", "history_words")):
            assert set(rows_of(exported, f"SELECT * FROM {table}")) == set(rows_of(path, f"SELECT * FROM {table}"))


def test_what_is_only_in_the_write_ahead_log_is_read_too(path, embedder, build, exported):
    memory = Memory(path, embedder)
    memory.record(build.instant(1, build.thing("mug_1")))
    assert salvage(path, exported, embedder).records == 1
    memory.close()


@pytest.mark.parametrize("life", ["events_only", "with_views"])
def test_records_around_damaged_pages_are_read_and_those_on_them_are_named(
    life, request, exported, embedder, tmp_path
):
    path = request.getfixturevalue(life)
    leaves = leaves_of(path, "event_log")
    assert len(leaves) > 4
    before = rows_of(path)
    overwrite(path, [leaves[0], leaves[2], leaves[-1]])
    done = salvage(path, exported, embedder)
    lost = {number for first, last in done.lost for number in range(first, last + 1)}
    assert len(done.lost) == 3
    assert done.damaged_pages == {"event_log": 3}
    assert rows_of(exported) == [row for row in before if row[0] not in lost]
    assert done.records == len(before) - len(lost)
    assert done.findings == ()
    with imported(tmp_path, exported, embedder) as memory:
        assert memory.upkeep.verify() == ()
        assert memory.answer("where is the mug?").text


@pytest.mark.parametrize("life", ["events_only", "with_views"])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_pages_are_noise_what_is_left_agrees_with_itself(life, seed, request, exported, embedder, tmp_path):
    """Any pages but the first: of any table, of indexes, of words, inner ones and leaves."""
    path = request.getfixturevalue(life)
    before = {row[0]: row for row in rows_of(path)}
    pages = path.stat().st_size // 4096
    chosen = random.Random(seed).sample(range(2, pages + 1), pages // 12)
    overwrite(path, chosen, seed)
    done = salvage(path, exported, embedder)
    lost = {number for first, last in done.lost for number in range(first, last + 1)}
    assert {row[0]: row for row in rows_of(exported)} == {key: row for key, row in before.items() if key not in lost}
    assert done.findings == ()
    with imported(tmp_path, exported, embedder) as memory:
        assert memory.upkeep.verify() == ()


def test_a_damaged_table_of_beliefs_is_made_again_from_the_log(events_only, exported, embedder):
    before = rows_of(events_only, "SELECT * FROM belief_fact ORDER BY fact_id")
    overwrite(events_only, leaves_of(events_only, "belief_fact"))
    done = salvage(events_only, exported, embedder)
    assert (done.lost, list(done.damaged_pages), done.findings) == ((), ["belief_fact"], ())
    assert rows_of(exported, "SELECT * FROM belief_fact ORDER BY fact_id") == before


@pytest.mark.parametrize("table", ["event_instruction", "personal_memory", "personal_vector"])
def test_what_was_carried_out_is_learned_again_or_goes_with_its_trace(instructions, exported, embedder, table):
    before = rows_of(instructions, "SELECT record_id, trace FROM personal_memory")
    overwrite(instructions, leaves_of(instructions, table)[1:2])
    done = salvage(instructions, exported, embedder)
    assert (done.lost, list(done.damaged_pages), done.findings) == ((), [table], ())
    kept = {record_id for (record_id,) in rows_of(exported, "SELECT record_id FROM event_instruction")}
    assert 0 < len(kept) <= len(before)
    assert rows_of(exported, "SELECT record_id, trace FROM personal_memory") == [r for r in before if r[0] in kept]
    assert (len(kept) < len(before)) is (table == "event_instruction")


def test_a_damaged_page_of_a_picture_costs_that_picture_alone(with_views, exported, embedder):
    chained = rows_of(with_views, "SELECT pageno FROM dbstat WHERE name = 'thumbnail' AND pagetype = 'overflow'")
    before = rows_of(with_views, "SELECT count(*) FROM thumbnail")[0][0]
    overwrite(with_views, [chained[3][0]])
    done = salvage(with_views, exported, embedder)
    assert (done.lost, done.damaged_pages, done.findings) == ((), {"thumbnail": 1}, ())
    assert rows_of(exported, "SELECT count(*) FROM thumbnail") == [(before - 1,)]


def test_a_table_that_the_schema_does_not_name_any_more_is_lost_as_a_whole(events_only, exported, embedder):
    with closing(sqlite3.connect(events_only)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("DELETE FROM sqlite_schema WHERE name IN ('event_log', 'belief_fact')")
        connection.commit()
    done = salvage(events_only, exported, embedder)
    assert (done.records, done.lost, done.damaged_pages) == (0, ((1, 240),), {"belief_fact": 1, "event_log": 1})
    assert done.findings == ()


def test_a_file_without_its_first_page_is_refused_and_leaves_nothing(events_only, exported, embedder, tmp_path):
    overwrite(events_only, [1])
    with pytest.raises(DatabaseError, match="first page is damaged"):
        salvage(events_only, exported, embedder)
    assert [file.name for file in tmp_path.iterdir() if "salvaged" in file.name] == []


def test_a_file_that_is_there_is_not_overwritten(events_only, exported, embedder):
    exported.write_text("mine")
    with pytest.raises(DatabaseError, match="exists already"):
        salvage(events_only, exported, embedder)
    assert exported.read_text() == "mine"
