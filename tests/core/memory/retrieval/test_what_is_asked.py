"""Where somebody is, or one thing, does not answer when they come, or where another thing is."""

import pytest

from embodied_memory.memory.retrieval.pieces.piece import Piece
from embodied_memory.memory.retrieval.pieces.piece_search import BearingPiece
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan
from embodied_memory.memory.retrieval.what_is_asked import is_of_another_sort, of_what_is_looked_for
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="the reading's files are not installed")


@pytest.mark.parametrize(
    ("question", "is_another"),
    [("When is Anna coming back?", True), ("How long was Anna here?", True), ("Is Anna at home?", False)],
)
def test_how_somebody_is_now_does_not_answer_when_or_how_long(question, is_another):
    plan = QueryPlan(question, QueryIntent.WHO_IS_HOME, people=("Anna",))
    assert is_of_another_sort(question, plan) is is_another
    assert not is_of_another_sort(question, QueryPlan(question, QueryIntent.DUE))


@pytest.mark.parametrize(
    ("question", "people", "left"),
    [
        ("Where is my passport?", (), [2]),
        ("Where is Anna's passport?", ("Anna",), [2]),
        ("Where is the mug?", (), [1, 2]),
        ("Who has the passport?", (), [1, 2]),
    ],
)
def test_where_one_thing_is_does_not_answer_where_an_unknown_one_is(question, people, left):
    deed = Piece(1, 10, "object state changed", "Anna", "Anna put the red mug on the shelf.")
    told = Piece(2, 20, "utterance", "Anna", "It went to be renewed.")
    found = [BearingPiece(deed, 0.5), BearingPiece(told, 0.2)]
    plan = QueryPlan(question, QueryIntent.UNKNOWN, people=people)
    kept = of_what_is_looked_for(question, plan, found)
    assert [one.piece.record_id for one in kept] == left


def test_where_somebody_is_does_not_answer_where_a_thing_of_theirs_is():
    plan = QueryPlan("Where is Anna's passport?", QueryIntent.LOCATION, people=("Anna",))
    assert is_of_another_sort(plan.question, plan)
    plan = QueryPlan("Where is Anna?", QueryIntent.LOCATION, people=("Anna",))
    assert not is_of_another_sort(plan.question, plan)
