"""Sentences with some of their words exchanged for others."""

import pytest

from embodied_memory.words.follow_ups import exchanged, without


@pytest.mark.parametrize(
    ("before", "old", "new", "whole"),
    [
        ("Put it in the cupboard.", "cupboard", "in the sink", "Put it in the sink."),
        ("Bring me a large bowl.", "large", "a small", "Bring me a small bowl."),
        ("Wake me at noon, please.", "noon", "after lunch", "Wake me after lunch, please."),
        ("Where's my mug?", "my", "Tom's", "Where's Tom's mug?"),
        ("Bring the mug.", None, "to Tom.", "Bring the mug to Tom."),
    ],
)
def test_articles_and_prepositions_stand_once(before, old, new, whole):
    begin = before.index(old) if old else 0
    assert exchanged(before, (begin, begin + len(old)) if old else None, new) == whole


@pytest.mark.parametrize(
    ("before", "olds", "left"),
    [
        ("Bring milk, bread, biscuits and eggs.", ["biscuits"], "Bring milk, bread and eggs."),
        ("Bring the laptop and the charger.", ["the charger"], "Bring the laptop."),
        ("Bring the laptop and the charger.", ["laptop and"], "Bring the charger."),
        ("Bring it.", [], ""),
        ("Bring it.", ["Bring it."], ""),
    ],
)
def test_no_comma_and_no_article_is_left_over(before, olds, left):
    assert without(before, [(before.index(one), before.index(one) + len(one)) for one in olds]) == left
