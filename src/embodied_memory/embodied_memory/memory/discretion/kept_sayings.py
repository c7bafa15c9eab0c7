"""What sort of saying is to be kept from others: as it was learned, but for digits that are recited."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from embodied_memory.event import Event, EventKind
from embodied_memory.words.said import SayingSort
from embodied_memory.words.saying_sorts import sorts_version, the_sorts

_SENTENCE = re.compile(r"(?<=[.!?;:])\s+|, (?=(?:but|and|so|don't|not)\b)")
_DIGIT = r"(?:\d|zero|oh|nought|one|two|three|four|five|six|seven|eight|nine)"
_RECITED = re.compile(rf"\b{_DIGIT}(?:[ ,.-]+(?:double )?{_DIGIT}){{2,}}\b", re.I)
"""Digits said one by one, "seven three nine one": a code or somebody's number, whatever the words around it."""
_FOR_RESIDENTS = (SayingSort.PLAIN, SayingSort.AWAY)
"""Who is out when is kept from strangers alone."""
_LEAST_WORDS = 4
_REMEMBERED = 4096
"""A saying is judged for every question that it may bear on."""


class ReadSorts(Protocol):
    """Tells the sorts of sayings apart; see `SayingSorts`."""

    def sorts(self, text: str) -> Mapping[SayingSort, float]:
        """How likely a saying is of each sort."""


def sentences_of(saying: str) -> list[str]:
    """Its sentences, and what follows a "but" or a "don't"; a few words ("One.", "Got that?") go with what is said
    before them, without which they tell nothing.
    """
    parts: list[str] = []
    for part in filter(str.strip, _SENTENCE.split(saying)):
        if parts and min(len(part.split()), len(parts[-1].split())) < _LEAST_WORDS:
            parts[-1] = f"{parts[-1]} {part}"
        else:
            parts.append(part)
    return parts


@dataclass(frozen=True)
class Sorted:
    """shares: how likely a saying is of each sort; least_plain: how likely that sentence of it is plain, to those who
    live there, that is least so ("it goes behind the books, he never looks there").
    """

    shares: Mapping[SayingSort, float]
    least_plain: float


class SayingSorter:
    """Sorts sayings by their words; where nobody reads, everything is confided.

    Remembers the latest, in itself and not by `lru_cache`: memory makes a new one after an erasure, and no cycle of
    references may keep the erased words until the next collection.
    """

    def __init__(self, reading: ReadSorts | None) -> None:
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

    def sorted(self, saying: str, packed: bytes = b"") -> Sorted:
        """packed: as it was judged when it was recorded, which spares judging it anew, unless something else was
        learned since; b"" if it was not.
        """
        is_kept = bool(packed) and self.can_read and packed.startswith(sorts_version())
        numbers = np.frombuffer(packed[len(sorts_version()) :], np.float16) if is_kept else ()
        if len(numbers) == len(SayingSort) + 1:
            *shares, least = map(float, numbers)
            return Sorted(dict(zip(SayingSort, shares, strict=True)), least)
        parts = (saying, *sentences_of(saying))
        plain = (sum(self.shares(one)[sort] for sort in _FOR_RESIDENTS) for one in parts)
        return Sorted(self.shares(saying), min(plain))

    def packed(self, event: Event) -> bytes:
        """As it is kept beside the record; b"" for a deed, or where nobody reads."""
        if not self.can_read or event.kind is not EventKind.UTTERANCE:
            return b""
        found = self.sorted(event.text)
        return sorts_version() + np.array([*found.shares.values(), found.least_plain], np.float16).tobytes()


def learned_sorter() -> SayingSorter:
    """A new one, by what was learned."""
    return SayingSorter(the_sorts())
