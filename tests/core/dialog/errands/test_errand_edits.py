"""What is left of an errand of which a part is dropped, and what may be pieced together."""

import pytest

from embodied_memory.dialog.errands.errand_edits import (
    asks_as_much,
    errand_changed,
    errand_left,
    errand_without,
    is_of_those,
)
from embodied_memory.words.follow_ups import Follows, FollowUp, the_follow_ups
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="MiniLM is not installed")
BOTH = "put the torch in the kitchen drawer and fetch me the bike pump"


@pytest.mark.parametrize(
    ("before", "now", "left"),
    [
        (BOTH, "Hang on, just the pump. Torch can stay put.", "bring me the bike pump"),
        (BOTH, "Forget the torch.", "bring me the bike pump"),
        (BOTH, "Only the torch, please.", "put the torch in the kitchen drawer"),
        ("bring me my laptop and the charger", "Not the laptop. The charger alone.", "bring me the charger"),
        (
            "put the cables and the cord on the workbench",
            "Actually just the cables. On the shelf where they live.",
            "put the cables on the shelf",
        ),
        (BOTH, "No, the torch in the garage.", "put the torch in the garage, then bring me the bike pump"),
        (BOTH, "Put the torch in the garage instead.", "put the torch in the garage, then bring me the bike pump"),
        (BOTH, "Nice weather today.", ""),
        (BOTH, "Forget the torch and the pump.", ""),
        ("bring me the mug", "Not the mug.", ""),
    ],
)
def test_what_is_left_is_what_was_read_before_without_what_is_dropped(before, now, left):
    assert errand_left(before, the_reading().read(now), the_follow_ups().read(before, now)) == left


@pytest.mark.parametrize(
    ("now", "left"),
    [
        ("Leave the torch out.", "bring me the bike pump"),
        ("Leave out the torch and the pump.", ""),
        ("Leave it.", ""),
    ],
)
def test_so_it_is_of_what_is_only_taken_back(now, left):
    assert errand_without(BOTH, the_reading().read(now)) == left


@pytest.mark.parametrize(
    ("wanted", "before", "now", "is_so"),
    [
        ("put the torch in the fetch me pump", BOTH, "just the pump", False),
        ("bring me the blue mug", "bring me the red mug", "no, the blue one", True),
        ("bring me the blue mug", "bring me the red mug", "no, blue", False),
        ("bring me the newspaper", "bring me the red mug", "and the newspaper", True),
        ("put the spanner in the hall cabinet", "put the spanner in the loft", "the hall cabinet'll do", True),
    ],
)
def test_nothing_is_pieced_together_of_words_for_other_things(wanted, before, now, is_so):
    assert is_of_those(wanted, before, now) is is_so


def test_what_tells_nothing_of_deeds_changes_none():
    assert asks_as_much("turn on the radio", "switch the radio on")
    assert not asks_as_much("turn off the radio", "switch the radio on")


def test_what_is_pieced_together_of_other_things_is_no_errand():
    garbled = FollowUp(Follows.INSTEAD, {Follows.INSTEAD: 0.9}, "put the torch in the fetch me pump", "the pump")
    assert errand_changed(the_reading().read("the pump"), BOTH, garbled, "") == ""
    meant = FollowUp(Follows.INSTEAD, {Follows.INSTEAD: 0.9}, "bring me the newspaper", "the newspaper")
    assert errand_changed(the_reading().read("the newspaper"), "bring me the mug", meant, "") == meant.whole


def test_to_call_one_off_first_of_all_puts_it_nowhere():
    before = "bring me the milk, the butter and the ham"
    left = errand_without(before, the_reading().read("Actually, first, forget the ham."))
    assert "ham" not in left
    assert "butter" in left
