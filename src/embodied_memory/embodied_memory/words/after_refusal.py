"""What somebody says after the robot has declined something: gives leave, insists, asks why, gives it up ...

A head over the encoder of the one reading, learned from what people wrote (`make learn`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embodied_memory.words.follow_ups import PairEncoder
from embodied_memory.words.one_reading import OneReading, the_reading
from embodied_memory.words.reading_encoder import installed_encoder
from embodied_memory.words.reading_heads import LinearHead, whole_and_mean
from embodied_memory.words.said import SpeechAct

HEAD = Path(__file__).with_name("after_refusal_head.npz")
_MOST_CHARACTERS, _ENDS = 500, ".!?"


class AfterRefusal(str, Enum):
    """What the next words do (`tests/words/refused/format.md`)."""

    ALLOW = "allow"
    INSIST = "insist"
    WHY = "why"
    DROP = "drop"
    FORBID = "forbid"
    OTHERWISE = "otherwise"
    NEW = "new"


class AfterRefusals:
    """Deterministic; never fails for a text; keeps none."""

    def __init__(self, head: LinearHead, encoder: PairEncoder, reading: OneReading) -> None:
        self._head, self._encoder, self._reading = head, encoder, reading

    def read(self, declined: str, now: str) -> Mapping[AfterRefusal, float]:
        """How likely each is; together 1. declined: what was asked for; now: what is said after it."""
        if not any(map(str.isalnum, declined)) or not any(map(str.isalnum, now)):
            return {AfterRefusal.NEW: 1.0}
        return self._head.shares(AfterRefusal, features(declined, now, self._encoder, self._reading))


def features(declined: str, now: str, encoder: PairEncoder, reading: OneReading) -> NDArray[np.float32]:
    """(F,) the two texts in each other's context, the second alone, and what it does by itself."""
    declined, now = declined[:_MOST_CHARACTERS].strip(), now[:_MOST_CHARACTERS]
    ended = declined if declined[-1] in _ENDS else f"{declined}."
    old, new, vectors = encoder.encode_pair(ended, now)
    said = vectors[2 + len(old) :][: len(new)]
    alone = encoder.encode(now).vectors
    acts = reading.acts(now)
    parts = (
        whole_and_mean(vectors),
        said.mean(axis=0) if len(said) else np.zeros(vectors.shape[1], np.float32),
        whole_and_mean(alone),
        np.array([acts.get(act, 0.0) for act in SpeechAct], np.float32),
    )
    return np.concatenate(parts).astype(np.float32)


@lru_cache(maxsize=1)
def the_after_refusals() -> AfterRefusals | None:
    """The ones of this process; None where the language model's files are not installed."""
    encoder, reading = installed_encoder(), the_reading()
    if encoder is None or reading is None:
        return None
    return AfterRefusals(LinearHead.read(HEAD), encoder, reading)
