"""The meaning of every piece as a vector: a row beside its record, and all of them together for searching; and that
of single words, for words that say the same without being the same: vectors kept while the process runs.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embodied_memory.event import Event, EventKind
from embodied_memory.geometry.compiled import compiled
from embodied_memory.memory.log.piece import placed
from embodied_memory.memory.store.store import NewInstant, NewRecord
from embodied_memory.perception.readers import PieceEmbedder

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
