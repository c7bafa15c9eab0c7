"""Belief tracks over a fresh database in memory, and a diary that records into them like memory does."""

from __future__ import annotations

import pytest

from embodied_memory.config import BeliefConfig
from embodied_memory.event import Event, EventKind, Provenance, StateChange
from embodied_memory.memory.belief.belief_tracks import TABLES, BeliefTracks
from embodied_memory.memory.file.database import Database
from embodied_memory.memory.log import event_log
from embodied_memory.scene_graph import RelationTriple, SceneGraphInstant, SceneObject, SpatialRelation

SECOND = 1_000_000_000
MORNING = 1_772_618_400
"""Wednesday, 4 March 2026, 10:00 UTC, in seconds: the beginning of every diary."""


class Diary:
    """Records events at seconds since the morning. who sees: the robot, unless said otherwise."""

    def __init__(self, path=":memory:", config=None):
        self.database = Database(path)
        self.connection = self.database.connection
        known = {name for (name,) in self.connection.execute("SELECT name FROM sqlite_master")}
        if "belief_fact" not in known:
            for statement in TABLES:
                self.connection.execute(statement)
        self.config = config or BeliefConfig()
        self.tracks = BeliefTracks(self.connection, self.config)
        self.log = []

    def record(self, event):
        with self.database.transaction() as connection:
            record_id = event_log.append_event(connection, event)
            changes = self.tracks.observe_event(record_id, event)
            self.tracks.write(connection, changes)
        self.tracks.adopt(changes)
        self.log.append(event)
        return record_id

    def see(self, second, *things, relations=(), locations=None):
        seen = tuple(SceneObject(name, name.rpartition("_")[0], (0, 0, 0), (1, 1, 1), 0.9) for name in things)
        triples = tuple(RelationTriple(one, SpatialRelation(how), other) for one, how, other in relations)
        instant = SceneGraphInstant(self.ns(second), "robot", (0, 0, 0), 0.0, seen, triples)
        with self.database.transaction() as connection:
            record_id = event_log.append_instant(connection, instant, "a view")
            changes = self.tracks.observe_instant(record_id, instant, locations)
            self.tracks.write(connection, changes)
        self.tracks.adopt(changes)
        return record_id

    def says(self, second, actor, text, place="kitchen", seen_by=("robot",)):
        return self.record(event(second, EventKind.UTTERANCE, actor, text, place, seen_by=seen_by))

    def happens(self, second, actor, text, *changes, **more):
        return self.record(event(second, more.pop("kind", EventKind.OBJECT_STATE_CHANGED), actor, text,
                                 more.pop("place", "kitchen"), changes, **more))  # fmt: skip

    def goes(self, second, actor, room, seen_by=("robot",)):
        kind = EventKind.SKILL_ENDED if actor == "robot" else EventKind.PERSON_MOVED
        return self.record(
            event(
                second, kind, actor, f"{actor} went to the {room}", room, [(actor, "location", room)], seen_by=seen_by
            )
        )

    def ns(self, second):
        return int((MORNING + second) * SECOND)

    def again(self):
        """The same file opened anew."""
        return BeliefTracks(self.connection, self.config)

    def rows(self):
        """Every row of every table of beliefs."""
        names = [statement.split()[2] for statement in TABLES if statement.startswith("CREATE TABLE")]
        return {name: sorted(self.connection.execute(f"SELECT * FROM {name}").fetchall()) for name in names}


def event(second, kind, actor, text, place="", changes=(), things=(), seen_by=("robot",), provenance="observed"):
    return Event(
        int((MORNING + second) * SECOND), kind, actor, text, tuple(things), place, tuple(seen_by),
        Provenance(provenance), changes=tuple(StateChange(*change) for change in changes),
    )  # fmt: skip


@pytest.fixture
def diary():
    return Diary()


@pytest.fixture
def new_diary():
    return Diary


@pytest.fixture
def build_event():
    return event


@pytest.fixture(scope="module")
def new_diary_of_laws():
    """For hypothesis, which wants no fixture that is made anew for each test function."""
    return Diary
