"""A question that cannot be understood alone is asked together with the one before it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.dialog.answers.asking_memory import answer_of, goes_on
from embodied_memory.dialog.talk.conversation import DialogAct, Reading, Turn
from embodied_memory.evidence import Answer, Evidence


@pytest.mark.parametrize("question", ["and when is that?", "what for?", "who told her?", "so is it still in there?"])
def test_what_cannot_be_understood_alone_goes_on(question):
    assert goes_on(question) > 0.5


@pytest.mark.parametrize(
    "question", ["What can't Ben eat on Sundays?", "Where did Ana leave the car keys?", "When does the plumber come?"]
)
def test_a_whole_question_stands_alone(question):
    assert goes_on(question) < 0.3


@given(st.text(max_size=500))
def test_any_text_has_a_probability(question):
    assert 0.0 <= goes_on(question) <= 1.0


class AskedMemory:
    """Knows what it is told to know."""

    def __init__(self, certainties, records=None):
        """records: what each answer rests on, if it is not the first."""
        self.certainties, self.asked, self.records = certainties, [], records or {}

    def answer(self, question, asker):
        self.asked.append(question)
        certainty = self.certainties.get(question, 0.0)
        evidence = Evidence(self.records.get(question, 1), 0, "utterance", "The boat leaves at nine.")
        return Answer(question, f"answer to {question}", certainty > 0.0, certainty, (evidence,))


BEFORE = Turn(0, "When does the boat leave?", DialogAct.QUESTION.value, Answer("", "At nine.", True, 0.8))
TOGETHER = "When does the boat leave? and from where?"
FRAGMENT = Reading(DialogAct.QUESTION, "and from where?")


@pytest.mark.parametrize(
    ("certainties", "expected"),
    [
        ({"and from where?": 0.6, TOGETHER: 0.5}, TOGETHER),
        ({"and from where?": 0.6}, "and from where?"),
        ({TOGETHER: 0.45}, TOGETHER),
    ],
)
def test_the_likelier_of_both_is_told(certainties, expected):
    answer = answer_of(AskedMemory(certainties), FRAGMENT, "and from where?", "Ana", (BEFORE,))
    assert answer.question == expected


TOLD = Evidence(7, 0, "utterance", "The boat leaves at nine.")
BEFORE_WITH_EVIDENCE = Turn(0, "When does the boat leave?", DialogAct.QUESTION.value,
                            Answer("", "At nine.", True, 0.8, (TOLD,)))  # fmt: skip


@pytest.mark.parametrize(
    ("alone", "together", "expected"),
    [(1, 1, "alone"), (7, 1, "+"), (1, 7, "alone")],
    ids=["neither", "what was just told is told alone", "what was just told is told together"],
)
def test_what_was_just_told_answers_the_next_question_less_likely(alone, together, expected):
    question, both = "Who came?", "When does the boat leave? Who came?"
    memory = AskedMemory({question: 0.95, both: 0.75}, {question: alone, both: together})
    asked = Reading(DialogAct.QUESTION, question)
    answer = answer_of(memory, asked, question, "Ana", (BEFORE_WITH_EVIDENCE,), question)
    assert ("+" if answer.question == both else "alone") == expected


def test_a_whole_question_is_asked_once():
    memory = AskedMemory({"Where did Ana leave the car keys?": 0.6})
    question = "Where did Ana leave the car keys?"
    answer = answer_of(memory, Reading(DialogAct.QUESTION, question), question, "Ben", (BEFORE,))
    assert (answer.known, memory.asked) == (True, [question])


def test_what_is_asked_again_is_asked_alone():
    together = "When does the boat leave? when does the boat leave?"
    memory = AskedMemory({"when does the boat leave?": 0.3, together: 0.9})
    question = "when does the boat leave?"
    answer = answer_of(memory, Reading(DialogAct.QUESTION, question), question, "Ana", (BEFORE,), question)
    assert (answer.question, memory.asked) == (question, [question])


def test_without_a_question_before_it_stands_alone():
    memory = AskedMemory({})
    assert not answer_of(memory, FRAGMENT, "and from where?", "Ana", ()).known
    assert memory.asked == ["and from where?"]


def turn(said, act=DialogAct.QUESTION):
    return Turn(0, said, act.value, Answer("", "It is.", True, 0.8))


@pytest.mark.parametrize(
    ("before", "chain"),
    [
        (("Where is the mug?", "and who put it there?"), "Where is the mug? and who put it there?"),
        (("Where is the mug?", "who put it there?", "why?"), "Where is the mug? why?"),
        (("Where is the mug?", "When does the boat leave for Bergen?"), "When does the boat leave for Bergen?"),
    ],
)
def test_it_goes_on_with_what_it_all_began_with(before, chain):
    memory = AskedMemory({})
    asked = Reading(DialogAct.QUESTION, "so what was in it?")
    answer_of(memory, asked, asked.text, "Ana", tuple(map(turn, before)))
    assert memory.asked[-1] == f"{chain} so what was in it?"


def test_a_chain_begins_where_something_else_was_wanted():
    memory = AskedMemory({})
    asked = Reading(DialogAct.QUESTION, "what for?")
    turns = (turn("Where is the mug?"), turn("bring me the tea", DialogAct.INSTRUCTION), turn("and who made it?"))
    answer_of(memory, asked, asked.text, "Ana", turns)
    assert memory.asked[-1] == "and who made it? what for?"


def test_what_is_said_beside_a_question_is_asked_with_it():
    memory = AskedMemory({})
    asked = Reading(DialogAct.QUESTION, "When must I be there?", beside="My sister's wedding.")
    answer_of(memory, asked, asked.text, "Ana", ())
    assert memory.asked == ["My sister's wedding. When must I be there?", "When must I be there?"]


@pytest.mark.parametrize(("certainty", "is_told"), [(0.9, True), (0.6, False)])
def test_what_was_quoted_is_quoted_again_where_it_surely_answers_the_next_question(certainty, is_told):
    quoted = 'Ana said: "The boat leaves at nine, from the old pier."'

    class Quotes(AskedMemory):
        def answer(self, question, asker):
            return replace(super().answer(question, asker), text=quoted)

    before = replace(BEFORE, answer=Answer("", quoted, True, 0.8))
    answer = answer_of(Quotes({TOGETHER: certainty}), FRAGMENT, "and from where?", "Ana", (before,))
    assert answer.known is is_told
