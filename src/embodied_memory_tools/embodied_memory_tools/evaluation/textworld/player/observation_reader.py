"""From an observation text to what it tells. Texts that nobody has seen before are read as far as they are known."""

from __future__ import annotations

import re

from embodied_memory_tools.evaluation.textworld.player.reading import (
    FLOOR,
    GameDeed,
    GameEnding,
    GameMessage,
    GameReading,
    Recipe,
    RecipeStep,
    SeenThing,
)
from embodied_memory_tools.evaluation.textworld.player.room_reader import read_room
from embodied_memory_tools.evaluation.textworld.player.thing_list import COOKED_STATES, read_things

_CUT = {"slice": "sliced", "dice": "diced", "chop": "chopped"}
_TURNS = {"close": GameDeed.CLOSED, "unlock": GameDeed.UNLOCKED, "lock": GameDeed.LOCKED}
_TOOK = re.compile(r"^You (?:take|pick up) (?:the )?(.+?)(?: (?:from|off) .*)?\.$")
_DROPPED = re.compile(r"^You drop (?:the )?(.+?)(?: on the (?:ground|floor))?\.$")
_PLACED = re.compile(r"^You (?:put|insert|place) (?:the )?(.+?) (?:on|into|in|onto) (?:the )?(.+?)\.$")
_OPENED = re.compile(r"^You open (?:the )?(.+?)(?:, revealing (.+))?\.$")
_TURNED = re.compile(r"^You (close|unlock|lock) (?:the )?(.+?)\.$")
_HEATED = re.compile(rf"^You ({'|'.join(COOKED_STATES)}) (?:the )?(.+?)[.!]$")
_SLICED = re.compile(rf"^You ({'|'.join(_CUT)}) (?:the )?(.+?)\.$")
_CARRYING = re.compile(r"^You are carrying:?\s*(.+?)\.?\s*(?:\n\s*\n|\Z)", re.DOTALL | re.MULTILINE)
_RECIPE = re.compile(r"Ingredients:\s*\n(.+?)\n\s*\n\s*Directions:\s*\n(.+?)(?:\n\s*\n|\Z)", re.DOTALL)
_PROMPT = re.compile(r"^>.*", re.MULTILINE | re.DOTALL)
_MOST_CHARACTERS = 20_000


def read_observation(text: str) -> GameReading:
    """Never raises; an empty reading for a text that tells nothing. What stands after the prompt is not read."""
    shown = _PROMPT.sub("", text[:_MOST_CHARACTERS])
    return GameReading(
        read_room(shown),
        read_message(shown),
        read_inventory(shown),
        read_revealed(shown),
        read_recipe(shown),
        read_ending(shown),
    )


def read_message(text: str) -> GameMessage | None:
    """The first line not in brackets, where it tells what was done. What was opened may be a door."""
    lines = (line for line in map(str.strip, text.splitlines()) if line and not line.startswith("("))
    line = next(lines, "")
    if line == "Adding the meal to your inventory.":
        return GameMessage(GameDeed.PREPARED, "meal")
    if eaten := re.match(r"^You (?:eat|drink) (?:the )?(.+?)\.", line):
        return GameMessage(GameDeed.ATE, eaten[1])
    if placed := _PLACED.match(line):
        return GameMessage(GameDeed.PLACED, placed[1], place=placed[2])
    if heated := _HEATED.match(line):
        deed = GameDeed.BURNED if heated[1] == "burned" else GameDeed.COOKED
        return GameMessage(deed, heated[2], heated[1])
    if turned := _TURNED.match(line):
        return GameMessage(_TURNS[turned[1]], turned[2])
    if cut := _SLICED.match(line):
        return GameMessage(GameDeed.CUT, cut[2], _CUT[cut[1]])
    for pattern, deed in ((_TOOK, GameDeed.TOOK), (_DROPPED, GameDeed.DROPPED), (_OPENED, GameDeed.OPENED)):
        if found := pattern.match(line):
            return GameMessage(deed, found[1])
    return None


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


def read_ending(text: str) -> GameEnding | None:
    """How the game ended, None while it goes on."""
    if "*** You lost! ***" in text or "*** You died" in text:
        return GameEnding.LOST
    return GameEnding.WON if re.search(r"\*\*\* .*(?:The End|You won).* \*\*\*", text) else None


def _step(verb: str, rest: str, ingredients: tuple[str, ...]) -> RecipeStep:
    thing = rest.removeprefix("the ")
    return RecipeStep(verb, thing) if thing in ingredients else RecipeStep(f"{verb} {rest}".strip())
