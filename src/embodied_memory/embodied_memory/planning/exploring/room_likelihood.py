"""How likely a goal is near an object: such things belong in such rooms, or were there before in this home."""

from __future__ import annotations

import math
from collections.abc import Sequence

from embodied_memory.evidence import RememberedObject, UsualPlace
from embodied_memory.memory.spatial.room_votes import RoomVotes, Votes

UNKNOWN_LIKELIHOOD = 0.35
"""Of a pair that common sense says nothing about."""


_COMMON_SENSE_STAYS = 2.0
"""What common sense says counts as much as so many stays that were seen in this home."""
_OF_A_ROOM = 0.5
"""What is in the room of its usual place is half as telling as the place."""


class RoomLikelihood:
    """The cosine of two categories' room votes."""

    def __init__(self, votes: RoomVotes | None = None) -> None:
        self._votes = votes or RoomVotes()

    def __call__(self, goal: str, category: str) -> float:
        """0: never in the same room; 1: always."""
        first, second = self._votes.of(goal), self._votes.of(category)
        if not first or not second:
            return UNKNOWN_LIKELIHOOD
        return _cosine(first, second)


def _cosine(first: Votes, second: Votes) -> float:
    product = sum(weight * second.get(room, 0.0) for room, weight in first.items())
    lengths = math.hypot(*first.values()) * math.hypot(*second.values())
    return product / lengths


def at_home(prior: float, thing: RememberedObject, usual: Sequence[UsualPlace]) -> float:
    """How likely the goal is near a thing of this home, 0 to 1. prior: by common sense; usual: of the goal's kind."""
    on_it = sum(place.certainty for place in usual if place.place_id == thing.object_id)
    in_room = sum(place.certainty for place in usual if thing.room and place.room == thing.room)
    if not usual or not (on_it or thing.room):
        return prior
    stays = usual[0].of_times
    share = stays / (stays + _COMMON_SENSE_STAYS)
    return (1.0 - share) * prior + share * min(1.0, on_it + _OF_A_ROOM * in_room)
