"""A model of a game that is told of one step after the other."""

from __future__ import annotations

import pytest
from tests.support.text_world_texts import BACKYARD, COOKBOOK, INVENTORY, KITCHEN

from embodied_memory_tools.evaluation.textworld.player.game_model import GameModel
from embodied_memory_tools.evaluation.textworld.player.observation_reader import read_observation


class Told:
    """hear: (action, text) of each step."""

    def __init__(self):
        self.model = GameModel()

    def hear(self, *steps):
        for action, text in steps:
            self.model.observe(action, read_observation(text))
        return self.model


@pytest.fixture
def told():
    return Told()


@pytest.fixture
def in_kitchen(told):
    """A model of who stands in the kitchen with a whole carrot and knows the recipe and the backyard."""
    whole = KITCHEN.replace("a diced fried carrot, ", "")
    told.hear(("", BACKYARD), ("go north", whole), ("inventory", INVENTORY), ("examine cookbook", COOKBOOK))
    return told
