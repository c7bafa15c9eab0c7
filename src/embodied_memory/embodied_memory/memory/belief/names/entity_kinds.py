"""What sort of entity it is, by its name: furniture stays where it is, people move by themselves."""

from __future__ import annotations

from functools import lru_cache

from embodied_memory.memory.wording.words import singular, split_words
from embodied_memory.scene_graph import is_person

__all__ = ["is_person", "stays_put"]

_STAYS_PUT = frozenset(
    singular(word)
    for word in split_words(
        "table desk bed sofa couch wardrobe closet cabinet cupboard shelf bookshelf bookcase shelving dresser"
        " sideboard counter countertop worktop island sink washbasin basin fridge refrigerator freezer oven stove"
        " cooker hob dishwasher washer dryer toilet bathtub bath shower window door tv television radiator"
        " thermostat fireplace nightstand drawer drawers armchair bench stand rack mantel hook ceiling wall floor"
        " workbench chest heater boiler machine furniture wardrobe crib cot piano windowsill sill microwave mailbox"
    )
)


@lru_cache(maxsize=4096)
def stays_put(name: str) -> bool:
    """Whether a thing of this name or category is furniture or built in."""
    words = [word for word in split_words(name) if not word.isdigit()]
    return bool(words) and singular(words[-1]) in _STAYS_PUT
