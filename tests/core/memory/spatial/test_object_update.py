"""How likely a thing exists and what it may be: kept, revised, carried over, and not believed while tentative."""

import sqlite3
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from memory_builders import SECOND, Builders

from embodied_memory.evidence import EpistemicStatus
from embodied_memory.memory.file.database import Database
from embodied_memory.memory.file.schema import MIGRATIONS, migrate
from embodied_memory.memory.record_checks import InvalidRecordError
from embodied_memory.memory.spatial.object_update import carried_over, existence_with, labels_with, missed, new_state

build = Builders()
TABLE = build.thing("table_1", (0, 0, 0.5), (1.0, 1.0, 0.8))
MUG = build.thing("mug_1", (0, 0, 1))
LABELS = (("mug", 0.7), ("bowl", 0.25))
probabilities = st.floats(0, 1)
inner = st.floats(0.01, 0.99)


def doubts(memory):
    return [(one.object_id, one.existence, one.labels) for one in memory.objects()]


def test_existence_and_labels_are_kept(memory, open_memory):
    memory.record(build.instant(1, TABLE, build.doubted(MUG, 0.3, LABELS)))
    known = memory.objects()
    assert doubts(memory) == [("table_1", 1.0, ()), ("mug_1", 0.3, LABELS)]
    assert [one.is_asserted for one in known] == [True, False]
    memory.close()
    again = open_memory()
    assert again.objects() == known
    assert again.upkeep.verify() == ()


def test_what_a_look_in_vain_revises_is_not_seen_by_it(memory):
    memory.record(build.instant(1, TABLE, build.doubted(MUG, 0.9, LABELS)))
    was = memory.objects(now_ns=2 * SECOND)[1]
    memory.record(build.instant(2, TABLE, revised=(build.doubted(MUG, 0.4, (("bowl", 0.6), ("mug", 0.3))),)))
    now = memory.objects()[1]
    assert (now.existence, now.labels, now.category) == (0.4, (("mug", 0.3), ("bowl", 0.6)), "mug")
    assert (now.last_seen_ns, now.times_seen, now.record_id) == (was.last_seen_ns, 1, 1)
    assert now.certainty < was.certainty
    count = "SELECT count(*) FROM sighting WHERE record_id = 2"
    assert memory._file.database.connection.execute(count).fetchone() == (1,)


def test_nothing_is_written_for_what_is_revised_to_what_it_was(memory):
    memory.record(build.instant(1, TABLE, build.doubted(MUG, 0.9, LABELS)))
    before = memory._file.database.connection.total_changes
    memory.record(build.instant(2, revised=(build.doubted(MUG, 0.9, LABELS), build.doubted(TABLE, 1.0))))
    alone = memory._file.database.connection.total_changes - before
    memory.record(build.instant(3))
    assert memory._file.database.connection.total_changes - before - alone == alone


def test_what_nobody_recorded_is_not_revised(memory):
    memory.record(build.instant(1, TABLE, revised=(build.doubted(MUG, 0.2),)))
    assert doubts(memory) == [("table_1", 1.0, ())]


def test_a_late_view_revises_nothing(memory):
    memory.record(build.instant(5, build.doubted(MUG, 0.9)))
    memory.record(build.instant(3, revised=(build.doubted(MUG, 0.1),)))
    assert doubts(memory) == [("mug_1", 0.9, ())]


def test_a_glimpse_in_a_new_session_takes_nothing_from_what_was_sure(memory):
    memory.record(build.instant(1, build.doubted(MUG, 0.97, (("mug", 0.9), ("bowl", 0.05))), session="a"))
    memory.record(build.instant(2, build.doubted(MUG, 0.3, (("bowl", 0.5), ("mug", 0.4))), session="b"))
    (mug,) = memory.objects()
    assert (mug.object_id, mug.category, mug.times_seen) == ("mug_1", "mug", 2)
    assert mug.existence == pytest.approx(0.97)
    memory.record(build.instant(3, build.doubted(MUG, 0.6, (("bowl", 0.98), ("mug", 0.01))), session="b"))
    (mug,) = memory.objects()
    assert (mug.category, mug.existence > 0.98) == ("bowl", True)
    assert memory.upkeep.verify() == ()


def test_what_may_be_the_same_is_known_again_by_its_labels(memory):
    memory.record(build.instant(1, build.doubted(MUG, 0.9, LABELS), session="a"))
    bowl = replace(MUG, object_id="bowl_1", category="bowl")
    memory.record(build.instant(2, build.doubted(bowl, 0.4, (("bowl", 0.6), ("mug", 0.4))), session="b"))
    memory.record(build.instant(3, build.doubted(replace(bowl, object_id="vase_1", category="vase")), session="c"))
    assert [one.object_id for one in memory.objects()] == ["mug_1", "vase_1"]


def test_tentative_things_are_neither_believed_nor_named(memory):
    on_table = [build.on("mug_1", "table_1")]
    memory.record(build.instant(1, TABLE, build.doubted(MUG, 0.4), relations=on_table))
    stores = memory.stores
    assert (memory.beliefs.of("mug_1"), stores.beliefs.names.get("mug_1")) == ((), None)
    assert (stores.knowledge.vertex("mug_1"), memory.latest_records(1)[0].summary) == (None, "saw a table")
    memory.record(build.instant(2, TABLE, build.doubted(MUG, 0.8), relations=on_table))
    assert [one.fact.value for one in memory.beliefs.of("mug_1")] == ["on table_1"]
    assert memory.stores.knowledge.place_of("mug_1").object_id == "table_1"
    assert memory.upkeep.verify() == ()


def test_memory_looks_for_what_the_tracker_does_not_know_yet(memory):
    things = (TABLE, build.thing("fork_1", (-0.4, 0.4, 0.9)), build.thing("lamp_1", (0.4, -0.4, 1.4)))
    seen = [build.doubted(one, 0.95) for one in (*things, MUG)]
    where = {"robot": (-1.0, -1.0, 0.0)}
    memory.record(build.instant(1, *seen, relations=[build.on("mug_1", "table_1")], session="a", **where))
    for second in range(2, 5):
        views = replace(build.instant(second, *seen[:3], session="b", **where), robot_yaw=np.pi / 4)
        memory.record(views)
    (mug,) = [one for one in memory.objects() if one.category == "mug"]
    assert mug.existence < 0.5
    assert not any(fact.fact.holds and fact.certainty > 0.5 for fact in memory.beliefs.of("mug_1"))


@pytest.mark.parametrize(
    "wrong", [{"existence": float("nan")}, {"existence": 1.2}, {"labels": (("mug", -0.1),)}], ids=str
)
def test_what_is_no_probability_is_refused(memory, wrong):
    for seen in ({"objects": (replace(MUG, **wrong),)}, {"revised": (replace(MUG, **wrong),)}):
        with pytest.raises(InvalidRecordError, match="not between 0 and 1"):
            memory.record(replace(build.instant(1), **seen))
    assert memory.counts()["records"] == 0


def test_numbers_of_numpy_are_numbers(memory):
    memory.record(build.instant(1, build.doubted(MUG, np.float32(0.75), (("mug", np.float32(0.5)),))))
    assert doubts(memory) == [("mug_1", 0.75, (("mug", 0.5),))]
    assert memory.upkeep.verify() == ()


def test_a_memory_of_before_opens_and_everything_in_it_exists(path, open_memory, memory):
    memory.record(build.instant(1, TABLE, MUG, relations=[build.on("mug_1", "table_1")]))
    told = memory.objects()
    memory.close()
    columns = [row[1] for row in _rows(path, "PRAGMA table_info(object)") if row[0] < 17]
    with sqlite3.connect(path) as connection:
        names = ", ".join(columns)
        connection.executescript(
            f"CREATE TABLE old AS SELECT {names} FROM object; DROP TABLE object;"
            f"{_first_table_of_objects()}; INSERT INTO object SELECT * FROM old; DROP TABLE old;"
            "DROP TABLE vocabulary; ALTER TABLE map_correction DROP COLUMN since_ns;"
            "ALTER TABLE event_vector DROP COLUMN sorts; DROP TABLE forgotten_record; DROP TABLE memory_use;"
            "DROP TABLE personal_word; ALTER TABLE personal_vector DROP COLUMN is_packed;"
            f"PRAGMA user_version = {_before_doubts()}"
        )
    assert open_memory().objects() == told
    assert open_memory(read_only=True).upkeep.verify() == ()


def _rows(path, query):
    with sqlite3.connect(path) as connection:
        return connection.execute(query).fetchall()


def _before_doubts():
    """The version that the migration which brings existence takes on."""
    return next(n for n, one in enumerate(MIGRATIONS) if any("COLUMN existence" in step for step in one))


def _first_table_of_objects():
    return next(one for one in MIGRATIONS[0] if "CREATE TABLE object (" in one)


def test_each_step_of_the_tables_leads_to_the_next(tmp_path):
    connection = sqlite3.connect(tmp_path / "steps.db", isolation_level=None)
    for version in range(len(MIGRATIONS)):
        migrate(connection, version)
    fresh = Database(tmp_path / "fresh.db")
    tables = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
    assert connection.execute(tables).fetchall() == fresh.connection.execute(tables).fetchall()
    fresh.close()


@given(known=probabilities, told=probabilities)
def test_the_first_sight_in_a_session_never_makes_a_thing_less_likely(known, told):
    state = new_state(1, "mug_1", 1, build.instant(1), build.doubted(MUG, known))
    seen = build.doubted(MUG, told)
    carried = carried_over(state, seen)
    assert existence_with(carried, told) >= min(known, told, 0.99)
    assert existence_with(carried, told) >= told or told == 0.0


@given(known=inner, first=inner, one=probabilities, other=probabilities)
def test_what_is_carried_over_keeps_the_order_of_what_is_told(known, first, one, other):
    assume(one <= other)
    state = new_state(1, "mug_1", 1, build.instant(1), build.doubted(MUG, known))
    carried = carried_over(state, build.doubted(MUG, first))
    assert existence_with(carried, one) <= existence_with(carried, other)


@given(st.lists(inner, min_size=2, max_size=2), st.lists(inner, min_size=2, max_size=2))
def test_labels_stay_probabilities(before, now):
    total_before, total_now = sum(before), sum(now)
    known = build.doubted(MUG, 0.9, zip(("mug", "bowl"), (value / total_before for value in before), strict=True))
    seen = build.doubted(MUG, 0.9, zip(("mug", "pot"), (value / total_now for value in now), strict=True))
    labels = labels_with(carried_over(new_state(1, "mug_1", 1, build.instant(1), known), seen), seen)
    assert sum(value for _, value in labels) == pytest.approx(1.0)
    assert [value for _, value in labels] == sorted((value for _, value in labels), reverse=True)


@given(probabilities)
def test_looked_for_in_vain_it_is_never_likelier(existence):
    state = new_state(1, "mug_1", 1, build.instant(1), build.doubted(MUG, existence, LABELS))
    looked = missed(state, 3)
    assert looked.existence <= existence
    assert (looked.times_missed == 3) is (existence >= 0.9 and not looked.is_asserted)


def test_what_surely_was_there_is_gone_and_what_never_was_is_refuted(memory):
    sure, unsure = build.doubted(MUG, 0.97), build.doubted(build.thing("bowl_1", (3, 0, 1)), 0.6)
    memory.record(build.instant(1, TABLE, sure, unsure))
    gone = tuple(build.doubted(one, 0.01) for one in (sure, unsure))
    memory.record(build.instant(2, TABLE, revised=gone))
    known = {one.object_id: one.status for one in memory.objects()}
    assert (known.keys(), known["mug_1"]) == ({"table_1", "mug_1"}, EpistemicStatus.CONTRADICTED)
    assert memory.stores.knowledge.place_of("mug_1") is None
    memory.record(build.instant(3, TABLE, sure))
    assert {one.object_id: one.status for one in memory.objects()}["mug_1"] is EpistemicStatus.FRESH


def test_a_thing_is_not_called_by_what_it_was_taken_for(memory):
    taken_for = build.doubted(MUG, 0.3, (("mug", 0.5), ("bowl", 0.4)))
    memory.record(build.instant(1, taken_for))
    memory.record(build.instant(2, build.doubted(replace(MUG, category="bowl"), 0.9, (("bowl", 0.9),))))
    assert [(one.object_id, one.category) for one in memory.objects()] == [("mug_1", "bowl")]
    names = memory.stores.beliefs
    assert (names.resolve("the bowl").entity_id, names.resolve("the mug").entity_id) == ("mug_1", "")


@pytest.mark.parametrize(
    ("name", "hours", "status"),
    [
        ("mug", 0.5, EpistemicStatus.FRESH),
        ("mug", 4, EpistemicStatus.STALE),
        ("refrigerator", 4, EpistemicStatus.FRESH),
        ("refrigerator", 24 * 60, EpistemicStatus.STALE),
    ],
)
def test_furniture_is_where_it_was_for_longer_than_what_is_carried_about(memory, name, hours, status):
    memory.record(build.instant(1, build.thing(f"{name}_1", (0, 0, 0.5))))
    (known,) = memory.objects(now_ns=SECOND + int(hours * 3600) * SECOND)
    assert known.status is status
    assert (known.certainty > 0.85) == (status is EpistemicStatus.FRESH and name == "refrigerator")
