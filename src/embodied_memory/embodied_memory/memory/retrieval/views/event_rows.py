"""Reading events out of the log: by entity, by kind and time, and by words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from embodied_memory.event import Event, EventKind
from embodied_memory.evidence import Evidence
from embodied_memory.memory import event_log
from embodied_memory.memory.retrieval import event_words

RecordedEvent = tuple[int, Event]
"""(record_id, event)."""

_FOREVER_NS = 2**62


class EventRows:
    """All reads are bounded: at most `limit` events, the newest."""

    def __init__(self, connection: sqlite3.Connection, now_ns: int) -> None:
        self._connection = connection
        self._now_ns = now_ns

    def about(
        self,
        entity_id: str,
        kinds: Sequence[EventKind],
        since_ns: int = 0,
        until_ns: int = _FOREVER_NS,
        limit: int = 200,
    ) -> list[RecordedEvent]:
        """Events of these kinds that name the entity, the last recorded first."""
        marks = ", ".join("?" * len(kinds))
        rows = self._connection.execute(
            "SELECT l.record_id FROM event_object o CROSS JOIN event_log l USING (record_id)"
            f" WHERE o.object_id = ? AND l.kind IN ({marks}) AND l.stamp_ns BETWEEN ? AND ?"
            " ORDER BY o.record_id DESC LIMIT ?",
            (entity_id, *(kind.value for kind in kinds), since_ns, min(until_ns, self._now_ns), limit),
        )
        return self.of_ids(record_id for (record_id,) in rows)

    def of_kinds(
        self,
        kinds: Sequence[EventKind],
        since_ns: int = 0,
        until_ns: int = _FOREVER_NS,
        actor: str = "",
        limit: int = 5000,
    ) -> list[RecordedEvent]:
        """Events of these kinds, of one actor if given, the newest first."""
        marks = ", ".join("?" * len(kinds))
        rows = self._connection.execute(
            f"SELECT record_id FROM event_log WHERE kind IN ({marks}) AND stamp_ns BETWEEN ? AND ?"
            " AND (? = '' OR actor = ?) ORDER BY stamp_ns DESC, record_id DESC LIMIT ?",
            (*(kind.value for kind in kinds), since_ns, min(until_ns, self._now_ns), actor, actor, limit),
        ).fetchall()
        return self.of_ids(record_id for (record_id,) in rows)

    def with_words(self, text: str, limit: int = 20) -> list[tuple[float, RecordedEvent]]:
        """(share of the words found, event): those that have most of the telling words of a text, best first."""
        found = event_words.search(self._connection, text, limit)
        events = dict(self.of_ids(record_id for record_id, _ in found))
        return [
            (share, (record_id, events[record_id]))
            for record_id, share in found
            if record_id in events and events[record_id].stamp_ns <= self._now_ns
        ]

    def evidence(self, record_ids: Iterable[int]) -> tuple[Evidence, ...]:
        """The records to cite, in this order, without those that are gone."""
        return tuple(record.as_evidence() for record in event_log.of_ids(self._connection, record_ids))

    def of_ids(self, record_ids: Iterable[int]) -> list[RecordedEvent]:
        """These events, without instants and without what is gone."""
        records = event_log.of_ids(self._connection, record_ids)
        return [
            (record.record_id, event_log.read_event(self._connection, record))
            for record in records
            if record.kind != event_log.INSTANT
        ]
