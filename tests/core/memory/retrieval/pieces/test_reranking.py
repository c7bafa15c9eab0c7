"""What the cross-encoder adds to the order of the pieces found first."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.event import Event, EventKind, Provenance
from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.retrieval.pieces.choice_weights import BearingWeights
from embodied_memory.memory.retrieval.pieces.piece_features import FEATURES, Compared
from embodied_memory.memory.retrieval.pieces.piece_search import (
    CLOSELY,
    RERANKED,
    asked_by,
    learned_close_order,
    learned_reranking,
    newer,
    passage_of,
    reread,
    unread,
    with_none,
)
from embodied_memory.perception.readers import Readers
from embodied_memory.perception.text_embedders import HashingEmbedder, MiniLmEmbedder

NOW = 1_772_600_000 * 10**9
TALK = ((1, "Ben", "When does it leave?"), (2, "Ana", "At nine."))
LOGITS = st.lists(st.floats(-50, 50), max_size=20).map(np.array)


@given(LOGITS)
def test_some_piece_answers_or_none_does(logits):
    likely, none = with_none(logits)
    assert likely.sum() + none == pytest.approx(1.0)
    assert (np.diff(likely[np.argsort(logits)]) >= 0).all()
    assert all((one >= none) == (logit >= 0) for one, logit in zip(likely, logits, strict=True) if abs(logit) > 1e-9)


@given(LOGITS.filter(len), st.floats(0, 1))
def test_rows_have_all_features_and_are_finite(logits, first):
    rows = reread(np.zeros((len(logits), len(FEATURES))), np.full(len(logits), first), logits)
    assert rows.shape == (len(logits), len(RERANKED))
    assert np.isfinite(rows).all()
    assert rows[:, RERANKED.index("read together, less than best")].max() == 0.0


def test_what_is_read_twice_has_all_features_of_both():
    logits = np.array([1.0, -1.0, 0.0])
    rows = reread(np.zeros((3, len(RERANKED))), np.full(3, 0.5), logits)
    rows = np.column_stack((rows, newer(np.arange(3), logits)))
    assert rows.shape == unread(np.zeros((3, len(RERANKED)))).shape == (3, len(CLOSELY))
    assert rows[:, CLOSELY.index("read closely")].tolist() == [1.0, -1.0, 0.0]


@given(LOGITS.filter(len))
def test_of_two_that_answer_the_newer_one_is_told_apart(logits):
    stamps = np.arange(len(logits))
    found = newer(stamps, logits)
    assert (np.diff(found) >= -1e-9).all()
    assert (np.abs(found) <= 1 + 1e-9).all()
    assert newer(stamps, logits) == pytest.approx(-newer(-stamps, logits))


def test_nothing_found_gives_no_rows():
    assert reread(np.zeros((0, len(FEATURES))), np.zeros(0), np.zeros(0)).shape == (0, len(RERANKED))
    assert newer(np.zeros(0, np.int64), np.zeros(0)).shape == (0,)


def test_the_weights_are_of_these_features_and_trust_what_was_read(tmp_path):
    weights = learned_reranking()
    read = [RERANKED.index(name) for name in ("read together", "read together, less than best")]
    assert (weights.weights[read] > 0).all()
    (tmp_path / "weights.json").write_text(json.dumps({"features": RERANKED}))
    with pytest.raises(ValueError, match="run `make learn`"):
        BearingWeights.read(tmp_path / "weights.json", FEATURES)


def test_the_close_reader_is_trusted_more_than_the_quick_one():
    weights = learned_close_order()
    close, quick = CLOSELY.index("read closely, less than best"), CLOSELY.index("read together, less than best")
    assert weights.weights[close] > weights.weights[quick]


def test_a_piece_is_read_with_what_was_said_right_before_it():
    before, after = (Piece(k, NOW, EventKind.UTTERANCE.value, who, text, "hall") for k, who, text in TALK)
    when = {NOW: "today at 07:05"}.get
    assert passage_of(Compared(after, 0.5, before), when) == (
        "today at 07:05: Ana: At nine.",
        "Ben: When does it leave?",
    )
    assert passage_of(Compared(before, 0.5), when) == ("today at 07:05: Ben: When does it leave?", "")


def test_who_asks_is_read_with_the_question():
    assert asked_by("Where is it?", "ana") == "ana: Where is it?"
    assert asked_by("Where is it?", "") == "Where is it?"


def told(memory):
    for number, (who, words) in enumerate(
        (
            ("Ben", "The lock on the shed sticks, somebody ought to oil it."),
            ("Ana", "Nine one four two opens the shed, if you need the mower."),
            ("Ben", "I painted the shed green in May."),
        )
    ):
        memory.record_event(
            Event(NOW - (9 - number) * 10**12, EventKind.UTTERANCE, who, words, place="hall",
                  provenance=Provenance.REPORTED, observers=("robot", "Ana", "Ben"))
        )  # fmt: skip


class Partial:
    """Reads one sentence as the answer, whatever is asked."""

    def __init__(self, best):
        self.best, self.asked = best, []

    def logits(self, question, passages):
        self.asked.append(question)
        return np.array([20.0 if self.best in text else -20.0 for text, _ in passages])


@pytest.mark.parametrize("best", ["sticks", "mower", "green"])
def test_what_was_read_decides_the_order(tmp_path, best):
    with Memory(tmp_path / "memory.db", MiniLmEmbedder()) as memory:
        told(memory)
        reader = Partial(best)
        memory.questions._readers = Readers(reader, reader)
        with memory.questions.piece_search(NOW, "Ben") as search:
            found = search.search("What about the shed?", (), None)
    assert best in found[0].piece.text
    assert reader.asked == 2 * ["ben: What about the shed?"]


@pytest.mark.parametrize("embedder", [MiniLmEmbedder, HashingEmbedder])
def test_pieces_are_found_with_a_reader_and_without(tmp_path, embedder):
    with Memory(tmp_path / "memory.db", embedder()) as memory:
        told(memory)
        with memory.questions.piece_search(NOW, "Ben") as search:
            found = search.search("What colour did Ben give the shed?", ("Ben",), None)
    assert "green" in found[0].piece.text
    assert len(found) == 3
    assert all(len(one.features) == len(CLOSELY) for one in found)
    assert [one.probability for one in found] == sorted((one.probability for one in found), reverse=True)


@pytest.mark.parametrize(("answering", "most_closely"), [("shed", 12), ("part 5", 4)])
def test_only_the_best_are_read_closely_and_the_others_stay_behind(tmp_path, answering, most_closely):
    quick, close = Partial(answering), Counting()
    with Memory(tmp_path / "memory.db", MiniLmEmbedder()) as memory:
        for number in range(14):
            memory.record_event(
                Event(NOW - (99 - number) * 10**12, EventKind.UTTERANCE, "Ana", f"The shed, part {number}.",
                      place="hall", provenance=Provenance.REPORTED, observers=("robot", "Ana", "Ben"))
            )  # fmt: skip
        memory.questions._readers = Readers(quick, close)
        with memory.questions.piece_search(NOW, "Ben") as search:
            found = search.search("What about the shed?", (), None)
    assert len(close.read) == most_closely
    assert {one.piece.words for one in found[: len(close.read)]} == {one.partition(": ")[2] for one in close.read}
    assert len(found) == 14
    assert [one.probability for one in found] == sorted((one.probability for one in found), reverse=True)


class Counting:
    """Finds nothing that answers."""

    def __init__(self):
        self.read = []

    def logits(self, question, passages):
        self.read += [text for text, _ in passages]
        return np.full(len(passages), -5.0)
