"""The question alone, without what is said beside it."""

import pytest

from embodied_memory.words.demands import demand_in, question_in, without_thanks
from embodied_memory.words.one_reading import the_reading


@pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("My sister's wedding is soon. When must I be at the church?", "When must I be at the church?"),
        (
            "The green book is on the shelf. Where was it before?",
            "The green book is on the shelf. Where was it before?",
        ),
        ("Where is the red mug?", "Where is the red mug?"),
        (
            "Ben told you that the keys are on the black desk; who had told Ben?",
            "Ben told you that the keys are on the black desk; who had told Ben?",
        ),
        ("I was in the garden all morning.", "I was in the garden all morning."),
    ],
)
def test_what_is_said_beside_a_question_is_left_out(said, expected):
    assert question_in(said, the_reading()) == expected


def test_without_a_reading_all_of_it_is_the_question():
    assert question_in("The bank called. What day?", None) == "The bank called. What day?"


@pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Thanks, pal. And from now on nobody goes in there.", "And from now on nobody goes in there."),
        ("Night then. Don't let the bedbugs bite.", "Night then. Don't let the bedbugs bite."),
        ("Thanks, pal.", "Thanks, pal."),
    ],
)
def test_thanks_are_no_part_of_what_is_wanted_after_them(text, left):
    assert without_thanks(text, the_reading()) == left


def test_a_word_alone_asks_nothing_by_itself():
    text = "I've put my specs down again. Whereabouts?"
    assert demand_in(text, the_reading()) == (text, "")
