"""Questions and what answers them as vectors that lie close together (Karpukhin et al. 2020: dense passages).

all-MiniLM-L6-v2 with its layers learned anew over questions about homes (`make learn-dual-encoder`), as an int8 ONNX
model. Where the published vectors find texts that are alike, these find "he says the pump has gone" for "what was up
with the boiler?".
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.minilm_tokenizer import minilm_tokenizer
from embodied_memory.perception.normalised import normalised
from embodied_memory.perception.onnx_session import onnx_session

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
