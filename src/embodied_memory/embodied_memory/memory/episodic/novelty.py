"""Which views are novel enough for the memory bank (LMEE, section 3, equation 2; section 12).

The score of a view is its highest similarity (equation 2) to the 10 latest entries, and it is novel if that is at
most the mean plus one standard deviation of the scores of the 10 latest views considered. The paper leaves the rule
open ("mean and standard deviation of the similarity of the 10 most recent samples"). This one adapts to the scale of
the embedder, and as refused views count too, the bank never starves; the fixed ceiling keeps a robot that stands
still from filling it.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import MemoryBankConfig
from embodied_memory.memory.episodic.bank_entry import MemoryBankEntry


@dataclass(frozen=True)
class Novelty:
    """The verdict on a view. similarity: None when there was nothing to compare it with."""

    similarity: float | None
    is_novel: bool


class NoveltyJudge:
    """Knows the latest entries and the latest scores. `judge` changes nothing; `adopt` does, after the commit."""

    def __init__(
        self, config: MemoryBankConfig, entries: Iterable[MemoryBankEntry] = (), scores: Iterable[float] = ()
    ) -> None:
        """entries, scores: the latest ones, oldest first."""
        self._config = config
        self._scores = deque(scores, maxlen=config.novelty_window)
        self._latest = _LatestEntries(config.novelty_window)
        for entry in entries:
            self._latest.append(entry)

    def judge(self, entry: MemoryBankEntry) -> Novelty:
        """Whether the view is novel among the latest ones (see the module's docstring)."""
        if not len(self._latest):
            return Novelty(None, True)
        similarity = float(self._latest.similarities(self._config, entry).max())
        threshold = self._config.max_similarity
        if len(self._scores) >= 2:
            threshold = min(threshold, _mean_and_deviation(self._scores))
        return Novelty(similarity, similarity <= threshold)

    def adopt(self, entry: MemoryBankEntry | None, novelty: Novelty) -> None:
        """Take over what was committed: the view's score, and the entry if it was written."""
        if novelty.similarity is not None:
            self._scores.append(novelty.similarity)
        if entry is not None:
            self._latest.append(entry)

    def remove(self, record_ids: frozenset[int]) -> None:
        """These entries are gone."""
        self._keep(entry for entry in list(self._latest.entries) if entry.record_id not in record_ids)

    def move(self, places: Mapping[int, tuple[float, float, float]]) -> None:
        """The map was corrected. places: record id -> where the robot stood, metres; others stay where they are."""
        self._keep(
            replace(entry, position=places.get(entry.record_id, entry.position))
            for entry in list(self._latest.entries)
        )

    def _keep(self, entries: Iterable[MemoryBankEntry]) -> None:
        self._latest = _LatestEntries(self._config.novelty_window)
        for entry in entries:
            self._latest.append(entry)


class _LatestEntries:
    """The latest entries, also as arrays: a row for each, the oldest overwritten by the newest."""

    def __init__(self, window: int) -> None:
        self.entries: deque[MemoryBankEntry] = deque(maxlen=window)
        self._next = 0
        self._features: dict[str, NDArray[np.float32]] = {}
        self._has = {name: np.zeros(window) for name in ("text_feature", "image_feature")}
        self._positions = np.zeros((window, 3))

    def __len__(self) -> int:
        return len(self.entries)

    def append(self, entry: MemoryBankEntry) -> None:
        """Take in one more."""
        row, self._next = self._next, (self._next + 1) % len(self._positions)
        self.entries.append(entry)
        self._positions[row] = entry.position
        for name, has in self._has.items():
            feature = getattr(entry, name)
            has[row] = feature.any()
            if has[row] or name in self._features:
                rows = self._features.setdefault(name, np.zeros((len(has), len(feature)), np.float32))
                rows[row] = feature

    def similarities(self, config: MemoryBankConfig, entry: MemoryBankEntry) -> NDArray[np.float64]:
        """(N,) equation 2. A feature that either side lacks is left out, and the other weights grow to 1."""
        count = len(self)
        apart = self._positions[:count] - entry.position
        distances = np.sqrt(np.einsum("ij,ij->i", apart, apart))
        total = config.position_weight * np.exp(-distances / config.position_scale_m)
        present = np.full(count, config.position_weight)
        for name, weight in (("text_feature", config.text_weight), ("image_feature", config.image_weight)):
            feature = getattr(entry, name)
            if name in self._features and feature.any():
                total += weight * (self._features[name][:count] @ feature)
                present += weight * self._has[name][:count]
        return np.asarray(total / present, np.float64)


def _mean_and_deviation(scores: Collection[float]) -> float:
    """Their sum. Of ten figures: making an array of them costs more than this."""
    mean = math.fsum(scores) / len(scores)
    return mean + math.sqrt(math.fsum((score - mean) ** 2 for score in scores) / len(scores))
