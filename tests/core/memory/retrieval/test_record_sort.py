"""Which sort of record a piece is, and which answers a question."""

import pytest

from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.answer_sort import likely_sorts, sort_of
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import RecordSort


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("Mr Lowe came to the door.", RecordSort.CAME),
        ("Ana came home.", RecordSort.CAME),
        ("Ana left home.", RecordSort.LEFT),
        ("Ana went to the kitchen.", RecordSort.WENT),
        ("Ana put the leftover soup in the fridge.", RecordSort.PUT),
        ("The robot picked up the ball from the floor.", RecordSort.TOOK),
        ("The robot handed the ball to Ana.", RecordSort.GAVE),
        ("Ana opened the fridge.", RecordSort.OPENED),
        ("Ana closed the fridge.", RecordSort.CLOSED),
        ("Ana switched on the desk lamp.", RecordSort.ON),
        ("Ana turned the lamp off.", RecordSort.OFF),
        ("Ana mopped the hall.", RecordSort.OTHER),
    ],
)
def test_a_deed_is_of_the_sort_of_its_verb(text, sort):
    assert sort_of(Piece(1, 0, "object state changed", "Ana", text)) is sort


def test_what_is_said_is_no_deed_whatever_it_tells():
    assert sort_of(Piece(1, 0, "utterance", "Ana", "Ben left home.")) is RecordSort.SAID


@pytest.mark.skipif(the_reading() is None, reason="the reading's files are not installed")
@pytest.mark.parametrize(
    ("question", "sort"),
    [
        ("What time did Rhona get back from work?", RecordSort.CAME),
        ("When did Kurt head off this morning?", RecordSort.LEFT),
        ("Who turned the radio on?", RecordSort.ON),
        ("What is Kurt allergic to?", RecordSort.SAID),
        ("Where did she put the tin opener?", RecordSort.PUT),
    ],
)
def test_a_question_is_answered_by_some_sort_of_record(question, sort):
    likely = likely_sorts(question)
    assert max(likely, key=lambda one: likely[one]) is sort
    assert sum(likely.values()) == pytest.approx(1.0)
