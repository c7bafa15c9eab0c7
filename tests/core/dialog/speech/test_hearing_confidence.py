"""What fits as well as free phones do was said so; what fits worse was something else."""

from math import exp
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.dialog.speech.pocketsphinx import of_a_sentence, of_words


def part(nats, frames=100):
    """Of pocketsphinx: so much likelier than nothing, over so many frames."""
    return SimpleNamespace(word="kettle", ascore=exp(nats / 1024), start_frame=0, end_frame=frames - 1)


def words(*probabilities):
    return [SimpleNamespace(word="kettle", prob=prob) for prob in probabilities]


@pytest.mark.parametrize(
    ("excess_nats", "is_sure"), [(-1.0, True), (0.0, True), (1.5, True), (3.0, False), (6.0, False), (1e5, False)]
)
def test_a_sentence_is_sure_if_it_costs_little_more_than_free_phones(excess_nats, is_sure):
    sure = of_a_sentence([part(-500.0 - 100 * excess_nats)], [part(-500.0)])
    assert (sure > 0.5) is is_sure


@given(st.floats(-20, 20), st.floats(-20, 20))
def test_what_fits_worse_is_never_surer(one, other):
    better, worse = (of_a_sentence([part(-100 * nats)], [part(0.0)]) for nats in sorted((one, other)))
    assert 0.0 <= worse <= better <= 1.0


def test_nothing_heard_is_not_sure_at_all():
    assert (of_a_sentence([], [part(0.0)]), of_a_sentence([part(0.0)], []), of_words([])) == (0.0, 0.0, 0.0)


def test_one_word_that_cannot_be_makes_the_whole_unsure():
    assert (of_words(words(1.0, 0.0)), of_words(words(0.25, 1.0))) == (0.0, 0.5)
