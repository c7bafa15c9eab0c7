"""Reading events out of the log: by entity, by kind and time, and by words.

Observers, and who asked for an instruction and how it was carried out, are left out.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from embodied_memory.event import Event, EventKind, Provenance, StateChange
from embodied_memory.evidence import Evidence
from embodied_memory.memory.belief.states import entity_alias
from embodied_memory.memory.log import event_log

RecordedEvent = tuple[int, Event]
"""(record_id, event)."""
MayCite: TypeAlias = Callable[[Sequence[int]], bool]
"""Whether the asker may hear of all of these records."""

_FOREVER_NS = 2**62
_FEW_KINDS = 2


class EventRows:
    """All reads are bounded: at most `limit` events, the newest."""

    def __init__(self, connection: sqlite3.Connection, now_ns: int) -> None:
        self._connection = connection
        self._now_ns = now_ns
        self._aliases = entity_alias.read(connection)

    @property
    def first_ns(self) -> int:
        """Of the oldest record; now if there is none."""
        (first,) = self._connection.execute("SELECT min(stamp_ns) FROM event_log").fetchone()
        return self._now_ns if first is None else int(first)

    def about(
        self,
        entity_id: str,
        kinds: Sequence[EventKind],
        since_ns: int = 0,
        until_ns: int = _FOREVER_NS,
        limit: int = 200,
    ) -> list[RecordedEvent]:
        """Events of these kinds that name the entity, the newest first.

        Rare kinds are looked through by time: things are seen far oftener than they are moved.
        """
        if len(kinds) > _FEW_KINDS:
            return self._naming(entity_id, since_ns, until_ns, limit)
        names = entity_alias.aliases_of(self._connection, entity_id)
        marks = ", ".join("?" * len(names))
        rows: list[tuple[int, int]] = []
        for kind in kinds:
            rows += self._connection.execute(
                "SELECT stamp_ns, record_id FROM event_log l WHERE kind = ? AND stamp_ns BETWEEN ? AND ? AND EXISTS"
                " (SELECT 1 FROM event_object o WHERE o.record_id = l.record_id"
                f" AND o.object_id IN ({marks}))"
                " ORDER BY stamp_ns DESC, record_id DESC LIMIT ?",
                (kind.value, since_ns, min(until_ns, self._now_ns), *names, limit),
            )
        return self._about(entity_id, (record_id for _, record_id in sorted(rows, reverse=True)[:limit]))

    def _naming(self, entity_id: str, since_ns: int, until_ns: int, limit: int) -> list[RecordedEvent]:
        """Events of any kind that name the entity, the last recorded first."""
        names = entity_alias.aliases_of(self._connection, entity_id)
        marks = ", ".join("?" * len(names))
        rows = self._connection.execute(
            "SELECT DISTINCT l.record_id FROM event_object o CROSS JOIN event_log l USING (record_id)"
            f" WHERE o.object_id IN ({marks}) AND l.stamp_ns BETWEEN ? AND ? ORDER BY o.record_id DESC LIMIT ?",
            (*names, since_ns, min(until_ns, self._now_ns), limit),
        )
        return self._about(entity_id, (record_id for (record_id,) in rows))

    def _about(self, entity_id: str, record_ids: Iterable[int]) -> list[RecordedEvent]:
        """Without those in which the same id means something else."""
        return [(number, event) for number, event in self.of_ids(record_ids) if entity_id in event.object_ids]

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
        found = event_log.search_words(self._connection, text, limit)
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
        """These events, without instants and without what is gone. All parts are read with one query each."""
        wanted = list(dict.fromkeys(record_ids))
        events = self._events(wanted)
        return [(number, self._aliases.understood(events[number])) for number in wanted if number in events]

    def _events(self, wanted: Sequence[int]) -> dict[int, Event]:
        among = json.dumps(wanted)
        changes = self._parts(among, "entity_id, attribute, value", "event_change")
        objects = self._parts(among, "object_id, caption", "event_object")
        rows = self._connection.execute(
            "SELECT record_id, stamp_ns, kind, actor, summary, place, provenance, succeeded FROM event_log"
            " WHERE record_id IN (SELECT value FROM json_each(?)) AND kind <> ?",
            (among, event_log.INSTANT),
        )
        return {
            number: Event(
                stamp_ns, EventKind(kind), actor, text, tuple(name for name, _ in objects[number]), place,
                provenance=Provenance(provenance), succeeded=None if succeeded is None else bool(succeeded),
                changes=tuple(StateChange(*change) for change in changes[number]),
                object_captions=tuple(caption for _, caption in objects[number]),
            )
            for number, stamp_ns, kind, actor, text, place, provenance, succeeded in rows
        }  # fmt: skip

    def _parts(self, among: str, columns: str, table: str) -> dict[int, list[tuple[str, ...]]]:
        """record_id -> its rows of a table in their order. columns and table are constants of this file."""
        found: dict[int, list[tuple[str, ...]]] = defaultdict(list)
        for number, *values in self._connection.execute(
            f"SELECT record_id, {columns} FROM {table} WHERE record_id IN (SELECT value FROM json_each(?))"
            " ORDER BY record_id, ordinal",
            (among,),
        ):
            found[number].append(tuple(values))
        return found
