"""The reading as it ships: whatever is said, and some sentences that nobody's form fits."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.words.one_reading import fillers_of, the_reading
from embodied_memory.words.said import Role, SpeechAct


@pytest.fixture(scope="module")
def reading():
    found = the_reading()
    if found is None:
        pytest.skip("MiniLM is not installed")
    return found


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("Where did the scissors get to?", SpeechAct.ASK),
        ("Fetch the scissors, there's a love.", SpeechAct.INSTRUCT),
        ("From now on, knock before you come into the study.", SpeechAct.RULE),
        ("I can't stand coriander.", SpeechAct.WISH),
        ("I'll hang up the washing tonight, promise.", SpeechAct.PROMISE),
        ("Remind me to ring the vet before noon.", SpeechAct.REMIND),
        ("Scratch what I said about Tom.", SpeechAct.FORGET),
        ("No, not that one, the green one.", SpeechAct.CORRECT),
        ("Thanks ever so much.", SpeechAct.THANKS),
    ],
)
def test_acts(reading, text, act):
    said = reading.read(text)
    assert said.act is act
    assert said.certainty > 0.5


def test_roles(reading):
    said = reading.read("Would you carry the laundry basket up to Nina's room?")
    assert said.of(Role.THEME) == ("the laundry basket",)
    assert said.of(Role.GOAL) == ("Nina's room",)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300))
def test_whatever_is_said_is_read(reading, text):
    said = reading.read(text)
    assert said.text == text
    assert sum(said.shares.values()) == pytest.approx(1.0)
    assert said.certainty == max(said.shares.values())
    ends = 0
    for filler in said.fillers:
        assert text[filler.start : filler.end] == filler.text
        assert filler.start >= ends
        ends = filler.end


def test_a_whole_book_is_read_by_its_beginning(reading):
    book = "the cat sat on the mat and looked at the dog. " * 4000
    assert reading.read(book).text == book


def test_the_same_words_are_read_the_same_again(reading):
    assert reading.read("put the cup on the shelf") is reading.read("put the cup on the shelf")


def test_what_joins_two_names_is_part_of_neither():
    text = "milk and rice, please"
    spans = [(0, 4), (5, 8), (9, 13), (13, 14)]
    found = fillers_of(text, spans, ["B-theme", "I-theme", "B-theme", "I-theme"])
    assert [(one.text, one.start, one.end) for one in found] == [("milk", 0, 4), ("rice", 9, 13)]
