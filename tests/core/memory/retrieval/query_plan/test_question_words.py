"""Mistyped words: known ones stay as they are, an unknown one is read as what is one slip away, or not at all."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.memory.retrieval.query_plan.question_words import mended

NAMES = {"bottle", "viktor", "plate", "thermostat", "anna"}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Where is the botle?", "Where is the bottle?"),
        ("Where is the botttle?", "Where is the bottle?"),
        ("Where is the bototle?", "Where is the bottle?"),
        ("Where is the bottel?", "Where is the bottle?"),
        ("did Vikktor put it on Tusday", "did viktor put it on tuesday"),
        ("is the thermistat on", "is the thermostat on"),
        ("Where is the plane?", "Where is the plane?"),
        ("Where is the unicorn?", "Where is the unicorn?"),
        ("Where's Anna's plate?", "Where's Anna's plate?"),
        ("Wher is it", "Where is it"),
    ],
)
def test_one_slip_is_mended_and_no_word_is_made_up(text, read):
    assert mended(text, NAMES.__contains__).lower() == read.lower()


@settings(max_examples=80)
@given(st.text(max_size=80))
def test_what_is_mended_stays_so(text):
    once = mended(text, NAMES.__contains__)
    assert mended(once, NAMES.__contains__) == once
