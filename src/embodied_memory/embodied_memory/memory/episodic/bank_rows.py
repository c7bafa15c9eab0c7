"""The memory bank's rows in the database. Features are kept as float16, half the size: cosines change by 1e-5."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from embodied_memory.memory.episodic.bank_entry import Feature, MemoryBankEntry

_STORED = np.dtype("<f2")
_STORED_BEFORE = np.dtype("<f4")
"""What the first version of the tables held; rows of that time stay as they are."""
_CHUNK = 4096
_ENTRY = "record_id, stamp_ns, x, y, z, text_feature, image_feature, text, tags, people, forced"
_FROM = "FROM bank_entry JOIN instant USING (record_id) JOIN event_log USING (record_id)"


def write_entry(connection: sqlite3.Connection, model: str, entry: MemoryBankEntry) -> None:
    """Insert an entry whose features were made by the named model."""
    connection.execute(
        "INSERT INTO bank_entry (record_id, text, tags, people, feature_model, text_feature, image_feature, forced)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            entry.record_id,
            entry.text,
            "\n".join(entry.tags),
            "\n".join(entry.people),
            model,
            _stored(entry.text_feature),
            _stored(entry.image_feature),
            int(entry.forced),
        ),
    )
    if entry.thumbnail:
        connection.execute("INSERT INTO thumbnail VALUES (?, ?)", (entry.record_id, entry.thumbnail))


def delete_entries(connection: sqlite3.Connection, record_ids: Sequence[int]) -> None:
    """These entries and their thumbnails go."""
    for table in ("bank_entry", "thumbnail"):
        connection.executemany(f"DELETE FROM {table} WHERE record_id = ?", [(one,) for one in record_ids])


def read_entries(connection: sqlite3.Connection, model: str, dimension: int) -> Iterator[list[MemoryBankEntry]]:
    """All entries of a model in the order recorded, in chunks, without thumbnails."""
    sizes = (dimension * _STORED.itemsize, dimension * _STORED_BEFORE.itemsize)
    cursor = connection.execute(
        f"SELECT {_ENTRY} {_FROM} WHERE feature_model = ?"
        " AND max(length(text_feature), length(image_feature)) IN (0, ?, ?) ORDER BY record_id",
        (model, *sizes),
    )
    while rows := cursor.fetchmany(_CHUNK):
        yield [_entry(row, dimension) for row in rows]


def read_features(connection: sqlite3.Connection, column: str, record_ids: Sequence[int], dimension: int) -> Feature:
    """(n, D) features of these entries, in this order. column: "text_feature" or "image_feature"."""
    assert column in ("text_feature", "image_feature")
    marks = ", ".join("?" * len(record_ids))
    rows = connection.execute(f"SELECT record_id, {column} FROM bank_entry WHERE record_id IN ({marks})", record_ids)
    found = dict(rows.fetchall())
    blobs = [found[record_id] for record_id in record_ids]
    if any(len(blob) != dimension * _STORED.itemsize for blob in blobs):
        return np.array([_read(blob, dimension) for blob in blobs], np.float32)
    features = np.frombuffer(b"".join(blobs), _STORED).reshape(len(blobs), dimension).astype(np.float32)
    return np.asarray(features / np.linalg.norm(features, axis=1, keepdims=True), np.float32)


def read_places(connection: sqlite3.Connection, map_id: str) -> dict[int, tuple[float, float, float]]:
    """Record id -> (x, y, z) of the robot, for every instant in this map, also those that are not in the bank."""
    rows = connection.execute(
        "SELECT record_id, x, y, z FROM instant JOIN event_log USING (record_id) WHERE map_id = ?", (map_id,)
    )
    return {record_id: (x, y, z) for record_id, x, y, z in rows}


def latest_scores(connection: sqlite3.Connection, count: int) -> list[float]:
    """How like the bank the latest views considered were, oldest first."""
    scores = connection.execute(
        "SELECT bank_similarity FROM instant WHERE bank_similarity IS NOT NULL ORDER BY record_id DESC LIMIT ?",
        (count,),
    ).fetchall()
    return [score for (score,) in reversed(scores)]


def count_entries(connection: sqlite3.Connection) -> int:
    """Of whatever model."""
    return int(connection.execute("SELECT count(*) FROM bank_entry").fetchone()[0])


def _entry(row: tuple[object, ...], dimension: int) -> MemoryBankEntry:
    record_id, stamp_ns, x, y, z, text_blob, image_blob, text, tags, people, forced = row
    return MemoryBankEntry(
        record_id, stamp_ns, (x, y, z), _read(text_blob, dimension), _read(image_blob, dimension),  # type: ignore[arg-type]
        text, _lines(tags), _lines(people), b"", bool(forced),  # type: ignore[arg-type]
    )  # fmt: skip


def _lines(text: object) -> tuple[str, ...]:
    return tuple(str(text).split("\n")) if text else ()


def _stored(feature: Feature) -> bytes:
    return feature.astype(_STORED).tobytes() if feature.any() else b""


def _read(blob: bytes, dimension: int) -> NDArray[np.float32]:
    if not blob:
        return np.zeros(dimension, np.float32)
    kind = _STORED if len(blob) == dimension * _STORED.itemsize else _STORED_BEFORE
    feature = np.frombuffer(blob, kind).astype(np.float32)
    length = float(np.linalg.norm(feature)) or 1.0  # rounding makes it a little longer or shorter than 1
    return np.asarray(feature / length, np.float32)
