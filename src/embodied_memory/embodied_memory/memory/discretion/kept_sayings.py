"""What sort of saying is to be kept from others: as it was learned, but for digits that are recited."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from typing import Protocol

from embodied_memory.words.said import SayingSort
from embodied_memory.words.saying_sorts import the_sorts

_SENTENCE = re.compile(r"(?<=[.!?;:])\s+|, (?=(?:but|and|so|don't|not)\b)")
_DIGIT = r"(?:\d|zero|oh|nought|one|two|three|four|five|six|seven|eight|nine)"
_RECITED = re.compile(rf"\b{_DIGIT}(?:[ ,.-]+(?:double )?{_DIGIT}){{2,}}\b", re.I)
"""Digits said one by one, "seven three nine one": a code or somebody's number, whatever the words around it."""
_REMEMBERED = 4096
"""A saying is judged for every question that it may bear on."""


class SortReader(Protocol):
    """Tells the sorts of sayings apart; see `SayingSorts`."""

    def sorts(self, text: str) -> Mapping[SayingSort, float]:
        """How likely a saying is of each sort."""


def sentences_of(saying: str) -> list[str]:
    """Its sentences, and what follows a "but" or a "don't"."""
    return [part for part in _SENTENCE.split(saying) if part.strip()]


class SayingSorter:
    """Sorts sayings by their words; where nobody reads, everything is confided.

    Remembers the latest, in itself and not by `lru_cache`: memory makes a new one after an erasure, and no cycle of
    references may keep the erased words until the next collection.
    """

    def __init__(self, reading: SortReader | None) -> None:
        """reading: None if its files are not installed."""
        self._reading = reading
        self._sorted: OrderedDict[str, Mapping[SayingSort, float]] = OrderedDict()

    @property
    def can_read(self) -> bool:
        """Whether it tells the sorts apart."""
        return self._reading is not None

    def shares(self, saying: str) -> Mapping[SayingSort, float]:
        """How likely a saying is of each sort."""
        if self._reading is None:
            return {sort: float(sort is SayingSort.CONFIDED) for sort in SayingSort}
        if _RECITED.search(saying):
            return {sort: float(sort is SayingSort.CODE) for sort in SayingSort}
        if saying not in self._sorted:
            self._sorted[saying] = self._reading.sorts(saying)
            while len(self._sorted) > _REMEMBERED:
                self._sorted.popitem(last=False)
        return self._sorted[saying]


def learned_sorter() -> SayingSorter:
    """A new one, by what was learned."""
    return SayingSorter(the_sorts())
