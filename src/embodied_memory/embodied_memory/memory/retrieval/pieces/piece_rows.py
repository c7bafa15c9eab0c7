"""Reading pieces out of the log: by record, by who said or did it, by time, by words.

`views/event_rows.py` reads the same rows as events, with their things and changes; here it is told who was there.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence

from embodied_memory.event import EventKind
from embodied_memory.memory.log import event_words
from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.piece_vectors import TELLING
from embodied_memory.words.who_is_meant import WhoIsMeant
from embodied_memory.words.wording.words import bare_words

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
        return [record_id for record_id, _ in event_words.search(self._connection, text, limit)]

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
