"""A question and a passage read together: whose, which and whether at all, where two vectors cannot tell."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.perception.cross_encoder import (
    ClosePairTokens,
    MiniLmCrossEncoder,
    MpnetCrossEncoder,
    PairTokens,
    padded,
    padded_closely,
)
from embodied_memory.perception.readers import readers_beside
from embodied_memory.perception.text_embedders import HashingEmbedder, MiniLmEmbedder

PASSAGES = (
    ("Ana: I am allergic to nuts, even a crumb makes my lips swell.", ""),
    ("Ben: The plumber said it will be ninety euros for the tap.", ""),
    ("Ana: My sister's boat is called Albatross.", ""),
    ("Ben picked up the nutcracker from the drawer.", ""),
)


@pytest.fixture(scope="module", params=[MiniLmCrossEncoder, MpnetCrossEncoder])
def encoder(request):
    """The quick reader, then the close one."""
    return request.param()


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("ben: What can Ana not eat?", 0),
        ("ana: How much does the repair of the tap cost?", 1),
        ("ben: What's the name of the boat of Ana's sister?", 2),
        ("ana: Who took the nutcracker?", 3),
    ],
)
def test_what_answers_is_read_above_what_shares_the_words(encoder, question, best):
    logits = encoder.logits(question, PASSAGES)
    assert int(np.argmax(logits)) == best


def test_the_close_reader_reads_an_answer_in_what_was_said_before():
    alone, after = MpnetCrossEncoder().logits(
        "ben: When does the train leave?",
        [("today at 07:10: Ana: At nine.", before) for before in ("Ana: So nice.", "Ben: When does the train go?")],
    )
    assert after > alone


def test_no_passage_gives_no_logit(encoder):
    assert encoder.logits("who?", []).shape == (0,)


@settings(max_examples=15, deadline=None)
@given(st.permutations(range(len(PASSAGES))))
def test_the_order_of_passages_changes_hardly_anything(encoder, order):
    straight = encoder.logits("ben: What can Ana not eat?", PASSAGES)
    mixed = encoder.logits("ben: What can Ana not eat?", [PASSAGES[k] for k in order])
    assert np.allclose(mixed, straight[list(order)], atol=1e-6)


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=2000), st.text(max_size=2000), st.text(max_size=300))
def test_any_text_is_read(encoder, question, text, before):
    assert np.isfinite(encoder.logits(question, [(text, before)])).all()


def test_long_texts_are_cut_where_they_tell_least():
    (pair,) = PairTokens().pairs("why " * 200, [("yes " * 300, "no " * 100 + "end")])
    assert len(pair.ids) == 1 + 48 + 1 + 64 + 1 + 24 + 1
    assert pair.begins == 50
    (end,) = PairTokens().pairs("", [("", "end")])
    assert pair.ids[-2] == end.ids[-2], "of what was before the end is kept"


def test_inputs_are_padded_to_the_longest():
    pairs = PairTokens().pairs("who came?", [("Ana.", ""), ("Ana came home late.", "Ben: Who?")])
    inputs = padded(pairs)
    lengths = [len(pair.ids) for pair in pairs]
    assert all(values.shape == (2, max(lengths)) for values in inputs.values())
    assert inputs["attention_mask"].sum(axis=1).tolist() == lengths
    assert inputs["token_type_ids"].sum(axis=1).tolist() == [len(pair.ids) - pair.begins for pair in pairs]


def test_it_stands_beside_minilm_alone():
    assert readers_beside(HashingEmbedder()) is None
    assert readers_beside(MiniLmEmbedder()) is readers_beside(MiniLmEmbedder())


def test_mpnet_reads_the_same_words_with_its_own_signs():
    quick, close = (
        PairTokens().pairs("who came?", [("Ana.", "Who?")]),
        ClosePairTokens().pairs("who came?", [("Ana.", "Who?")]),
    )
    words = [one + 4 for one in quick[0].ids if one not in (101, 102)]
    assert [one for one in close[0] if one not in (0, 2)] == words
    inputs = padded_closely([[0, 9, 2, 2, 9, 2], [0, 2, 2, 2]])
    assert inputs["input_ids"].tolist() == [[0, 9, 2, 2, 9, 2], [0, 2, 2, 2, 1, 1]]
    assert inputs["attention_mask"].sum(axis=1).tolist() == [6, 4]
