"""What was said right after a saying and is told with it."""

import pytest

from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.piece_search import belonging_to, said_anew
from embodied_memory.words.one_reading import the_reading

SECOND = 10**9
needs_reading = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")


def said(number, who, text, at_s=None, place="kitchen"):
    return Piece(number, (number * 10 if at_s is None else at_s) * SECOND, "utterance", who, text, place)


def told(question, first, *after):
    return [one.record_id for one in belonging_to(first, after, question, "robot", the_reading())]


ASKS = said(1, "Ana", "I'm at work on Tuesday, can you be in for him?")


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ((said(2, "Ben", "I'll be here, don't worry."),), [2]),
        ((said(2, "robot", "All right."), said(3, "Ben", "I'll be here."),), [3]),
        ((said(2, "Ana", "Oh, look at the time."),), []),
        ((said(2, "Ben", "When is he coming?"),), []),
        ((said(2, "Ben", "I'll be here.", at_s=4000),), []),
        ((said(2, "Ben", "I'll be here.", place="hall"),), []),
        ((), []),
    ],
)  # fmt: skip
def test_a_question_is_told_with_its_reply(after, expected):
    assert told("Who lets the plumber in?", ASKS, *after) == expected


def test_a_reply_tells_the_sort_of_thing_that_is_asked_for():
    first = said(1, "Temi", "You need to sign my slip for the museum trip.")
    reply = said(2, "Dad", "It costs eighteen pounds.")
    assert told("How much is the museum trip?", first, reply) == [2]
    assert told("Who signs the slip?", first, reply) == []


def test_what_was_done_is_told_alone():
    deed = Piece(1, 0, "object state changed", "Ana", "Ana put the mug on the desk.", "kitchen")
    assert told("Where is the mug?", deed, said(2, "Ana", "No, it's in the hall.", at_s=5)) == []


@needs_reading
def test_what_the_speaker_put_right_is_told_with_it():
    first = said(1, "Joost", "My sister is called Marijke and she's coming at Christmas.")
    right = said(3, "Joost", "No, I got that wrong, it's New Year.")
    assert told("Who is coming?", first, said(2, "robot", "I will remember that."), right) == [3]
    assert told("Who is coming?", first, said(3, "Joost", "The bins go out on Monday.")) == []
    assert told("Who is coming?", first, said(3, "Ben", "No, you got that wrong, it's New Year.")) == []


@pytest.mark.parametrize(
    ("before", "after", "is_left_out"),
    [
        ("My sister Marijke is coming at Christmas.", "my sister Marijke is coming at New Year", True),
        ("My sister Marijke is coming at Christmas.", "My sister is ill.", False),
        ("My sister Marijke is coming at Christmas.", "My sister Marijke is coming at Christmas.", False),
        ("Is Marijke coming at Christmas?", "Marijke is coming at New Year.", False),
    ],
)  # fmt: skip
def test_what_is_said_anew_takes_the_place_of_what_was_said(before, after, is_left_out):
    pieces = [said(1, "Joost", before), said(2, "Joost", after)]
    assert (1 in said_anew(pieces)) is is_left_out


@pytest.mark.parametrize(("who", "at_s"), [("Ana", 20), ("Joost", 4000)])
def test_what_others_say_or_what_is_said_much_later_replaces_nothing(who, at_s):
    anew = said(2, who, "My sister's called Marijke and she's coming at New Year.", at_s=at_s)
    assert not said_anew([said(1, "Joost", "My sister's called Marijke and she's coming at Christmas."), anew])
