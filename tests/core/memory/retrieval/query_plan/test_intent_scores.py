"""Intents from examples: what is like an example means the same, and what is like nothing means nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.memory.retrieval.query_plan.offline_planner import (
    TAGS,
    IntentScores,
    features_of,
    learned_scores,
    ranked_intents,
)
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent

EXAMPLES = [
    (QueryIntent.LOCATION, ("where", "is", "THING")),
    (QueryIntent.LOCATION, ("where", "has", "THING", "gone")),
    (QueryIntent.HOLDER, ("who", "has", "THING")),
    (QueryIntent.HOLDER, ("who", "is", "holding", "THING")),
]
WORDS = st.lists(st.sampled_from([*TAGS, "where", "who", "is", "on", "before", "xyzzy", "promised"]), max_size=8)


def test_the_most_alike_examples_decide():
    scores = IntentScores(EXAMPLES).of(("where", "might", "THING", "be"))
    assert max(scores, key=lambda intent: scores[intent]) is QueryIntent.LOCATION


def test_without_examples_nothing_is_learned():
    with pytest.raises(ValueError, match="no examples"):
        IntentScores([])


@pytest.mark.parametrize(
    ("tokens", "intent"),
    [
        ("i have been hunting for THING all morning where might it be hiding", QueryIntent.LOCATION),
        ("which THING does PERSON habitually reach for to DOING", QueryIntent.USUAL_THING),
        ("any news on whether PERSON has kept the promise to mow the lawn", QueryIntent.IS_DONE),
        ("whose word do you have for THING being on THING", QueryIntent.WHO_TOLD),
        ("up to today how many times has PERSON been DOING", QueryIntent.HOW_OFTEN),
        ("prior to PERSON fiddling with it what was the SETTING of THING", QueryIntent.PREVIOUS),
    ],
)
def test_wordings_of_no_example_are_understood(tokens, intent):
    assert tokens not in {" ".join(example) for _, example in EXAMPLES}
    assert next(iter(ranked_intents(tokens.split()))) is intent


@settings(max_examples=60)
@given(WORDS)
def test_scores_are_finite_and_the_same_each_time(tokens):
    scores = learned_scores().of(tokens)
    assert scores == learned_scores().of(tokens)
    assert all(abs(score) < 10 for score in scores.values())


@settings(max_examples=60)
@given(WORDS)
def test_features_name_each_sort_of_name_once(tokens):
    found = features_of(tokens)
    assert all(sum(one in (f"{tag} 0", f"{tag} 1", f"{tag} 2") for one in found) == 1 for tag in TAGS)
