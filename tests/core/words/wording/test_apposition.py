"""What is said of a thing after its name belongs to its name."""

import pytest

from embodied_memory.words.wording.description import in_one_name


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("the TORCH, the big red one! and a cushion", "the big red TORCH! and a cushion"),
        ("bring me my jacket, the blue one, from the hall", "bring me my blue jacket, from the hall"),
        ("bring me a mug, the Leeds one please", "bring me the Leeds mug please"),
        ("open Tom's box - the wooden one", "open Tom's wooden box"),
        ("Find my scarf. The green one.", "Find my green scarf."),
        ("bring me the keys, the truck ones", "bring me the truck keys"),
        ("bring me the coffee mug, the chipped one", "bring me the chipped coffee mug"),
        ("bring me the key, the one on the hall table", "bring me the key on the hall table"),
    ],
)
def test_it_is_put_into_the_name(said, meant):
    assert in_one_name(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        "bring me the red mug, the blue one and the green one",
        "bring me the red mug and the blue one",
        "I like the mug. The blue one is ugly.",
        "bring me the umbrella, not the black one",
        "I got an e-mail: the red one, and open the box",
        "I got an e-mail, the second one, and open the box",
        "the blue one",
        "",
    ],
)
def test_what_may_be_another_thing_is_left_as_it_is(said):
    assert in_one_name(said) == said
