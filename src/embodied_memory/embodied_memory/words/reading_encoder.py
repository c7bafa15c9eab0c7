"""The encoder of the one reading: the lower nine layers of all-mpnet-base-v2 (Song et al. 2020; Apache-2.0), learned
anew over what people say to a robot, and how that goes on from what they said before.

Learned with the heads (`reading_heads.py`, `follow_ups.py`) by `make learn`; an int8 ONNX model of 103 MB that takes
the numbers of MiniLM's tokenizer.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embodied_memory.optional import MissingExtraError
from embodied_memory.perception.minilm_tokenizer import BEGIN, END, minilm_tokenizer
from embodied_memory.perception.model_folder import MissingModelError
from embodied_memory.perception.onnx_session import onnx_session

WEIGHTS = Path(__file__).with_name("reading_encoder.onnx")
_MOST_TOKENS = 158

Spans = tuple[tuple[int, int], ...]
"""Begin and end of each token, in characters."""


@dataclass(frozen=True)
class Encoded:
    """spans: T tokens; vectors: (T + 2, D), the first row is of the text as a whole, the last of its end."""

    spans: Spans
    vectors: NDArray[np.float32]


class ReadingTokens:
    """Text as MiniLM's tokenizer splits it."""

    def __init__(self, model_folder: str = "") -> None:
        """Raises MissingModelError if the tokenizer file is not there, MissingExtraError if a package is not."""
        self._tokenizer = minilm_tokenizer(model_folder)

    def split(self, text: str) -> tuple[tuple[int, ...], Spans]:
        """(numbers with those of begin and end around them, spans without); of a long text the beginning."""
        ids, spans = self._split(text, _MOST_TOKENS)
        return (BEGIN, *ids, END), spans

    def split_pair(self, before: str, now: str) -> tuple[tuple[int, ...], Spans, Spans]:
        """(numbers with an end after each, spans of the one, spans of the other); of long texts the beginnings."""
        first, first_spans = self._split(before, _MOST_TOKENS // 2)
        second, second_spans = self._split(now, _MOST_TOKENS // 2)
        return (BEGIN, *first, END, *second, END), first_spans, second_spans

    def _split(self, text: str, most: int) -> tuple[list[int], Spans]:
        split = self._tokenizer.encode(text, add_special_tokens=False)
        return split.ids[:most], tuple(split.offsets[:most])


class ReadingEncoder:
    """May be used from several threads."""

    def __init__(self, model_folder: str = "", weights: Path = WEIGHTS) -> None:
        """Raises as `ReadingTokens`."""
        self._tokens, self._session = ReadingTokens(model_folder), onnx_session(str(weights))

    def encode(self, text: str) -> Encoded:
        """One text."""
        return _encoded(self, text)

    def encode_anew(self, text: str) -> Encoded:
        """One text, whether or not it is remembered."""
        ids, spans = self._tokens.split(text)
        return Encoded(spans, self._vectors(ids))

    def encode_pair(self, before: str, now: str) -> tuple[Spans, Spans, NDArray[np.float32]]:
        """(spans of the one, spans of the other, vectors with a row of the whole before and of an end after each)."""
        ids, first, second = self._tokens.split_pair(before, now)
        return first, second, self._vectors(ids)

    def _vectors(self, ids: tuple[int, ...]) -> NDArray[np.float32]:
        numbers = np.array([ids], np.int64)
        (vectors,) = self._session.run(None, {"input_ids": numbers, "attention_mask": np.ones_like(numbers)})
        return np.asarray(vectors[0], np.float32)


@lru_cache(maxsize=128)
def _encoded(encoder: ReadingEncoder, text: str) -> Encoded:
    """The latest texts are remembered: many readers ask of the same saying, and encoding it is nearly all the work.
    After an erasure they are forgotten (`forget_cached_texts`).
    """
    encoded = encoder.encode_anew(text)
    encoded.vectors.setflags(write=False)  # all its readers share it
    return encoded


@lru_cache(maxsize=2)
def installed_encoder(weights: Path = WEIGHTS) -> ReadingEncoder | None:
    """The one of this process that all heads share; None where the language model's files are not installed."""
    try:
        return ReadingEncoder(weights=weights)
    except (MissingExtraError, MissingModelError):
        return None
