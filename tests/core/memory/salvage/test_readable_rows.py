"""What SQLite wrote is read from its pages as SQLite reads it, and noise is never taken for rows."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.memory.file.database import DatabaseError
from embodied_memory.memory.salvage.readable_rows import PageFile, UnreadableError, read_row

VALUES = st.one_of(
    st.none(), st.integers(-(2**63), 2**63 - 1), st.integers(-200, 200), st.floats(allow_nan=False),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=40), st.binary(max_size=40),
    st.integers(0, 20_000).map(lambda size: b"x" * size), st.integers(0, 9000).map(lambda size: "\u00e9" * size),
)  # fmt: skip
IDS = st.integers(-(2**63) + 1, 2**63 - 1)


def written(path, table, rows):
    """The file, and the page that the table begins on."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(table)
        connection.executemany("INSERT INTO t VALUES (?, ?, ?)", rows)
        connection.commit()
        return connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 't'").fetchone()[0]


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(IDS, st.tuples(VALUES, VALUES), max_size=60))
def test_rows_with_ids_are_read_as_they_were_written(rows):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "some.db"
        root = written(path, "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)", [(one, *rows[one]) for one in rows])
        damages = []
        found = {row_id: tuple(values) for row_id, values in PageFile(path).rows(root, 3, damages)}
        assert (found, damages) == ({one: (None, *rows[one]) for one in rows}, [])


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.text("ab\u00e9", max_size=900), st.tuples(VALUES, VALUES), max_size=60))
def test_rows_without_ids_are_read_as_they_were_written(rows):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "some.db"
        table = "CREATE TABLE t (a, b, name TEXT PRIMARY KEY) WITHOUT ROWID"
        root = written(path, table, [(*rows[name], name) for name in rows])
        damages = []
        found = {values[0]: tuple(values[1:]) for _, values in PageFile(path).rows(root, 3, damages)}
        assert (found, damages) == (rows, [])


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 40))
def test_of_pages_with_noise_no_row_is_made_up_and_the_gaps_are_told(seed, many):
    with TemporaryDirectory() as folder:
        path, noise = Path(folder) / "some.db", random.Random(seed)
        rows = {n: (f"row {n} " * (n % 90), bytes([n % 256]) * (n % 7) * 900) for n in range(1, 400)}
        root = written(path, "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)", [(n, *rows[n]) for n in rows])
        content = bytearray(path.read_bytes())
        for page in noise.sample(range(1, len(content) // 4096), min(many, len(content) // 4096 - 1)):
            content[page * 4096 : (page + 1) * 4096] = noise.randbytes(4096)
        path.write_bytes(content)
        damages = []
        found = {row_id: tuple(values[1:]) for row_id, values in PageFile(path).rows(root, 3, damages)}
        missing = {n for n in rows if any(damage.after < n <= damage.until for damage in damages)}
        assert found.keys() | missing == rows.keys()
        assert not found.keys() & missing
        whole = {n: values for n, values in found.items() if len(rows[n][0]) + len(rows[n][1]) < 4000}
        assert whole == {n: rows[n] for n in whole}


@given(st.binary(max_size=60))
def test_any_bytes_are_a_row_or_refused(content):
    try:
        assert len(read_row(content, 5)) <= 5
    except UnreadableError as error:
        assert str(error)


@pytest.mark.parametrize("content", [b"", b"SQLite format 3", b"a shopping list" * 300])
def test_what_is_no_database_is_refused(content, tmp_path):
    path = tmp_path / "some.db"
    path.write_bytes(content)
    with pytest.raises(DatabaseError, match="first page is damaged"):
        PageFile(path)
