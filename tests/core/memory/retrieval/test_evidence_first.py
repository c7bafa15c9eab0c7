"""Which of the pieces that bear on a question are counted, and which are told."""

import pytest

from embodied_memory.memory.retrieval import evidence_first
from embodied_memory.memory.retrieval.pieces.piece import Piece
from embodied_memory.memory.retrieval.pieces.piece_search import BearingPiece
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, TimeFilter
from embodied_memory.words.one_reading import the_reading

from .conftest import at

SAID = BearingPiece(Piece(1, 10, "utterance", "Mr Lowe", "Sorry it is late."), 0.5)
CAME = BearingPiece(Piece(2, 20, "person moved", "Mr Lowe", "Mr Lowe came to the door."), 0.3)
LATER = BearingPiece(Piece(3, 90, "person moved", "Mr Lowe", "Mr Lowe came to the door."), 0.2)


@pytest.mark.skipif(the_reading() is None, reason="the reading's files are not installed")
@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How many times did Mr Lowe come round?", CAME),
        ("How long did Mr Lowe stay?", CAME),
        ("What did Mr Lowe say?", SAID),
        ("Why was Mr Lowe here?", SAID),
    ],
)
def test_what_is_counted_is_what_was_done_and_other_questions_keep_the_order(question, first):
    assert evidence_first._counted(question, (SAID, CAME, LATER))[0] is first


@pytest.mark.parametrize(
    ("found", "time", "left_out"),
    [
        ((CAME, LATER, SAID), TimeFilter(15, 30), {3}),
        ((LATER, CAME), TimeFilter(15, 30), set()),
        ((SAID, CAME, LATER), TimeFilter(5, 30), set()),
        ((CAME, LATER), None, set()),
        ((), TimeFilter(15, 30), set()),
    ],
)
def test_deeds_of_another_time_are_left_out_where_one_of_the_right_time_is_best(found, time, left_out):
    plan = QueryPlan("when did Mr Lowe come?", QueryIntent.UNKNOWN, time=time)
    assert evidence_first._untimely(plan, found) == left_out


def test_what_was_taken_away_before_somebody_told_where_it_is_is_nowhere(home):
    home.puts(at(9), "Anna", "mug_1", "table_4")
    home.takes(at(10), "Ben", "mug_1", "table_4")
    home.says(at(11), "Anna", "The red mug is on the gray desk.")
    text = home.ask("Where is the red mug?", at(11.5)).text
    assert "desk" in text
    assert "gone from there" in text
    assert "  " not in text
