"""What somebody says of themselves, as it is said back to them."""

import pytest

from embodied_memory.words.plain_words import in_second_person, in_third_person


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


@pytest.mark.parametrize(
    ("asked", "of_anna"),
    [
        ("What time did I have my tablet?", "What time did Anna have Anna's tablet?"),
        ("Do I have my keys?", "does Anna have Anna's keys?"),
        ("I have a key. Have I?", "Anna has a key. has Anna?"),
        ("Why aren't I going?", "Why isn't Anna going?"),
        ("Don't I get one?", "doesn't Anna get one?"),
        ("What must I have with it?", "What must Anna have with it?"),
    ],
)
def test_a_question_names_who_asks(asked, of_anna):
    assert in_third_person(asked, "Anna") == of_anna
