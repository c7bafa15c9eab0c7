"""What people make of the words of the robot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from household.residents.robot_words import News, RobotQuestion, news_in, pick_reading, question_in

ASKED = 'By "my mug", do you mean the red mug on the desk, the red mug in the kitchen or the blue mug in the kitchen?'
READINGS = ("the red mug on the desk", "the red mug in the kitchen", "the blue mug in the kitchen")


def test_a_question_with_readings_is_understood():
    assert question_in(ASKED) == RobotQuestion("my mug", READINGS)
    assert question_in("Do you mean the lamp or the kettle?") == RobotQuestion("", ("the lamp", "the kettle"))


@pytest.mark.parametrize("text", ["", "Do you mean it?", "What do you mean by that or this?", "I mean the desk."])
def test_what_offers_no_readings_is_no_question(text):
    assert question_in(text) is None


@pytest.mark.parametrize(
    ("looks", "place", "picked"),
    [
        ("a red mug", "on the brown desk in the study", READINGS[0]),
        ("a red mug", "on the white counter in the kitchen", READINGS[1]),
        ("a blue mug", "on the brown desk in the study", READINGS[2]),
        ("a green mug", "in the kitchen", ""),
        ("a kettle", "in the kitchen", ""),
    ],
)
def test_the_reading_is_picked_that_fits_looks_and_then_place(looks, place, picked):
    assert pick_reading(READINGS, looks, place) == picked


def test_of_two_that_fit_as_well_none_is_picked():
    assert pick_reading(("the red mug on the desk", "the red mug on the desk"), "a red mug", "on the desk") == ""


@given(st.lists(st.text(max_size=40), max_size=5), st.text(max_size=40), st.text(max_size=40))
def test_what_is_picked_is_one_of_the_readings_or_nothing(readings, looks, place):
    assert pick_reading(readings, looks, place) in {*readings, ""}


@pytest.mark.parametrize(
    ("text", "news"),
    [
        (ASKED, News.QUESTION),
        ("I could not do that: another instruction is being executed; cancel it first.", News.OCCUPIED),
        ("I could not do that: Anna holds the red mug.", News.FAILED),
        ("I did not understand that.", News.FAILED),
        ("I have put the red mug on the desk.", News.DONE),
        ("I have heard it; no rule of mine changes.", News.OTHER),
        ("All right: bring you the red mug.", News.OTHER),
    ],
)
def test_news_is_told_apart(text, news):
    assert news_in(text) is news


@given(st.text(max_size=300))
def test_any_words_of_the_robot_are_some_news(text):
    assert news_in(text) in News
