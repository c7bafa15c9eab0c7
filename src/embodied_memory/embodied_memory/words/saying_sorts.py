"""What sort a saying is of, by what telling others of it would do: all-MiniLM-L6-v2 with its layers learned anew over
sayings that readers labelled (`make learn`), an int8 ONNX model of 23 MB.

A network of its own: learned together with the acts of the one reading, both were read worse.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embodied_memory.words.one_reading import Encoder
from embodied_memory.words.reading_encoder import installed_encoder
from embodied_memory.words.reading_heads import shares, whole_and_mean
from embodied_memory.words.said import SayingSort

ENCODER = Path(__file__).with_name("saying_encoder.onnx")
HEAD = Path(__file__).with_name("saying_head.npz")
_MOST_CHARACTERS = 1000
"""Of a longer saying, the beginning is read."""


class SayingSorts:
    """Deterministic; never fails for a text. Keeps none. Safe to call from several threads."""

    def __init__(self, weight: NDArray[np.float32], bias: NDArray[np.float32], encoder: Encoder) -> None:
        """weight: (sorts, 2 D) over the vector of a text as a whole and the mean of its tokens; bias: (sorts,)."""
        self._weight, self._bias, self._encoder = weight, bias, encoder

    def sorts(self, text: str) -> dict[SayingSort, float]:
        """How likely a saying is of each sort; what has no words is plain."""
        beginning = text[:_MOST_CHARACTERS]
        encoded = self._encoder.encode(beginning) if any(map(str.isalnum, beginning)) else None
        if encoded is None or not encoded.spans:
            return {sort: float(sort is SayingSort.PLAIN) for sort in SayingSort}
        likely = shares(self._weight @ whole_and_mean(encoded.vectors) + self._bias)
        return dict(zip(SayingSort, map(float, likely), strict=True))


@lru_cache(maxsize=1)
def the_sorts() -> SayingSorts | None:
    """The ones of this process; None where the language model's files are not installed."""
    encoder = installed_encoder(ENCODER)
    if encoder is None:
        return None
    with np.load(HEAD, allow_pickle=False) as stored:
        return SayingSorts(stored["weight"].astype(np.float32), stored["bias"].astype(np.float32), encoder)


def write_head(weight: NDArray[np.float32], bias: NDArray[np.float32], path: Path) -> None:
    """As `the_sorts` reads it; rows in the order of `SayingSort`."""
    np.savez_compressed(path, weight=weight.astype(np.float16), bias=bias.astype(np.float16))
