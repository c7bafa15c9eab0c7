"""How likely a goal is near an object: both belong in the same kinds of rooms."""

from __future__ import annotations

import math

from embodied_memory.memory.spatial.room_votes import RoomVotes, Votes

UNKNOWN_LIKELIHOOD = 0.35
"""Of a pair that common sense says nothing about."""


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
