"""What somebody says of themselves, as it is said back to them."""

import pytest

from embodied_memory.dialog.first_person import in_second_person


@pytest.mark.parametrize(
    ("said", "back"),
    [
        ("take my pills", "take your pills"),
        ("I'm a size 39 in trainers", "you are a size 39 in trainers"),
        ("I was in Lisbon", "you were in Lisbon"),
        ("wake me when I am late", "wake you when you are late"),
        ("the swimming pool", "the swimming pool"),
    ],
)
def test_it_is_said_of_you(said, back):
    assert in_second_person(said) == back
