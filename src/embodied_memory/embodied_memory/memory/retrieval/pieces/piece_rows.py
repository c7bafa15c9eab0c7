"""Pieces as rows of the log: read by record, by who said or did it, by time, by words. `views/event_rows.py`
reads the same rows as events, with their things and changes; here it is told who was there.

The meaning of every piece is a vector, in a row beside its record, and all of them together are searched; that
of single words is for words that say the same without being the same: vectors kept while the process runs.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embodied_memory.event import Event, EventKind
from embodied_memory.geometry.compiled import compiled
from embodied_memory.memory.log import event_log
from embodied_memory.memory.log.piece import Piece, placed
from embodied_memory.memory.store.store import NewInstant, NewRecord
from embodied_memory.perception.readers import PieceEmbedder
from embodied_memory.words.who_is_meant import WhoIsMeant
from embodied_memory.words.wording.words import bare_words

if TYPE_CHECKING:
    from embodied_memory.memory.discretion.kept_sayings import SayingSorter


_MOST = 20_000
_ALMOST = 0.9
"""Another word, however close, counts less than the word itself."""
Embed = Callable[[list[str]], NDArray[np.float32]]
TABLES = (
    # int8: unit vectors times 127; of a model that is not the present one a vector says nothing.
    "CREATE TABLE IF NOT EXISTS event_vector ("
    "record_id INTEGER PRIMARY KEY, model TEXT NOT NULL, vector BLOB NOT NULL)",
)
SORT_TABLES = ("ALTER TABLE event_vector ADD COLUMN sorts BLOB NOT NULL DEFAULT x''",)
TELLING = frozenset(
    {
        EventKind.UTTERANCE, EventKind.OBJECT_STATE_CHANGED, EventKind.DEVICE_STATE_CHANGED, EventKind.PERSON_MOVED,
        EventKind.ACTIVITY,
    }
)  # fmt: skip
"""What people say and do; what the robot did is told by the tracks: that it looked in vain is no sign of a thing."""
Rows = list[tuple[int, bytes]]
"""Records with their vectors, as they are in the file."""
_SCALE = 127.0
_GROWN_BY = 1024


class WordVectors:
    """Safe to use from several threads."""

    def __init__(self, embed: Embed) -> None:
        self._embed = embed
        self._known: dict[str, NDArray[np.float32]] = {}
        self._lock = threading.Lock()

    def of(self, words: Sequence[str]) -> NDArray[np.float32]:
        """(N, D), unit length."""
        with self._lock:
            missing = [word for word in dict.fromkeys(words) if word not in self._known]
            if missing:
                if len(self._known) > _MOST:
                    self._known = {}
                    missing = list(dict.fromkeys(words))
                self._known |= dict(zip(missing, self._embed(missing), strict=True))
            return np.stack([self._known[word] for word in words])

    def unkept(self, text: str) -> NDArray[np.float32]:
        """(D,) of what somebody says, which stays in no cache."""
        found: NDArray[np.float32] = self._embed([text])[0]
        return found

    def told_by(self, asked: Sequence[str], told: Sequence[str]) -> NDArray[np.float32]:
        """(N,) for each word asked, how nearly the words told say it: 1 for the word itself."""
        if not told or not asked:
            return np.zeros(len(asked), np.float32)
        best: NDArray[np.float32] = (self.of(asked) @ self.of(told).T).max(axis=1) * _ALMOST
        there = set(told)
        return np.array(
            [1.0 if word in there else value for word, value in zip(asked, best, strict=True)], np.float32
        )


def is_telling(event: Event) -> bool:
    """Whether an event is a piece of evidence by its kind."""
    return event.kind in TELLING and bool(event.text.strip())


def searched_words(event: Event) -> str:
    """As `Piece.words`, without whom they mean."""
    return words_of(event.kind.value, event.actor, event.text, event.place)


def words_of(kind: str, actor: str, text: str, place: str) -> str:
    """The same of what a record tells."""
    return f"{actor}: {text}" if kind == EventKind.UTTERANCE.value else placed(text, kind, place)


@dataclass(frozen=True)
class PieceChanges:
    """A piece that comes. vector: (D,) what its words mean; sorts: as `Piece.sorts`."""

    record_id: int
    vector: NDArray[np.float32]
    sorts: bytes


class PieceVectors:
    """All vectors of one model, in the order of their records. sorter: judges each saying once, when it comes."""

    def __init__(self, connection: sqlite3.Connection, embedder: PieceEmbedder, sorter: SayingSorter) -> None:
        self.model, self._embedder, self._sorter = embedder.name, embedder, sorter
        self.read(connection)

    def read(self, connection: sqlite3.Connection) -> None:
        """All of them, anew."""
        self.hold(*self.rows_in(connection))

    def rows_in(self, connection: sqlite3.Connection) -> tuple[Rows, list[int]]:
        """(records with their vectors, records with those of other models) as `hold` takes them."""
        rows = connection.execute(
            "SELECT record_id, vector FROM event_vector WHERE model = ? AND length(vector) = ? ORDER BY record_id",
            (self.model, self._embedder.dimension),
        ).fetchall()
        others = connection.execute("SELECT record_id FROM event_vector WHERE model != ?", (self.model,))
        return rows, [record_id for (record_id,) in others]

    def hold(self, rows: Rows, outdated: list[int]) -> None:
        """These, in the place of what was held."""
        self._outdated = outdated
        self._count = len(rows)
        self._ids = np.array([record_id for record_id, _ in rows], np.int64)
        packed = b"".join(vector for _, vector in rows)
        self._vectors = np.frombuffer(packed, np.int8).reshape(len(rows), self._embedder.dimension).copy()

    def embed(self, text: str) -> NDArray[np.float32]:
        """(D,) of a piece, or of a question."""
        vector: NDArray[np.float32] = self._embedder.embed_text([text])[0]
        return vector

    @property
    def are_outdated(self) -> bool:
        """Whether pieces have vectors of another model, by which they are not found."""
        return bool(self._outdated)

    def renew(self, connection: sqlite3.Connection, most: int) -> None:
        """Embeds these anew, the newest first, as part of a transaction. They are found once all vectors are read
        again.
        """
        taken, self._outdated = self._outdated[-most:], self._outdated[:-most]
        for record_id in taken:
            row = connection.execute(
                "SELECT kind, actor, summary, place FROM event_log WHERE record_id = ?", (record_id,)
            ).fetchone()
            if row is not None:
                vector = _packed(self.embed(words_of(*row)))
                connection.execute(
                    "UPDATE event_vector SET model = ?, vector = ? WHERE record_id = ?",
                    (self.model, vector, record_id),
                )

    def observe(self, record: NewRecord) -> PieceChanges | None:
        """The piece that an event is, by its kind."""
        if isinstance(record, NewInstant) or not is_telling(record.event):
            return None
        vector = self.embed(searched_words(record.understood))
        return PieceChanges(record.record_id, vector, self._sorter.packed(record.event))

    def write(self, connection: sqlite3.Connection, changes: PieceChanges) -> None:
        """Into the database, as part of the record's transaction."""
        connection.execute(
            "INSERT OR REPLACE INTO event_vector (record_id, model, vector, sorts) VALUES (?, ?, ?, ?)",
            (changes.record_id, self.model, _packed(changes.vector), changes.sorts),
        )

    def adopt(self, changes: PieceChanges) -> None:
        """Take over what was committed."""
        if self._count == len(self._ids):
            self._ids = np.concatenate((self._ids, np.zeros(_GROWN_BY, np.int64)))
            room = np.zeros((_GROWN_BY, self._vectors.shape[1]), np.int8)
            self._vectors = np.concatenate((self._vectors, room))
        self._ids[self._count] = changes.record_id
        self._vectors[self._count] = np.frombuffer(_packed(changes.vector), np.int8)
        self._count += 1

    def __len__(self) -> int:
        return self._count

    def alike(self, query: NDArray[np.float32], limit: int) -> list[tuple[int, float]]:
        """(record_id, cosine) of the pieces most like the query, best first."""
        if not self._count:
            return []
        alike = self._likeness(self._vectors[: self._count], query)
        best = np.argpartition(-alike, min(limit, self._count - 1))[:limit]
        best = best[np.argsort(-alike[best])]
        return [(int(self._ids[k]), float(alike[k])) for k in best]

    def likeness(self, record_ids: Iterable[int], query: NDArray[np.float32]) -> NDArray[np.float32]:
        """(N,) the cosine of each record's piece, 0 where there is none."""
        wanted = np.fromiter(record_ids, np.int64)
        found = np.zeros(len(wanted), np.float32)
        ids = self._ids[: self._count]
        places = np.minimum(np.searchsorted(ids, wanted), max(0, self._count - 1))
        known = (ids[places] == wanted) if self._count else np.zeros(len(wanted), bool)
        if known.any():
            found[known] = self._likeness(self._vectors[places[known]], query)
        return found

    @staticmethod
    def _likeness(vectors: NDArray[np.int8], query: NDArray[np.float32]) -> NDArray[np.float32]:
        found = np.zeros(len(vectors), np.float32)
        _multiply(np.ascontiguousarray(vectors), (query / _SCALE).astype(np.float32), found)
        return found


@compiled
def _multiply(vectors: NDArray[np.int8], query: NDArray[np.float32], found: NDArray[np.float32]) -> None:
    """found = vectors @ query, without a copy of all vectors as floats: those of 10^5 pieces take 150 MB."""
    for row in range(vectors.shape[0]):
        total = np.float32(0.0)
        for column in range(vectors.shape[1]):
            total += vectors[row, column] * query[column]
        found[row] = total


def _packed(vector: NDArray[np.float32]) -> bytes:
    packed: bytes = np.clip(np.rint(vector * _SCALE), -127, 127).astype(np.int8).tobytes()
    return packed


_AROUND, _MOST_SAID = 3, 20
_KINDS = tuple(kind.value for kind in TELLING)


class PieceRows:
    """Of everything up to now_ns."""

    def __init__(self, connection: sqlite3.Connection, now_ns: int, who: WhoIsMeant | None = None) -> None:
        self._connection, self.now_ns, self._who = connection, now_ns, who or WhoIsMeant({})

    def of_ids(self, record_ids: Iterable[int]) -> list[Piece]:
        """Those of the records that are pieces, in the order of the log."""
        among = json.dumps(sorted(set(record_ids)))
        audience: dict[int, list[str]] = defaultdict(list)
        for record_id, observer in self._connection.execute(
            "SELECT record_id, observer FROM event_observer WHERE record_id IN (SELECT value FROM json_each(?))"
            " ORDER BY record_id, ordinal",
            (among,),
        ):
            audience[record_id].append(observer)
        rows = self._connection.execute(
            "SELECT record_id, stamp_ns, kind, actor, summary, place, sorts FROM event_log"
            " LEFT JOIN event_vector USING (record_id)"
            " WHERE record_id IN (SELECT value FROM json_each(?)) AND stamp_ns <= ? ORDER BY record_id",
            (among, self.now_ns),
        )
        return [
            Piece(
                record_id,
                stamp_ns,
                kind,
                actor,
                text,
                place,
                tuple(audience[record_id]),
                self._who.meant_in(text, actor),
                sorts or b"",
            )
            for record_id, stamp_ns, kind, actor, text, place, sorts in rows
            if kind in _KINDS
        ]

    def around(self, record_id: int) -> list[Piece]:
        """A piece with those recorded right before and after it."""
        return self.of_ids(range(record_id - _AROUND, record_id + _AROUND + 1))

    def about(self, record_id: int) -> tuple[str, list[Piece]]:
        """(what a deed is about first of all, what was said lately with a word of that)."""
        found = self._connection.execute(
            "SELECT caption, object_id FROM event_object WHERE record_id = ? ORDER BY ordinal LIMIT 1", (record_id,)
        ).fetchone()
        words = [word for word in bare_words(found[0] or found[1]) if not word.isdigit()] if found else []
        if not words:
            return "", []
        rows = self._connection.execute(
            "SELECT l.record_id FROM event_words CROSS JOIN event_log l ON l.record_id = event_words.rowid"
            " WHERE event_words MATCH ? AND l.kind = ? ORDER BY event_words.rowid DESC LIMIT ?",
            (" OR ".join(f'"{word}"' for word in words), EventKind.UTTERANCE.value, _MOST_SAID),
        )
        return " ".join(words), self.of_ids(one for (one,) in rows)

    def by(self, name: str, limit: int) -> list[int]:
        """The newest that somebody said or did. name: in lower case."""
        return self._newest("lower(actor) = ?", (name,), limit)

    def said_since(self, start_ns: int, limit: int) -> list[Piece]:
        """The newest of what was said."""
        rows = self._connection.execute(
            "SELECT record_id FROM event_log WHERE kind = ? AND stamp_ns BETWEEN ? AND ?"
            " ORDER BY stamp_ns DESC LIMIT ?",
            (EventKind.UTTERANCE.value, start_ns, self.now_ns, limit),
        )
        return self.of_ids(record_id for (record_id,) in rows)

    def within(self, start_ns: int, end_ns: int, limit: int) -> list[int]:
        """The newest of a time."""
        return self._newest("stamp_ns BETWEEN ? AND ?", (start_ns, min(end_ns, self.now_ns)), limit)

    def with_words(self, text: str, limit: int) -> list[int]:
        """Those with most of the telling words of a text. Who is named in it may be called "Dad" by others."""
        text = " ".join((text, *self._who.called_in(text)))
        return [record_id for record_id, _ in event_log.search_words(self._connection, text, limit)]

    def count_of(self, word: str) -> int:
        """How many events have a word."""
        token = word.partition("'")[0].replace('"', "")
        if not token:
            return 0
        query = "SELECT count(*) FROM event_words WHERE event_words MATCH ?"
        (count,) = self._connection.execute(query, (f'"{token}"',)).fetchone()
        return int(count)

    def _newest(self, where: str, values: Sequence[object], limit: int) -> list[int]:
        """where: one of the constants above."""
        rows = self._connection.execute(
            f"SELECT record_id FROM event_log WHERE {where} AND kind IN ({', '.join('?' * len(_KINDS))})"
            " AND stamp_ns <= ? ORDER BY stamp_ns DESC LIMIT ?",
            (*values, *_KINDS, self.now_ns, limit),
        )
        return [record_id for (record_id,) in rows]
