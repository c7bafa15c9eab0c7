"""What is on, in and next to a thing, also by way of others, each with what it follows from."""

from __future__ import annotations

import pytest

from embodied_memory.memory.spatial.knowledge_graph.vertex import VertexKind


@pytest.fixture
def kitchen(told):
    told.facts(
        1, ("tray_1", "on", "table_1"), ("mug_1", "on", "tray_1"), ("spoon_1", "in", "mug_1"),
        ("shelf_1", "in", "cabinet_1"), ("plate_1", "on", "shelf_1"), ("chair_1", "next to", "table_1"),
        ("table_1", "in room", "kitchen"), ("cabinet_1", "in room", "kitchen"),
    )  # fmt: skip
    return told


def others(told, vertex_id, relation):
    ends = [(one.subject_id, one.object_id) for one in told.graph.related(vertex_id, relation)]
    return [subject if subject != vertex_id else other for subject, other in ends]


def test_what_is_on_the_tray_is_on_the_table_and_what_is_in_the_mug_is_not(kitchen):
    assert others(kitchen, "table_1", "on") == ["tray_1", "mug_1"]
    assert others(kitchen, "tray_1", "on") == ["mug_1"]
    _, mug = kitchen.graph.related("table_1", "on")
    assert [one.spoken for one in mug.premises] == [("mug_1", "on", "tray_1"), ("tray_1", "on", "table_1")]


def test_what_is_on_a_shelf_in_the_cabinet_is_in_the_cabinet(kitchen):
    assert others(kitchen, "cabinet_1", "in") == ["shelf_1", "plate_1"]


def test_next_to_holds_both_ways(kitchen):
    assert others(kitchen, "table_1", "next to") == ["chair_1"]
    assert others(kitchen, "chair_1", "next to") == ["table_1"]


def test_what_has_left_is_no_longer_there(kitchen):
    kitchen.facts(2, ("tray_1", "on", "counter_1"))
    assert others(kitchen, "table_1", "on") == []
    assert others(kitchen, "counter_1", "on") == ["tray_1", "mug_1"]


def test_what_stands_near_in_the_same_room_is_told_the_nearest_first(told):
    def piece(name, x):
        return told.thing(name, at=(x, 0.0, 0.5), kind=VertexKind.FURNITURE)

    told.facts(
        1, ("sofa_1", "in room", "parlour"), ("lamp_1", "in room", "parlour"), ("stool_1", "in room", "parlour"),
        ("bed_1", "in room", "bedroom"), ("cat_1", "on", "stool_1"),
        vertices=[piece("sofa_1", 0.0), piece("lamp_1", 1.2), piece("stool_1", -0.8), piece("bed_1", 0.9),
                  piece("shelf_1", 5.0), told.thing("cat_1", at=(-0.8, 0.0, 0.9))],
    )  # fmt: skip
    near = told.graph.related("sofa_1", "next to")
    assert [(one.subject_id, one.relation) for one in near] == [("stool_1", "near"), ("lamp_1", "near")]


def test_a_circle_ends(told):
    told.facts(1, ("a_1", "on", "b_1"), ("b_1", "on", "a_1"))
    assert others(told, "a_1", "on") == ["b_1"]
