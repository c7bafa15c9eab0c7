"""What sort of entity it is, by its name: furniture stays where it is, people move by themselves."""

from __future__ import annotations

from functools import lru_cache

from embodied_memory.words.wording.words import canonical, singular, split_words

_STAYS_PUT = frozenset(
    singular(word)
    for word in split_words(
        "table desk bed sofa couch wardrobe closet cabinet cupboard shelf bookshelf bookcase shelving dresser"
        " sideboard counter countertop worktop island sink washbasin basin fridge refrigerator freezer oven stove"
        " cooker hob dishwasher washer dryer toilet bathtub bath shower window door tv television radiator"
        " thermostat fireplace nightstand drawer drawers armchair bench stand rack mantel hook ceiling wall floor"
        " workbench chest heater boiler machine furniture wardrobe crib cot piano windowsill sill microwave mailbox"
        " vanity pantry larder ledge rail bunk hearth mantelpiece settee"
    )
)

_PLENTY = frozenset(
    canonical((singular(word),))
    for word in split_words(
        "mug cup glass tumbler plate bowl dish saucer spoon fork knife chair stool cushion pillow blanket towel sheet"
        " book magazine newspaper paper letter envelope parcel card pen pencil crayon marker bottle can jar tin box"
        " bag basket carton packet candle sock shoe boot slipper glove shirt sweater jumper coat jacket hat cap scarf"
        " umbrella toy ball block doll car truck key charger cable battery coin apple orange banana pear egg potato"
        " onion tomato carrot lemon bun roll bread cake picture photo frame plant flower pot lamp light vase brush"
        " cloth sponge rag tray pan lid tool screw nail folder file notebook pad bin bucket hanger peg stamp plug"
    )
)


def are_plenty(noun: str) -> bool:
    """Whether homes have several things of that sort. noun: as `canonical` writes it."""
    return noun in _PLENTY


@lru_cache(maxsize=4096)
def stays_put(name: str) -> bool:
    """Whether a thing of this name or category is furniture or built in."""
    words = [word for word in split_words(name) if not word.isdigit()]
    return bool(words) and (singular(words[-1]) in _STAYS_PUT or canonical((words[-1],)) in _STAYS_PUT)
