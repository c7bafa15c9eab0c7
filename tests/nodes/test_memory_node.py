"""The memory node: what it acknowledges is on disk, whatever happens; it refuses files that are not its."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest
from geometry_msgs.msg import Quaternion, Transform, TransformStamped

from embodied_memory.event import Event, EventKind
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory.scene_graph import SceneGraphInstant, SceneObject
from embodied_memory_interfaces.msg import Event as EventMessage
from embodied_memory_interfaces.msg import MemoryRecord, RememberedObjectArray
from embodied_memory_interfaces.msg import SceneGraphInstant as InstantMessage
from embodied_memory_interfaces.srv import AnswerQuestion, Retrieve
from embodied_memory_ros.conversions.geometry import matrix_to_transform
from embodied_memory_ros.conversions.memory import event_to_message, message_to_answer, message_to_remembered
from embodied_memory_ros.conversions.scene_graph import instant_to_message
from embodied_memory_ros.conversions.stamps import ns_to_header, time_to_ns
from embodied_memory_ros.qos import KEPT_RECORDS, LATCHED, RECORDS

# A minute ago: of views of years ago the node forgets what is like others as soon as it comes to it.
START_NS = time.time_ns() // 10**9 * 10**9 - 60 * 10**9
MUG = SceneObject("mug_1", "mug", (1.0, 2.0, 0.8), (0.1, 0.1, 0.1), 0.9, "a red mug", (("color", "red"),))


def instant(number: int) -> SceneGraphInstant:
    """Each from elsewhere, of something else beside the mug."""
    thing = SceneObject(f"thing_{number}", f"thing {number}", (number * 1.0, 0.0, 0.5), (0.2, 0.2, 0.2), 0.9)
    return SceneGraphInstant(
        START_NS + number * 10**8, "robot", (number * 0.5, 0.0, 0.0), 0.0, (MUG, thing), session_id="test"
    )


def stored(database) -> dict[int, tuple[int, str]]:
    """record id: (stamp, kind), read from the file as it is on disk."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT record_id, stamp_ns, kind FROM event_log").fetchall()
    return {record_id: (stamp_ns, kind) for record_id, stamp_ns, kind in rows}


def acknowledged(records) -> dict[int, tuple[int, str]]:
    return {record.record_id: (time_to_ns(record.header.stamp), record.kind) for record in list(records)}


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    return tmp_path_factory.mktemp("memory") / "memory.db"


@pytest.fixture(scope="module")
def records(observer):
    return observer.collect(MemoryRecord, "/memory/records", RECORDS)


@pytest.fixture(scope="module")
def memory_node(start, database, records):
    return start("memory_nodes", "memory_node", database=database, embedder="hashing")


@pytest.fixture(scope="module")
def publish(observer, memory_node, records):
    """Publish an instant or an event and wait for its acknowledgement."""
    instants = observer.publisher(InstantMessage, "/scene_graph_instants", KEPT_RECORDS)
    events = observer.publisher(EventMessage, "/events", KEPT_RECORDS)

    def send(what):
        before = len(records)
        if isinstance(what, Event):
            events.publish(event_to_message(what))
        else:
            instants.publish(instant_to_message(what))
        observer.wait(lambda: len(records) > before, 10.0, "an acknowledgement")
        return records[-1]

    return send


def test_instants_and_events_are_acknowledged_with_the_row_they_are_in(publish, database):
    seen = publish(instant(0))
    told = publish(Event(START_NS + 5, EventKind.UTTERANCE, "ann", "the mug is mine"))
    assert (seen.kind, seen.in_memory_bank, time_to_ns(seen.header.stamp)) == ("instant", True, START_NS)
    assert (told.kind, told.summary, told.in_memory_bank) == ("utterance", "the mug is mine", False)
    rows = stored(database)
    assert rows[seen.record_id] == (START_NS, "instant")
    assert rows[told.record_id] == (START_NS + 5, "utterance")


def test_the_same_instant_again_is_acknowledged_again_and_stored_once(publish, database):
    first, again = publish(instant(1)), publish(instant(1))
    assert first.record_id == again.record_id
    assert len([row for row in stored(database).values() if row[0] == instant(1).stamp_ns]) == 1


def test_what_cannot_be_recorded_is_refused_and_the_rest_goes_on(publish, observer, memory_node, records, database):
    before = stored(database)
    broken = replace(instant(2), robot_position=(float("nan"), 0.0, 0.0))
    messages = observer.publisher(EventMessage, "/events", KEPT_RECORDS)
    views = observer.publisher(InstantMessage, "/scene_graph_instants", KEPT_RECORDS)
    views.publish(instant_to_message(broken))
    gossip = event_to_message(Event(START_NS + 6, EventKind.UTTERANCE, "ann", "hm"))
    gossip.kind = "gossip"
    messages.publish(gossip)
    count = len(records)
    good = publish(instant(3))
    assert len(records) == count + 1
    assert set(stored(database)) == set(before) | {good.record_id}
    observer.wait(lambda: "gossip" in memory_node.log, 5.0, "the log to name the event's kind")


def test_it_retrieves_views_and_objects(publish, observer):
    publish(instant(0)), publish(instant(4))
    found = observer.call(Retrieve, "/memory/retrieve", Retrieve.Request(query="the red mug", k=2))
    assert found.success, found.message
    assert len(found.memories) == 2
    best = message_to_remembered(found.objects[0])
    assert (best.category, best.position) == ("mug", (1.0, 2.0, 0.8))
    assert best.match == pytest.approx(1.0)


def test_it_answers_with_evidence_and_says_when_it_does_not_know(publish, observer, database):
    publish(instant(5))
    reply = observer.call(AnswerQuestion, "/memory/answer", AnswerQuestion.Request(question="where is the mug?"))
    assert reply.success, reply.message
    answer = message_to_answer(reply.answer)
    assert answer.known
    assert answer.positions == ((1.0, 2.0, 0.8),)
    assert {found.record_id for found in answer.evidence} <= set(stored(database))
    reply = observer.call(AnswerQuestion, "/memory/answer", AnswerQuestion.Request(question="where is the unicorn?"))
    assert reply.success
    assert not message_to_answer(reply.answer).known


def test_what_it_knows_is_latched(publish, observer):
    publish(instant(6))
    arrays = observer.collect(RememberedObjectArray, "/memory/objects", LATCHED)
    observer.wait(lambda: arrays, 5.0, "memory/objects for who comes late")
    assert "mug" in {thing.category for thing in arrays[-1].objects}


def test_memories_move_with_a_correction_of_their_map_and_a_wrong_one_is_refused(publish, observer, memory_node):
    publish(instant(8))
    arrays = observer.collect(RememberedObjectArray, "/memory/objects", LATCHED)
    corrections = observer.publisher(TransformStamped, "/memory/map_correction", RECORDS)

    def mug():
        return next(message_to_remembered(one).position for one in arrays[-1].objects if one.category == "mug")

    observer.wait(lambda: arrays and mug() == (1.0, 2.0, 0.8), 5.0, "the mug where it was seen")
    none = Transform(rotation=Quaternion(w=0.0))
    corrections.publish(TransformStamped(header=ns_to_header(START_NS + 7, "map"), transform=none))
    moved = matrix_to_transform(np.array([[0, -1, 0, 5], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1.0]]),
                                START_NS + 8, "map", "map_before")  # fmt: skip
    for _ in range(2):  # delivered twice, it is made once
        corrections.publish(moved)
    observer.wait(lambda: mug() == pytest.approx((3.0, 1.0, 0.8)), 5.0, "the mug to have moved")
    assert memory_node.log.count("memories moved with the correction of map") == 1
    assert "map_correction" in memory_node.log


def test_a_second_memory_on_the_same_file_is_refused(memory_node, start_here, publish, database):
    publish(instant(7))
    second = start_here("memory_nodes", "memory_node", database=database, embedder="hashing")
    assert second.wait(30.0) == 1
    assert "is in use by another memory" in second.log
    assert "Traceback" not in second.log
    assert memory_node.process.poll() is None


@pytest.mark.parametrize(
    ("spoil", "cause"),
    [
        (lambda c: c.execute("PRAGMA user_version = 999"), "schema version 999"),
        (lambda c: c.execute("PRAGMA application_id = 1"), "a database of another program"),
    ],
    ids=["newer version", "other program"],
)
def test_a_file_it_cannot_use_ends_it_with_the_cause(spoil, cause, start_here, tmp_path):
    path = tmp_path / "other.db"
    Memory(path, HashingEmbedder()).close()
    with closing(sqlite3.connect(path)) as connection:
        spoil(connection)
        connection.commit()
    before = path.read_bytes()
    node = start_here("memory_nodes", "memory_node", database=path, embedder="hashing")
    assert node.wait(30.0) == 1
    assert cause in node.log
    assert "Traceback" not in node.log
    assert path.read_bytes() == before


def test_reasoning_by_a_language_model_that_is_not_there_is_refused_with_a_remedy(start_here, tmp_path):
    path = tmp_path / "new.db"
    node = start_here("memory_nodes", "memory_node", database=path, embedder="hashing", reasoning="language")
    assert node.wait(30.0) == 1
    assert "there is no language model" in node.log
    assert 'set reasoning to "auto" or "offline"' in node.log
    assert "Traceback" not in node.log
    assert not path.exists()


def test_a_kill_in_mid_record_loses_nothing_acknowledged_and_doubles_nothing(
    observer, start_here, tmp_path, memory_node, publish
):
    """The last test of this module: it has the topics for itself."""
    assert memory_node.stop() == 0
    database = tmp_path / "killed.db"
    records = observer.collect(MemoryRecord, "/memory/records", RECORDS)
    node = start_here("memory_nodes", "memory_node", database=database, embedder="hashing")
    instants = observer.publisher(InstantMessage, "/scene_graph_instants", KEPT_RECORDS)
    sent = [instant(number) for number in range(100, 250)]
    for number, one in enumerate(sent):
        instants.publish(instant_to_message(one))
        if number == 75:
            observer.wait(lambda: len(records) >= 40, 20.0, "forty acknowledgements")
            os.kill(node.process.pid, signal.SIGKILL)
    assert node.wait(5.0) == -signal.SIGKILL
    promised = acknowledged(records)
    on_disk = stored(database)
    assert promised.items() <= on_disk.items()
    start_here("memory_nodes", "memory_node", database=database, embedder="hashing")
    wanted = {one.stamp_ns for one in sent}
    observer.wait(
        lambda: wanted <= {stamp for stamp, _ in acknowledged(records).values()}, 40.0, "all to be delivered again"
    )
    rows = stored(database)
    assert promised.items() <= rows.items()
    stamps = [stamp for stamp, _ in rows.values() if stamp in wanted]
    assert sorted(stamps) == sorted(wanted)
