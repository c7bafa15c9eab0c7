"""What can be computed anew must be as it was: from the log, and from the file.

What the log alone gives is computed from it again: the same events must give the same rows. And what an open
memory holds in memory must be what stores say that are opened anew.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import zip_longest
from typing import TYPE_CHECKING

from embodied_memory.config import BeliefConfig, MemoryConfig
from embodied_memory.event import EventKind
from embodied_memory.memory.belief.belief_changes import BeliefChanges
from embodied_memory.memory.belief.belief_tracks import BeliefTracks
from embodied_memory.memory.episodic.tree.tree import Tree
from embodied_memory.memory.erasure import erasure_log
from embodied_memory.memory.file.language_readings import StatementReading, statement_readings
from embodied_memory.memory.file.schema import MIGRATIONS, migrate
from embodied_memory.memory.file.stores import Stores
from embodied_memory.memory.log import event_log
from embodied_memory.memory.log.event_log import INSTANT, LogRecord
from embodied_memory.memory.personal.knowledge import learn_knowledge, taught_words
from embodied_memory.memory.personal.personal_store import PersonalStore
from embodied_memory.memory.verification.references import REOPEN, RESTORE, Finding

if TYPE_CHECKING:
    from embodied_memory.perception.embedder import Embedder


_LOG = ("event_log", "event_observer", "event_object", "event_change", "event_instruction")
REPLAYED = (
    "belief_fact", "belief_standing", "belief_intervention", "belief_presence", "belief_entity",
    "reported_statement", "reported_word", "commitment", "commitment_record", "episode", "episode_record",
)  # fmt: skip
_BATCH = 500
_REMEDY = f"if it was recorded under another version or configuration, ignore this; otherwise {RESTORE}"

Progress = Callable[[int], None]
"""Told the record id that was replayed last."""


def can_replay_beliefs(connection: sqlite3.Connection) -> bool:
    """Whether the log alone made the beliefs: no instant was seen, nothing was erased."""
    instants = connection.execute("SELECT count(*) FROM event_log WHERE kind = ?", (INSTANT,)).fetchone()[0]
    return not instants and not erasure_log.count(connection)


def check_beliefs_by_replay(
    connection: sqlite3.Connection, config: BeliefConfig, progress: Progress
) -> Iterator[Finding]:
    """All events once more, through belief tracks in a fresh database; every row must be the same.

    What a language model read in words is taken in as it was read then, at the same place among the events.
    Cards of episodes are left out: a language model may have written them anew.
    """
    with closing(replayed_beliefs(connection, config, progress)) as fresh:
        for table in REPLAYED:
            differing = sorted(_rows(connection, table) ^ _rows(fresh, table), key=str)
            if differing:
                yield Finding(
                    table, 0, f"{len(differing)} rows are not what the log gives, {differing[0]} first", _REMEDY
                )


def replayed_beliefs(connection: sqlite3.Connection, config: BeliefConfig, progress: Progress) -> sqlite3.Connection:
    """A database in memory with the log of this one, and the beliefs that it gives."""
    fresh = sqlite3.connect(":memory:", isolation_level=None)
    for version in range(len(MIGRATIONS)):
        migrate(fresh, version)
    for table in _LOG:
        _copy(connection, fresh, table)
    tracks = BeliefTracks(fresh, config)
    readings: defaultdict[int, list[StatementReading]] = defaultdict(list)
    for reading in statement_readings(connection):
        readings[reading.log_end].append(reading)
    for record in _events(connection):
        _take(tracks, fresh, tracks.observe_event(record.record_id, event_log.read_event(connection, record)))
        for reading in readings.get(record.record_id, ()):
            (read,) = event_log.of_ids(connection, (reading.record_id,))
            event = event_log.read_event(connection, read)
            _take(tracks, fresh, tracks.observe_reading(reading.record_id, event, reading.statements))
        progress(record.record_id)
    return fresh


def _take(tracks: BeliefTracks, connection: sqlite3.Connection, changes: BeliefChanges) -> None:
    tracks.write(connection, changes)
    tracks.adopt(changes)


def check_personal(connection: sqlite3.Connection, personal: PersonalStore, robot: str) -> Iterator[Finding]:
    """What people told about themselves and asked for: learned again from every such record of the log."""
    known = {memory.record_id: memory for memory in personal.memories}
    is_whole = not erasure_log.count(connection) and not any(memory.corrects for memory in known.values())
    for record in _events(connection, EventKind.UTTERANCE, EventKind.INSTRUCTION_ENDED):
        taught = taught_words(event_log.read_event(connection, record), robot)
        memory = known.get(record.record_id)
        if memory is None:
            if is_whole and taught and (taught.trace.steps or learn_knowledge(taught.person, taught.text)):
                yield Finding("personal_memory", record.record_id, "what was told is not among the memories", _REMEDY)
        elif taught is None or (memory.person, memory.text) != (taught.person, taught.text):
            yield Finding("personal_memory", record.record_id, "it holds other words than the log")
        elif memory.corrects is None and memory.trace != taught.trace:
            yield Finding("personal_memory", record.record_id, "it holds another trace than the log")
        elif memory.knowledge != learn_knowledge(memory.person, memory.text):
            yield Finding("personal_memory", record.record_id, "it holds other things than its words tell", _REMEDY)


def _events(connection: sqlite3.Connection, *kinds: EventKind) -> Iterator[LogRecord]:
    """Those of these kinds, of all if none is given."""
    last = 0
    while records := event_log.after(connection, last, _BATCH):
        last = records[-1].record_id
        for record in records:
            if record.kind != INSTANT and (not kinds or EventKind(record.kind) in kinds):
                yield record


def _copy(connection: sqlite3.Connection, fresh: sqlite3.Connection, table: str) -> None:
    rows = connection.execute(f"SELECT * FROM {table}").fetchall()
    if rows:
        fresh.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)


def _rows(connection: sqlite3.Connection, table: str) -> set[tuple[object, ...]]:
    return set(connection.execute(f"SELECT * FROM {table}").fetchall())


def check_held(
    connection: sqlite3.Connection, held: Stores, embedder: Embedder, config: MemoryConfig, now_ns: int
) -> Iterator[Finding]:
    """Compare with stores that are opened anew. now_ns: the time that beliefs are judged at."""
    fresh = Stores(connection, embedder, config)
    keys = connection.execute("SELECT DISTINCT entity_id, attribute FROM belief_fact").fetchall()
    pairs = {
        "objects": (held.objects.states, fresh.objects.states),
        "beliefs": tuple(
            [beliefs.current(key[0], key[1], now_ns) for key in keys] for beliefs in (held.beliefs, fresh.beliefs)
        ),
        "knowledge graph": tuple((one.vertices(), one.triples()) for one in (held.knowledge, fresh.knowledge)),
        "personal": (held.personal.memories, fresh.personal.memories),
        "entity ids": (held.identity.aliases, fresh.identity.aliases),
        "rules": (held.rules.rules, fresh.rules.rules),
        "uses": (held.uses.used, fresh.uses.used),
        "memory bank": ((held.bank.record_ids, held.bank.places), (fresh.bank.record_ids, fresh.bank.places)),
        "rooms": (_rooms(held), _rooms(fresh)),
    }
    for store, (one, other) in pairs.items():
        if one != other:
            yield _differs(store)
    if not _are_same(held.tree.snapshot(), fresh.tree.snapshot()):
        yield _differs("history tree")


def _are_same(one: Tree, other: Tree) -> bool:
    """Node by node: a tree of months does not fit into memory twice."""
    return all(mine == theirs for mine, theirs in zip_longest(one.walk(), other.walk()))


def _differs(store: str) -> Finding:
    return Finding(store, 0, "what is held in memory differs from the file", REOPEN)


def _rooms(stores: Stores) -> tuple[object, ...]:
    if stores.view.rooms is None:
        return ()
    room_map = stores.view.rooms.room_map
    return (room_map.stamp_ns, room_map.origin, room_map.resolution_m, room_map.cells.tolist())
