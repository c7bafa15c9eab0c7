"""A question lies near what answers it, in whatever words."""

from __future__ import annotations

import numpy as np
import pytest

from embodied_memory.perception.readers import DualEncoder, piece_embedder_beside
from embodied_memory.perception.text_embedders import HashingEmbedder, MiniLmEmbedder

PIECES = (
    "Ana: Open wide, five mil. There, good girl.",
    "Ben put the umbrella in the boot of the car in the drive.",
    "Ana: He says the pump has gone, the new one comes on Monday.",
    "Ben: I rang the garage, they want two hundred for the brakes.",
    "Mia came home.",
    "Ana switched off the oven in the kitchen.",
)


@pytest.fixture(scope="module")
def encoder():
    return DualEncoder()


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("ben: who gave Mia her cough syrup, how much was it?", 0),
        ("mia: where's my brolly gone?", 1),
        ("ben: what was up with the boiler?", 2),
        ("ana: is it an expensive repair, the car?", 3),
        ("ana: is our daughter in yet?", 4),
    ],
)
def test_what_answers_is_nearest(encoder, question, best):
    alike = encoder.embed_text(PIECES) @ encoder.embed_text([question])[0]
    assert int(np.argmax(alike)) == best


def test_rows_are_of_unit_length_and_nothing_is_nowhere(encoder):
    rows = encoder.embed_text([*PIECES, "  "])
    assert np.allclose(np.linalg.norm(rows, axis=1), [1.0] * len(PIECES) + [0.0], atol=1e-5)
    assert encoder.embed_text([]).shape == (0, encoder.dimension)


def test_a_text_is_embedded_alike_whatever_stands_beside_it(encoder):
    assert np.array_equal(encoder.embed_text(PIECES)[2], encoder.embed_text([PIECES[2]])[0])


def test_beside_another_embedder_that_one_embeds_pieces():
    other = HashingEmbedder()
    assert piece_embedder_beside(other) is other
    assert piece_embedder_beside(MiniLmEmbedder()).name == DualEncoder.name
