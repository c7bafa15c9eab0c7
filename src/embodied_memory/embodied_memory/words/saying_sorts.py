"""What sort a saying is of, by what telling others of it would do: all-MiniLM-L6-v2 with its layers learned anew over
sayings that readers labelled, together with a head over the encoder of the one reading as it is (`make learn`).

Two readers: each errs elsewhere. The first is a network of its own: learned together with the acts of the one
reading, both were read worse.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from embodied_memory.words.one_reading import Encoder
from embodied_memory.words.reading_encoder import installed_encoder
from embodied_memory.words.reading_heads import LinearHead, Matrix, whole_and_mean
from embodied_memory.words.said import SayingSort

ENCODER = Path(__file__).with_name("saying_encoder.onnx")
HEAD = Path(__file__).with_name("saying_head.npz")
SECOND_HEAD = Path(__file__).with_name("saying_second_head.npz")
_MOST_CHARACTERS = 1000
"""Of a longer saying, the beginning is read."""
_LEAST = 1e-6


class SayingSorts:
    """Deterministic; never fails for a text. Keeps none. Safe to call from several threads."""

    def __init__(self, readers: Sequence[tuple[LinearHead, Encoder]]) -> None:
        """readers: heads in the order of `SayingSort`, each over the vector of a text as a whole, as its encoder has
        it, and the mean of its tokens.
        """
        self._readers = tuple(readers)

    def sorts(self, text: str) -> dict[SayingSort, float]:
        """How likely a saying is of each sort, by all readers (the mean of their logarithms); what has no words is
        plain.
        """
        beginning = text[:_MOST_CHARACTERS]
        if not any(map(str.isalnum, beginning)):
            return {sort: float(sort is SayingSort.PLAIN) for sort in SayingSort}
        read = [head.shares(SayingSort, sort_features(beginning, encoder)) for head, encoder in self._readers]
        likely = np.exp(np.mean([np.log(np.fromiter(one.values(), np.float64) + _LEAST) for one in read], axis=0))
        return dict(zip(SayingSort, map(float, likely / likely.sum()), strict=True))


def sort_features(text: str, encoder: Encoder) -> Matrix:
    """(2 D,) what a head reads."""
    return whole_and_mean(encoder.encode(text[:_MOST_CHARACTERS]).vectors)


@lru_cache(maxsize=1)
def sorts_version() -> bytes:
    """Tells what was learned from anything learned later: four bytes."""
    return zlib.crc32(HEAD.read_bytes() + SECOND_HEAD.read_bytes()).to_bytes(4, "little")


@lru_cache(maxsize=1)
def the_sorts() -> SayingSorts | None:
    """The ones of this process; None where the language model's files are not installed."""
    own, reading = installed_encoder(ENCODER), installed_encoder()
    if own is None or reading is None:
        return None
    return SayingSorts(((LinearHead.read(HEAD), own), (LinearHead.read(SECOND_HEAD), reading)))
