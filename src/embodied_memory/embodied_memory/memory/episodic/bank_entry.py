"""A view as the memory bank keeps it (LMEE, equation 1), and its rows in the database.

Features are kept as float16, half the size: cosines change by 1e-5.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.scene_graph import SceneGraphInstant

Feature = NDArray[np.float32]
"""(D,) L2-normalised, zeros where there is none."""


@dataclass(frozen=True, eq=False)
class MemoryBankEntry:
    """A view to be remembered. people: who is in it; forced: kept although it is not novel; record_id: 0 while it has
    none yet.
    """

    record_id: int
    stamp_ns: int
    position: tuple[float, float, float]
    text_feature: Feature
    image_feature: Feature
    text: str
    tags: tuple[str, ...]
    people: tuple[str, ...]
    thumbnail: bytes
    forced: bool

    @staticmethod
    def of(instant: SceneGraphInstant, text: str, features: tuple[Feature, Feature], forced: bool) -> MemoryBankEntry:
        """The entry that an instant makes. features: of its text and of its image."""
        people = (seen.caption or seen.object_id for seen in instant.objects if seen.category == "person")
        return MemoryBankEntry(
            record_id=0,
            stamp_ns=instant.stamp_ns,
            position=instant.robot_position,
            text_feature=features[0],
            image_feature=features[1],
            text=text,
            tags=tuple(" ".join(tag.split()) for tag in instant.tags),
            people=tuple(dict.fromkeys(" ".join(name.split()) for name in people)),
            thumbnail=instant.thumbnail,
            forced=forced,
        )


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
        texts, images = (_features([row[column] for row in rows], dimension) for column in (5, 6))
        yield [_entry(row, text, image) for row, text, image in zip(rows, texts, images, strict=True)]


def read_features(connection: sqlite3.Connection, column: str, record_ids: Sequence[int], dimension: int) -> Feature:
    """(n, D) features of these entries, in this order. column: "text_feature" or "image_feature"."""
    assert column in ("text_feature", "image_feature")
    marks = ", ".join("?" * len(record_ids))
    rows = connection.execute(f"SELECT record_id, {column} FROM bank_entry WHERE record_id IN ({marks})", record_ids)
    found = dict(rows.fetchall())
    return _features([found[record_id] for record_id in record_ids], dimension)


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


def _entry(row: tuple[Any, ...], text_feature: Feature, image_feature: Feature) -> MemoryBankEntry:
    record_id, stamp_ns, x, y, z, _, _, text, tags, people, forced = row
    return MemoryBankEntry(
        record_id, stamp_ns, (x, y, z), text_feature, image_feature, text, _lines(tags), _lines(people), b"",
        bool(forced),
    )  # fmt: skip


def _lines(text: object) -> tuple[str, ...]:
    return tuple(str(text).split("\n")) if text else ()


def _stored(feature: Feature) -> bytes:
    return feature.astype(_STORED).tobytes() if feature.any() else b""


def _features(blobs: Sequence[bytes], dimension: int) -> Feature:
    """(n, D) of length 1, zeros where there is none: all of one kind at once, for there may be very many."""
    features = np.zeros((len(blobs), dimension), np.float32)
    for kind in (_STORED, _STORED_BEFORE):
        places = [place for place, blob in enumerate(blobs) if len(blob) == dimension * kind.itemsize]
        if places:
            stored = np.frombuffer(b"".join(blobs[place] for place in places), kind)
            some: Feature = stored.reshape(len(places), dimension).astype(np.float32)
            # Rounding made them a little longer or shorter than 1.
            lengths = np.sqrt(np.einsum("ij,ij->i", some, some))[:, np.newaxis]
            features[places] = some / np.where(lengths > 0, lengths, 1)
    return features
