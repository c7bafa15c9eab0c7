"""Two things that turned out to be one: everything goes on under the id that stays, and the other one names it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_builders import SECOND, Builders, WordEmbedder, places_along_x

from embodied_memory.event import Event, EventKind, StateChange
from embodied_memory.memory.memory import Memory

build = Builders()
TABLE = build.thing("table_1", (0, 0, 0.5), (1.0, 1.0, 0.8))


def moved(second, actor, thing, place):
    return Event(
        second * SECOND, EventKind.OBJECT_STATE_CHANGED, actor, f"{actor} put {thing} {place}", (thing,),
        observers=("robot",), changes=(StateChange(thing, "location", place),),
    )  # fmt: skip


@pytest.fixture
def two_mugs(memory):
    """A red mug on the table, and what is soon known to be the same."""
    on_table = [build.on("mug_1", "table_1")]
    memory.record(build.instant(1, TABLE, build.thing("mug_1", (0, 0, 1), power="off"), relations=on_table))
    memory.record(build.instant(2, TABLE, build.thing("mug_2", (0.2, 0, 1), caption="a red mug")))
    memory.record_event(moved(3, "robot", "mug_2", "on table_1"))
    return memory


def test_one_goes_on_with_what_both_were_seen_to_be(two_mugs):
    two_mugs.record(build.instant(4, TABLE, merged=(("mug_2", "mug_1"),)))
    (mug,) = [one for one in two_mugs.objects() if one.category == "mug"]
    assert (mug.object_id, mug.times_seen, mug.caption, mug.attributes) == (
        "mug_1", 2, "a red mug", (("power", "off"),)
    )  # fmt: skip
    assert (mug.first_seen_ns, mug.last_seen_ns, mug.position) == (1 * SECOND, 2 * SECOND, (0.2, 0.0, 1.0))
    assert mug.support_id == "table_1"
    assert places_along_x(two_mugs, 2) == [0.0, 0.2]


def test_the_id_that_goes_names_the_one_that_stays(two_mugs, open_memory):
    two_mugs.record(build.instant(4, TABLE, merged=(("mug_2", "mug_1"),)))
    before = two_mugs.beliefs.of("mug_1")
    for memory in (two_mugs, None):
        if memory is None:
            two_mugs.close()
            memory = open_memory()
        assert memory.beliefs.of("mug_2") == memory.beliefs.of("mug_1") == before != ()
        assert memory.beliefs.entity_meant("mug_2") == "mug_1"
        assert memory.stores.knowledge.vertex("mug_2") is None
        assert [one.object_id for one in memory.objects()] == ["table_1", "mug_1"]
        assert memory.upkeep.verify() == ()


def test_events_that_named_what_went_are_found_by_what_goes_on(two_mugs):
    two_mugs.record(build.instant(4, TABLE, merged=(("mug_2", "mug_1"),)))
    two_mugs.record_event(moved(5, "robot", "mug_2", "on table_1"))
    two_mugs.record_event(moved(6, "Tom", "cup_9", "on mug_2"))
    known = two_mugs.beliefs.of("mug_2")
    assert [(one.fact.entity_id, one.fact.value) for one in known if one.fact.attribute == "location"] == [
        ("mug_1", "on table_1")
    ]
    answer = two_mugs.answer("When did you put the mug on the table?", now_ns=10 * SECOND)
    assert answer.known
    assert {one.record_id for one in answer.evidence} & {3, 5}


def test_what_was_seen_under_the_old_track_goes_on_under_the_new_one(two_mugs):
    two_mugs.record(build.instant(4, TABLE, merged=(("mug_2", "mug_1"),)))
    two_mugs.record(build.instant(5, build.thing("mug_2", (3, 0, 1))))
    assert [(one.object_id, one.times_seen) for one in two_mugs.objects()] == [("table_1", 3), ("mug_1", 3)]


def test_ids_of_what_went_are_not_given_again(two_mugs):
    two_mugs.record(build.instant(4, build.thing("mug_9", (9, 0, 1)), merged=(("mug_2", "mug_1"),)))
    two_mugs.record(build.instant(5, build.thing("mug_10", (12, 0, 1))))
    assert [one.object_id for one in two_mugs.objects()] == ["table_1", "mug_1", "mug_3", "mug_4"]


def test_what_rests_on_what_went_rests_on_what_goes_on(memory):
    memory.record(
        build.instant(1, TABLE, build.thing("book_1", (0, 0, 1)), relations=[build.on("book_1", "table_1")])
    )
    memory.record(build.instant(2, build.thing("table_2", (0.3, 0, 0.5), (1.2, 1.0, 0.8))))
    memory.record(build.instant(3, merged=(("table_1", "table_2"),)))
    (book,) = [one for one in memory.objects() if one.category == "book"]
    assert (book.support_id, memory.beliefs.of("book_1")[0].fact.value) == ("table_2", "on table_2")
    assert memory.stores.knowledge.place_of("book_1").object_id == "table_2"
    assert memory.upkeep.verify() == ()


def test_of_what_was_never_recorded_only_the_track_is_taken_over(memory):
    memory.record(build.instant(1, build.thing("mug_1", (0, 0, 1))))
    memory.record(build.instant(2, build.thing("mug_2", (0.1, 0, 1)), merged=(("mug_1", "mug_2"),)))
    memory.record(build.instant(3, merged=(("mug_7", "mug_2"), ("mug_8", "mug_9"))))
    memory.record(build.instant(4, build.thing("mug_7", (0.1, 0, 1))))
    assert [(one.object_id, one.times_seen) for one in memory.objects()] == [("mug_1", 3)]


def test_two_people_with_names_stay_two_and_a_name_goes_on(memory):
    people = (build.thing("person_1", (0, 0, 1), caption="Anna"), build.thing("person_2", (3, 0, 1), caption="Tom"))
    memory.record(build.instant(1, *people, build.thing("person_3", (6, 0, 1))))
    memory.record(build.instant(2, merged=(("person_1", "person_2"), ("person_1", "person_3"))))
    assert sorted(one.object_id for one in memory.objects()) == ["Anna", "Tom"]


def test_erasing_a_person_takes_what_turned_out_to_be_them(memory):
    memory.record(build.instant(1, build.thing("person_1", (0, 0, 1), caption="Anna")))
    memory.record(build.instant(2, build.thing("person_3", (1, 0, 1)), TABLE, thumbnail=b"jpeg"), force_bank=True)
    memory.record(build.instant(3, TABLE, merged=(("person_3", "person_1"),)))
    assert memory.people.erase("Anna", stamp_ns=9 * SECOND).views == 2
    rows = memory._file.database.connection.execute("SELECT object_id FROM object").fetchall()
    assert (rows, memory.upkeep.verify()) == ([("table_1",)], ())


TRACKS = [f"mug_{number}" for number in range(1, 6)]
MERGES = st.lists(st.tuples(st.sampled_from(TRACKS), st.sampled_from(TRACKS)), max_size=8)


@settings(max_examples=25, deadline=None)
@given(rounds=st.lists(MERGES, min_size=1, max_size=3))
def test_merging_twice_changes_nothing_and_survives_a_restart(tmp_path_factory, rounds):
    path = tmp_path_factory.mktemp("merging") / "memory.db"
    memory = Memory(path, WordEmbedder())
    mugs = [build.thing(track, (3 * k, 0, 1)) for k, track in enumerate(TRACKS)]
    memory.record(build.instant(1, TABLE, *mugs, relations=[build.on(TRACKS[0], "table_1")]))
    for second, merged in enumerate(rounds, start=2):
        memory.record(build.instant(second, merged=tuple(merged)))
    told = memory.objects(now_ns=20 * SECOND)
    memory.record(build.instant(20, merged=tuple(one for merged in rounds for one in merged)))
    assert memory.objects() == told
    assert sum(one.times_seen for one in told) == len(TRACKS) + 1
    assert memory.upkeep.verify() == ()
    memory.close()
    again = Memory(path, WordEmbedder())
    assert again.objects() == told
    again.close()


def test_what_went_is_found_by_no_name_that_it_ever_had(memory):
    memory.record(build.instant(1, TABLE, build.thing("jar_1", (0, 0, 1), category="teapot")))
    memory.record(build.instant(2, TABLE, build.thing("jar_1", (0, 0, 1), category="mug")))
    memory.record(build.instant(3, TABLE, build.thing("mug_2", (0.2, 0, 1))))
    memory.record(build.instant(4, TABLE, merged=(("jar_1", "mug_2"),)))
    assert memory.answer("Where is the teapot?").object_ids == ()
    assert memory.answer("Where is the mug?").known
