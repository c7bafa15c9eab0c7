"""People are known by their names, and are no furniture."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from memory_builders import Builders, WordEmbedder

from embodied_memory.event import Event, EventKind, StateChange
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.spatial.object_state import name_of_person
from embodied_memory.memory.spatial.room_votes import RoomVotes

S = 1_000_000_000


def person(build, track, at, caption=""):
    return build.thing(track, at, (0.5, 0.5, 1.7), caption=caption, category="person")


def ids(memory):
    return [one.object_id for one in memory.objects()]


def test_a_name_is_told_from_a_description():
    captions = ["Uma", "Anna Maria", "a tall man", "Person", ""]
    assert [name_of_person("person", caption) for caption in captions] == ["Uma", "Anna Maria", "", "", ""]
    assert name_of_person("mug", "Uma") == ""


def test_whoever_has_a_name_is_one_wherever_and_by_whatever_track(memory, build):
    memory.record(build.instant(1, person(build, "person_1", (0, 0, 1), "Uma")))
    memory.record(build.instant(2, person(build, "person_2", (9, 9, 1), "Uma")))
    memory.record(build.instant(3, person(build, "person_2", (4, 0, 1), "Igor"), session="s2"))
    memory.record(build.instant(4, person(build, "person_1", (5, 5, 1), "Uma"), session="s2", map_id="other"))
    assert ids(memory) == ["Uma", "Igor"]
    assert "two people" in memory.answer("How many people have you seen?").text


def test_unnamed_people_are_numbered(memory, build):
    memory.record(build.instant(1, person(build, "a", (0, 0, 1)), person(build, "b", (2, 0, 1)),
                                person(build, "c", (4, 0, 1), "Uma")))  # fmt: skip
    assert ids(memory) == ["person_1", "person_2", "Uma"]


def test_one_person_detected_twice_in_a_view_is_one(memory, build):
    memory.record(build.instant(1, person(build, "a", (0, 0, 1), "Uma"), person(build, "b", (0, 1, 1), "Uma")))
    assert ids(memory) == ["Uma"]
    assert memory.upkeep.verify() == ()


def test_where_somebody_is_comes_from_the_newest_of_seeing_and_events(memory, build):
    move = Event(5 * S, EventKind.PERSON_MOVED, "Uma", "Uma went to the study.", place="study", observers=("robot",),
                 changes=(StateChange("Uma", "location", "study"),))  # fmt: skip
    stove = build.thing("stove_1", (0, 0, 0.5), (0.6, 0.6, 1.0))
    things = [stove, build.thing("refrigerator_1", (1, 0, 1)), build.thing("kettle_1", (1, 1, 1))]
    memory.record(build.instant(1, *things, person(build, "p", (0, 1, 1), "Uma")))
    memory.objects()
    memory.record(build.instant(2, *things, person(build, "p", (0, 1, 1), "Uma")))
    assert memory.stores.beliefs.room_of("Uma") == "kitchen"
    memory.record_event(move)
    assert memory.stores.beliefs.room_of("Uma") == "study"
    memory.record(build.instant(9, *things, person(build, "q", (0, 1, 1), "Uma")))
    assert memory.stores.beliefs.room_of("Uma") == "kitchen"
    assert "kitchen" in memory.answer("Where is Uma?").text
    (uma,) = [one for one in memory.stores.knowledge.vertices() if "Uma" in (one.vertex_id, one.name, one.caption)]
    assert (uma.kind.value, uma.name) == ("person", "Uma")


def test_people_are_no_landmarks_no_supports_and_say_nothing_of_a_room(memory, build):
    mug = build.thing("mug_1", (0, 0, 1))
    beside = [
        build.next_to("mug_1", "p"),
        build.on("mug_1", "p"),
        build.on("p", "rug_1"),
        build.next_to("p", "mug_1"),
    ]
    rug = build.thing("rug_1", (0, 0, 0))
    memory.record(build.instant(1, mug, rug, person(build, "p", (0, 1, 1), "Uma"), relations=beside))
    assert memory.beliefs.related("mug_1", "next to") == ()
    assert [one.relation for one in memory.stores.knowledge.triples() if "Uma" in one.spoken] == []
    votes = RoomVotes(lambda texts: np.ones((len(texts), 1), np.float32))
    assert votes.of("person") == {} != votes.of("thing never heard of")


sightings = st.lists(
    st.tuples(st.sampled_from(["", "Uma", "Igor", "Li"]), st.sampled_from(["t1", "t2", "t3"]), st.integers(0, 20)),
    max_size=12,
)


@given(sightings)
def test_nobody_is_counted_twice(seen):
    build = Builders()
    with Memory(":memory:", WordEmbedder()) as memory:
        for second, (name, track, x) in enumerate(seen, start=1):
            memory.record(build.instant(second, person(build, track, (x, 0, 1), name)))
        names = [one.object_id for one in memory.objects() if one.caption]
        assert sorted(names) == sorted({name for name, _, _ in seen if name})
