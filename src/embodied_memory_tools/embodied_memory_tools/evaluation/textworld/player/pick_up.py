"""Whether to take food along before the recipe is known."""

from __future__ import annotations

import math

from embodied_memory_tools.evaluation.textworld.player.beliefs import Beliefs
from embodied_memory_tools.evaluation.textworld.player.cooking_rules import KITCHEN
from embodied_memory_tools.evaluation.textworld.player.room_knowledge import RoomKnowledge

_TURNS_WASTED = 1.7
"""By a thing that nobody needs: to take it, and often to drop it again."""
_MOST_CARRIED = 4


def worth_taking(beliefs: Beliefs, knowledge: RoomKnowledge, turns_to_kitchen: int) -> tuple[str, ...]:
    """Commands that take all likely ingredients here, () if that costs more than the way back is likely to.

    The chance that one is needed is how often recipes asked for such a thing in such a room.
    """
    here = beliefs.here
    capacity = _MOST_CARRIED if beliefs.things.capacity is None else beliefs.things.capacity
    room_left = capacity - len(beliefs.things.carried)
    if here == KITCHEN or room_left <= 0:
        return ()
    chances = {name: knowledge.needed(name, here) for name in beliefs.things.in_room(here)}
    likely = sorted((name for name in chances if chances[name] > 0), key=lambda name: -chances[name])[:room_left]
    some_needed = 1 - math.prod(1 - chances[name] for name in likely)
    wasted = sum(_TURNS_WASTED * (1 - chances[name]) for name in likely)
    if not likely or 2 * turns_to_kitchen * some_needed <= wasted:
        return ()
    places = beliefs.things.places
    return tuple(
        f"take {name} from {places[name].holder}" if places[name].holder else f"take {name}" for name in likely
    )
