"""Where things of a kind belong: all their stays in this home, those that are over among them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


@pytest.fixture
def mugs(told):
    """The red mug was on the table three times and once on the desk, the blue one is in the cabinet."""
    told.facts(1, ("table_1", "in room", "kitchen"), ("cabinet_1", "in room", "kitchen"))
    red, blue = (told.thing(f"mug_{k}", "mug", caption=f"a {color} mug") for k, color in ((1, "red"), (2, "blue")))
    told.facts(2, ("mug_1", "on", "table_1"), ("mug_2", "in", "cabinet_1"), vertices=[red, blue])
    for second in (10, 20):
        told.facts(second, ("mug_1", "held by", "Anna"))
        told.facts(second + 5, ("mug_1", "on", "desk_1" if second == 10 else "table_1"))
    told.facts(30, ("mug_1", "held by", "Anna"))
    told.facts(35, ("mug_1", "on", "table_1"))
    return told


def told_of(places):
    return [(one.relation, one.place_id, one.times, one.of_times) for one in places]


def test_past_stays_count_and_being_held_is_none(mugs):
    assert told_of(mugs.graph.usual_places("red mug"))[0] == ("on", "table_1", 3, 5)
    assert set(told_of(mugs.graph.usual_places("mug"))) == {
        ("on", "table_1", 3, 5), ("on", "desk_1", 1, 5), ("in", "cabinet_1", 1, 5),
    }  # fmt: skip


def test_what_is_asked_for_counts_more_than_others_of_its_kind(mugs):
    in_cabinet = {
        query: next(one.certainty for one in mugs.graph.usual_places(query) if one.place_id == "cabinet_1")
        for query in ("the red mug", "the blue mug")
    }
    assert in_cabinet["the red mug"] < in_cabinet["the blue mug"]


def test_a_place_tells_its_room_and_its_records(mugs):
    best, *_ = mugs.graph.usual_places("red mug")
    assert (best.place, best.room, best.record_ids) == ("table", "kitchen", (8, 6, 2))


def test_of_other_kinds_it_tells_nothing(mugs):
    assert mugs.graph.usual_places("umbrella") == mugs.graph.usual_places("table") == ()


def test_what_is_near_in_meaning_tells_less_of_it(told):
    named = [told.thing(f"{name}_1", caption="from the cup shop") for name in ("mug", "cup", "book")]
    told.facts(1, ("mug_1", "on", "desk_1"), ("cup_1", "on", "shelf_1"), ("book_1", "on", "bed_1"), vertices=named)
    assert [one.place_id for one in told.graph.usual_places("cup")] == ["shelf_1", "desk_1"]


def test_places_outlive_a_restart(mugs):
    assert mugs.reopened().usual_places("red mug") == mugs.graph.usual_places("red mug")


@given(st.lists(st.integers(0, 4), min_size=1, max_size=30))
@settings(deadline=None, max_examples=30)
def test_the_certainty_leaves_room_for_elsewhere_and_the_order_follows_the_counts(told_with, stays):
    told = told_with()
    for second, table in enumerate(stays, 1):
        told.facts(second, ("key_1", "on", f"table_{table}"), vertices=[told.thing("key_1", "key")])
    places = told.graph.usual_places("key")
    assert sum(one.certainty for one in places) < 1.0
    assert [one.times for one in places] == sorted((one.times for one in places), reverse=True)
    assert sum(one.times for one in places) == places[0].of_times
