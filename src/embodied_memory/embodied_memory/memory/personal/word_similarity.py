"""How alike single words are, through their stems and their vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from embodied_memory.memory.personal.request_words import stem
from embodied_memory.memory.personal.segments import Floats

_UNLIKE, _ALIKE = 0.35, 0.85
"""Cosines of single words: below the first they have nothing in common, above the second they mean the same."""
_MOST = 0.8
"""Never as good as the word itself."""


def word_similarity(asked: Sequence[str], known: Sequence[str], cosines: Floats) -> Floats:
    """(asked, known) cosines -> (asked, known), 0 to 1; 1 where the stems are equal."""
    alike = np.clip((cosines - _UNLIKE) / (_ALIKE - _UNLIKE), 0.0, 1.0) * _MOST
    asked_stems, known_stems = np.array([stem(word) for word in asked]), np.array([stem(word) for word in known])
    alike[asked_stems[:, None] == known_stems[None, :]] = 1.0
    return np.asarray(alike, np.float64)
