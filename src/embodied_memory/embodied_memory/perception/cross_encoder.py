"""A question and a passage read together: how well the one answers the other (Nogueira and Cho 2019)."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence, Sized
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.onnx_session import onnx_session

_AT_ONCE, _MOST_THREADS = 8, 2

Passage = tuple[str, str]
"""(what was said or done, what was said right before it or "")"""
PairT = TypeVar("PairT", bound=Sized)


class CrossEncoder(Generic[PairT]):
    """A learned network with its way to write pairs. Keeps no text. May be used from several threads."""

    def __init__(
        self,
        pairs: Callable[[str, Sequence[Passage]], list[PairT]],
        padded: Callable[[Sequence[PairT]], dict[str, NDArray[np.int64]]],
        weights: Path,
    ) -> None:
        """pairs: one a passage; padded: the inputs of the network, each (N, longest)."""
        self._pairs, self._padded = pairs, padded
        self._session = onnx_session(str(weights), min(_MOST_THREADS, os.cpu_count() or 1))

    def logits(self, question: str, passages: Sequence[Passage]) -> NDArray[np.float64]:
        """(N,): above 0 for a passage that is likelier the answer than that there is none.

        With the softmax over them and a 0 for "none of these" they are how likely each one answers.
        """
        pairs = self._pairs(question, passages)
        found = np.zeros(len(pairs))
        by_length = sorted(range(len(pairs)), key=lambda place: len(pairs[place]))
        for first in range(0, len(pairs), _AT_ONCE):
            places = by_length[first : first + _AT_ONCE]
            (logits,) = self._session.run(None, self._padded([pairs[place] for place in places]))
            found[places] = np.asarray(logits, np.float64).reshape(-1)
        return found
