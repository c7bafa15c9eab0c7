"""What sort a saying is of, by what telling others of it would do: all-MiniLM-L6-v2 with its layers learned anew over
sayings that readers labelled (`make learn`), an int8 ONNX model of 23 MB.

A network of its own: learned together with the acts of the one reading, both were read worse.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from embodied_memory.words.one_reading import Encoder
from embodied_memory.words.reading_encoder import installed_encoder
from embodied_memory.words.reading_heads import LinearHead, whole_and_mean
from embodied_memory.words.said import SayingSort

ENCODER = Path(__file__).with_name("saying_encoder.onnx")
HEAD = Path(__file__).with_name("saying_head.npz")
_MOST_CHARACTERS = 1000
"""Of a longer saying, the beginning is read."""


class SayingSorts:
    """Deterministic; never fails for a text. Keeps none. Safe to call from several threads."""

    def __init__(self, head: LinearHead, encoder: Encoder) -> None:
        """head: in the order of `SayingSort`, over the vector of a text as a whole and the mean of its tokens."""
        self._head, self._encoder = head, encoder

    def sorts(self, text: str) -> dict[SayingSort, float]:
        """How likely a saying is of each sort; what has no words is plain."""
        beginning = text[:_MOST_CHARACTERS]
        encoded = self._encoder.encode(beginning) if any(map(str.isalnum, beginning)) else None
        if encoded is None or not encoded.spans:
            return {sort: float(sort is SayingSort.PLAIN) for sort in SayingSort}
        return self._head.shares(SayingSort, whole_and_mean(encoded.vectors))


@lru_cache(maxsize=1)
def the_sorts() -> SayingSorts | None:
    """The ones of this process; None where the language model's files are not installed."""
    encoder = installed_encoder(ENCODER)
    return SayingSorts(LinearHead.read(HEAD), encoder) if encoder is not None else None
