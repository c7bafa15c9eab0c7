"""Which views are novel enough for the memory bank (LMEE, section 3, equation 2; section 12).

The score of a view is its highest similarity (equation 2) to the 10 latest entries, and it is novel if that is at
most the mean plus one standard deviation of the scores of the 10 latest views considered. The paper leaves the rule
open ("mean and standard deviation of the similarity of the 10 most recent samples"). This one adapts to the scale of
the embedder, and as refused views count too, the bank never starves; the fixed ceiling keeps a robot that stands
still from filling it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
        self._entries = deque(entries, maxlen=config.novelty_window)
        self._scores = deque(scores, maxlen=config.novelty_window)

    def judge(self, entry: MemoryBankEntry) -> Novelty:
        """Whether the view is novel among the latest ones (see the module's docstring)."""
        if not self._entries:
            return Novelty(None, True)
        similarity = float(_similarities(self._config, entry, self._entries).max())
        threshold = self._config.max_similarity
        if len(self._scores) >= 2:
            threshold = min(threshold, float(np.mean(self._scores) + np.std(self._scores)))
        return Novelty(similarity, similarity <= threshold)

    def adopt(self, entry: MemoryBankEntry | None, novelty: Novelty) -> None:
        """Take over what was committed: the view's score, and the entry if it was written."""
        if novelty.similarity is not None:
            self._scores.append(novelty.similarity)
        if entry is not None:
            self._entries.append(entry)

    def remove(self, record_ids: frozenset[int]) -> None:
        """These entries are gone."""
        kept = [entry for entry in self._entries if entry.record_id not in record_ids]
        self._entries = deque(kept, maxlen=self._config.novelty_window)


def _similarities(
    config: MemoryBankConfig, entry: MemoryBankEntry, among: Sequence[MemoryBankEntry] | deque[MemoryBankEntry]
) -> NDArray[np.float64]:
    """Equation 2. A feature that either side lacks is left out, and the other weights grow to 1."""
    texts = np.array([other.text_feature for other in among])
    images = np.array([other.image_feature for other in among])
    distances = np.linalg.norm(np.array([other.position for other in among]) - np.array(entry.position), axis=1)
    has_text = texts.any(axis=1) & bool(entry.text_feature.any())
    has_image = images.any(axis=1) & bool(entry.image_feature.any())
    total = (
        config.text_weight * (texts @ entry.text_feature)
        + config.image_weight * (images @ entry.image_feature)
        + config.position_weight * np.exp(-distances / config.position_scale_m)
    )
    present = config.text_weight * has_text + config.image_weight * has_image + config.position_weight
    return np.asarray(total / present, np.float64)
