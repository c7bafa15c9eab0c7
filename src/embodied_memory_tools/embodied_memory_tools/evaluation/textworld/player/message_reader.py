"""Reads what happened: messages, what is carried, what was revealed, the recipe, the end."""

from __future__ import annotations

import re

from embodied_memory_tools.evaluation.textworld.player.reading import (
    FLOOR,
    Deed,
    Ending,
    Message,
    Recipe,
    RecipeStep,
    SeenThing,
)
from embodied_memory_tools.evaluation.textworld.player.thing_list import COOKED_STATES, read_things

_CUT = {"slice": "sliced", "dice": "diced", "chop": "chopped"}
_TOOK = re.compile(r"^You (?:take|pick up) (?:the )?(.+?)(?: (?:from|off) .*)?\.$")
_DROPPED = re.compile(r"^You drop (?:the )?(.+?)(?: on the (?:ground|floor))?\.$")
_PLACED = re.compile(r"^You (?:put|insert|place) (?:the )?(.+?) (?:on|into|in|onto) (?:the )?(.+?)\.$")
_OPENED = re.compile(r"^You open (?:the )?(.+?)(?:, revealing (.+))?\.$")
_HEATED = re.compile(rf"^You ({'|'.join(COOKED_STATES)}) (?:the )?(.+?)[.!]$")
_SLICED = re.compile(rf"^You ({'|'.join(_CUT)}) (?:the )?(.+?)\.$")
_CARRYING = re.compile(r"^You are carrying:?\s*(.+?)\.?\s*(?:\n\s*\n|\Z)", re.DOTALL | re.MULTILINE)
_RECIPE = re.compile(r"Ingredients:\s*\n(.+?)\n\s*\n\s*Directions:\s*\n(.+?)(?:\n\s*\n|\Z)", re.DOTALL)
_REFUSED = re.compile(
    r"^(?:You can't|You cannot|You can only|Can only|You're carrying too many|You need|You have to|You should|"
    r"That's |That is |I |It is already|It's already|The .+ (?:is|are) (?:already|closed|locked|not) |"
    r"The .+ (?:can't|cannot|must|has already) |Cutting something|Cooking requires|You still miss|Something still|"
    r"You must|You haven't|You don't|You already|.+ is already |There is no |Which do you mean|What do you want)"
)


def read_message(text: str) -> Message | None:
    """The first line, where it tells what was done, or that it was refused. What was opened may also be a door."""
    line = next((stripped for stripped in map(str.strip, text.splitlines()) if stripped), "")
    if line == "Adding the meal to your inventory.":
        return Message(Deed.PREPARED, "meal")
    if eaten := re.match(r"^You (?:eat|drink) (?:the )?(.+?)\.", line):
        return Message(Deed.ATE, eaten[1])
    if placed := _PLACED.match(line):
        return Message(Deed.PLACED, placed[1], place=placed[2])
    if heated := _HEATED.match(line):
        deed = Deed.BURNED if heated[1] == "burned" else Deed.COOKED
        return Message(deed, heated[2], heated[1])
    if cut := _SLICED.match(line):
        return Message(Deed.CUT, cut[2], _CUT[cut[1]])
    for pattern, deed in ((_TOOK, Deed.TOOK), (_DROPPED, Deed.DROPPED), (_OPENED, Deed.OPENED)):
        if found := pattern.match(line):
            return Message(deed, found[1])
    return Message(Deed.REFUSED, state=line) if _REFUSED.match(line) else None


def read_revealed(text: str) -> tuple[SeenThing, ...]:
    """What opening something showed, with that as its place."""
    for line in text.splitlines():
        opened = _OPENED.match(line.strip())
        if opened and opened[2]:
            return read_things(opened[2], opened[1])
    return ()


def read_inventory(text: str) -> tuple[SeenThing, ...] | None:
    """What is carried, None if the text does not say."""
    if re.search(r"^You are carrying nothing", text, re.MULTILINE):
        return ()
    found = _CARRYING.search(text)
    return read_things(", ".join(found[1].split("\n")), FLOOR) if found else None


def read_recipe(text: str) -> Recipe | None:
    """Ingredients and directions of a cookbook, None if the text holds none."""
    found = _RECIPE.search(text)
    if not found:
        return None
    ingredients = tuple(line.strip() for line in found[1].splitlines() if line.strip())
    steps = (line.strip().partition(" ") for line in found[2].splitlines() if line.strip())
    return Recipe(ingredients, tuple(_step(verb, rest, ingredients) for verb, _, rest in steps))


def read_ending(text: str) -> Ending | None:
    """How the game ended, None while it goes on."""
    if "*** You lost! ***" in text or "*** You died" in text:
        return Ending.LOST
    return Ending.WON if re.search(r"\*\*\* .*(?:The End|You won).* \*\*\*", text) else None


def _step(verb: str, rest: str, ingredients: tuple[str, ...]) -> RecipeStep:
    thing = rest.removeprefix("the ")
    return RecipeStep(verb, thing) if thing in ingredients else RecipeStep(f"{verb} {rest}".strip())
