"""What went on in a time: what was told and who came, rather than every step."""

import pytest

from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.agenda import outline
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, TimeFilter
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="the reading's files are not installed")
MINUTE = 60 * 10**9
DAY = TimeFilter(0, 1440 * MINUTE)
PIECES = tuple(
    Piece(number, minute * MINUTE, kind, who, text, "hall")
    for number, (minute, kind, who, text) in enumerate(
        [
            (400, "object state changed", "Ben", "Ben opened the fridge."),
            (480, "utterance", "Ann", "The school rang, the trip to the coast is put off until May."),
            (481, "utterance", "Ben", "Oh, that is a pity, he was looking forward to that trip so much."),
            (600, "person moved", "Dev", "Dev came to the door."),
            (640, "utterance", "Ben", "Did anybody water the ferns in the living room today?"),
            (700, "object state changed", "Ben", "Ben closed the fridge."),
            (800, "utterance", "Ben", "I have sold the old caravan to Mr Moss for nine hundred."),
        ]
    )
)


class Rows:
    now_ns = 1500 * MINUTE

    def within(self, start_ns, end_ns, limit):
        return [one.record_id for one in PIECES if start_ns <= one.stamp_ns < end_ns][:limit]

    def of_ids(self, ids):
        return [PIECES[one] for one in ids]


def told(question, time=DAY, people=(), may_hear=lambda piece: True):
    plan = QueryPlan(question, QueryIntent.WHAT_HAPPENED, people=people, time=time)
    return [one.record_id for one in outline(plan, Rows(), may_hear, the_reading())]


def test_news_and_visitors_are_told_in_their_order_and_of_one_talk_one_saying():
    found = told("What happened yesterday?")
    assert found == sorted(found)
    assert {3, 6} <= set(found)
    assert len({1, 2} & set(found)) == 1


@pytest.mark.parametrize(
    ("question", "time", "people"),
    [
        ("What did Ben do yesterday?", DAY, ("Ben",)),
        ("What did I eat yesterday?", DAY, ()),
        ("What happened to the fridge yesterday?", DAY, ()),
        ("What happened?", None, ()),
        ("What happened just now?", TimeFilter(0, MINUTE), ()),
        ("Where are the scissors?", DAY, ()),
    ],
)
def test_of_somebody_or_something_no_outline_is_given(question, time, people):
    assert told(question, time, people) == []


def test_what_the_asker_may_not_hear_is_not_told():
    assert 6 not in told("What happened yesterday?", may_hear=lambda piece: piece.record_id != 6)
