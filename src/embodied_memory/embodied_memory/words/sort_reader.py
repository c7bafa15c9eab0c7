"""Which of some sorts a saying is of, read by a linear head over two encoders that were learned for something else:
those of the one reading and of what may be passed on. A new sort costs a file of examples (`make learn`).
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from embodied_memory.words.one_reading import Encoder
from embodied_memory.words.reading_encoder import installed_encoder
from embodied_memory.words.reading_heads import LinearHead, whole_and_mean
from embodied_memory.words.saying_sorts import ENCODER

_MOST_CHARACTERS = 300
Sort = TypeVar("Sort", bound=Enum)


class SortReader(Generic[Sort]):
    """Deterministic; never fails for a text."""

    def __init__(self, none: Sort, head: LinearHead, encoders: tuple[Encoder, Encoder]) -> None:
        """none: of what is of no other sort; the head has the order of its class."""
        self._none, self._head, self._encoders = none, head, encoders

    def read(self, text: str) -> dict[Sort, float]:
        """How likely it is of each sort; together 1."""
        if not any(map(str.isalnum, text)):
            return {self._none: 1.0}
        return self._head.shares(type(self._none), features(text, self._encoders))

    def surely(self, text: str, least: float) -> Sort:
        """The likeliest sort, if it is at least so likely; else none of them."""
        likely = self.read(text)
        best = max(likely, key=lambda one: likely[one])
        return best if likely[best] >= least else self._none


def features(text: str, encoders: tuple[Encoder, Encoder]) -> NDArray[np.float32]:
    """(F,) the text as each encoder has it."""
    read = (one.encode(text[:_MOST_CHARACTERS]).vectors for one in encoders)
    return np.concatenate([whole_and_mean(vectors) for vectors in read]).astype(np.float32)


@lru_cache(maxsize=1)
def sort_encoders() -> tuple[Encoder, Encoder] | None:
    """The encoders of this process; None where the language model's files are not installed."""
    reading, sayings = installed_encoder(), installed_encoder(ENCODER)
    return (reading, sayings) if reading is not None and sayings is not None else None


def installed_reader(none: Sort, head: Path) -> SortReader[Sort] | None:
    """With the head that a file holds; None as above."""
    encoders = sort_encoders()
    return SortReader(none, LinearHead.read(head), encoders) if encoders is not None else None
