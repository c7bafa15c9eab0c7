"""What somebody may need who only says how it is: "it's a bit dark in here".

A head over the encoders of the one reading and of what may be passed on, learned from what people wrote (`make
learn`).
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embodied_memory.words.one_reading import Encoder
from embodied_memory.words.reading_encoder import installed_encoder
from embodied_memory.words.reading_heads import LinearHead, whole_and_mean
from embodied_memory.words.saying_sorts import ENCODER

HEAD = Path(__file__).with_name("need_head.npz")
_MOST_CHARACTERS = 300


class Need(str, Enum):
    """What is the matter (`tests/words/needs/format.md`)."""

    DARK = "dark"
    BRIGHT = "bright"
    COLD = "cold"
    DRAUGHT = "draught"
    HOT = "hot"
    LOUD = "loud"
    THIRSTY = "thirsty"
    NONE = "none"


class Needs:
    """Deterministic; never fails for a text; keeps none."""

    def __init__(self, head: LinearHead, encoders: tuple[Encoder, Encoder]) -> None:
        self._head, self._encoders = head, encoders

    def read(self, text: str) -> dict[Need, float]:
        """How likely each is; together 1."""
        if not any(map(str.isalnum, text)):
            return {Need.NONE: 1.0}
        return self._head.shares(Need, features(text, self._encoders))


def features(text: str, encoders: tuple[Encoder, Encoder]) -> NDArray[np.float32]:
    """(F,) the text as each encoder has it."""
    read = (one.encode(text[:_MOST_CHARACTERS]).vectors for one in encoders)
    return np.concatenate([whole_and_mean(vectors) for vectors in read]).astype(np.float32)


@lru_cache(maxsize=1)
def need_encoders() -> tuple[Encoder, Encoder] | None:
    """The encoders of this process; None where the language model's files are not installed."""
    reading, sayings = installed_encoder(), installed_encoder(ENCODER)
    return (reading, sayings) if reading is not None and sayings is not None else None


@lru_cache(maxsize=1)
def the_needs() -> Needs | None:
    """The ones of this process; None where the language model's files are not installed."""
    encoders = need_encoders()
    return Needs(LinearHead.read(HEAD), encoders) if encoders is not None else None
