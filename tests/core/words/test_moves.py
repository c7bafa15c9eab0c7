"""A name is cut from what belongs to the sentence around it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.words.moves import name_within, told_apart


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
        ("the hall cabinet'll do", "the hall cabinet'll", "the hall cabinet"),
        ("open the filing cabinet in the study", "the filing cabinet in", "the filing cabinet"),
        ("put it next to the box", "next to", "next to"),
    ],
)
def test_what_is_no_part_of_it_is_cut(text, marked, name):
    begin = text.index(marked)
    first, last = name_within(text, begin, begin + len(marked))
    assert text[first:last] == name


@pytest.mark.parametrize(
    ("text", "marked", "name"),
    [
        ("fetch the thing for measuring, please", "the thing", "the thing for measuring"),
        ("bring the thing here", "the thing", "the thing"),
        ("fetch the tape for measuring", "the tape", "the tape"),
    ],
)
def test_what_is_no_name_goes_on_to_what_tells_it_apart(text, marked, name):
    begin = text.index(marked)
    assert text[begin : told_apart(text, begin, begin + len(marked))] == name


@given(st.text("ab's of the", max_size=30), st.data())
def test_it_stays_within_what_was_marked(text, data):
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, len(text)))
    first, last = name_within(text, begin, end)
    assert begin <= first <= last <= end
