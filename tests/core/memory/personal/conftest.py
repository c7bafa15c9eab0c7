"""A personal store in a fresh database, and what people say to it."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field

import pytest

from embodied_memory.event import ActStep, ActTrace
from embodied_memory.memory.personal.personal_store import TABLES, PersonalStore
from embodied_memory.perception.embedder import make_embedder

SECOND = 1_000_000_000


@dataclass
class Home:
    """A store and its database; `tell` and `ask_for` go through the three steps of a record."""

    connection: sqlite3.Connection
    store: PersonalStore
    last: int = field(default=0)

    def tell(self, person, text, trace=None, scene=""):
        self.last += 1
        changes = self.store.learn(self.last, person, text, trace, stamp_ns=self.last * SECOND, scene=scene)
        return self.commit(changes)

    def commit(self, changes):
        with self.connection:
            self.store.write(self.connection, changes)
        self.store.adopt(changes)
        return changes

    def reopened(self):
        return PersonalStore(self.connection, make_embedder("hashing"))

    def found(self, query, **more):
        return [recollection.memory.record_id for recollection in self.store.recall(query, **more)]

    def rows(self):
        tables = ("personal_memory", "personal_knowledge", "personal_vector", "personal_word")
        return {table: self.connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables}


@pytest.fixture
def home():
    connection = sqlite3.connect(":memory:")
    for table in TABLES:
        connection.execute(table)
    return Home(connection, PersonalStore(connection, make_embedder("hashing")))


@pytest.fixture
def carried():
    def trace(*things, to, room="living_room_1"):
        steps = []
        for thing in things:
            steps.append(ActStep(f"Fetch {thing}.", "Pick", (thing,), "Successful execution!"))
            put = ActStep(f"Put {thing} down.", "Place", (thing, "on", to), f"Objects: {thing}: {to} in {room}")
            steps.append(put)
        return ActTrace(tuple(steps))

    return trace
