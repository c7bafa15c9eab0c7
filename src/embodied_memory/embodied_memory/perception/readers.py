"""What finds the pieces that may answer a question, and who reads them with it: one quickly over many, one closely
over the best.

Found they are by vectors that lie close together (Karpukhin et al. 2020): all-MiniLM-L6-v2 with its layers
learned anew over questions about homes (`make learn-dual-encoder`). Where the published vectors find texts that
are alike, these find "he says the pump has gone" for "what was up with the boiler?".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.cross_encoder import MiniLmCrossEncoder, MpnetCrossEncoder, Passage
from embodied_memory.perception.embedder import Embedder
from embodied_memory.perception.model_files import minilm_tokenizer, onnx_session
from embodied_memory.perception.text_embedders import MiniLmEmbedder, normalised


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


WEIGHTS = Path(__file__).with_name("dual_encoder.onnx")
MOST_TOKENS = 64


class DualEncoder:
    """Mean of the token vectors, then L2, alike for both sides. Keeps no text. May be used from several threads."""

    name = "dual-encoder-1"
    dimension = 384

    def __init__(self, model_folder: str = "") -> None:
        """Raises MissingModelError if the tokenizer file is not there, MissingExtraError if a package is not."""
        self._tokenizer = minilm_tokenizer(model_folder)
        self._tokenizer.enable_truncation(MOST_TOKENS)
        self._session = onnx_session(str(WEIGHTS))

    def embed_text(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(N, 384), one row a text; an empty text gives a zero row."""
        return np.array([self._embed(text) for text in texts], np.float32).reshape(len(texts), self.dimension)

    def _embed(self, text: str) -> NDArray[np.float32]:
        """One at a time: int8 activations are scaled over the whole batch."""
        if not text.strip():
            return np.zeros(self.dimension, np.float32)
        ids = np.array([self._tokenizer.encode(text).ids], np.int64)
        (vectors,) = self._session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})
        return normalised(vectors[0].mean(axis=0))
