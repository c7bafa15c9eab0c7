"""The graph as memory uses it: what events and objects tell, what replaces what, what is kept."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.event import EventKind, Provenance
from embodied_memory.evidence import EpistemicStatus, RememberedObject
from embodied_memory.memory.spatial.knowledge_graph.triple import Origin, RelationFact
from embodied_memory.memory.spatial.knowledge_graph.vertex import VertexKind
from embodied_memory.memory.spatial.map_correction import MapCorrection

SECOND = 1_000_000_000


def test_a_thing_that_is_taken_and_put_down_has_one_place_at_a_time(told):
    told.event(10, ("mug_1", "location", "on table_2"), place="kitchen")
    told.event(20, ("mug_1", "held by", "Anna"), ("mug_1", "location", ""), actor="Anna", place="kitchen")
    told.event(30, ("mug_1", "held by", ""), ("mug_1", "location", "in sink_1"), actor="Anna", place="kitchen")
    assert told.story("mug_1") == ["10-20 on table_2", "20-30 held by Anna", "30- in sink_1"]
    assert told.graph.room_of("mug_1") == "kitchen"


def test_what_is_held_goes_with_who_holds_it(told):
    told.event(10, ("mug_1", "held by", "Anna"), actor="Anna", place="kitchen")
    told.event(20, ("Anna", "location", "bedroom"), actor="Anna", place="bedroom", kind=EventKind.PERSON_MOVED)
    assert told.graph.room_of("mug_1") == "bedroom"
    assert [place.spoken for place in told.graph.places_of("mug_1")] == [
        ("mug_1", "held by", "Anna"), ("Anna", "in room", "bedroom"),
    ]  # fmt: skip


def test_what_is_gone_from_its_place_is_nowhere_known_and_its_history_stays(told):
    told.event(10, ("mug_1", "location", "on table_2"), place="kitchen")
    told.event(20, ("mug_1", "location", ""), place="kitchen")
    assert (told.place("mug_1"), told.graph.room_of("mug_1")) == ("", "")
    assert told.story("mug_1") == ["10-20 on table_2"]


def test_to_be_held_by_nobody_does_not_end_a_place(told):
    told.event(10, ("mug_1", "location", "on table_2"))
    told.event(20, ("mug_1", "held by", ""))
    assert told.place("mug_1") == "on table_2"


def test_the_room_of_an_event_places_furniture_people_and_the_robot(told):
    told.event(10, ("mug_1", "location", "in box_1"), ("box_1", "location", "on shelf_3"), actor="Ben", place="study")
    rooms = {vertex.vertex_id: told.graph.room_of(vertex.vertex_id) for vertex in told.graph.vertices()}
    assert rooms == {
        "Ben": "study", "robot": "", "study": "", "house": "", "mug_1": "study", "box_1": "study", "shelf_3": "study",
    }  # fmt: skip


def test_house_rooms_furniture_objects_devices_and_people_are_told_apart(told):
    told.event(10, ("mug_1", "location", "on table_2"), actor="Anna", place="kitchen")
    told.event(20, ("lamp_1", "power", "on"), actor="Anna", kind=EventKind.DEVICE_STATE_CHANGED)
    told.event(30, ("Anna", "location", "outside"), actor="Anna", place="outside", kind=EventKind.PERSON_MOVED)
    kinds = {vertex.vertex_id: vertex.kind.value for vertex in told.graph.vertices()}
    assert kinds == {
        "Anna": "person", "robot": "robot", "kitchen": "room", "house": "house", "mug_1": "object",
        "table_2": "furniture", "lamp_1": "device", "outside": "room",
    }  # fmt: skip
    assert [t.spoken for t in told.graph.triples_of("house")] == [("kitchen", "part of", "house")]


def test_a_thing_may_have_several_owners_and_lose_one(told):
    told.facts(10, ("book_1", "owned by", "Anna"), ("book_1", "owned by", "Ben"))
    told.facts(20, ("book_1", "owned by", "Anna"), holds=False)
    assert [t.spoken for t in told.graph.triples_of("book_1")] == [("book_1", "owned by", "Ben")]
    assert told.story("book_1") == ["10-20 owned by Anna", "10- owned by Ben"]


def test_opposite_directions_exclude_each_other_and_others_do_not(told):
    told.facts(10, ("kitchen", "west of", "study"), ("kitchen", "north of", "study"))
    told.facts(20, ("kitchen", "east of", "study"))
    assert [t.relation for t in told.graph.triples_of("kitchen")] == ["north of", "east of"]


def test_what_is_put_elsewhere_is_no_longer_next_to_its_neighbours(told):
    told.facts(10, ("mug_1", "on", "table_2"), ("mug_1", "next to", "vase_1"), ("plate_1", "next to", "mug_1"))
    told.facts(20, ("mug_1", "on", "shelf_1"), ("mug_1", "next to", "book_1"))
    assert [t.spoken for t in told.graph.triples_of("mug_1")] == [
        ("mug_1", "on", "shelf_1"), ("mug_1", "next to", "book_1"),
    ]  # fmt: skip


def test_to_be_told_more_exactly_where_it_is_does_not_move_it(told):
    told.facts(10, ("mug_1", "in room", "kitchen"), ("mug_1", "next to", "vase_1"), ("table_2", "in room", "kitchen"))
    told.facts(20, ("mug_1", "on", "table_2"))
    assert [t.relation for t in told.graph.triples_of("mug_1")] == ["next to", "on"]
    told.facts(30, ("mug_1", "in room", "kitchen"), reported=True)
    assert told.place("mug_1") == "on table_2"
    told.facts(40, ("mug_1", "in room", "study"), reported=True)
    assert told.place("mug_1") == "in room study"


def test_a_late_fact_goes_into_the_history(told):
    told.facts(30, ("mug_1", "on", "shelf_1"))
    told.facts(10, ("mug_1", "in", "box_1"))
    told.facts(20, ("mug_1", "on", "table_2"))
    assert told.story("mug_1") == ["10-20 in box_1", "20-30 on table_2", "30- on shelf_1"]


def test_nothing_in_memory_changes_before_the_commit(told):
    told.facts(10, ("mug_1", "on", "table_2"))
    before = told.outline()
    told.graph.observe_facts(Origin(9), [RelationFact("mug_1", "on", "shelf_1", 20 * SECOND)])
    assert told.outline() == before


def remembered(object_id, room="", support="", relation="", at=(1.0, 2.0, 0.5), second=10):
    category = object_id.rpartition("_")[0]
    stamp_ns = second * SECOND
    return RememberedObject(
        object_id, category, f"a {category}", (), at, (0.1, 0.1, 0.1), room, support, relation, "", stamp_ns,
        stamp_ns, 1, 7, EpistemicStatus.FRESH, 0.9,
    )  # fmt: skip


def test_remembered_objects_bring_rooms_supports_and_positions(told):
    objects = [remembered("mug_1", "kitchen", "table_2", "on"), remembered("table_2", "kitchen", at=(1.0, 2.0, 0.3))]
    told.keep(told.graph.observe_objects(Origin(1, "map", "s1"), 20 * SECOND, objects))
    assert (told.place("mug_1"), told.place("table_2")) == ("on table_2", "in room kitchen")
    assert (told.graph.vertex("mug_1").position, told.graph.vertex("mug_1").session_id) == ((1.0, 2.0, 0.5), "s1")
    again = told.graph.observe_objects(Origin(2, "map", "s1"), 20 * SECOND, objects)
    assert (again.vertices, again.edges) == ({}, {})


things = st.sampled_from(["mug_1", "box_1", "book_1", "tray_1"])
supports = st.sampled_from(["on table_1", "in box_1", "on tray_1", "in cabinet_1", "kitchen", "study", ""])
change = st.one_of(
    st.tuples(things, st.just("location"), supports),
    st.tuples(things, st.just("held by"), st.sampled_from(["Anna", "Ben", ""])),
    st.tuples(st.just("tv_1"), st.just("power"), st.sampled_from(["on", "off"])),
)
record = st.tuples(st.integers(0, 60), st.lists(change, max_size=3), st.sampled_from(["Anna", "Ben", "robot"]),
                   st.sampled_from(["kitchen", "study", ""]))  # fmt: skip


@given(st.lists(record, max_size=12), st.sampled_from([0.0, 10.0]))
@settings(deadline=None, max_examples=60)
def test_opened_again_or_replayed_the_graph_is_the_same(told_with, records, refresh_s):
    one, other = told_with(refresh_interval_s=refresh_s), told_with(refresh_interval_s=refresh_s)
    for told in (one, other):
        for second, changes, actor, place in records:
            told.event(second, *changes, actor=actor, place=place)
    reopened = one.reopened()
    assert one.outline() == other.outline() == one.outline(reopened)
    for query in ("where is the mug", "Anna", "kitchen"):
        assert one.graph.retrieve(query) == reopened.retrieve(query)


@given(st.lists(record, max_size=12))
@settings(deadline=None, max_examples=60)
def test_a_subject_has_one_place_and_all_that_was_said_is_in_the_history(told_with, records):
    told, said = told_with(), set()
    for second, changes, actor, place in records:
        told.event(second, *changes, actor=actor, place=place)
        said |= {(e, f"held by {v}") for e, a, v in changes if a == "held by" and v}
        said |= {(e, v) for e, a, v in changes if a == "location" and v.startswith(("on ", "in "))}
    for vertex in told.graph.vertices():
        own = [t.relation for t in told.graph.triples_of(vertex.vertex_id) if t.subject_id == vertex.vertex_id]
        assert sum(relation in ("on", "in", "held by", "in room") for relation in own) <= 1
    kept = {
        (span.subject_id, f"{span.relation} {span.object_id}")
        for vertex in told.graph.vertices()
        for span in told.graph.history(vertex.vertex_id)
    }
    assert {(entity, value) for entity, value in said if not value.endswith(f" {entity}")} <= kept


@given(st.permutations([(10, "table_1"), (20, "shelf_1"), (30, "table_1"), (40, "box_1"), (50, "shelf_1")]))
@settings(deadline=None)
def test_the_newest_place_is_current_whatever_came_first(told_with, facts):
    told = told_with()
    for second, support in facts:
        told.facts(second, ("mug_1", "on", support))
    assert told.place("mug_1") == "on shelf_1"


def test_reports_are_told_apart_from_what_was_seen(told):
    told.facts(10, ("keys_1", "in", "drawer_1"), reported=True)
    assert told.graph.place_of("keys_1").provenance is Provenance.REPORTED
    assert "drawer_1 (as told)" in told.graph.retrieve("keys").text


def test_a_denial_ends_the_place_that_it_denies_alone(told):
    told.facts(10, ("keys_1", "in", "drawer_1"))
    told.facts(20, ("keys_1", "on", "shelf_1"), holds=False)
    assert told.place("keys_1") == "in drawer_1"
    told.facts(30, ("keys_1", "in", "drawer_1"), holds=False)
    told.facts(40, ("keys_1", "held by", "Ben"))
    assert told.story("keys_1") == ["10-30 in drawer_1", "40- held by Ben"]


def test_a_name_once_known_is_not_lost_to_an_id(told):
    told.facts(10, ("mug_1", "on", "table_2"), vertices=[told.thing("mug_1", "coffee mug", caption="a blue mug")])
    told.event(20, ("mug_1", "location", "on shelf_1"))
    vertex = told.graph.vertex("mug_1")
    assert (vertex.name, vertex.caption, vertex.kind) == ("coffee mug", "a blue mug", VertexKind.OBJECT)


@pytest.mark.parametrize("query", ["", "?", "a", "\x00", "🙂" * 50, "mug " * 2000])
def test_any_query_is_answered(told, query):
    told.facts(10, ("mug_1", "on", "table_2"))
    assert told.graph.retrieve(query).query == query


def test_only_what_is_in_that_map_moves_and_it_stays_moved(told):
    things = [told.thing("mug_1", at=(1.0, 0.0, 0.5)), told.thing("cup_1", at=(1.0, 0.0, 0.5), map_id="upstairs")]
    told.facts(10, ("mug_1", "next to", "cup_1"), vertices=things)
    quarter_turn = np.array([[0, -1, 0, 10], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1.0]])
    told.keep(told.graph.move_map(MapCorrection("map", quarter_turn, 0)))
    for graph in (told.graph, told.reopened()):
        assert graph.vertex("mug_1").position == pytest.approx((10.0, 1.0, 0.5))
        assert graph.vertex("cup_1").position == (1.0, 0.0, 0.5)
        assert [t.spoken for t in graph.triples()] == [("mug_1", "next to", "cup_1")]
