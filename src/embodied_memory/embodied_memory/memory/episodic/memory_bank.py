"""The memory bank of views (LMEE, section 3, equations 1 and 2; section 4, equation 3; section 12).

An entry is (position, text feature, image feature) with its tags, text and thumbnail. Only novel views enter:
the score of a view is its highest similarity (equation 2) to the 10 latest entries, and it is novel if that is
at most the mean plus one standard deviation of the scores of the 10 latest views considered. The paper leaves
the rule open ("mean and standard deviation of the similarity of the 10 most recent samples"). This one adapts
to the embedder's scale, and as refused views count too, the bank never starves; the fixed ceiling keeps a robot
that stands still from filling it.
"""

from __future__ import annotations

import logging
import sqlite3
from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.config import MemoryBankConfig
from embodied_memory.memory.episodic.growing_array import GrowingArray
from embodied_memory.scene_graph import SceneGraphInstant

_LOG = logging.getLogger(__name__)
_STORED = np.dtype("<f4")

Feature = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class MemoryBankEntry:
    """A view to be remembered (LMEE, equation 1). Features are L2-normalised, zeros where there is none."""

    record_id: int
    position: tuple[float, float, float]
    text_feature: Feature
    image_feature: Feature
    text: str
    tags: tuple[str, ...]
    thumbnail: bytes
    forced: bool

    @staticmethod
    def of(
        record_id: int, instant: SceneGraphInstant, text: str, features: tuple[Feature, Feature], forced: bool
    ) -> MemoryBankEntry:
        """The entry that an instant makes. features: (D,) of its text and of its image."""
        return MemoryBankEntry(
            record_id=record_id,
            position=instant.robot_position,
            text_feature=features[0],
            image_feature=features[1],
            text=text,
            tags=tuple(" ".join(tag.split()) for tag in instant.tags),
            thumbnail=instant.thumbnail,
            forced=forced,
        )


@dataclass(frozen=True)
class Novelty:
    """The verdict on a view. similarity: None when there was nothing to compare it with."""

    similarity: float | None
    is_novel: bool


class MemoryBank:
    """The entries of one feature model, in arrays that grow; rebuilt from the database at start.

    `judge` and `write` change nothing here: `adopt` does, once the record is committed.
    """

    def __init__(self, connection: sqlite3.Connection, model: str, dimension: int, config: MemoryBankConfig):
        self._model = model
        self._config = config
        self._record_ids = GrowingArray(1, np.int64)
        self._positions = GrowingArray(3, np.float64)
        self._texts = GrowingArray(dimension, np.float32)
        self._images = GrowingArray(dimension, np.float32)
        self._scores: deque[float] = deque(maxlen=config.novelty_window)
        self.entries_of_other_models = 0
        self._load(connection, dimension)

    def __len__(self) -> int:
        return len(self._record_ids)

    def holds(self, record_id: int) -> bool:
        """Whether the record's view is in the bank."""
        record_ids = self._record_ids.rows[:, 0]
        index = int(np.searchsorted(record_ids, record_id))
        return index < len(record_ids) and bool(record_ids[index] == record_id)

    def judge(self, entry: MemoryBankEntry) -> Novelty:
        """Whether the view is novel among the latest ones (see the module's docstring)."""
        recent = slice(max(0, len(self) - self._config.novelty_window), len(self))
        if recent.start == recent.stop:
            return Novelty(None, True)
        similarity = float(self._similarities(entry, recent).max())
        threshold = self._config.max_similarity
        if len(self._scores) >= 2:
            threshold = min(threshold, float(np.mean(self._scores) + np.std(self._scores)))
        return Novelty(similarity, similarity <= threshold)

    def write(self, connection: sqlite3.Connection, entry: MemoryBankEntry) -> None:
        """Insert the entry into the database."""
        connection.execute(
            "INSERT INTO bank_entry VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                entry.record_id,
                entry.text,
                "\n".join(entry.tags),
                self._model,
                entry.text_feature.astype(_STORED).tobytes(),
                entry.image_feature.astype(_STORED).tobytes(),
                int(entry.forced),
            ),
        )
        if entry.thumbnail:
            connection.execute("INSERT INTO thumbnail VALUES (?, ?)", (entry.record_id, entry.thumbnail))

    def adopt(self, entry: MemoryBankEntry | None, novelty: Novelty) -> None:
        """Take over what was committed: the view's score, and the entry if it was written."""
        if novelty.similarity is not None:
            self._scores.append(novelty.similarity)
        if entry is not None:
            self._record_ids.append(np.array([entry.record_id]))
            self._positions.append(np.array(entry.position))
            self._texts.append(entry.text_feature)
            self._images.append(entry.image_feature)

    def search(self, query: Feature, k: int) -> list[tuple[int, float]]:
        """(record id, cosine) of the k entries whose text or image is most like the query (equation 3).

        The cosines with text and with image are united by taking the better one of each entry.
        """
        if len(self) == 0 or k <= 0:
            return []
        cosines = np.maximum(self._texts.rows @ query, self._images.rows @ query)
        k = min(k, len(self))
        best = np.argpartition(-cosines, k - 1)[:k]
        best = best[np.lexsort((-best, -cosines[best]))]
        record_ids = self._record_ids.rows
        return [(int(record_ids[index, 0]), float(cosines[index])) for index in best]

    def _similarities(self, entry: MemoryBankEntry, among: slice) -> NDArray[np.float64]:
        """Equation 2. A feature that either side lacks is left out, and the other weights grow to 1."""
        weights = self._config
        texts, images = self._texts.rows[among], self._images.rows[among]
        distances = np.linalg.norm(self._positions.rows[among] - np.array(entry.position), axis=1)
        has_text = texts.any(axis=1) & bool(entry.text_feature.any())
        has_image = images.any(axis=1) & bool(entry.image_feature.any())
        total = (
            weights.text_weight * (texts @ entry.text_feature)
            + weights.image_weight * (images @ entry.image_feature)
            + weights.position_weight * np.exp(-distances / weights.position_scale_m)
        )
        present = weights.text_weight * has_text + weights.image_weight * has_image + weights.position_weight
        return np.asarray(total / present, np.float64)

    def _load(self, connection: sqlite3.Connection, dimension: int) -> None:
        rows = connection.execute(
            "SELECT record_id, x, y, z, text_feature, image_feature FROM bank_entry JOIN instant"
            " USING (record_id) WHERE feature_model = ? AND length(text_feature) = ? ORDER BY record_id",
            (self._model, dimension * _STORED.itemsize),
        ).fetchall()
        if rows:
            self._record_ids.extend(np.array([[row[0]] for row in rows], np.int64))
            self._positions.extend(np.array([row[1:4] for row in rows], np.float64))
            self._texts.extend(_features([row[4] for row in rows]))
            self._images.extend(_features([row[5] for row in rows]))
        everything = connection.execute("SELECT count(*) FROM bank_entry").fetchone()[0]
        self.entries_of_other_models = everything - len(rows)
        if self.entries_of_other_models:
            _LOG.warning(
                "%d views were embedded by another model than %s and cannot be searched with it",
                self.entries_of_other_models,
                self._model,
            )
        scores = connection.execute(
            "SELECT bank_similarity FROM instant WHERE bank_similarity IS NOT NULL ORDER BY record_id DESC LIMIT ?",
            (self._config.novelty_window,),
        ).fetchall()
        self._scores.extend(score for (score,) in reversed(scores))


def _features(blobs: list[bytes]) -> NDArray[np.float32]:
    return np.frombuffer(b"".join(blobs), _STORED).reshape(len(blobs), -1).astype(np.float32)
