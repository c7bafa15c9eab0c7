"""What was not seen: as sure as it was looked at, and never "no" of what cannot be recognised."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_builders import SECOND, Builders

from embodied_memory.memory.spatial.certainty import Vocabulary

build = Builders()
TABLE = build.thing("dining table_1", (0, 0, 0.4), (2.0, 1.0, 0.8), category="dining table")
FRIDGE = build.thing("refrigerator_1", (0, 2, 1), (0.7, 0.7, 1.8), open="false")
NOW = 30 * SECOND
COCO = ("dining table", "cup", "refrigerator", "person", "chair", "cell phone")


def look(memory, second, robot):
    memory.record(build.instant(second, TABLE, FRIDGE, robot=robot))


def test_nothing_there_is_as_sure_as_it_was_looked_at(memory):
    question, sure = "What is on the table?", []
    look(memory, 1, (9.0, 0.0, 0.0))
    sure.append(memory.answer(question, now_ns=NOW).certainty)
    for second in range(2, 8):
        look(memory, second, (-1.5, 0.0, 0.0))
        sure.append(memory.answer(question, now_ns=NOW).certainty)
    assert sure == sorted(sure)
    assert (sure[0], sure[1] < 0.6, 0.8 < sure[-1] < 0.95) == (0.0, True, True)
    assert memory.answer(question).text == "I have seen nothing on the dining table."


def test_into_what_is_shut_nobody_has_looked(memory):
    for second in range(1, 9):
        look(memory, second, (0.0, 1.0, 0.0))
    assert memory.answer("What is in the fridge?", now_ns=NOW).certainty <= 0.1
    assert memory.answer("What is next to the fridge?", now_ns=NOW).certainty > 0.5


def test_no_is_as_sure_as_it_was_looked_at(memory):
    memory.record(build.instant(1, build.thing("cup_1", (9, 9, 1)), robot=(9.0, 8.0, 0.0)))
    look(memory, 2, (-1.5, 0.0, 0.0))
    for question in ("Is there a cup on the table?", "How many cups are on the table?"):
        once = memory.answer(question, now_ns=NOW).certainty
        assert 0.2 < once < 0.6, question
    for second in range(3, 9):
        look(memory, second, (-1.5, 0.0, 0.0))
    answer = memory.answer("Is there a cup on the table?", now_ns=NOW)
    assert (answer.text.startswith("Not as far as I know."), answer.certainty > 0.8) == (True, True)


@pytest.mark.parametrize(
    "question",
    ["Where is the wrench?", "Is there a wrench?", "How many wrenches are there?", "When did you last see a wrench?",
     "Which room is the wrench in?", "Have you seen a wrench in the kitchen?"],
)  # fmt: skip
def test_what_cannot_be_recognised_is_never_said_not_to_be_there(memory, question):
    look(memory, 1, (-1.5, 0.0, 0.0))
    memory.record_vocabulary(COCO)
    answer = memory.answer(question)
    assert answer.known is False
    assert answer.text in (
        "I don't know: I can't recognise a wrench when I see one.",
        "I don't know: I can't recognise any wrenches when I see one.",
    )
    memory.record_vocabulary(None)
    assert "I have not seen" in memory.answer(question).text


def test_what_can_be_recognised_and_was_not_seen_is_said_so(memory, open_memory):
    look(memory, 1, (-1.5, 0.0, 0.0))
    memory.record_vocabulary(COCO)
    memory.close()
    memory = open_memory()
    assert memory.answer("Where is the cup?").text.startswith("I don't know: I have not seen a cup.")
    answer = memory.answer("What is on the table?")
    assert answer.text == "I have seen nothing that I can recognise on the dining table."
    assert answer.certainty < 0.5
    assert memory.upkeep.verify() == ()


def test_what_was_told_is_known_without_being_recognised(memory):
    memory.record_vocabulary(COCO)
    memory.record(build.instant(1, build.thing("wrench_1", (0, 0, 1))))
    assert memory.answer("Where is the wrench?").known


@pytest.mark.parametrize(
    ("asked", "is_known"),
    [
        ("the cups", True), ("a red cup", True), ("mug", True), ("the table", True), ("a person", True),
        ("anna's mother", False), ("a man", True), ("the coffee table", False), ("something to drink from", True),
        ("phone", True), ("a mobile phone", True), ("fridge", True), ("a bicycle", False), ("", True),
    ],
)  # fmt: skip
def test_a_vocabulary_knows_its_words_and_what_is_meant_by_them(asked, is_known):
    assert Vocabulary(COCO).knows(asked) is is_known
    assert Vocabulary().knows(asked)


@given(st.text(max_size=60), st.lists(st.text(max_size=20), max_size=4))
def test_any_words_may_be_asked_of_any_vocabulary(asked, categories):
    assert Vocabulary(categories).knows(asked) in (True, False)
