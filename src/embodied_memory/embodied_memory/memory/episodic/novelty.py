"""Which views are novel enough for the memory bank (LMEE, section 3, equation 2; section 12).

The score of a view is its highest similarity (equation 2) to the 10 latest entries, and it is novel if that is at
most the mean plus one standard deviation of the scores of the 10 latest views considered. The paper leaves the rule
open ("mean and standard deviation of the similarity of the 10 most recent samples"). This one adapts to the scale of
the embedder, and as refused views count too, the bank never starves; the fixed ceiling keeps a robot that stands
still from filling it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
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
        self._latest: _Latest | None = None

    def judge(self, entry: MemoryBankEntry) -> Novelty:
        """Whether the view is novel among the latest ones (see the module's docstring)."""
        if not self._entries:
            return Novelty(None, True)
        self._latest = self._latest or _Latest.of(self._entries)
        similarity = float(_similarities(self._config, entry, self._latest).max())
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
            self._latest = None

    def remove(self, record_ids: frozenset[int]) -> None:
        """These entries are gone."""
        kept = [entry for entry in self._entries if entry.record_id not in record_ids]
        self._entries = deque(kept, maxlen=self._config.novelty_window)
        self._latest = None


@dataclass(frozen=True, eq=False)
class _Latest:
    """The latest entries as arrays: (N, D), (N, D), (N, 3), and (N,) whether they have a text or an image feature."""

    texts: NDArray[np.float32]
    images: NDArray[np.float32]
    positions: NDArray[np.float64]
    have_text: NDArray[np.bool_]
    have_image: NDArray[np.bool_]

    @staticmethod
    def of(entries: Iterable[MemoryBankEntry]) -> _Latest:
        entries = list(entries)
        texts = np.array([entry.text_feature for entry in entries])
        images = np.array([entry.image_feature for entry in entries])
        positions = np.array([entry.position for entry in entries], np.float64)
        return _Latest(
            texts, images, positions, np.any(texts, 1, keepdims=True)[:, 0], np.any(images, 1, keepdims=True)[:, 0]
        )


def _similarities(config: MemoryBankConfig, entry: MemoryBankEntry, latest: _Latest) -> NDArray[np.float64]:
    """Equation 2. A feature that either side lacks is left out, and the other weights grow to 1."""
    distances = np.linalg.norm(latest.positions - np.array(entry.position), axis=1)
    has_text = latest.have_text & bool(entry.text_feature.any())
    has_image = latest.have_image & bool(entry.image_feature.any())
    total = (
        config.text_weight * (latest.texts @ entry.text_feature)
        + config.image_weight * (latest.images @ entry.image_feature)
        + config.position_weight * np.exp(-distances / config.position_scale_m)
    )
    present = config.text_weight * has_text + config.image_weight * has_image + config.position_weight
    return np.asarray(total / present, np.float64)
