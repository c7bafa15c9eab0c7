"""What an answer is made from: the objects as remembered now, their relations, the event log, the views in order of
time with what they showed; and how well what was looked at: what was not seen there is the less likely there, and
never surely not. Every look from near shows what is there with some likelihood; looks of one robot are alike, so
that no number of them makes sure.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from embodied_memory.event import EventKind, Provenance
from embodied_memory.evidence import ASSERTED_FROM, Evidence, RememberedObject, UsualPlace
from embodied_memory.memory.log import event_log
from embodied_memory.memory.log.event_log import INSTANT, LogRecord
from embodied_memory.memory.retrieval.seen.object_matching import GOOD_MATCH, fit, match_objects
from embodied_memory.memory.spatial.certainty import OPEN, Vocabulary
from embodied_memory.memory.spatial.knowledge_graph.knowledge_graph import KnowledgeGraph
from embodied_memory.memory.spatial.knowledge_graph.triple import NEAR, Triple
from embodied_memory.memory.spatial.object_state import ObjectState
from embodied_memory.scene_graph import SpatialRelation, is_person
from embodied_memory.words.wording.description import parse_description

NS = 1_000_000_000
_MOST_VIEWS = 5000
_OF_TIME = f"FROM event_log JOIN instant USING (record_id) WHERE kind = '{INSTANT}' AND stamp_ns BETWEEN ? AND ?"
AssertedIn = Callable[[Iterable[int]], Sequence[ObjectState]]
"""Object keys of a record -> what memory asserts of them now, each once."""
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
_LANDMARK_M = 1.5
_EQUALLY_GOOD = 0.15
Embed = Callable[[list[str]], NDArray[np.float32]]


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


class Recollection:
    """A snapshot for one answer. now_ns: the time of asking, nanoseconds.

    objects: what memory asserts, of all that it was given; knowledge: how they stand to each other, None: it is not
    to be read. vocabulary: what its eyes can recognise; looks: how well what was looked at; asserted_in: what memory
    asserts of what views showed.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        objects: tuple[RememberedObject, ...],
        knowledge: KnowledgeGraph | None,
        now_ns: int,
        embed: Embed | None = None,
        vocabulary: Vocabulary = OPEN,
        looks: Looks | None = None,
        asserted_in: AssertedIn = lambda keys: (),
    ) -> None:
        self.connection = connection
        self._embed = embed
        self._all = objects
        self.objects = tuple(thing for thing in objects if thing.is_asserted)
        self._knowledge, self._asserted_in = knowledge, asserted_in
        self.now_ns = now_ns
        self.vocabulary = vocabulary
        self.looks = looks or Looks(connection)
        self._by_id = {thing.object_id: thing for thing in self.objects}

    @cached_property
    def views(self) -> SeenViews:
        """All of them up to now, in order of time."""
        return SeenViews(self.connection, self._asserted_in, self.now_ns)

    def fitting(self, description: str) -> list[RememberedObject]:
        """The objects that the description means: good matches, none much worse than the best.

        What is less likely than not to be such a thing is none.
        """
        ranked = match_objects(description, self.objects)
        good = [thing for thing in ranked if thing.match >= GOOD_MATCH and self._is_likely(description, thing)]
        return [thing for thing in good if thing.match >= good[0].match - _EQUALLY_GOOD]

    def perhaps_fitting(self, description: str) -> list[RememberedObject]:
        """What may be there and be what the description means, the likeliest first, without what surely is."""
        ranked = match_objects(description, self._all)
        fits = ((thing, fit(parse_description(description), thing)) for thing in ranked)
        return [
            thing
            for thing, one in fits
            if one.words >= GOOD_MATCH and not (one.asserted >= GOOD_MATCH and one.likely >= ASSERTED_FROM)
        ]

    def nearest_in_meaning(self, description: str) -> RememberedObject | None:
        """What comes closest when nothing fits, if anything does."""
        ranked = match_objects(description, self.objects, self._embed)
        return ranked[0] if ranked else None

    def related(self, thing: RememberedObject, relation: SpatialRelation) -> list[RememberedObject]:
        """The objects that were seen to stand so to this one: those on it, in it, under it, or next to it."""
        return [other for other, triple in self.relations_of(thing, relation) if triple.relation != NEAR]

    def relations_of(
        self, thing: RememberedObject, relation: SpatialRelation
    ) -> list[tuple[RememberedObject, Triple]]:
        """(other, how it stands to this one), by the knowledge graph; for "next to" what is "near" comes last.

        What was only told is left out, and so is what is less likely than not to rest on or in it.
        """
        found: dict[str, tuple[RememberedObject, Triple]] = {}
        for triple in self._knowledge.related(thing.object_id, relation.value) if self._knowledge else ():
            other = self._by_id.get(triple.object_id if triple.subject_id == thing.object_id else triple.subject_id)
            if other is not None and all(one.provenance is Provenance.OBSERVED for one in triple.known):
                found.setdefault(other.object_id, (other, triple))
        return [(o, t) for o, t in found.values()
                if o.support_id != thing.object_id or o.support_certainty >= ASSERTED_FROM]  # fmt: skip

    def usual_places(self, words: str) -> tuple[UsualPlace, ...]:
        """Where such things belong, the likeliest first."""
        return self._knowledge.usual_places(words) if self._knowledge else ()

    def landmark_of(self, thing: RememberedObject) -> RememberedObject | None:
        """Something bigger beside the object to describe its place with."""
        beside = self.related(thing, SpatialRelation.NEXT_TO)
        near = beside or [o for o in self.objects if math.dist(o.position, thing.position) <= _LANDMARK_M]
        near = [o for o in near if o.object_id != thing.object_id and not is_person(o.category)]
        bigger = [o for o in near if _volume(o) > _volume(thing)]
        return max(bigger, key=lambda o: (_volume(o), o.object_id), default=None)

    def room_at(self, place: tuple[float, float, float]) -> str:
        """The name of the room of a place, "" if it is not known."""
        return self.looks.room_at(place)

    def events(self, kinds: Sequence[EventKind], since_ns: int = 0, limit: int = 20) -> list[LogRecord]:
        """Events of these kinds up to now, the newest first."""
        return event_log.of_kinds(self.connection, kinds, since_ns, self.now_ns, limit)

    def evidence_of(self, things: Iterable[RememberedObject], record_ids: Iterable[int] = ()) -> tuple[Evidence, ...]:
        """The records in which these objects were last seen, and further ones."""
        records = event_log.of_ids(self.connection, (*(thing.record_id for thing in things), *record_ids))
        return tuple(record.as_evidence() for record in records)

    def _is_likely(self, description: str, thing: RememberedObject) -> bool:
        if not thing.labels and thing.existence >= 1.0:
            return True
        return fit(parse_description(description), thing).likely >= ASSERTED_FROM


def _volume(thing: RememberedObject) -> float:
    return math.prod(thing.size)
