"""The features and the text of a view, in the memory's own model."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import numpy as np

from embodied_memory.memory.episodic.bank_entry import Feature, MemoryBankEntry
from embodied_memory.scene_graph import SceneGraphInstant

if TYPE_CHECKING:
    from embodied_memory.perception.embedder import Embedder

_LOG = logging.getLogger(__name__)


class ViewFeatures:
    """Takes an instant's features where they fit the memory's embedder, and makes the text feature if not.

    Features of another model are never compared: they are left out, said once, and the view's words are
    embedded instead.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._models_refused: set[str] = set()

    def view_of(self, instant: SceneGraphInstant, forced: bool) -> MemoryBankEntry:
        """The view of an instant that is not recorded yet, as it would go into the bank."""
        return MemoryBankEntry.of(instant, self.text_of(instant), self.of(instant), forced)

    def of(self, instant: SceneGraphInstant) -> tuple[Feature, Feature]:
        """(text feature, image feature), each (D,) normalised, zeros where there is none."""
        text, image = instant.text_feature, instant.image_feature
        if not self._fits(instant, text) or not self._fits(instant, image):
            self._say_refused(instant)
            text, image = self._none(), self._none()
        if not text.size or not text.any():
            words = self.text_of(instant)
            text = self._embedder.embed_text([words])[0] if words else self._none()
        return _normalised(text), _normalised(image) if image.size and image.any() else self._none()

    def of_query(self, query: str) -> Feature:
        """(D,) normalised; zeros for a query without text."""
        return _normalised(self._embedder.embed_text([query])[0]) if query.strip() else self._none()

    def text_of(self, instant: SceneGraphInstant) -> str:
        """The words that stand for the view: its tags, then what its objects look like."""
        captions = (seen.caption or seen.category for seen in instant.objects)
        return ", ".join(dict.fromkeys([*instant.tags, *captions]))

    def _fits(self, instant: SceneGraphInstant, feature: Feature) -> bool:
        if feature.size == 0:
            return True
        return instant.feature_model == self._embedder.name and feature.shape == (self._embedder.dimension,)

    def _none(self) -> Feature:
        return np.zeros(self._embedder.dimension, np.float32)

    def _say_refused(self, instant: SceneGraphInstant) -> None:
        if instant.feature_model not in self._models_refused:
            self._models_refused.add(instant.feature_model)
            _LOG.warning(
                "features of the model %r are not compared with those of %r: set both sides to one embedder",
                instant.feature_model,
                self._embedder.name,
            )


def _normalised(feature: Feature) -> Feature:
    length = float(np.linalg.norm(feature))
    return np.asarray(feature / length if length > 0 else feature, np.float32)
