"""What sort a saying is of, by what telling others of it would do: the lower nine layers of all-mpnet-base-v2 (Song
et al. 2020; Apache-2.0) learned anew over sayings that readers labelled (`make learn`; int8, 103 MB).

A network of its own: learned together with the acts of the one reading, both were read worse. A small one (MiniLM)
with a head over the encoder of the one reading leaked twice as much (docs/evaluation.md). What the one reading surely
takes for told in confidence is confided, too ("and that's for my ears only"): of 3,650 sayings that are plain to the
network, and rightly so, it keeps nine.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from embodied_memory.words.one_reading import Encoder, the_reading
from embodied_memory.words.reading_encoder import installed_encoder
from embodied_memory.words.reading_heads import LinearHead, Matrix, whole_and_mean
from embodied_memory.words.said import SayingSort, SpeechAct

ENCODER = Path(__file__).with_name("saying_encoder.onnx")
HEAD = Path(__file__).with_name("saying_head.npz")
_MOST_CHARACTERS = 1000
"""Of a longer saying, the beginning is read."""
_FORM = 3
"""Of what is kept beside a record: a new number where other numbers are kept."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_RATHER, _SURELY = 0.5, 0.9


class SayingSorts:
    """Deterministic; never fails for a text. Keeps none. Safe to call from several threads."""

    def __init__(
        self, head: LinearHead, encoder: Encoder, confides: Callable[[str], float] = lambda text: 0.0
    ) -> None:
        """head: in the order of `SayingSort`, over the vector of a text as a whole and the mean of its tokens;
        confides: how likely something is told in confidence, for a second opinion.
        """
        self._head, self._encoder, self._confides = head, encoder, confides

    def sorts(self, text: str) -> dict[SayingSort, float]:
        """How likely a saying is of each sort; what has no words is plain."""
        beginning = text[:_MOST_CHARACTERS]
        if not any(map(str.isalnum, beginning)):
            return {sort: float(sort is SayingSort.PLAIN) for sort in SayingSort}
        shares = self._head.shares(SayingSort, _features(beginning, self._encoder))
        if shares[SayingSort.PLAIN] < _RATHER:
            return shares
        confided = max(map(self._confides, {beginning, *_SENTENCE.split(beginning)}))
        if confided < _SURELY:
            return shares
        rest = {sort: share * (1.0 - confided) for sort, share in shares.items()}
        return {**rest, SayingSort.CONFIDED: rest[SayingSort.CONFIDED] + confided}


def _features(text: str, encoder: Encoder) -> Matrix:
    """(2 D,) what a head reads."""
    return whole_and_mean(encoder.encode(text[:_MOST_CHARACTERS]).vectors)


@lru_cache(maxsize=1)
def sorts_version() -> bytes:
    """Tells what was learned, and kept, from anything later: four bytes."""
    return zlib.crc32(HEAD.read_bytes(), _FORM).to_bytes(4, "little")


@lru_cache(maxsize=1)
def the_sorts() -> SayingSorts | None:
    """The ones of this process; None where the language model's files are not installed."""
    encoder, reading = installed_encoder(ENCODER), the_reading()
    if encoder is None or reading is None:
        return None
    return SayingSorts(LinearHead.read(HEAD), encoder, lambda text: reading.acts(text).get(SpeechAct.CONFIDE, 0.0))
