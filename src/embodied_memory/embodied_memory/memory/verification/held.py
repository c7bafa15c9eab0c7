"""What an open memory holds in memory must be what its file says."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

from embodied_memory.config import MemoryConfig
from embodied_memory.memory.episodic.tree.tree import Tree
from embodied_memory.memory.file.stores import Stores
from embodied_memory.memory.verification.finding import REOPEN, Finding

if TYPE_CHECKING:
    from embodied_memory.perception.embedder import Embedder


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
