"""Where things belong, and what is near them, out of the knowledge graph; what people said of it comes first."""

from __future__ import annotations

import pytest

from embodied_memory.event import Event, EventKind, Provenance, StateChange

SECOND = 1_000_000_000
NOW_NS = 900 * SECOND


def put(memory, second, support):
    change = StateChange("kettle_1", "location", f"on {support}")
    told = f"Anna put the kettle on the {support.rpartition('_')[0]}."
    memory.record_event(Event(second * SECOND, EventKind.OBJECT_STATE_CHANGED, "Anna", told, ("kettle_1", support),
                              observers=("robot", "Anna"), changes=(change,)))  # fmt: skip


@pytest.fixture
def moved(home):
    """The kettle was on the counter three times, and is on the desk for the second."""
    for second, support in ((200, "desk_1"), (300, "counter_1"), (400, "desk_1"), (500, "counter_1")):
        put(home, second, support)
    put(home, 600, "desk_1")
    put(home, 700, "counter_1")
    put(home, 800, "desk_1")
    put(home, 810, "counter_1")
    put(home, 820, "stove_1")
    return home


@pytest.mark.parametrize(
    "question",
    [
        "Where does the kettle usually belong?", "Where do we keep the kettle?", "Where is the kettle usually?",
        "Where is the kettle normally kept?", "Where does the kettle go?",
    ],
)  # fmt: skip
def test_it_is_told_where_it_was_most_times_and_how_often(moved, question):
    answer = moved.answer(question, NOW_NS)
    assert answer.known
    assert "Usually on the counter, in the kitchen, 5 of 10 times that I know of; else on the desk" in answer.text
    assert answer.object_ids == ("counter_1",)
    assert answer.evidence
    assert all("kettle" in one.summary for one in answer.evidence)


def test_where_it_is_now_is_another_question(moved):
    assert "stove" in moved.answer("Where is the kettle?", NOW_NS).text


def test_what_somebody_said_of_it_counts_more(moved):
    said = "The kettle belongs on the desk."
    moved.record_event(Event(850 * SECOND, EventKind.UTTERANCE, "Anna", said, observers=("robot", "Anna"),
                             provenance=Provenance.REPORTED))  # fmt: skip
    answer = moved.answer("Where does the kettle belong?", NOW_NS)
    assert said.rstrip(".") in answer.text


def test_a_single_place_makes_no_habit(home):
    answer = home.answer("Where do we keep the kettle?", NOW_NS)
    assert answer.text == "So far I know of one place alone, on the counter, in the kitchen."
    assert answer.certainty <= 0.5


def test_of_what_is_next_to_a_thing_what_is_near_is_told_apart(home):
    assert home.answer("What is next to the desk?", NOW_NS).text.startswith("Near the desk I saw a")


def test_what_is_on_a_tray_on_the_table_is_on_the_table_and_cites_both(memory, build):
    things = [build.thing("table_1"), build.thing("tray_1", (0, 0, 0.9)), build.thing("mug_1", (0, 0, 1))]
    memory.record(build.instant(5, *things, relations=[build.on("tray_1", "table_1")]))
    memory.record(build.instant(9, *things, relations=[build.on("tray_1", "table_1"), build.on("mug_1", "tray_1")]))
    answer = memory.answer("What is on the table?", NOW_NS)
    assert answer.text == "On the table I saw a tray and a mug."
    assert set(answer.object_ids) == {"tray_1", "mug_1"}
