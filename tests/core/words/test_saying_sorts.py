"""What sort a saying is of: a share for each sort, of any text; what people mind being passed on is told apart."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.words.reading_network import Encoded, LinearHead
from embodied_memory.words.said import SayingSort
from embodied_memory.words.saying_sorts import HEAD, SayingSorts, the_sorts

needs_sorts = pytest.mark.skipif(the_sorts() is None, reason="MiniLM is not installed")


class TwoWords:
    """A text of two tokens."""

    def encode(self, text):
        return Encoded(((0, 1), (1, 2)), np.array([[1.0], [0.0], [0.0], [7.0]], np.float32))


def test_the_text_as_a_whole_and_the_mean_of_its_tokens_decide():
    weight = np.zeros((len(SayingSort), 2), np.float32)
    weight[3] = 2.0, 4.0
    head = LinearHead(weight, np.zeros(len(SayingSort), np.float32))
    shares = SayingSorts(head, TwoWords()).sorts("ab")
    raised = np.exp(2.0 * 1.0 + 4.0 * 2.0)
    assert shares[SayingSort.CODE] == pytest.approx(raised / (raised + len(SayingSort) - 1), rel=1e-3)
    assert list(shares) == list(SayingSort)


def test_what_is_surely_confided_by_a_second_opinion_is():
    head = LinearHead(np.zeros((len(SayingSort), 2), np.float32), np.eye(len(SayingSort), dtype=np.float32)[0] * 3)
    assert SayingSorts(head, TwoWords()).sorts("ab")[SayingSort.PLAIN] > 0.5
    for confided, is_plain in ((0.8, True), (0.95, False)):
        shares = SayingSorts(head, TwoWords(), lambda text, share=confided: share).sorts("ab")
        assert (shares[SayingSort.PLAIN] > 0.5) is is_plain
        assert sum(shares.values()) == pytest.approx(1.0)


def test_the_head_is_read_as_it_was_written(tmp_path):
    LinearHead(np.full((8, 2), 0.5, np.float32), np.arange(8, dtype=np.float32)).write(tmp_path / HEAD.name)
    head = LinearHead.read(tmp_path / HEAD.name)
    assert head.weight.tolist() == [[0.5, 0.5]] * 8
    assert head.bias.tolist() == list(range(8))


@needs_sorts
@given(st.text(max_size=60))
@settings(max_examples=40, deadline=None)
def test_any_text_is_sorted(text):
    shares = the_sorts().sorts(text)
    assert sum(shares.values()) == pytest.approx(1.0)
    if not any(map(str.isalnum, text)):
        assert shares[SayingSort.PLAIN] == 1.0


@needs_sorts
@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("The bread is in the oven.", True),
        ("We're eating at seven tonight.", True),
        ("Not a word to Mum about this.", False),
        ("I'm back on the cigarettes. Not a word to my wife.", False),
        ("Between us, I can't stand his cooking.", False),
        ("I've booked the balloon for his fortieth, he has no idea.", False),
        ("Remind me tomorrow to ring the bank. And that's for my ears only.", False),
        ("I'm meeting Sam on Friday. That stays here.", False),
        ("The scissors stay here, in the drawer.", True),
        ("Remind me tomorrow to ring the bank.", True),
    ],
)
def test_everyday_words_are_told_from_what_is_not_for_everybody(text, is_plain):
    assert (the_sorts().sorts(text)[SayingSort.PLAIN] > 0.5) == is_plain
