"""The rules of the cooking games, as the paper tells them to its agents (STMA, appendix A.1)."""

from __future__ import annotations

from embodied_memory_tools.evaluation.textworld.player.reading import Recipe
from embodied_memory_tools.evaluation.textworld.player.thing_list import COOKED_STATES, CUT_STATES

KITCHEN = "kitchen"
"""Where the recipe is found and the meal is prepared."""
KNIFE = "knife"
MEAL = "meal"
APPLIANCE_FOR = {"fry": "stove", "roast": "oven", "grill": "BBQ"}
COOKED_BY = {"stove": "fried", "oven": "roasted", "BBQ": "grilled"}
CUT_BY = {"slice": "sliced", "dice": "diced", "chop": "chopped"}
CONTAINERS = ("fridge", "refrigerator", "toolbox")
"""Furniture that hides what is in it until it is opened."""
_BOOK_WORDS = ("cookbook", "recipe")


def cut_for(recipe: Recipe, food: str, states: frozenset[str]) -> str:
    """The verb by which a food is still to be cut, "" if it need not be."""
    return next((step.verb for step in recipe.steps if step.thing == food and _is_open(step.verb, states)), "")


def cook_for(recipe: Recipe, food: str, states: frozenset[str]) -> str:
    """The appliance on which a food is still to be cooked, "" if it need not be."""
    if states & set(COOKED_STATES):
        return ""
    verbs = (step.verb for step in recipe.steps if step.thing == food)
    return next((APPLIANCE_FOR[verb] for verb in verbs if verb in APPLIANCE_FOR), "")


def _is_open(verb: str, states: frozenset[str]) -> bool:
    return verb in CUT_BY and not states & set(CUT_STATES)


def is_cookbook(thing: str) -> bool:
    """Whether a recipe can be read in it."""
    return any(word in thing for word in _BOOK_WORDS)


def capacity_for(recipe: Recipe) -> int:
    """How much can be carried: as much as the meal needs, and always a food and a knife."""
    return max(2, len(recipe.ingredients))
