"""What single words mean, for words that say the same without being the same: vectors kept while the process runs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

_MOST = 20_000
_ALMOST = 0.9
"""Another word, however close, counts less than the word itself."""

Embed = Callable[[list[str]], NDArray[np.float32]]


class WordVectors:
    """Safe to use from several threads."""

    def __init__(self, embed: Embed) -> None:
        self._embed = embed
        self._known: dict[str, NDArray[np.float32]] = {}
        self._lock = threading.Lock()

    def of(self, words: Sequence[str]) -> NDArray[np.float32]:
        """(N, D), unit length."""
        with self._lock:
            missing = [word for word in dict.fromkeys(words) if word not in self._known]
            if missing:
                if len(self._known) > _MOST:
                    self._known = {}
                    missing = list(dict.fromkeys(words))
                self._known |= dict(zip(missing, self._embed(missing), strict=True))
            return np.stack([self._known[word] for word in words])

    def unkept(self, text: str) -> NDArray[np.float32]:
        """(D,) of what somebody says, which stays in no cache."""
        found: NDArray[np.float32] = self._embed([text])[0]
        return found

    def told_by(self, asked: Sequence[str], told: Sequence[str]) -> NDArray[np.float32]:
        """(N,) for each word asked, how nearly the words told say it: 1 for the word itself."""
        if not told or not asked:
            return np.zeros(len(asked), np.float32)
        best: NDArray[np.float32] = (self.of(asked) @ self.of(told).T).max(axis=1) * _ALMOST
        there = set(told)
        return np.array(
            [1.0 if word in there else value for word, value in zip(asked, best, strict=True)], np.float32
        )
