"""Whatever intent a plan has, somebody answers it: a language model may choose any."""

from embodied_memory.memory.retrieval.answers.from_tracks import ANSWERS
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, views_of


def test_every_intent_has_an_answer_and_views():
    assert set(ANSWERS) == set(QueryIntent)
    assert {intent for intent in QueryIntent if not views_of(intent)} == {QueryIntent.UNKNOWN}
