"""Reads lists of things as sentences hold them: "a raw red potato, a knife and some salt"."""

from __future__ import annotations

import re

from embodied_memory_tools.evaluation.textworld.player.reading import FLOOR, SeenThing

COOKED_STATES = ("fried", "roasted", "grilled", "burned")
CUT_STATES = ("sliced", "diced", "chopped")
STATES = frozenset((*COOKED_STATES, *CUT_STATES, "raw"))
_ITEM = re.compile(r"^(?:an?|some|the)\s+(.+)$", re.IGNORECASE)
_SEPARATOR = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")


def read_things(text: str, place: str = FLOOR) -> tuple[SeenThing, ...]:
    """The things at the beginning of a text; it ends at the first part that has no article."""
    things: list[SeenThing] = []
    for part in _SEPARATOR.split(" ".join(text.split())):
        item = _ITEM.match(part.strip(" ."))
        if item is None:
            break
        things.append(read_thing(item[1], place))
    return tuple(things)


def read_thing(words: str, place: str = FLOOR) -> SeenThing:
    """ "diced fried carrot" -> carrot with both states."""
    rest = re.sub(r"\s*\([^)]*\)", "", words).split()
    states: list[str] = []
    while len(rest) > 1 and rest[0].lower() in STATES:
        states.append(rest.pop(0).lower())
    return SeenThing(" ".join(rest), place, frozenset(states))
