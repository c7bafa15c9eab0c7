"""One fact about one attribute of one entity, and how long it was seen to hold (ObsMem, equation 2); which room
something is in, from what it is on, in or held by; and the rows of facts in the database.

The facts of one key as the database has them, and which of those ought to be in play (see `state_track`).
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from embodied_memory.event import Provenance

LOCATION = "location"
HELD_BY = "held by"

StateKey = tuple[str, str]
"""(entity_id, attribute): what equation 2 calls (i, a)."""


@dataclass(frozen=True)
class StateFact:
    """(i, a, v, rho, tau) of equation 2. stamp_ns: since when it is known to hold; record_id: the row of the log.

    source: who said it, "" for what was observed. holds False: it is known *not* to be so ("the keys are not on
    the dresser", or a place that was looked at in vain); such a denial contradicts and never becomes current.
    """

    entity_id: str
    attribute: str
    value: str
    provenance: Provenance
    stamp_ns: int
    record_id: int
    source: str = ""
    holds: bool = True

    @property
    def key(self) -> StateKey:
        """What it is about."""
        return (self.entity_id, self.attribute)

    @property
    def observed(self) -> bool:
        """Whether the robot saw it itself."""
        return self.provenance is Provenance.OBSERVED


@dataclass(frozen=True)
class TrackedFact:
    """A fact and when it was last confirmed. fact_id: its row; room: where the entity then was, "" if unknown."""

    fact_id: int
    fact: StateFact
    confirmed_ns: int
    confirmed_record_id: int
    room: str = ""

    @property
    def order(self) -> tuple[int, bool, int, int]:
        """The newest is the greatest. At one stamp seeing beats hearing, then what was recorded later wins."""
        return (self.confirmed_ns, self.fact.observed, self.confirmed_record_id, self.fact_id)

    @property
    def settles(self) -> bool:
        """Whether everything older is overwritten by it: only what the robot saw to be so does that."""
        return self.fact.holds and self.fact.provenance is Provenance.OBSERVED


Standing = tuple[TrackedFact, ...]
"""The facts of one key still in play: the newest one that settles and all newer ones, in their order."""


def settled(facts: Standing) -> Standing:
    """Those in play among these: of the newer reports and denials, the newest of each source."""
    anchor = max((known for known in facts if known.settles), key=lambda known: known.order, default=None)
    newest: dict[tuple[str, bool, bool], TrackedFact] = {}
    for known in sorted(facts, key=lambda known: known.order):
        if anchor is None or known.order >= anchor.order:
            newest[known.fact.source, known.fact.observed, known.fact.holds] = known
    return tuple(sorted(newest.values(), key=lambda known: known.order))


def current_of(standing: Standing) -> TrackedFact | None:
    """The snapshot of equation 2: the newest fact that holds."""
    return next((known for known in reversed(standing) if known.fact.holds), None)


@dataclass(frozen=True)
class SeenLocations:
    """entity_of: the tracker's object id -> memory's entity id; those left out keep theirs.

    room_of: entity id -> room, "" or left out if unknown. robot_room: where the robot was. missing: entities that
    were looked for where they were believed to be, often enough, and are not there. merged: the id of what turned out
    to be another entity -> the id of that one.
    """

    entity_of: Mapping[str, str] = field(default_factory=dict)
    room_of: Mapping[str, str] = field(default_factory=dict)
    robot_room: str = ""
    missing: tuple[str, ...] = ()
    merged: Mapping[str, str] = field(default_factory=dict)


RELATIONS = ("on", "in", "under", "next to", "behind")
"""With which the value of a location begins when it names an entity; otherwise the value is a room."""

_BEGINNINGS = tuple(f"{relation} " for relation in RELATIONS)
_MAX_DEPTH = 4

ValueOf = Callable[[str, str], str]
"""(entity_id, attribute) -> the current value, "" if none is known."""


def relation_and_landmark(location: str) -> tuple[str, str]:
    """("on", "table_2") of "on table_2", and ("", "kitchen") of a room."""
    if location.startswith(_BEGINNINGS):
        relation = next(relation for relation in RELATIONS if location.startswith(f"{relation} "))
        return relation, location[len(relation) + 1 :]
    return "", location


def room_of(entity_id: str, value_of: ValueOf, depth: int = _MAX_DEPTH) -> str:
    """The room that the entity is in, through its supports or who holds it; "" if that is not known."""
    location = value_of(entity_id, LOCATION)
    holder = "" if location else value_of(entity_id, HELD_BY)
    if holder and depth:
        return room_of(holder, value_of, depth - 1)
    return room_of_location(location, value_of, depth)


def room_of_location(location: str, value_of: ValueOf, depth: int = _MAX_DEPTH) -> str:
    """The room of a location: itself, or that of what it names."""
    relation, landmark = relation_and_landmark(location)
    if not relation or not depth:
        return "" if relation else location
    return room_of(landmark, value_of, depth - 1)


def says_no_more(fact: StateFact, known: TrackedFact, value_of: ValueOf) -> bool:
    """Whether a fact tells nothing beyond a known one: the same, or of a location just the room that it is in."""
    if fact.value == known.fact.value or fact.attribute != LOCATION:
        return fact.value == known.fact.value
    relation, room = relation_and_landmark(fact.value)
    return not relation and room != "" and room == (room_of_location(known.fact.value, value_of) or known.room)


TABLES = (
    """CREATE TABLE belief_fact (
        fact_id INTEGER PRIMARY KEY,
        entity_id TEXT NOT NULL, attribute TEXT NOT NULL, value TEXT NOT NULL, holds INTEGER NOT NULL,
        provenance TEXT NOT NULL, stamp_ns INTEGER NOT NULL, record_id INTEGER NOT NULL, source TEXT NOT NULL,
        confirmed_ns INTEGER NOT NULL, confirmed_record_id INTEGER NOT NULL, room TEXT NOT NULL)""",
    "CREATE INDEX belief_fact_key ON belief_fact (entity_id, attribute, stamp_ns)",
    "CREATE INDEX belief_fact_record ON belief_fact (record_id)",
    # The facts still in play, with their newest confirmation: small, so that refreshing it touches few pages.
    """CREATE TABLE belief_standing (
        fact_id INTEGER PRIMARY KEY,
        confirmed_ns INTEGER NOT NULL, confirmed_record_id INTEGER NOT NULL, room TEXT NOT NULL)""",
)

COLUMNS = "f.fact_id, entity_id, attribute, value, holds, provenance, stamp_ns, record_id, source"
"""Of belief_fact as f; when it was last confirmed, by which record and in which room are to follow."""


def tracked_fact(row: tuple[Any, ...]) -> TrackedFact:
    """From a row of COLUMNS and a confirmation."""
    fact_id, entity_id, attribute, value, holds, provenance, stamp_ns, record_id, source, *confirmation = row
    fact = StateFact(entity_id, attribute, value, Provenance(provenance), stamp_ns, record_id, source, bool(holds))
    return TrackedFact(fact_id, fact, *confirmation)


def fact_row(known: TrackedFact) -> tuple[object, ...]:
    """All of belief_fact."""
    fact = known.fact
    named = (fact.entity_id, fact.attribute, fact.value, int(fact.holds), fact.provenance.value)
    return (
        known.fact_id,
        *named,
        fact.stamp_ns,
        fact.record_id,
        fact.source,
        known.confirmed_ns,
        known.confirmed_record_id,
        known.room,
    )


def confirmation_row(known: TrackedFact) -> tuple[int, int, str, int]:
    """When, by which record and where it was confirmed, and the fact's id."""
    return (known.confirmed_ns, known.confirmed_record_id, known.room, known.fact_id)


def by_key(facts: Iterator[TrackedFact]) -> Iterator[tuple[StateKey, Standing]]:
    """Grouped by what they are about."""
    grouped: dict[StateKey, list[TrackedFact]] = defaultdict(list)
    for known in facts:
        grouped[known.fact.key].append(known)
    return ((key, tuple(known)) for key, known in grouped.items())


_FACTS = (
    f"SELECT {COLUMNS},"
    " coalesce(s.confirmed_ns, f.confirmed_ns), coalesce(s.confirmed_record_id, f.confirmed_record_id),"
    " coalesce(s.room, f.room) FROM belief_fact f LEFT JOIN belief_standing s USING (fact_id)"
    " WHERE entity_id = ? AND attribute = ?"
)


def due_standing(connection: sqlite3.Connection, key: StateKey, until_ns: int | None = None) -> Standing:
    """What has to be in play, by all facts ever taken in: the newest that settles and what is newer.

    until_ns: as if nothing later had been seen or said; a later confirmation of what was known then does not count.
    """
    facts = map(tracked_fact, connection.execute(_FACTS, key))
    return settled(tuple(facts) if until_ns is None else tuple(_until(facts, until_ns)))


def _until(facts: Iterable[TrackedFact], until_ns: int) -> Iterator[TrackedFact]:
    for known in facts:
        if known.confirmed_ns <= until_ns:
            yield known
        elif known.fact.stamp_ns <= until_ns:
            yield replace(known, confirmed_ns=known.fact.stamp_ns, confirmed_record_id=known.fact.record_id)
