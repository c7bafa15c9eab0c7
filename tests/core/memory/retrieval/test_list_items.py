"""What stands on a list: what it is, and how much of it."""

import pytest

from embodied_memory.memory.retrieval.kept_lists import in_other_amount, is_same_item, items_meant


@pytest.mark.parametrize(
    ("text", "items", "changed"),
    [
        ("Two lemons. No, make it three.", ["coffee filters", "a lemon"], ("a lemon", "three lemons")),
        ("Actually make that two.", ["a tin of salmon"], ("a tin of salmon", "two tins of salmon")),
        ("Better make it two tins.", ["salmon"], ("salmon", "two tins of salmon")),
        ("Two packs of batteries, please.", ["batteries"], ("batteries", "two packs of batteries")),
        ("Six would do, actually.", ["a dozen apples"], ("a dozen apples", "six apples")),
        ("We need three of them.", ["a lemon", "milk"], ("milk", "three milks")),
        ("And two lemons.", ["eggs"], None),
        ("Make it half past two.", ["eggs"], None),
        ("Make it pilchards.", ["salmon"], None),
        ("Two.", [], None),
    ],
)
def test_an_amount_is_of_what_was_put_on_last(text, items, changed):
    assert in_other_amount(text, items) == changed


def test_freezer_bags_are_no_bin_bags():
    assert not is_same_item("bin bags", "freezer bags")
    assert is_same_item("a lemon", "three lemons")
    assert items_meant("the bin bags", ["freezer bags", "bin bags"]) == [1]
    assert items_meant("the salmon", ["eggs", "two tins of pink salmon"]) == [1]
    assert items_meant("bags", ["freezer bags", "bin bags", "eggs"]) == [0, 1]
