"""The rows of state facts in the database, and facts read back from them.

The facts of one key as the database has them, and which of those ought to be in play (see `state_track`).
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from embodied_memory.event import Provenance
from embodied_memory.memory.belief.states.state_fact import Standing, StateFact, StateKey, TrackedFact, settled

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
