"""What finds the pieces that may answer a question, and who reads them with it: one quickly over many, one closely
over the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.cross_encoder import MiniLmCrossEncoder, Passage
from embodied_memory.perception.dual_encoder import DualEncoder
from embodied_memory.perception.embedder import Embedder
from embodied_memory.perception.minilm_embedder import MiniLmEmbedder
from embodied_memory.perception.mpnet_cross_encoder import MpnetCrossEncoder


class Reader(Protocol):
    """A cross-encoder."""

    def logits(self, question: str, passages: Sequence[Passage]) -> NDArray[np.float64]:
        """(N,): above 0 for a passage that is likelier the answer than that there is none."""
        ...


class PieceEmbedder(Protocol):
    """Embeds pieces of evidence, and questions, near each other where the one answers the other."""

    @property
    def name(self) -> str:
        """Vectors of another one say nothing."""

    @property
    def dimension(self) -> int:
        """Of each vector."""

    def embed_text(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(N, dimension), unit rows."""
        ...


class Readers(NamedTuple):
    """One after the other."""

    quick: Reader
    close: Reader


def readers_beside(embedder: Embedder) -> Readers | None:
    """Where MiniLM embeds, its tokenizer is there for all; None beside another embedder."""
    return _of_folder(embedder.model_folder) if isinstance(embedder, MiniLmEmbedder) else None


def piece_embedder_beside(embedder: Embedder) -> PieceEmbedder:
    """What was learned of questions where MiniLM embeds; else the embedder itself."""
    return _dual_encoder(embedder.model_folder) if isinstance(embedder, MiniLmEmbedder) else embedder


@lru_cache(maxsize=2)
def _dual_encoder(model_folder: str) -> DualEncoder:
    return DualEncoder(model_folder)


@lru_cache(maxsize=2)
def _of_folder(model_folder: str) -> Readers:
    return Readers(MiniLmCrossEncoder(model_folder), MpnetCrossEncoder(model_folder))
