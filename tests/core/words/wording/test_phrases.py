"""Lists as people say them, and as the robot does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.words.wording.phrases import each_listed, listed

THINGS = st.lists(st.sampled_from(["milk", "the eggs", "a tin of salmon", "Tom's hat"]), min_size=1, max_size=5)


@given(THINGS)
def test_what_is_listed_is_taken_apart_again(things):
    assert each_listed(listed(things)) == things


@pytest.mark.parametrize(
    ("bare_after", "parts"),
    [
        ((",", "and"), ["the salt", "pepper", "mustard", "Tom's hat"]),
        (",", ["the salt and pepper", "mustard", "Tom's hat"]),
        ((), ["the salt and pepper, mustard", "Tom's hat"]),
    ],
)
def test_a_thing_without_an_article_may_belong_to_the_one_before(bare_after, parts):
    assert each_listed("the salt and pepper, mustard and Tom's hat", bare_after) == parts


def test_a_remark_is_no_other_thing():
    assert each_listed("the mug, that's mine", ()) == ["the mug, that's mine"]


@pytest.mark.parametrize("name", ["Mum and Dad's keys", "his and her towels", "Lilo and Stitch's DVD"])
def test_what_belongs_to_two_is_one_thing(name):
    assert each_listed(name, ()) == [name]
    assert each_listed(f"the mug and Tom's hat, {name}", ",") == ["the mug", "Tom's hat", name]
