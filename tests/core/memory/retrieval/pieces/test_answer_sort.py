"""What sort of answer is wanted, and whether a text tells one."""

from __future__ import annotations

import pytest

from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.answer_sort import AnswerSort, likely_sorts, sort_asked, sort_of, tells
from embodied_memory.words.one_reading import the_reading
from embodied_memory.words.said import RecordSort


@pytest.mark.parametrize(
    ("question", "sort"),
    [
        ("How much was the loaf?", AnswerSort.AMOUNT),
        ("what size is he?", AnswerSort.AMOUNT),
        ("How long was the light on?", AnswerSort.DURATION),
        ("What time does the coach leave?", AnswerSort.CLOCK),
        ("when is Desmond's birthday", AnswerSort.DAY),
        ("What colour are my goggles?", AnswerSort.COLOR),
        ("What's the hamster called?", AnswerSort.NAME),
        ("which hotel are they staying at", AnswerSort.NAME),
        ("What is Priya's telephone number?", AnswerSort.NUMBER),
        ("why is the bathroom so damp?", AnswerSort.REASON),
        ("Where is the cup?", None),
    ],
)
def test_what_is_asked_for(question, sort):
    assert sort_asked(question) is sort


@pytest.mark.parametrize(
    ("question", "told", "has"),
    [
        ("How much was the loaf?", "Priya put the rye loaf on the counter.", False),
        ("How much were the eggs?", "Three pounds eighty for a dozen eggs!", True),
        ("What time does the coach leave?", "The museum thing's on the twentieth.", False),
        ("What time does the train leave?", "It goes at twelve minutes to ten.", True),
        ("What's the hamster called?", "She keeps a hamster in her car.", False),
        ("What is Rosalind's cat called?", "My cat Biscuit got out again.", True),
        ("What color are the goggles?", "He sent my swim goggles.", False),
        ("What color is the packet?", "Size 312, the orange packet.", True),
        ("How long is it covered?", "There's a twelve month guarantee on it.", True),
    ],
)
def test_whether_it_is_told(question, told, has):
    assert tells(sort_asked(question), told, question, is_said=True) is has


def test_a_deed_is_told_when_it_was_done():
    assert tells(AnswerSort.CLOCK, "Rosalind came to the door.", "What time did she come?", is_said=False)
    assert not tells(AnswerSort.COLOR, "Rosalind came to the door.", "What colour was it?", is_said=False)


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
