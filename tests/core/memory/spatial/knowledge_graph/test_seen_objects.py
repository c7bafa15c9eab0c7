"""From instants, by way of the object store, to the graph."""

from __future__ import annotations

import pytest

from embodied_memory.memory.file.database import Database
from embodied_memory.memory.spatial.object_store import ObjectStore
from embodied_memory.scene_graph import RelationTriple, SceneGraphInstant, SceneObject, SpatialRelation

SECOND = 1_000_000_000
ON, IN, NEXT_TO, UNDER = SpatialRelation.ON, SpatialRelation.IN, SpatialRelation.NEXT_TO, SpatialRelation.UNDER


class Seen:
    """An object store and a graph that are shown the same instants."""

    def __init__(self, told):
        self.told = told
        self.database = Database(":memory:")
        self.objects = ObjectStore(self.database.connection, told.config)

    def look(self, second, places, relations=(), session="s1"):
        """places: track id -> (x, y)."""
        things = tuple(
            SceneObject(track, track.rpartition("_")[0], (x, y, 0.5), (0.2, 0.2, 0.2), 0.9, f"a {track[:-2]}")
            for track, (x, y) in places.items()
        )
        triples = tuple(RelationTriple(*triple) for triple in relations)
        instant = SceneGraphInstant(
            second * SECOND, "robot", (0.0, 0.0, 0.0), 0.0, things, triples, session_id=session
        )
        changes = self.objects.observe_instant(second, instant)
        self.told.keep(self.told.graph.observe_instant(second, instant, changes, self.objects.states))
        self.objects.write(self.database.connection, changes)
        self.objects.adopt(changes)


@pytest.fixture
def seen(told):
    return Seen(told)


def test_an_instant_brings_objects_their_positions_and_relations(seen):
    seen.look(10, {"mug_1": (1.0, 0.0), "table_1": (1.0, 0.2)}, [("mug_1", ON, "table_1")])
    graph = seen.told.graph
    assert [(v.vertex_id, v.kind.value, v.position, v.session_id) for v in graph.vertices()] == [
        ("mug_1", "object", (1.0, 0.0, 0.5), "s1"), ("table_1", "furniture", (1.0, 0.2, 0.5), "s1"),
    ]  # fmt: skip
    assert [(t.spoken, t.record_id, t.map_id) for t in graph.triples()] == [(("mug_1", "on", "table_1"), 10, "map")]


def test_what_is_seen_elsewhere_has_left_its_place_and_its_neighbours(seen):
    seen.look(10, {"mug_1": (1.0, 0.0), "table_1": (1.0, 0.2), "vase_1": (1.1, 0.0)},
              [("mug_1", ON, "table_1"), ("mug_1", NEXT_TO, "vase_1")])  # fmt: skip
    seen.look(20, {"mug_1": (4.0, 0.0), "shelf_1": (4.0, 0.2)}, [("mug_1", ON, "shelf_1")])
    assert [t.spoken for t in seen.told.graph.triples()] == [("mug_1", "on", "shelf_1")]
    assert seen.told.story("mug_1") == ["10-20 on table_1", "10-20 next to vase_1", "20- on shelf_1"]


@pytest.mark.parametrize(
    ("seen_at", "story"),
    [
        ((5.0, 0.0), ["10-20 on table_1", "20-30 in cabinet_1"]),
        ((1.0, 0.0), ["10-20 on table_1", "20-30 in cabinet_1"]),  # where it was before somebody said so
        ((8.5, 0.0), ["10-20 on table_1", "20- in cabinet_1"]),
    ],
)
def test_what_is_seen_far_from_where_somebody_put_it_is_there_no_more(seen, seen_at, story):
    seen.look(10, {"mug_1": (1.0, 0.0), "table_1": (1.0, 0.2), "cabinet_1": (8.0, 0.0)}, [("mug_1", ON, "table_1")])
    seen.told.event(20, ("mug_1", "location", "in cabinet_1"))
    seen.look(30, {"mug_1": seen_at})
    assert seen.told.story("mug_1") == story


def test_what_stands_on_a_thing_that_is_carried_about_may_be_seen_anywhere(seen):
    seen.look(10, {"mug_1": (1.0, 0.0), "tray_1": (1.0, 0.2)})
    seen.told.event(20, ("mug_1", "location", "on tray_1"))
    seen.look(30, {"mug_1": (9.0, 0.0)})
    assert seen.told.place("mug_1") == "on tray_1"


def test_two_places_in_one_view_do_not_flap(seen):
    both = [("cup_1", ON, "shelf_1"), ("cup_1", UNDER, "table_1"), ("cup_1", IN, "cabinet_1")]
    places = {"cup_1": (1.0, 0.0), "shelf_1": (1.0, 0.1), "table_1": (1.0, 0.2), "cabinet_1": (1.0, 0.3)}
    for second in (10, 20, 30):
        seen.look(second, places, both)
    assert seen.told.story("cup_1") == ["10- in cabinet_1"]


def test_a_thing_seen_in_a_new_session_is_the_same_and_says_so(seen):
    seen.look(10, {"mug_7": (1.0, 0.0), "table_3": (1.0, 0.2)}, [("mug_7", ON, "table_3")], session="monday")
    seen.look(90, {"mug_2": (1.0, 0.1), "table_9": (1.0, 0.2)}, [("mug_2", ON, "table_9")], session="tuesday")
    mug = seen.told.graph.vertex("mug_1")
    assert (mug.session_id, mug.first_seen_ns // SECOND, mug.last_seen_ns // SECOND) == ("tuesday", 10, 90)
    assert seen.told.story("mug_1") == ["10- on table_1"]


def test_rooms_named_later_reach_all_that_rests_in_them(seen):
    seen.look(10, {"mug_1": (1.0, 0.0), "table_1": (1.0, 0.2)}, [("mug_1", ON, "table_1")])
    seen.told.event(20, ("table_1", "location", "kitchen"))
    assert seen.told.graph.room_of("mug_1") == "kitchen"
    assert [t.spoken for t in seen.told.graph.triples_of("kitchen")] == [
        ("kitchen", "part of", "house"), ("table_1", "in room", "kitchen"),
    ]  # fmt: skip
