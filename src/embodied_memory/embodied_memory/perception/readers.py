"""Who reads a question together with what may answer it: one quickly over many, one closely over the best."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.cross_encoder import Passage
from embodied_memory.perception.embedder import Embedder
from embodied_memory.perception.minilm_cross_encoder import MiniLmCrossEncoder
from embodied_memory.perception.minilm_embedder import MiniLmEmbedder
from embodied_memory.perception.mpnet_cross_encoder import MpnetCrossEncoder


class Reader(Protocol):
    """A cross-encoder."""

    def logits(self, question: str, passages: Sequence[Passage]) -> NDArray[np.float64]:
        """(N,): above 0 for a passage that is likelier the answer than that there is none."""
        ...


class Readers(NamedTuple):
    """One after the other."""

    quick: Reader
    close: Reader


def readers_beside(embedder: Embedder) -> Readers | None:
    """Where MiniLM embeds, its tokenizer is there for all; None beside another embedder."""
    return _of_folder(embedder.model_folder) if isinstance(embedder, MiniLmEmbedder) else None


@lru_cache(maxsize=2)
def _of_folder(model_folder: str) -> Readers:
    return Readers(MiniLmCrossEncoder(model_folder), MpnetCrossEncoder(model_folder))
