"""How the robot calls what somebody named."""

import pytest

from embodied_memory.planning.tasks.told_names import as_told, not_found


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("red mug", "the red mug"), ("the red mug", "the red mug"), ("my cup", "your cup"), ("Anna", "Anna"),
        ("Anna's cup", "Anna's cup"), ("TORCH", "the TORCH"), ("Leeds mug", "the Leeds mug"),
        ("Aunt May", "Aunt May"),
        ("a cushion", "a cushion"), ("something to write with", "something to write with"), ("his case", "his case"),
    ],
)  # fmt: skip
def test_it_is_called_as_it_was_named_by_the_one_who_is_told(words, told):
    assert as_told(words) == told


def test_a_search_in_vain_is_told_in_a_sentence():
    assert not_found("my diary", "everything is explored") == "I did not find your diary: everything is explored."
