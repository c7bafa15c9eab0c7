"""Beliefs of a game that are told of one step after the other."""

from __future__ import annotations

import pytest
from tests.support.text_world_texts import BACKYARD, COOKBOOK, INVENTORY, KITCHEN

from embodied_memory_tools.evaluation.textworld.player.beliefs import Beliefs


class Told:
    """hear: (action, text) of each step."""

    def __init__(self):
        self.beliefs = Beliefs()

    def hear(self, *steps):
        for action, text in steps:
            self.beliefs.observe(action, text)
        return self.beliefs


@pytest.fixture
def told():
    return Told()


@pytest.fixture
def in_kitchen(told):
    """Beliefs of who stands in the kitchen with a whole carrot and knows the recipe and the backyard."""
    whole = KITCHEN.replace("a diced fried carrot, ", "")
    told.hear(("", BACKYARD), ("go north", whole), ("inventory", INVENTORY), ("examine cookbook", COOKBOOK))
    return told
