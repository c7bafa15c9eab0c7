"""How well what was looked at: what was not seen there is the less likely there, and never surely not.

Every look from near shows what is there with some likelihood; looks of one robot are alike, so that no number of them
makes sure.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from embodied_memory.evidence import RememberedObject

_NEAR_M = 2.5
"""From this near, beyond its own extent, a look at a thing shows small things on it."""
_SHOWN_BY_LOOK, _SHOWN_IN_ROOM = 0.5, 0.3
"""By one look at a thing, and by one view from somewhere in a room."""
_SUREST = 0.95
_INTO_CLOSED = 0.1
_RECORDS = 2000
"""So far back from the last sighting looks are counted."""

RoomAt = Callable[[tuple[float, float, float]], str]
"""The name of the room of a place, "" if unknown."""


class Looks:
    """Of one memory, to be read. room_at: None as long as no rooms are known."""

    def __init__(self, connection: sqlite3.Connection, room_at: RoomAt | None = None) -> None:
        self._connection, self._room_at = connection, room_at

    def room_at(self, place: tuple[float, float, float]) -> str:
        """Its name, "" if unknown."""
        return self._room_at(place) if self._room_at is not None else ""

    def shown_at(self, thing: RememberedObject, inside: bool = False) -> float:
        """How likely something on, by or under a thing would have been seen, 0 to 1. inside: something in it."""
        if inside and dict(thing.attributes).get("open") == "false":
            return _INTO_CLOSED
        reach = _NEAR_M + max(thing.size[:2]) / 2
        (count,) = self._connection.execute(
            "SELECT count(*) FROM sighting s JOIN instant i USING (record_id) WHERE s.record_id BETWEEN ? AND ?"
            " AND s.object_key IN (SELECT o.object_key FROM object o JOIN object kept ON kept.object_key ="
            " coalesce(o.goes_on_as, o.object_key) WHERE kept.object_id = ?)"
            " AND (i.x - s.x) * (i.x - s.x) + (i.y - s.y) * (i.y - s.y) <= ?",
            (thing.record_id - _RECORDS, thing.record_id, thing.object_id, reach * reach),
        ).fetchone()
        return _shown(count, _SHOWN_BY_LOOK)

    def shown_in(self, room: str) -> float:
        """How likely something in a room would have been seen, 0 to 1. room: its name, or the beginning of it."""
        if self._room_at is None:
            return _shown(1, _SHOWN_IN_ROOM)
        rows = self._connection.execute("SELECT x, y, z FROM instant ORDER BY record_id DESC LIMIT ?", (_RECORDS,))
        views = sum(self._room_at(place).startswith(room) for place in rows.fetchall())
        return _shown(max(1, views), _SHOWN_IN_ROOM)


def _shown(looks: int, by_one: float) -> float:
    return _SUREST * (1.0 - (1.0 - by_one) ** looks)
