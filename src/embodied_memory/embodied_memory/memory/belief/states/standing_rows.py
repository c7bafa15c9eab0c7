"""The facts of one key as the database has them, and which of those ought to be in play (see `state_track`)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import replace

from embodied_memory.memory.belief.states.fact_rows import COLUMNS, tracked_fact
from embodied_memory.memory.belief.states.state_fact import Standing, StateKey, TrackedFact, settled

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
