"""What is seen and what is told of is one entity where that is sure, and two where it is not."""

import sqlite3
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_builders import Builders, WordEmbedder

from embodied_memory.event import Event, EventKind, StateChange
from embodied_memory.memory.memory import Memory

S = 1_000_000_000
BUILD = Builders()
KITCHEN = (
    BUILD.thing("stove_1", (0, 0, 0.5), (0.6, 0.6, 1.0)),
    BUILD.thing("refrigerator_1", (1, 0, 1), (0.7, 0.7, 1.8)),
    BUILD.thing("kettle_1", (1, 1, 1)),
)


def seen(second, *things, session="s1"):
    return BUILD.instant(second, *KITCHEN, *things, session=session)


def mug(track, colour, x=0.0):
    return BUILD.thing(track, (x, 0, 1), caption=f"a {colour} mug", category="mug")


def told(second, *looks, actor="Uma", place="kitchen", kind=EventKind.ACTIVITY, changes=()):
    """looks: "id: caption"."""
    pairs = [one.partition(": ")[::2] for one in looks]
    names, captions = tuple(name for name, _ in pairs), tuple(caption for _, caption in pairs)
    text = f"{actor} is at it at {second}."
    return Event(second * S, kind, actor, text, names, place, ("robot",), changes=changes, object_captions=captions)


def live(memory, *records):
    for record in records:
        memory.record_event(record) if isinstance(record, Event) else memory.record(record)
        memory.objects()
    return memory


def mugs(memory):
    """Every mug that any store knows of."""
    beliefs, vertices = memory.stores.beliefs.names, memory.stores.knowledge.vertices()
    known = {name for name in beliefs.ids("thing") if "mug" in name} | {
        one.vertex_id for one in vertices if "mug" in one.vertex_id
    }
    return sorted(known | {one.object_id for one in memory.objects() if one.category == "mug"})


def test_what_was_seen_is_what_is_told_of(memory):
    take = told(3, "mug_pink_2: a pink mug", changes=(StateChange("mug_pink_2", "held by", "Uma"),))
    live(memory, seen(1, mug("m", "pink"), mug("n", "blue", 0.5)), take)
    assert mugs(memory) == ["mug_1", "mug_2"]
    held = [one.spoken for one in memory.stores.knowledge.triples() if one.relation == "held by"]
    assert held == [("mug_1", "held by", "Uma")]
    assert memory.stores.beliefs.current("mug_1", "held by").fact.value == "Uma"
    assert "two mugs" in memory.answer("How many mugs are there?").text
    assert memory.upkeep.verify() == ()


def test_what_was_told_of_is_what_is_seen(memory):
    live(memory, seen(1), told(2, "mug_pink_2: a pink mug"), seen(3, mug("m", "pink")))
    assert mugs(memory) == ["mug_pink_2"]
    assert memory.upkeep.verify() == ()


def test_the_log_is_kept_as_it_was_delivered(memory, path):
    event = told(3, "mug_pink_2: a pink mug", changes=(StateChange("mug_pink_2", "location", "on stove_9"),))
    live(memory, seen(1, mug("m", "pink")), event)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT object_id FROM event_object").fetchall() == [("mug_pink_2",)]
        assert connection.execute("SELECT entity_id, value FROM event_change").fetchall() == [
            ("mug_pink_2", "on stove_9")
        ]
        aliases = connection.execute("SELECT alias, entity_id, record_id FROM entity_alias").fetchall()
    assert sorted(aliases) == [("mug_pink_2", "mug_1", 2), ("stove_9", "stove_1", 2)]
    assert memory.stores.beliefs.current("mug_1", "location").fact.value == "on stove_1"


@pytest.mark.parametrize(
    ("things", "looks"),
    [
        ([mug("m", "pink"), mug("n", "pink", 0.5)], ["mug_7: a pink mug"]),
        ([mug("m", "pink")], ["mug_7: a pink mug", "mug_8: a pink mug"]),
        ([mug("m", "pink")], ["mug_7: a blue mug"]),
        ([BUILD.thing("m", (0, 0, 1), caption="a pink cup", category="cup")], ["mug_7: a pink mug"]),
    ],
    ids=["two are seen", "two are told of", "another colour", "another thing"],
)
def test_what_is_not_sure_stays_two(things, looks, embedder):
    for order in permutations((seen(1, *things), told(2, *looks))):
        with Memory(":memory:", embedder) as memory:
            live(memory, seen(0.5), *order)
            told_of = {look.partition(":")[0] for look in looks}
            assert told_of.isdisjoint(one.object_id for one in memory.objects())
            assert told_of <= set(memory.stores.beliefs.names.ids("thing"))


@pytest.mark.parametrize(
    ("things", "looks", "known"),
    [
        ([mug("m", "pink")], ["mug_7: a pink mug"], ["mug_1"]),
        ([mug("m", "pink"), mug("n", "blue", 1.0)], ["mug_7: a pink mug"], ["mug_1", "mug_2"]),
        ([mug("m", "pink")], ["mug_7: a mug"], ["mug_1", "mug_7"]),
        ([mug("m", "pink"), mug("n", "pink", 1.0)], ["mug_7: a pink mug"], ["mug_1", "mug_2", "mug_7"]),
    ],
    ids=["the only one", "the only pink one", "of no looks", "one of two"],
)
def test_what_people_have_in_hand_elsewhere_was_carried_there_unseen(memory, things, looks, known):
    event = told(3, *looks, place="study", kind=EventKind.OBJECT_STATE_CHANGED)
    live(memory, seen(1), seen(2, *things), event)
    assert mugs(memory) == known
    assert memory.upkeep.verify() == ()


def test_an_id_that_is_anothers_by_chance_gets_a_new_one(memory):
    live(memory, seen(1, mug("m", "white")), told(2, "mug_1: a green mug"), seen(3, mug("g", "green", 2.0)))
    assert {one.object_id: one.caption for one in memory.objects() if one.category == "mug"} == {
        "mug_1": "a white mug", "mug_2": "a green mug",
    }  # fmt: skip
    live(memory, seen(4, mug("o", "orange", 5.0)), told(5, "mug_1: a green mug"), told(6, "mug_1", actor="robot"))
    assert mugs(memory) == ["mug_1", "mug_2", "mug_3"]


def test_furniture_is_known_by_its_room(memory):
    live(memory, seen(1), seen(2), told(3, "Uma: Uma", changes=(StateChange("tray_3", "location", "on stove_44"),)))
    assert memory.stores.beliefs.current("tray_3", "location").fact.value == "on stove_1"


def test_the_only_one_of_its_sort_is_it_where_its_room_has_no_sure_name(memory):
    event = told(3, "oven_7: oven", place="pantry", kind=EventKind.DEVICE_STATE_CHANGED,
                 changes=(StateChange("oven_7", "power", "off"),))  # fmt: skip
    live(memory, seen(1, BUILD.thing("o", (2, 0, 0.5), (0.6, 0.6, 1.0), category="oven", caption="oven")), event)
    ovens = [one.object_id for one in memory.objects() if one.category == "oven"]
    assert len(ovens) == 1
    assert memory.stores.beliefs.current(ovens[0], "power").fact.value == "off"


@pytest.mark.parametrize(("to", "ids"), [("Uma", ["mug_1"]), ("Ida", ["mug_1", "mug_9"])])
def test_what_somebody_was_handed_is_what_they_put_down_elsewhere(memory, to, ids):
    hands = Event(3 * S, EventKind.SKILL_ENDED, "robot", f"The robot handed the mug to {to}.", ("mug_1", to),
                  changes=(StateChange("mug_1", "held by", to),))  # fmt: skip
    put = (StateChange("mug_9", "location", "on desk_4"), StateChange("mug_9", "held by", ""))
    puts = told(9, "mug_9: mug", place="study", kind=EventKind.OBJECT_STATE_CHANGED, changes=put)
    live(memory, seen(1, BUILD.thing("m", (0, 0, 1), caption="mug", category="mug")), hands, puts)
    assert mugs(memory) == ids


def test_events_are_found_by_memorys_id(memory):
    live(memory, seen(1, mug("m", "pink")), told(3, "mug_pink_2: a pink mug", kind=EventKind.OBJECT_STATE_CHANGED,
         changes=(StateChange("mug_pink_2", "location", "on stove_1"),)))  # fmt: skip
    answer = memory.answer("Where is the pink mug?")
    assert "stove" in answer.text
    reopened = memory.stores.identity.aliases.entity_of
    assert reopened == {"mug_pink_2": "mug_1", "stove_1": "stove_1"}


def test_an_erased_record_takes_the_alias_along(memory):
    live(memory, seen(1, mug("m", "pink")), told(3, "mug_pink_2: a pink mug"))
    memory.people.erase("Uma", stamp_ns=9 * S)
    assert memory.stores.identity.aliases.entity_of == {}
    assert memory.upkeep.verify() == ()
    live(memory, told(5, "mug_pink_2: a pink mug", actor="Igor"))
    assert mugs(memory) == ["mug_1"]


def test_an_alias_that_another_record_bears_out_stays(memory):
    live(memory, seen(1, mug("m", "pink")), told(3, "mug_pink_2: a pink mug"), told(4, "mug_pink_2", actor="Igor"))
    memory.people.erase("Uma", stamp_ns=9 * S)
    assert memory.stores.identity.aliases.entity_of == {"mug_pink_2": "mug_1"}
    assert memory.upkeep.verify() == ()


colours = st.lists(st.sampled_from(["pink", "blue", "red"]), min_size=1, max_size=3, unique=True)


@settings(max_examples=25, deadline=None)
@given(colours, st.data())
def test_the_order_of_seeing_and_hearing_does_not_matter(looks, data):
    """Each thing is seen once and told of once, in any order: as many entities as things, each one with its look."""
    records = [(seen(20 + n, mug(f"t_{look}", look, n)), told(10 + n, f"x_{n + 40}: a {look} mug")) for n, look in
               enumerate(looks)]  # fmt: skip
    flat = data.draw(st.permutations([one for pair in records for one in pair]))
    with Memory(":memory:", WordEmbedder()) as memory:
        live(memory, seen(0.5), *flat)
        names = memory.stores.beliefs.names
        entities = [names.get(one.object_id) for one in memory.objects() if one.category == "mug"]
        assert sorted(one.caption for one in entities) == sorted(f"a {look} mug" for look in looks)
        assert [name for name in names.ids("thing") if "mug" in names.get(name).caption] == sorted(
            [one.entity_id for one in entities], key=names.ids("thing").index
        )


lives = st.lists(
    st.tuples(st.sampled_from(["see", "tell"]), st.sampled_from(["pink", "blue"]), st.integers(0, 2)), max_size=10
)


@settings(max_examples=25, deadline=None)
@given(lives)
def test_two_that_were_seen_apart_are_never_one(life):
    """Two tracks are two things, two ids of a teller as well. The same life once more gives the same stores."""
    stores = []
    for _ in range(2):
        with Memory(":memory:", WordEmbedder()) as memory:
            for second, (how, colour, n) in enumerate(life, start=1):
                look = mug(f"{colour}_{n}", colour, n)
                record = seen(second, look) if how == "see" else told(second, f"{colour}_mug_{n}: a {colour} mug")
                live(memory, record)
            tracks = {(how, colour, n) for how, colour, n in life if how == "see"}
            assert len([one for one in memory.objects() if one.category == "mug"]) == len(tracks)
            known = memory.stores.identity.aliases.entity_of
            assert len(set(known.values())) == len(known)
            assert memory.upkeep.verify() == ()
            stores.append((known, memory.objects(), memory.stores.knowledge.triples()))
    assert stores[0] == stores[1]


def moved(second, room="kitchen"):
    return told(second, "mug_7: a pink mug", place=room, kind=EventKind.OBJECT_STATE_CHANGED,
                changes=(StateChange("mug_7", "held by", ""), StateChange("mug_7", "location", room)))  # fmt: skip


def test_what_somebody_moved_is_known_again_where_it_was_taken(memory):
    live(memory, seen(1), seen(2, mug("m", "pink")), moved(3), seen(4, mug("n", "pink", 1.0)))
    assert mugs(memory) == ["mug_1"]
    assert memory.objects()[-1].position == (1.0, 0.0, 1.0)
    assert memory.upkeep.verify() == ()


@pytest.mark.parametrize(
    "after",
    [
        [seen(4, mug("n", "pink", 1.0))],
        [moved(3, "study"), seen(4, mug("n", "pink", 1.0))],
        [moved(3), seen(4, mug("n", "pink", 1.0), mug("o", "pink", 2.0))],
        [moved(3), seen(4, mug("m", "pink"), mug("n", "pink", 1.0))],
        [moved(3), seen(4, mug("n", "pink", 1.0)), seen(5, mug("m", "pink"), mug("n", "pink", 1.0))],
    ],
    ids=["not moved", "to another room", "two are there", "it is still there", "it turns out to be another"],
)
def test_what_may_be_another_is_another(memory, after):
    live(memory, seen(1), seen(2, mug("m", "pink")), *after)
    seen_mugs = {one.object_id for view in after if not isinstance(view, Event) for one in view.objects} & set("mno")
    assert len(mugs(memory)) == len(seen_mugs | {"m"})
    assert memory.upkeep.verify() == ()


def test_it_does_not_matter_whether_somebody_asked_before(memory):
    memory.record(seen(1))
    memory.record_event(
        told(
            3, "kettle_9: kettle", "stove_8: stove", kind=EventKind.OBJECT_STATE_CHANGED,
            changes=(StateChange("kettle_9", "location", "on stove_8"),),
        )
    )  # fmt: skip
    assert memory.stores.beliefs.current("kettle_1", "location").fact.value == "on stove_1"


def test_a_telling_name_is_one_thing_in_a_room_that_the_map_calls_otherwise(memory):
    monitor = BUILD.thing("m", (0.5, 0, 1), category="blood pressure monitor")
    memory.record(seen(1, monitor))
    moved = (StateChange("blood_pressure_monitor_7", "held by", "Uma"),)
    memory.record_event(
        told(2, "blood_pressure_monitor_7: blood pressure monitor", place="garden room", changes=moved)
    )
    assert memory.stores.beliefs.current("blood_pressure_monitor_1", "held by").fact.value == "Uma"


@pytest.mark.parametrize(("thing", "is_it"), [("kettle", True), ("cup", False)])
def test_the_only_one_was_carried_to_another_room_unless_homes_have_many(memory, thing, is_it):
    memory.record(seen(1, BUILD.thing("c", (0.5, 0, 1), category="cup")))
    memory.record_event(
        told(2, f"{thing}_9: {thing}", place="garden", changes=(StateChange(f"{thing}_9", "held by", "Uma"),))
    )
    assert (memory.stores.beliefs.current(f"{thing}_1", "held by") is not None) is is_it


def test_what_is_taken_from_where_it_was_seen_is_that_thing_whatever_the_room_is_called(memory):
    box = BUILD.thing("b", (0.5, 0, 0.5), (0.4, 0.4, 0.4), category="sewing box")
    scissors = BUILD.thing("s", (0.5, 0, 0.75), (0.1, 0.1, 0.05), category="scissors")
    memory.record(BUILD.instant(1, *KITCHEN, box, scissors, relations=[BUILD.on("s", "b")]))
    memory.record_event(
        told(2, "scissors_7: scissors", "sewing_box_8: sewing box", place="back bedroom",
             changes=(StateChange("scissors_7", "held by", "Uma"),))
    )  # fmt: skip
    assert memory.stores.beliefs.current("scissors_1", "held by").fact.value == "Uma"


@pytest.mark.parametrize(("dressers", "is_that_one"), [(1, True), (2, False)])
def test_the_only_piece_of_furniture_of_its_sort_is_meant_in_a_room_that_the_map_has_no_such_name_for(
    memory, dressers, is_that_one
):
    pieces = [BUILD.thing(f"d{k}", (3.0 * k, 2, 0.5), (0.8, 0.5, 1.0), category="dresser") for k in range(dressers)]
    memory.record(seen(1, *pieces))
    memory.record_event(
        told(2, "dresser_9: dresser", place="annex", kind=EventKind.OBJECT_STATE_CHANGED,
             changes=(StateChange("dresser_9", "open", "true"),))
    )  # fmt: skip
    assert (memory.stores.beliefs.current("dresser_1", "open") is not None) is is_that_one


def test_what_is_taken_from_furniture_that_is_known_by_then_is_that_thing(memory):
    table = BUILD.thing("t", (5, 5, 0.5), (0.6, 0.6, 0.8), category="dresser")
    brush = BUILD.thing("b", (5, 5, 0.95), (0.1, 0.1, 0.05), category="brush")
    memory.record(BUILD.instant(1, *KITCHEN, table, brush, relations=[BUILD.on("b", "t")]))
    memory.record_event(
        told(2, "brush_7: brush", "dresser_8: dresser", place="attic",
             changes=(StateChange("brush_7", "held by", "Uma"),))
    )  # fmt: skip
    assert memory.stores.beliefs.current("brush_1", "held by").fact.value == "Uma"
