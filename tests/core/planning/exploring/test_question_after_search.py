"""Answers after a search: from the memory that shows it, else from what memory says by itself."""

import pytest
from scripted_model import ScriptedModel

from embodied_memory.evidence import RetrievalResult, RetrievedMemory
from embodied_memory.language.advisor import Advisor
from embodied_memory.planning.tasks.look_answers import QuestionAfterSearch

VIEW = RetrievedMemory(1, 1, (0.0, 0.0, 0.0), 0.8, ("bin",), (), "a bin, a door", b"jpeg")
CHOICES = (("A", "open"), ("B", "closed"))


def answer(said, choices=()):
    model = ScriptedModel(answer_after_search=said)
    role = QuestionAfterSearch(Advisor(model), lambda question: "memory's own answer")
    return role.told("Is the door closed?", RetrievalResult("the door", (VIEW,)), (), choices).text, model


def test_the_model_answers_from_a_view():
    said, model = answer({"memory": 0, "answer": "The door is closed."})
    assert said == "The door is closed."
    assert model.requests[0].images == (b"jpeg",)
    assert "Memory 0: a bin, a door" in model.requests[0].prompt


def test_a_choice_is_answered_with_its_letter():
    assert answer({"memory": 0, "answer": "B)"}, CHOICES)[0] == "B"


@pytest.mark.parametrize(
    "said",
    [
        None,
        {"memory": None, "answer": "closed"},
        {"memory": 1, "answer": "B"},
        {"memory": 0, "answer": " "},
        {"memory": 0, "answer": "C"},
    ],
)
def test_what_rests_on_no_memory_or_is_no_choice_is_not_said(said):
    assert answer(said, CHOICES)[0] == "memory's own answer"
