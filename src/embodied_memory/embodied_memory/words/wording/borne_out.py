"""Whether a summary is about what it sums up: a model may tell of its prompt, or of another home."""

from __future__ import annotations

from collections.abc import Iterable

from embodied_memory.words.wording.word_stems import content_stems

_LEAST = 1 / 3
"""Of the words that say what it is about: it may find its own for the rest."""


def is_borne_out(summary: str, told: Iterable[str]) -> bool:
    """told: the texts that it sums up."""
    own = content_stems(summary)
    known = frozenset(stem for text in told for stem in content_stems(text))
    return bool(own) and len(own & known) >= _LEAST * len(own)
