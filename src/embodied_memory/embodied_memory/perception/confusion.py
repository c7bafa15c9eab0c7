"""How often a detector calls one sort of thing by the name of another."""

from __future__ import annotations

import csv
from collections import defaultdict
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import PerceptionConfig

Floats = NDArray[np.float64]

LOOK_ALIKES_FILE = Path(__file__).with_name("look_alikes.txt")
ALIKE_WEIGHT = 8.0
"""So much more often a wrong name is that of a look-alike than that of any other sort of thing."""
OTHER_SORTS = 40
"""Sorts of things that a detector knows, about: among these the wrong names are spread."""
LEAST_RIGHT = 0.75
"""Of the labels with a score of nothing; those with a score of 1 are right as often as the detector is reliable."""


class ConfusionModel(Protocol):
    """P(name given | sort of thing)."""

    def likelihood(self, seen: str, score: float, categories: tuple[str, ...]) -> Floats:
        """(len(categories) + 1,): how likely each sort is called `seen`; the last for a sort that is none of them."""
        ...


class ScoredConfusion:
    """The default: a label is right the more often the higher its score; wrong ones are mostly look-alikes."""

    def __init__(self, reliability: float) -> None:
        self._reliability = reliability

    def likelihood(self, seen: str, score: float, categories: tuple[str, ...]) -> Floats:
        """As ConfusionModel says."""
        right = LEAST_RIGHT + (self._reliability - LEAST_RIGHT) * min(max(score, 0.0), 1.0)
        share = (1 - right) / (OTHER_SORTS + ALIKE_WEIGHT)
        same, alike = _same_and_alike(seen, categories)
        found = np.where(alike, share * ALIKE_WEIGHT, share)
        found[same] = right
        return found


class CountedConfusion:
    """From counts of how a detector named what (rows: sort of thing, name given, count), smoothed by the default."""

    def __init__(self, file: Path, default: ConfusionModel, worth: float = 5.0) -> None:
        """Raises ValueError naming the file if it cannot be read or a row is not of that form."""
        self._default, self._worth = default, worth
        self._counts: dict[tuple[str, str], float] = defaultdict(float)
        self._totals: dict[str, float] = defaultdict(float)
        try:
            rows = list(csv.reader(file.read_text(encoding="utf-8").splitlines()))
            for true, seen, count in (row for row in rows if row and not row[0].startswith("#")):
                self._counts[true.strip(), seen.strip()] += max(float(count), 0.0)
                self._totals[true.strip()] += max(float(count), 0.0)
        except (OSError, UnicodeDecodeError, ValueError) as error:
            raise ValueError(f"{file} is not a table of sort of thing, name given, count: {error}") from error

    def likelihood(self, seen: str, score: float, categories: tuple[str, ...]) -> Floats:
        """As ConfusionModel says."""
        found = self._default.likelihood(seen, score, categories)
        for index, category in enumerate(categories):
            total = self._totals.get(category, 0.0)
            counted = self._counts.get((category, seen), 0.0)
            found[index] = (counted + self._worth * found[index]) / (total + self._worth)
        return found


def make_confusion(config: PerceptionConfig) -> ConfusionModel:
    """The counts that are configured, else the default."""
    default = ScoredConfusion(config.label_reliability)
    return (
        CountedConfusion(Path(config.confusion_counts).expanduser(), default) if config.confusion_counts else default
    )


@lru_cache(maxsize=1024)
def _same_and_alike(seen: str, categories: tuple[str, ...]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(len(categories) + 1,) each."""
    same = np.array([category == seen for category in categories] + [False])
    return same, np.array([look_alike(category, seen) for category in categories] + [False]) & ~same


@lru_cache(maxsize=16384)
def look_alike(one: str, other: str) -> bool:
    """Whether two names are of sorts that detectors take for one another."""
    one, other = _plain(one), _plain(other)
    if one.split()[-1:] == other.split()[-1:]:
        return True
    groups = _groups()
    return bool(groups.get(one, _NONE) & groups.get(other, _NONE))


_NONE: frozenset[int] = frozenset()


def _plain(name: str) -> str:
    return name.lower().replace("_", " ").replace("-", " ").strip()


@lru_cache(maxsize=1)
def _groups() -> dict[str, frozenset[int]]:
    groups: dict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(LOOK_ALIKES_FILE.read_text(encoding="utf-8").splitlines()):
        if not line.startswith("#"):
            for name in filter(None, map(str.strip, line.split(","))):
                groups[name].add(number)
    return {name: frozenset(numbers) for name, numbers in groups.items()}
