"""The views of a memory, in order of time: when they were taken, from where, and what they showed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from embodied_memory.evidence import Evidence, RememberedObject
from embodied_memory.memory.log import event_log
from embodied_memory.memory.log.event_log import INSTANT
from embodied_memory.memory.spatial.object_state import ObjectState

NS = 1_000_000_000
_MOST_VIEWS = 5000
_OF_TIME = f"FROM event_log JOIN instant USING (record_id) WHERE kind = '{INSTANT}' AND stamp_ns BETWEEN ? AND ?"

AssertedIn = Callable[[Iterable[int]], Sequence[ObjectState]]
"""Object keys of a record -> what memory asserts of them now, each once."""


@dataclass(frozen=True)
class SeenView:
    """An instant. place: (x, y, z) of the robot in map, metres."""

    record_id: int
    stamp_ns: int
    place: tuple[float, float, float]


class SeenViews:
    """Of one memory up to a time, to be read. asserted_in: what of the things seen memory asserts."""

    def __init__(self, connection: sqlite3.Connection, asserted_in: AssertedIn, until_ns: int) -> None:
        self._connection, self._asserted_in, self._until_ns = connection, asserted_in, until_ns
        row = connection.execute(
            f"SELECT min(stamp_ns), max(stamp_ns), count(*) {_OF_TIME}", (0, until_ns)
        ).fetchone()
        self.first_ns, self.last_ns, self.count = int(row[0] or 0), int(row[1] or 0), int(row[2])

    def between(self, start_ns: int, end_ns: int, limit: int = _MOST_VIEWS, newest: bool = False) -> list[SeenView]:
        """Those taken from the one time to the other, both included; the first of them, or the last. In order."""
        order = "DESC" if newest else "ASC"
        rows = self._connection.execute(
            f"SELECT record_id, stamp_ns, x, y, z {_OF_TIME} ORDER BY stamp_ns {order}, record_id {order} LIMIT ?",
            (start_ns, min(end_ns, self._until_ns), limit),
        )
        views = [SeenView(record_id, stamp_ns, (x, y, z)) for record_id, stamp_ns, x, y, z in rows]
        return views[::-1] if newest else views

    def shown(self, views: Iterable[SeenView]) -> list[tuple[SeenView, tuple[str, ...]]]:
        """Each view with the ids of what it showed, without views that show nothing that is there."""
        found = []
        for view in views:
            rows = self._connection.execute(
                "SELECT object_key FROM sighting WHERE record_id = ? ORDER BY object_key", (view.record_id,)
            )
            ids = tuple(state.object_id for state in self._asserted_in(key for (key,) in rows.fetchall()))
            if ids:
                found.append((view, ids))
        return found

    def evidence(self, views: Sequence[SeenView], most: int = 5) -> tuple[Evidence, ...]:
        """So many of the records at most, from the first to the last."""
        step = max(1, (len(views) + most - 1) // most)
        ids = [view.record_id for view in views[::step]]
        return tuple(record.as_evidence() for record in event_log.of_ids(self._connection, ids))


def things_of(ids: Iterable[str], objects: Sequence[RememberedObject]) -> list[RememberedObject]:
    """The objects of these ids, each once, in the order of the ids."""
    by_id = {thing.object_id: thing for thing in objects}
    return [by_id[one] for one in dict.fromkeys(ids) if one in by_id]
