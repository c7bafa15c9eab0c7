"""Text vectors without a model: equal words and similar spellings are near, meanings are not known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.normalised import normalised
from embodied_memory.perception.text_of_view import embed_phrases, phrases_of_view

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
