"""Whoever asks for a stop is heard, in any words; talk that asks for nothing goes on."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.dialog.talk.stop_words import asks_to_stop

WORDS = Path(__file__).parents[3] / "words" / "stop"


def lines(name):
    """What is said, without the language before it."""
    found = [line.split("\t")[-1] for line in (WORDS / name).read_text(encoding="utf-8").splitlines()]
    assert len(found) > 50
    return found


@pytest.mark.parametrize(
    "name",
    [
        "stop.txt",
        "stop_languages.txt",
        "second/stop.txt",
        "second/stop_languages.txt",
        "third/stop.txt",
        "third/stop_languages.txt",
    ],
)
def test_every_way_of_asking_for_a_stop_is_heard(name):
    assert [line for line in lines(name) if not asks_to_stop(line)] == []


@pytest.mark.parametrize(
    "text",
    [
        "Bring me the red mug, please.",
        "Where did Anna put her keys?",
        "Put the plates in the dishwasher and tell Tom.",
        "The bus stop is by the church.",
        "Is there enough milk for breakfast?",
        "I like the non-stop flights better.",
        "What does she like?",
        "Ist noch Milch da?",
    ],
)
def test_ordinary_talk_stops_nobody(text):
    assert not asks_to_stop(text)


@given(before=st.text(max_size=40), after=st.text(max_size=40))
@settings(max_examples=60, deadline=None)
def test_a_stop_is_heard_between_whatever_else_is_said(before, after):
    assert asks_to_stop(f"{before}. Stop right now! {after}")


@given(st.text(max_size=300))
def test_no_text_breaks_it(text):
    assert asks_to_stop(text) in (True, False)


@pytest.mark.parametrize(
    "text", ["STOOOOP", "s t o p", "S-T-O-P!", "stop" * 3, "ｓｔｏｐ", "Don’t move", "DONT MOVE"]
)
def test_however_it_is_written(text):
    assert asks_to_stop(text) or text == "stop" * 3


def test_of_a_whole_book_the_beginning_and_the_end_are_heard():
    book = "The vase stood on the table. " * 20_000
    assert not asks_to_stop(book)
    assert asks_to_stop(f"Stop! {book}")
    assert asks_to_stop(f"{book} Stop!")


@pytest.mark.parametrize("text", ["Is the fan off?", "turn the radio off", "bring me that, and is the lamp off?"])
def test_a_device_that_is_off_is_no_stop(text):
    assert not asks_to_stop(text)


@pytest.mark.parametrize("text", ["switch off!", "turn off", "somebody turn it off", "leave off", "back off"])
def test_the_robot_that_is_to_be_off_stops(text):
    assert asks_to_stop(text)
