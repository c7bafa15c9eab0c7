"""Styles ask everything that the plain wordings ask, with the same placeholders; slips change one word."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory_tools.evaluation.household_traces.wordings import PLAIN, STYLES, Wordings, mistyped


def sections(style):
    return {name: lines for name, lines in Wordings.of(style)._templates.sections.items() if name != "words"}


def names_in(lines):
    return {name for line in lines for name in re.findall(r"\{(\w+)\}", line)}


@pytest.mark.parametrize("style", [style for style in STYLES if style != PLAIN])
def test_a_style_has_every_section_and_knows_every_name(style):
    plain, other = sections(PLAIN), sections(style)
    assert set(other) == set(plain)
    grammar = {"is", "was", "has", "it", "they", "value", "person", "place", "setting"}
    for name, lines in other.items():
        assert names_in(lines) <= names_in(plain[name]) | grammar


def test_there_is_no_style_that_nobody_wrote():
    with pytest.raises(KeyError, match="there is no style"):
        Wordings.of("pirate")


@given(st.text(st.characters(codec="ascii"), max_size=60), st.integers(0, 99))
def test_a_slip_changes_at_most_one_word(text, seed):
    words, slipped = text.split(" "), mistyped(text, random.Random(seed)).split(" ")
    assert len(words) == len(slipped)
    assert sum(one != other for one, other in zip(words, slipped, strict=True)) <= 1
