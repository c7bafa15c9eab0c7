"""How much is quoted: enough that one of it likely answers, and what is hardly likely not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.memory.log.piece import Piece
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


def deed(number, text, likely=0.5):
    return BearingPiece(Piece(number, number * 10, "person moved", "Mia", text), likely)


def test_a_deed_is_told_with_the_other_times_that_it_was_done():
    pieces = [deed(3, "Mia left home."), deed(2, "Mia came home.", 0.3), deed(1, "Mia left home.", 0.1)]
    quotation = quoted(pieces, lambda stamp_ns: f"at {stamp_ns}", None)
    assert quotation.text == "At 10 and at 30: Mia left home. Or perhaps: At 20: Mia came home."
    assert set(quotation.record_ids) == {1, 2, 3}


def test_what_belongs_to_the_best_piece_is_told_right_after_it_and_once():
    ones = found([0.5, 0.4])
    after = (ones[1].piece, Piece(7, 0, "utterance", "Eve", "Four, I think."))
    text = quoted(ones, lambda _: "today", None, lambda piece: after if piece == ones[0].piece else ()).text
    assert text == f'{ANA} Eve said today: "Four, I think." Also: {BEN}'


MATCH = "The match is on Friday at ten."


@pytest.mark.parametrize(
    ("later", "stamp_s", "likely", "is_told"),
    [
        ("The match isn't on Friday, it's Saturday.", 3600, 0.05, True),
        ("The match isn't on Friday, it's Saturday.", 3600, 0.01, False),
        ("The match isn't on Friday, it's Saturday.", 30, 0.05, False),
        ("Is the match on Friday?", 3600, 0.05, False),
        ("The plumber comes on Monday.", 3600, 0.05, False),
    ],
)
def test_what_was_said_later_of_the_same_matter_is_told_with_it(later, stamp_s, likely, is_told):
    pieces = [
        BearingPiece(Piece(1, 0, "utterance", "Tom", MATCH), 0.9),
        BearingPiece(Piece(2, stamp_s * 10**9, "utterance", "Ana", later), likely),
    ]
    quotation = quoted(pieces, lambda stamp_ns: "today", None)
    assert (f'Later: Ana said today: "{later}"' in quotation.text) is is_told
    assert (2 in quotation.record_ids) is is_told
