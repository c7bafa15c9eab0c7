"""What a category of object says about the room it is in, from a table of common sense."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embodied_memory.scene_graph import is_person
from embodied_memory.words.wording.description import parse_description
from embodied_memory.words.wording.words import canonical, noun_words, split_words

Votes = Mapping[str, float]
"""Room type -> weight."""

Embed = Callable[[list[str]], NDArray[np.float32]]

_ALIKE_COSINE = 0.7
_NUMBER = re.compile(r" ?\d+$")


class RoomVotes:
    """Looks categories up: by name, by head noun at half weight, then by embedding at half weight."""

    def __init__(self, embed: Embed | None = None) -> None:
        self._embed = embed
        self._known: dict[str, Votes] = {}
        self._table_features: NDArray[np.float32] | None = None

    def of(self, category: str) -> Votes:
        """The votes of one category; empty if it says nothing."""
        if category not in self._known:
            self._known[category] = self._look_up(category)
        return self._known[category]

    def _look_up(self, category: str) -> Votes:
        if is_person(category):
            return {}
        table = _votes_by_name()
        words = noun_words(split_words(category))
        if canonical(words) in table:
            return table[canonical(words)]
        for start in range(1, len(words)):
            if canonical(words[start:]) in table:
                return _halved(table[canonical(words[start:])])
        return self._guess(category) if words else {}

    def _guess(self, category: str) -> Votes:
        if self._embed is None:
            return {}
        if self._table_features is None:
            self._table_features = self._embed([name for name, _ in _table()])
        cosines = self._table_features @ self._embed([category])[0]
        best = int(np.argmax(cosines))
        return _halved(_table()[best][1]) if cosines[best] >= _ALIKE_COSINE else {}


def elected(votes: Iterable[tuple[str, float, float]], least: float, margin: float) -> tuple[str, float]:
    """(room type, how sure): the one with at least `least` votes and `margin` times those of the next, else "".

    votes: (room type, weight, how likely the vote is cast at all). What is expected decides; how sure that is follows
    from the deviation of the sums, as if votes were cast or not independently: 1 where all are sure to be.
    """
    totals: dict[str, float] = {}
    variances: dict[str, float] = {}
    for room, weight, probability in votes:
        totals[room] = totals.get(room, 0.0) + weight * probability
        variances[room] = variances.get(room, 0.0) + weight * weight * probability * (1.0 - probability)
    ranked = sorted(totals.items(), key=lambda item: (-item[1], item[0]))
    if not ranked or ranked[0][1] < least:
        return "", 0.0
    (first, most), (second, next_most) = ranked[0], ranked[1] if len(ranked) > 1 else ("", 0.0)
    if next_most and most < margin * next_most:
        return "", 0.0
    enough = _share_above(most - least, variances[first])
    clear = _share_above(most - margin * next_most, variances[first] + margin**2 * variances.get(second, 0.0))
    return first, min(enough, clear)


def _share_above(expected: float, variance: float) -> float:
    """How likely a normal variable of this mean is positive."""
    return 0.5 * (1.0 + math.erf(expected / math.sqrt(2.0 * variance))) if variance > 0.0 else 1.0


def room_types() -> frozenset[str]:
    """Every room type that the table names."""
    return frozenset(room for _, votes in _table() for room in votes)


def is_room(phrase: str) -> bool:
    """Whether a phrase names a room, as "the living room" or "bedroom 2" do."""
    words = parse_description(_NUMBER.sub("", phrase)).noun
    return " ".join(words) in room_types() or words[-1:] == ("room",)


def _halved(votes: Votes) -> Votes:
    return {room: weight / 2 for room, weight in votes.items()}


@lru_cache(maxsize=1)
def _table() -> tuple[tuple[str, Votes], ...]:
    lines = (Path(__file__).parent / "room_categories.txt").read_text(encoding="utf-8").splitlines()
    return tuple(
        (name.strip(), _parse(votes))
        for name, colon, votes in (line.partition(":") for line in lines)
        if colon and not name.startswith("#")
    )


@lru_cache(maxsize=1)
def _votes_by_name() -> dict[str, Votes]:
    return {canonical(split_words(name)): votes for name, votes in _table()}


def _parse(text: str) -> Votes:
    """ "kitchen 1.5, dining room 1" -> {"kitchen": 1.5, "dining room": 1.0}."""
    votes = {}
    for part in text.split(","):
        room, _, weight = part.strip().rpartition(" ")
        if room:
            votes[room] = float(weight)
    return votes
