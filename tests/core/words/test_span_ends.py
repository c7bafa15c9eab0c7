"""A name is cut from what belongs to the sentence around it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.words.span_ends import name_within


@pytest.mark.parametrize(
    ("text", "marked", "name"),
    [
        ("The laptop's all sticky", "The laptop's", "The laptop"),
        ("look if my coat's on the hook", "my coat's", "my coat"),
        ("put Tom's on the table", "Tom's", "Tom's"),
        ("bring me my sister's", "my sister's", "my sister's"),
        ("Give him some of this avocado", "some of this avocado", "this avocado"),
        ("a photo of my mum", "a photo of my mum", "a photo of my mum"),
        ("what room it's in", "it's", "it"),
        ("the mug and the plate", "the mug and", "the mug"),
    ],
)
def test_what_is_no_part_of_it_is_cut(text, marked, name):
    begin = text.index(marked)
    first, last = name_within(text, begin, begin + len(marked))
    assert text[first:last] == name


@given(st.text("ab's of the", max_size=30), st.data())
def test_it_stays_within_what_was_marked(text, data):
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, len(text)))
    first, last = name_within(text, begin, end)
    assert begin <= first <= last <= end


@pytest.mark.parametrize(
    ("text", "marked", "name"),
    [
        ("the hall cabinet'll do", "the hall cabinet'll", "the hall cabinet"),
        ("open the filing cabinet in the study", "the filing cabinet in", "the filing cabinet"),
        ("put it next to the box", "next to", "next to"),
        ("fetch the thing for measuring, please", "the thing", "the thing for measuring"),
        ("bring the thing here", "the thing", "the thing"),
    ],
)
def test_a_name_ends_before_what_follows_it_and_goes_on_to_what_tells_it_apart(text, marked, name):
    begin = text.index(marked)
    begin, end = name_within(text, begin, begin + len(marked))
    assert text[begin:end] == name
