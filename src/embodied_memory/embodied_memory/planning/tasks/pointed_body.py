"""Bodies whose memory, asked for anything, names one thing, or what stands in one room: to go to just that."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from embodied_memory.evidence import RetrievalResult
from embodied_memory.planning.body import Body
from embodied_memory.planning.tasks.known_things import KnownThings


class PointedBody:
    """Everything else is the body's own. What else the thing may be does not matter; where memory has lost it, those
    that fit the query are named.
    """

    def __init__(self, body: Body, object_id: str) -> None:
        self._body, self._object_id = body, object_id

    def retrieve(self, query: str) -> RetrievalResult:
        """See `Body`."""
        meant = [one for one in self._body.known_objects() if one.object_id == self._object_id]
        if not meant:
            return self._body.retrieve(query)
        return RetrievalResult(query, (), tuple(replace(one, match=1.0, labels=()) for one in meant))

    def report(self, *told: Any, **also: Any) -> None:
        """Going to a thing on the way is no goal of its own."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._body, name)


class RoomBody:
    """Everything else is the body's own. Nothing is named until memory knows something in the room."""

    def __init__(self, body: Body, room: str) -> None:
        self._body, self._room = body, room

    def retrieve(self, query: str) -> RetrievalResult:
        """See `Body`."""
        there = KnownThings(self._body.known_objects()).in_room(self._room)
        return RetrievalResult(query, (), tuple(replace(one, match=1.0) for one in there))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._body, name)
