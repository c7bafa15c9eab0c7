"""A recording in which nothing happens: views and objects answer, with the records that show it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_builders import SECOND, Builders

from embodied_memory.event import Event, EventKind
from embodied_memory.mapping.grid import RoomMap
from embodied_memory.memory.retrieval.seen.question import SeenIntent, recording_question

build = Builders()
START = 1_700_000_000
TABLE = build.thing("table_1", (2, 1, 0.4), (2.1, 0.9, 0.75))
CHAIRS = tuple(build.thing(f"chair_{k}", (1 + k, 0.3, 0.45), (0.5, 0.5, 0.9)) for k in (1, 2, 3))
CUP = build.thing("cup_1", (2, 1, 0.8), (0.08, 0.08, 0.1), color="white")
FRIDGE, STOVE = build.thing("refrigerator_1", (5, 1, 0.9), (0.7, 0.7, 1.8)), build.thing("stove_1", (5, 2, 0.5))
TV, SOFA = build.thing("tv_1", (8, 3, 1.2), (1.2, 0.1, 0.7)), build.thing("sofa_1", (8, 1, 0.4), (2.2, 0.9, 0.8))


@pytest.fixture
def recording(memory):
    """Twenty seconds, two views a second: a table, then a kitchen, then a sofa. Records 1 to 40."""
    for k in range(40):
        seen = (TABLE, *CHAIRS, CUP) if k < 15 else (TABLE, FRIDGE, STOVE) if k < 25 else (TV, SOFA)
        relations = [build.on("cup_1", "table_1")] if CUP in seen else []
        memory.record(build.instant(START + 0.5 * k, *seen, relations=relations, robot=(0.2 * k, 0.0, 0.0)))
    return memory


def rooms():
    return RoomMap(0, (0.0, 0.0), 0.2, np.repeat(np.array([[0, 1]], np.int8), 30, axis=1).repeat(20, axis=0))


FIRST, THEN = "three chairs, a table and a cup", "a table, a refrigerator and a stove"
ALL = "I have seen three chairs, a table, a cup, a refrigerator, a stove, a tv and a sofa."


@pytest.mark.parametrize(
    ("question", "text", "records"),
    [
        ("What did you see after ten seconds?", f"After 10 seconds I saw {THEN}.", {21, 22}),
        ("what did you see 10 seconds in?", f"After 10 seconds I saw {THEN}.", {21, 22}),
        ("What did you see at second 5?", f"After 5 seconds I saw {FIRST}.", {11, 12}),
        ("what happened after 2.5 seconds?", f"After 2.5 seconds I saw {FIRST}.", {6, 7}),
        ("What did you see first?", f"First I saw {FIRST}.", {1, 2}),
        ("What was the last thing you saw?", "Last I saw a tv and a sofa.", {39, 40}),
        ("what did you see at the end", "Last I saw a tv and a sofa.", {39, 40}),
        ("What did you see in the first five seconds?", f"In the first 5 seconds I saw {FIRST}.", {1, 4, 7, 10}),
        (
            "What did you see between 3 and 6 seconds?",
            f"Between 3 seconds and 6 seconds I saw {FIRST}.", {7, 9, 11, 13},
        ),
        ("what did you see in the last 3 seconds?", "In the last 3 seconds I saw a tv and a sofa.", {34, 36, 38, 40}),
        ("What objects are there?", ALL, {15, 25, 40}),
        ("what have you seen?", ALL, {15, 25, 40}),
        ("Describe what you saw", ALL, {15, 25, 40}),
        ("How many objects did you see?", "I have seen nine things that I recognised.", {15, 25, 40}),
        ("How many chairs did you see?", "I have seen three chairs.", {15}),
        ("How big is the table?", "The table is about 2.1 m long, 0.9 m wide and 0.8 m high.", {25}),
        ("What is the size of the cup?", "The white cup is about 8 cm long, 8 cm wide and 10 cm high.", {15}),
        (
            "What is the largest thing?",
            "The largest thing that I have seen is the sofa, about 2.2 m long, 0.9 m wide and 0.8 m high;"
            " it is in the living room.", {40},
        ),
        (
            "what is the smallest object you saw?",
            "The smallest thing that I have seen is the white cup, about 8 cm long, 8 cm wide and 10 cm high;"
            " it is on the table.", {15},
        ),
        ("How far is the sofa from the table?", "About 3.8 m lie between the sofa and the table.", {40, 25}),
        ("How long is the recording?", "What I have seen took 20 seconds, in 40 views.", {1, 40}),
        ("When did you first see the sofa?", "I first saw the sofa just now.", {40}),
        (
            "Where were you after ten seconds?",
            "After 10 seconds I was in the kitchen, at x 4.0 m, y 0.0 m on the map.", {21},
        ),
    ],
)  # fmt: skip
def test_what_was_seen_is_told_with_its_records(recording, question, text, records):
    answer = recording.answer(question)
    assert (answer.text, answer.known) == (text, True)
    assert {one.record_id for one in answer.evidence} == records
    assert answer.certainty > 0.75


def test_the_way_is_told_by_the_rooms_it_led_through(recording):
    recording.record_rooms(rooms())
    answer = recording.answer("Where have you been?")
    assert answer.text == "I have been in the kitchen, then in the living room; I went 7.6 m in 20 seconds."
    assert [one.record_id for one in answer.evidence] == [1, 31, 40]


def test_without_rooms_the_way_is_told_by_coordinates(memory):
    for k in range(3):
        memory.record(build.instant(START + k, CUP, robot=(2.0 * k, 1.0, 0.0)))
    assert memory.answer("Where have you been?").text == (
        "I began at x 0.0 m, y 1.0 m on the map and ended at x 4.0 m, y 1.0 m on the map; I went 4.0 m in 2 seconds."
    )


def test_after_the_end_nothing_was_seen(recording):
    answer = recording.answer("What did you see after five minutes?")
    assert (answer.text, answer.known) == ("I don't know: all that I have seen took 19.5 seconds.", False)


def test_views_that_show_nothing_are_passed_over(memory):
    memory.record(build.instant(START))
    memory.record(build.instant(START + 1, build.doubted(CUP, 0.3)))
    memory.record(build.instant(START + 2, SOFA))
    memory.record(build.instant(START + 3))
    assert memory.answer("What did you see first?").text == "First I saw a sofa."
    assert memory.answer("What did you see last?").text == "Last I saw a sofa."
    assert memory.answer("What did you see after three seconds?").text == (
        "I don't know: after 3 seconds I saw nothing that I recognised."
    )


def test_what_was_asserted_then_and_is_refuted_since_was_not_seen(memory):
    memory.record(build.instant(START, SOFA, build.doubted(CUP, 0.9)))
    assert memory.answer("What did you see first?").text == "First I saw a sofa and a cup."
    memory.record(build.instant(START + 9, revised=(build.doubted(CUP, 0.1),)))
    assert memory.answer("What did you see first?").text == "First I saw a sofa."


def test_what_happened_goes_before_what_was_seen(recording):
    told = Event((START + 21) * SECOND, EventKind.ACTIVITY, "Tom", "Tom sits down", (), "kitchen", ("robot",))
    recording.record_event(told)
    assert "Tom sits down" in recording.answer("What happened?").text
    assert recording.answer("How big is the table?").known


@pytest.mark.parametrize(
    "question",
    [
        "Where is the cup?", "What did Anna see first?", "When did Tom leave?", "How long did Anna sleep?",
        "How are you?", "What is the largest city of France?", "Why did you see the cup?",
    ],
)  # fmt: skip
def test_what_is_asked_of_something_else_is_no_question_about_views(question):
    asked = recording_question(question)
    assert asked is None or (asked.intent, asked.place) == (SeenIntent.EXTREME, "")


@given(st.text(max_size=200))
def test_any_text_can_be_parsed(text):
    asked = recording_question(text)
    assert asked is None or asked.question == text


def test_nobody_seen_is_said_so(recording):
    for question in ("Is there anybody?", "Did you see anyone?"):
        answer = recording.answer(question)
        assert (answer.text, answer.known) == ("I don't know: I have not seen any people.", False)
