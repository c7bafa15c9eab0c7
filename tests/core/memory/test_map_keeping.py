"""A corrected map takes everything remembered in it along, all at once, and nothing else."""

import itertools
import math
import sqlite3
from contextlib import closing

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_builders import Builders, WordEmbedder

from embodied_memory.config import MemoryConfig
from embodied_memory.event import Event, EventKind
from embodied_memory.mapping.grid import RoomMap
from embodied_memory.memory.episodic.memory_bank import ViewFilter
from embodied_memory.memory.file.database import DatabaseError
from embodied_memory.memory.file.schema import APPLICATION_ID, MIGRATIONS, migrate
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.record_checks import InvalidRecordError
from embodied_memory.memory.spatial import map_correction

SECOND = 1_000_000_000
BUILD = Builders()


def turned(yaw, x=0.0, y=0.0, z=0.0):
    matrix = np.eye(4)
    matrix[:2, :2] = [[math.cos(yaw), -math.sin(yaw)], [math.sin(yaw), math.cos(yaw)]]
    matrix[:3, 3] = (x, y, z)
    return matrix


METRES = st.floats(-50, 50, allow_nan=False).map(lambda value: round(value, 3))
CORRECTIONS = st.builds(turned, st.floats(-math.pi, math.pi).map(lambda yaw: round(yaw, 4)), METRES, METRES, METRES)


def life():
    """A mug that is seen at two places, one upstairs, and a view of each."""
    return (
        BUILD.instant(10, BUILD.thing("mug_1", (1, 2, 1)), BUILD.thing("table_1", (1, 2, 0.5), (2.0, 0.8, 0.7)),
                      robot=(0.5, 0.25, 0.0), tags=("mug",)),
        BUILD.instant(20, BUILD.thing("mug_1", (4, 2, 1)), robot=(3.0, 1.0, 0.0), tags=("mug", "shelf")),
        BUILD.instant(30, BUILD.thing("bed_1", (1, 2, 1)), robot=(0.5, 0.25, 0.0), map_id="upstairs", session="s2"),
    )  # fmt: skip


def filled(path=":memory:"):
    memory = Memory(path, WordEmbedder(), MemoryConfig())
    for instant in life():
        memory.record(instant, force_bank=True)
    return memory


def everything(memory, map_id):
    """Every position there is, by what it is of; headings apart."""
    connection = memory._file.database.connection
    rows = {}
    for table, key in (("instant", "record_id"), ("sighting", "record_id, object_key"),
                       ("object_place", "record_id, object_key")):  # fmt: skip
        query = f"SELECT x, y, z, {key} FROM {table} JOIN event_log USING (record_id) WHERE map_id = ?"
        rows.update({(table, *row[3:]): row[:3] for row in connection.execute(query, (map_id,))})
    stores = memory.stores
    rows.update({("object", s.key): s.position for s in stores.objects.states.values() if s.map_id == map_id})
    rows.update({("vertex", v.vertex_id): v.position for v in stores.knowledge.vertices()
                 if v.map_id == map_id and v.position})  # fmt: skip
    return dict(sorted(rows.items()))


def headings(memory):
    return memory.map.driven()[:, 2].tolist()


def as_array(positions):
    return np.array(list(positions.values()))


@settings(max_examples=25, deadline=None)
@given(CORRECTIONS, CORRECTIONS)
def test_two_corrections_are_their_product_and_one_undone_is_none(first, second):
    with filled() as twice, filled() as once:
        before, upstairs = everything(twice, "map"), everything(twice, "upstairs")
        twice.map.correct("map", first, 100)
        twice.map.correct("map", second, 101)
        once.map.correct("map", second @ first, 100)
        np.testing.assert_allclose(as_array(everything(twice, "map")), as_array(everything(once, "map")), atol=1e-9)
        turns = [math.remainder(a - b, math.tau) for a, b in zip(headings(twice), headings(once), strict=True)]
        assert turns == pytest.approx([0.0] * 3, abs=1e-9)
        assert everything(twice, "upstairs") == upstairs
        assert twice.upkeep.verify() == ()
        twice.map.correct("map", np.linalg.inv(second @ first), 102)
        assert everything(twice, "map").keys() == before.keys()
        np.testing.assert_allclose(as_array(everything(twice, "map")), as_array(before), atol=1e-6)
        assert headings(twice) == pytest.approx([0.0] * 3, abs=1e-6)


@settings(max_examples=25, deadline=None)
@given(CORRECTIONS)
def test_everything_moves_and_distances_stay(correction):
    with filled() as memory:
        before = as_array(everything(memory, "map"))
        assert memory.map.correct("map", correction, 100)
        after = as_array(everything(memory, "map"))
        np.testing.assert_allclose(after, before @ correction[:3, :3].T + correction[:3, 3], atol=1e-9)
        apart = [[math.dist(a, b) for a, b in itertools.combinations(one, 2)] for one in (before, after)]
        assert apart[0] == pytest.approx(apart[1], abs=1e-9)


@settings(max_examples=25, deadline=None)
@given(st.lists(CORRECTIONS, max_size=3))
def test_an_instant_of_before_is_known_when_it_is_delivered_again(corrections):
    with filled() as memory:
        for number, correction in enumerate(corrections):
            memory.map.correct("map", correction, 100 + number)
            memory.record(BUILD.instant(40 + number, BUILD.thing("cup_1", (number, 0, 1))))
        counts = memory.counts()
        again = [*life(), *(BUILD.instant(40 + n, BUILD.thing("cup_1", (n, 0, 1))) for n in range(len(corrections)))]
        receipts = [memory.record(instant).record_id for instant in again]
        assert receipts == list(range(1, 4 + len(corrections)))
        assert memory.counts() == counts


def test_an_instant_at_another_place_is_another_one_also_after_a_correction():
    with filled() as memory:
        memory.map.correct("map", turned(0.0, 5.0), 100)
        elsewhere = BUILD.instant(20, BUILD.thing("mug_1", (4, 2, 1)), robot=(8.0, 1.0, 0.0), tags=("mug", "shelf"))
        assert memory.record(elsewhere).record_id == 4


def test_a_correction_delivered_again_moves_nothing():
    with filled() as memory:
        assert memory.map.correct("map", turned(0.5, 1.0), 100)
        after = everything(memory, "map")
        assert not memory.map.correct("map", turned(0.5, 1.0), 100)
        assert everything(memory, "map") == after
        assert memory.map.correct("map", turned(0.5, 1.0), 101)


def test_what_is_held_is_what_the_file_says_and_views_are_filtered_by_where_they_are_now(path, open_memory):
    memory = filled(path)
    memory.record_event(Event(31 * SECOND, EventKind.UTTERANCE, "anna", "remind me to call Mira tomorrow at 5 pm"))
    memory.upkeep.build_history()
    memory.map.correct("map", turned(math.pi / 2, 100.0), 100)
    assert memory.upkeep.verify() == ()
    beyond = ViewFilter(within=lambda places: places[:, 0] > 50)
    assert {view.record_id for view in memory.retrieve("mug", 5, beyond).memories} == {1, 2}
    mug = next(thing for thing in memory.objects() if thing.category == "mug")
    table = next(thing for thing in memory.objects() if thing.category == "table")
    assert mug.position == pytest.approx((98.0, 4.0, 1.0))
    assert (table.position, table.size) == (pytest.approx((98.0, 1.0, 0.5)), (0.8, 2.0, 0.7))
    known = memory.objects()
    memory.close()
    again = open_memory()
    assert again.objects() == known
    assert again.upkeep.verify() == ()
    seen = BUILD.instant(50, BUILD.thing("mug_9", (98, 4, 1)), robot=(99.0, 3.0, 0.0), session="s3")
    again.record(seen)
    assert len([thing for thing in again.objects() if thing.category == "mug"]) == 1


def test_novelty_is_judged_by_where_the_latest_views_are_now():
    with filled() as memory, filled() as moved:
        there = BUILD.instant(60, BUILD.thing("mug_1", (4, 2, 1)), robot=(3.0, 1.0, 0.0), tags=("mug", "shelf"))
        moved.map.correct("map", turned(0.0, 40.0), 100)
        moved.map.correct("upstairs", turned(0.0, 40.0), 100)
        back = BUILD.instant(60, BUILD.thing("mug_1", (44, 2, 1)), robot=(43.0, 1.0, 0.0), tags=("mug", "shelf"))
        query = "SELECT bank_similarity FROM instant WHERE record_id = ?"
        found = [
            m._file.database.connection.execute(query, (m.record(one).record_id,)).fetchone()[0]
            for m, one in ((memory, there), (moved, back))
        ]
        assert found[0] == pytest.approx(found[1])


def rooms():
    """Two rooms, 3 m x 4 m each, side by side, at 0.1 m."""
    cells = np.full((60, 90), -1, np.int8)
    cells[10:50, 10:40], cells[10:50, 42:72] = 0, 1
    return RoomMap(5 * SECOND, (-2.0, -3.0), 0.1, cells)


@settings(max_examples=25, deadline=None)
@given(st.lists(CORRECTIONS, min_size=1, max_size=3))
def test_rooms_move_along_and_nobody_is_put_into_a_wrong_one(corrections):
    with filled() as memory:
        memory.record_rooms(rooms())
        inside = {0: [(-0.5, 0.0, 0.0), (1.5, 1.5, 0.0)], 1: [(2.7, -1.5, 0.0), (4.5, 1.5, 0.0)]}
        for number, correction in enumerate(corrections):
            memory.map.correct("map", correction, 100 + number)
            inside = {room: [tuple(correction[:3, :3] @ at + correction[:3, 3]) for at in places]
                      for room, places in inside.items()}  # fmt: skip
        held = memory.stores.view.rooms
        assert {room: [held.number_at(at) for at in places] for room, places in inside.items()} == {
            0: [0, 0], 1: [1, 1],
        }  # fmt: skip
        assert memory.upkeep.verify() == ()


def test_rooms_of_another_map_stay_and_a_tilted_floor_has_none():
    with filled() as memory:
        memory.record_rooms(rooms())
        memory.map.correct("upstairs", turned(1.0, 5.0), 100)
        assert memory.map.rooms().origin == (-2.0, -3.0)
        tilted = np.eye(4)
        tilted[1:3, 1:3] = [[0.0, -1.0], [1.0, 0.0]]
        memory.map.correct("map", tilted, 101)
        assert memory.map.rooms() is None
        assert memory.upkeep.verify() == ()


@pytest.mark.parametrize(
    ("matrix", "stamp_ns", "cause"),
    [(np.eye(4) * 2, 0, "turns and moves"), (np.eye(3), 0, "4 x 4"), (np.full((4, 4), np.nan), 0, "finite"),
     (np.eye(4), -1, "stamp")],
)  # fmt: skip
def test_what_is_no_correction_is_refused(matrix, stamp_ns, cause):
    with filled() as memory:
        before = everything(memory, "map")
        with pytest.raises(InvalidRecordError, match=cause):
            memory.map.correct("map", matrix, stamp_ns)
        assert everything(memory, "map") == before


@pytest.mark.parametrize("table", ["map_correction", "instant", "sighting", "object", "knowledge_vertex", "room_map"])
def test_all_moves_or_nothing(table, path, open_memory):
    memory = filled(path)
    memory.record_rooms(rooms())
    before = everything(memory, "map")
    when = "INSERT" if table in ("map_correction", "room_map") else "UPDATE"
    memory._file.database.connection.execute(
        f"CREATE TRIGGER power_fails BEFORE {when} ON {table} BEGIN SELECT raise(ABORT, 'the disk is gone'); END"
    )
    with pytest.raises(DatabaseError, match="the disk is gone"):
        memory.map.correct("map", turned(0.5, 1.0), 100)
    memory._file.database.connection.execute("DROP TRIGGER power_fails")
    assert everything(memory, "map") == before
    assert memory.upkeep.verify() == ()
    memory.close()
    again = open_memory()
    assert everything(again, "map") == before
    assert again.map.correct("map", turned(0.5, 1.0), 100)


def test_a_memory_of_before_there_were_corrections_is_migrated_and_moves(path, open_memory):
    version = MIGRATIONS.index(map_correction.TABLES)
    with closing(sqlite3.connect(path)) as old:
        for number in range(version):
            migrate(old, number)
        old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        old.execute(f"PRAGMA user_version = {version}")
        old.execute(
            "INSERT INTO event_log VALUES (1, 10000000000, 'instant', 'robot', 'saw nothing I know', '', 'observed',"
            " NULL, 'map', 's1')"
        )
        old.execute("INSERT INTO instant VALUES (1, 0.5, 0.25, 0.0, 0.0, NULL)")
        old.commit()
    memory = open_memory()
    assert memory.map.correct("map", turned(0.0, 1.0), 100)
    assert everything(memory, "map") == {("instant", 1): (1.5, 0.25, 0.0)}
    assert memory.record(BUILD.instant(10, robot=(0.5, 0.25, 0.0))).record_id == 1


@settings(max_examples=25, deadline=None)
@given(CORRECTIONS, st.sampled_from([10, 20, 30, 40]), st.sampled_from([10, 20, 30, 40]))
def test_what_was_seen_in_a_span_moves_and_nothing_else_and_it_can_be_undone(correction, first, last):
    since_ns, stamp_ns = first * SECOND, last * SECOND + 1
    with filled() as memory:
        memory.record(BUILD.instant(40, BUILD.thing("lamp_1", (7, 7, 1)), robot=(6.0, 6.0, 0.0)))
        memory.record_rooms(rooms())
        before, upstairs = everything(memory, "map"), everything(memory, "upstairs")
        if since_ns >= stamp_ns:
            with pytest.raises(InvalidRecordError, match="moves nothing"):
                memory.map.correct("map", correction, stamp_ns, since_ns)
            return
        assert memory.map.correct("map", correction, stamp_ns, since_ns)
        assert not memory.map.correct("map", correction, stamp_ns, since_ns)
        seen_ns = last_told(memory)
        for what, place in everything(memory, "map").items():
            was = np.array(before[what])
            now = correction[:3, :3] @ was + correction[:3, 3] if since_ns <= seen_ns[what] < stamp_ns else was
            np.testing.assert_allclose(place, now, atol=1e-9)
        assert everything(memory, "upstairs") == upstairs
        assert memory.stores.view.rooms.room_map.origin == (-2.0, -3.0)
        assert memory.upkeep.verify() == ()
        again = memory.record(life()[1])
        assert again.record_id == 2
        memory.map.correct("map", np.linalg.inv(correction), stamp_ns, since_ns)
        np.testing.assert_allclose(as_array(everything(memory, "map")), as_array(before), atol=1e-6)


def last_told(memory):
    """When what `everything` lists was seen there."""
    records = dict(memory._file.database.connection.execute("SELECT record_id, stamp_ns FROM event_log"))
    stores = memory.stores
    known = {("object", state.key): state.last_seen_ns for state in stores.objects.states.values()}
    known |= {("vertex", vertex.vertex_id): vertex.last_seen_ns for vertex in stores.knowledge.vertices()}
    places = (key for key in everything(memory, "map") if key[0] not in ("object", "vertex"))
    return known | {key: records[key[1]] for key in places}


def test_a_span_is_known_again_after_the_memory_is_opened_anew(path, open_memory):
    memory = filled(path)
    assert memory.map.correct("map", turned(0.5, 1.0), 25 * SECOND, 15 * SECOND)
    after = everything(memory, "map")
    memory.close()
    again = open_memory()
    assert everything(again, "map") == after
    assert not again.map.correct("map", turned(0.5, 1.0), 25 * SECOND, 15 * SECOND)
    assert again.record(life()[1]).record_id == 2
    assert again.upkeep.verify() == ()
