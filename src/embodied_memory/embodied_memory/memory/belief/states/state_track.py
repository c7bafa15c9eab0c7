"""States and their history: nothing is overwritten but what is current (ObsMem, section 4.2, equation 2).

A fact that is seen again unchanged is not stored again; its row keeps when it was last confirmed. The rows of one
entity and attribute, each with its stamp, are therefore the whole trail, and the newest at a time is what was
known then. A fact that arrives late takes its place in the trail by stamp; where it falls amid a longer one, that
one is split, so that the later confirmation still counts. What confirmed it in between is not kept: until that later
confirmation, the late fact is the newest.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from embodied_memory.memory.belief.states.state_fact import (
    COLUMNS,
    HELD_BY,
    LOCATION,
    RELATIONS,
    Standing,
    StateFact,
    StateKey,
    TrackedFact,
    by_key,
    confirmation_row,
    current_of,
    fact_row,
    relation_and_landmark,
    settled,
    tracked_fact,
)

_NEWEST_FIRST = "ORDER BY stamp_ns DESC, provenance = 'observed' DESC, record_id DESC, f.fact_id DESC"
"""By record before row: the second half of a fact that was split is a new row of an old record."""
_WHOLE = f"SELECT {COLUMNS}, f.confirmed_ns, f.confirmed_record_id, f.room FROM belief_fact f"


@dataclass
class StateChanges:
    """What one record changes. standing: the new value for each key, empty if nothing is known of it any more;
    facts: new rows; confirmed: updated rows. merged: the id of what turned out to be another entity -> the id of that
    one, to which all its facts go; revalued: facts in play that named it.
    """

    standing: dict[StateKey, Standing] = field(default_factory=dict)
    facts: list[TrackedFact] = field(default_factory=list)
    confirmed: list[TrackedFact] = field(default_factory=list)
    merged: dict[str, str] = field(default_factory=dict)
    revalued: list[TrackedFact] = field(default_factory=list)


class StateTrack:
    """History in the database, the current snapshot also in memory."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._standing: dict[StateKey, Standing] = {}
        self._attributes: dict[str, set[str]] = defaultdict(set)
        self._last_id = int(connection.execute("SELECT coalesce(max(fact_id), 0) FROM belief_fact").fetchone()[0])
        self._load()

    def standing(self, key: StateKey, changes: StateChanges | None = None) -> Standing:
        """The facts in play, after these changes if given."""
        if changes is not None and key in changes.standing:
            return changes.standing[key]
        return self._standing.get(key, ())

    def newest(self, key: StateKey) -> TrackedFact | None:
        """The newest fact in play, a denial or not; None if nothing is known."""
        standing = self._standing.get(key)
        return standing[-1] if standing else None

    def current(self, key: StateKey, changes: StateChanges | None = None) -> TrackedFact | None:
        """The newest fact (the snapshot of equation 2), after these changes if given."""
        return current_of(self.standing(key, changes))

    def value(self, entity_id: str, attribute: str, changes: StateChanges | None = None) -> str:
        """The current value, "" if none is known."""
        known = self.current((entity_id, attribute), changes)
        return known.fact.value if known else ""

    def attributes_of(self, entity_id: str) -> list[str]:
        """Those of which something is known."""
        return sorted(self._attributes.get(entity_id, ()))

    def with_value(self, attribute: str, values: Collection[str]) -> tuple[str, ...]:
        """The entities whose attribute has one of these values now."""
        return tuple(
            key[0]
            for key, standing in self._standing.items()
            if key[1] == attribute and (known := current_of(standing)) is not None and known.fact.value in values
        )

    def with_location(self, place: str) -> tuple[str, ...]:
        """The entities that are in a room, or on, in, under or beside another entity now."""
        return self.with_value(LOCATION, {place, *(f"{relation} {place}" for relation in RELATIONS)})

    def trail(self, key: StateKey, limit: int = -1) -> tuple[TrackedFact, ...]:
        """Every fact ever taken in, oldest first, denials among them. limit: only so many of the newest."""
        rows = self._connection.execute(
            f"{_WHOLE} WHERE entity_id = ? AND attribute = ? {_NEWEST_FIRST} LIMIT ?", (*key, limit)
        )
        in_play = {known.fact_id: known for known in self.standing(key)}
        return tuple(in_play.get(known.fact_id, known) for known in reversed([tracked_fact(row) for row in rows]))

    def history(self, key: StateKey) -> tuple[StateFact, ...]:
        """The same without when they were confirmed."""
        return tuple(known.fact for known in self.trail(key))

    def at(self, key: StateKey, stamp_ns: int) -> StateFact | None:
        """What was the newest fact at that time, among all that is known today; None if there was none."""
        row = self._connection.execute(
            f"{_WHOLE} WHERE entity_id = ? AND attribute = ? AND stamp_ns <= ? AND holds = 1 {_NEWEST_FIRST} LIMIT 1",
            (*key, stamp_ns),
        ).fetchone()
        return tracked_fact(row).fact if row else None

    def add(self, fact: StateFact, room: str, changes: StateChanges) -> None:
        """Take a fact in: confirm, overwrite, stand beside the current one, or go into the history by its stamp."""
        standing = self.standing(fact.key, changes)
        newest = standing[-1] if standing else None
        if newest and _is_again(fact, newest):
            self.confirm(newest, fact.stamp_ns, fact.record_id, room, changes)
            return
        new = self._new(fact, room, changes)
        anchor = next((known for known in standing if known.settles), None)
        if anchor is not None and new.order < anchor.order:
            self._add_late(new, standing, changes)
            return
        self._put((*standing, new), changes)

    def confirm(self, known: TrackedFact, stamp_ns: int, record_id: int, room: str, changes: StateChanges) -> None:
        """The newest fact in play was seen again unchanged; older than its last confirmation it says nothing new."""
        if stamp_ns <= known.confirmed_ns:
            return
        seen = TrackedFact(known.fact_id, known.fact, stamp_ns, record_id, room or known.room)
        standing = self.standing(known.fact.key, changes)
        self._put(tuple(seen if other is known else other for other in standing), changes)

    def merge(self, gone: str, kept: str, changes: StateChanges) -> None:
        """Two entities are one: their facts in play are those of one trail, the newest of them the current one."""
        changes.merged[gone] = kept
        for attribute in self.attributes_of(gone):
            theirs = tuple(_of(kept, known) for known in self.standing((gone, attribute), changes))
            both = settled((*self.standing((kept, attribute), changes), *theirs))
            changes.standing[gone, attribute] = ()
            if both:
                changes.standing[kept, attribute] = both
        for key in [(one, attribute) for attribute in (LOCATION, HELD_BY) for one in self._naming(gone, attribute)]:
            standing = self.standing(key, changes)
            told = {known.fact_id: _naming_instead(known, gone, kept) for known in standing}
            changes.standing[key] = tuple(told.values())
            changes.revalued += [known for known in told.values() if known not in standing]

    def _naming(self, entity_id: str, attribute: str) -> list[str]:
        """Of which entities a fact in play says that they are on, in or with this one."""
        values = {entity_id, *(f"{relation} {entity_id}" for relation in RELATIONS)}
        return [
            key[0]
            for key, standing in self._standing.items()
            if key[1] == attribute and any(known.fact.value in values for known in standing)
        ]

    def write(self, connection: sqlite3.Connection, changes: StateChanges) -> None:
        """Into the database, as part of the record's transaction."""
        if not changes.standing and not changes.facts and not changes.confirmed:
            return
        for gone, kept in changes.merged.items():
            connection.execute("UPDATE belief_fact SET entity_id = ? WHERE entity_id = ?", (kept, gone))
        for known in changes.revalued:
            connection.execute(
                "UPDATE belief_fact SET value = ? WHERE fact_id = ?", (known.fact.value, known.fact_id)
            )
        connection.executemany(
            "INSERT INTO belief_fact VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", map(fact_row, changes.facts)
        )
        left, entered = self._moves(changes)
        connection.executemany("DELETE FROM belief_standing WHERE fact_id = ?", [(known.fact_id,) for known in left])
        connection.executemany(
            "INSERT OR REPLACE INTO belief_standing (confirmed_ns, confirmed_record_id, room, fact_id)"
            " VALUES (?, ?, ?, ?)",
            map(confirmation_row, entered),
        )
        connection.executemany(
            "UPDATE belief_fact SET confirmed_ns = ?, confirmed_record_id = ?, room = ? WHERE fact_id = ?",
            map(confirmation_row, (*left, *changes.confirmed)),
        )

    def _moves(self, changes: StateChanges) -> tuple[list[TrackedFact], list[TrackedFact]]:
        """(out of play, into play or confirmed)."""
        left: list[TrackedFact] = []
        entered: list[TrackedFact] = []
        for key, after in changes.standing.items():
            before = self._standing.get(key, ())
            kept = {known.fact_id for known in after}
            left.extend(known for known in before if known.fact_id not in kept)
            entered.extend(known for known in after if known not in before)
        return left, entered

    def adopt(self, changes: StateChanges) -> None:
        """Take over changes that were committed."""
        self._last_id += len(changes.facts)
        for key, standing in changes.standing.items():
            if standing:
                self._standing[key] = standing
                self._attributes[key[0]].add(key[1])
            else:
                self._standing.pop(key, None)
                self._attributes[key[0]].discard(key[1])

    def settle_again(self, connection: sqlite3.Connection, keys: Iterable[StateKey]) -> None:
        """Find the facts in play of these keys from their histories, after rows were deleted."""
        for key in keys:
            rows = connection.execute(f"{_WHOLE} WHERE entity_id = ? AND attribute = ?", key).fetchall()
            standing = settled(tuple(map(tracked_fact, rows)))
            connection.execute(
                "DELETE FROM belief_standing WHERE fact_id IN"
                " (SELECT fact_id FROM belief_fact WHERE entity_id = ? AND attribute = ?)",
                key,
            )
            connection.executemany(
                "INSERT INTO belief_standing (confirmed_ns, confirmed_record_id, room, fact_id) VALUES (?, ?, ?, ?)",
                map(confirmation_row, standing),
            )

    def _new(self, fact: StateFact, room: str, changes: StateChanges) -> TrackedFact:
        number = self._last_id + len(changes.facts) + 1
        changes.facts.append(TrackedFact(number, fact, fact.stamp_ns, fact.record_id, room))
        return changes.facts[-1]

    def _put(self, facts: Standing, changes: StateChanges) -> None:
        changes.standing[facts[0].fact.key] = facts if len(facts) == 1 else settled(facts)

    def _add_late(self, late: TrackedFact, standing: Standing, changes: StateChanges) -> None:
        """Split the longer fact that a late one falls amid: from its last confirmation on it holds again."""
        around = self._around(late, standing)
        if around is None or not late.fact.holds:
            return
        again = replace(around.fact, stamp_ns=around.confirmed_ns, record_id=around.confirmed_record_id)
        resumed = self._new(again, around.room, changes)
        cut = replace(around, confirmed_ns=around.fact.stamp_ns, confirmed_record_id=around.fact.record_id)
        changes.confirmed.append(cut)
        if around in standing:
            self._put(tuple(resumed if known is around else known for known in standing), changes)

    def _around(self, late: TrackedFact, standing: Standing) -> TrackedFact | None:
        in_play = {known.fact_id: known for known in standing}
        row = self._connection.execute(
            f"{_WHOLE} WHERE entity_id = ? AND attribute = ? AND stamp_ns <= ? AND holds = 1 {_NEWEST_FIRST} LIMIT 1",
            (*late.fact.key, late.fact.stamp_ns),
        ).fetchone()
        around = tracked_fact(row) if row else None
        if around is not None:
            around = in_play.get(around.fact_id, around)
        return around if around is not None and late.order < around.order else None

    def _load(self) -> None:
        rows = self._connection.execute(
            f"SELECT {COLUMNS}, s.confirmed_ns, s.confirmed_record_id, s.room"
            " FROM belief_standing s JOIN belief_fact f USING (fact_id)"
        )
        for key, standing in by_key(map(tracked_fact, rows)):
            self._standing[key] = settled(standing)
            self._attributes[key[0]].add(key[1])


def _of(entity_id: str, known: TrackedFact) -> TrackedFact:
    """The same fact, of another entity."""
    return replace(known, fact=replace(known.fact, entity_id=entity_id))


def _naming_instead(known: TrackedFact, gone: str, kept: str) -> TrackedFact:
    """The same fact, with the one name in its value for the other. What was on itself is just in its room."""
    relation, landmark = relation_and_landmark(known.fact.value)
    if landmark != gone:
        return known
    value = f"{relation} {kept}".strip() if known.fact.entity_id != kept else known.room
    return replace(known, fact=replace(known.fact, value=value))


def _is_again(fact: StateFact, newest: TrackedFact) -> bool:
    """Whether the robot sees what it saw last, with nothing said in between."""
    both_seen = newest.settles and fact.observed and fact.holds
    return both_seen and newest.fact.value == fact.value and newest.fact.stamp_ns <= fact.stamp_ns
