"""How much is quoted: enough that one of it likely answers, and what is hardly likely not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.memory.retrieval.pieces.piece import Piece
from embodied_memory.memory.retrieval.pieces.piece_search import BearingPiece
from embodied_memory.memory.retrieval.pieces.quoting_pieces import quoted

NAMES = ("Ana", "Ben", "Cleo", "Dan")


def found(likely):
    return [
        BearingPiece(Piece(number, 0, "utterance", NAMES[number], f"Saying {number}."), one)
        for number, one in enumerate(likely)
    ]


def text_of(likely):
    return quoted(found(likely), lambda _: "today", None).text


ANA, BEN = 'Ana said today: "Saying 0."', 'Ben said today: "Saying 1."'


@pytest.mark.parametrize(
    ("likely", "expected"),
    [
        ((0.85, 0.6), ANA),
        ((0.5, 0.04), ANA),
        ((0.03, 0.02), ANA),
        ((0.5, 0.2), f"{ANA} Or perhaps: {BEN}"),
        ((0.5, 0.4), f"{ANA} Also: {BEN}"),
        ((0.3, 0.2, 0.06, 0.06), f'{ANA} Or perhaps: {BEN} Or perhaps: Cleo said today: "Saying 2."'),
        ((0.5, 0.35, 0.1), f"{ANA} Also: {BEN}"),
        ((), ""),
    ],
)
def test_further_pieces_are_told_while_none_is_likely_enough(likely, expected):
    assert text_of(likely) == expected


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=4).map(lambda ones: sorted(ones, reverse=True)))
def test_what_is_told_is_cited_from_the_best_on(likely):
    quotation = quoted(found(likely), lambda _: "today", None)
    assert quotation.record_ids == tuple(range(len(quotation.record_ids)))
    assert quotation.text.count(" said today: ") == len(quotation.record_ids) >= 1
