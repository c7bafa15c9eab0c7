"""From an observation text to what it tells. Texts that nobody has seen before are read as far as they are known."""

from __future__ import annotations

import re

from embodied_memory_tools.evaluation.textworld.player.message_reader import (
    read_ending,
    read_inventory,
    read_message,
    read_recipe,
    read_revealed,
)
from embodied_memory_tools.evaluation.textworld.player.reading import GameReading
from embodied_memory_tools.evaluation.textworld.player.room_reader import read_room

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
