"""A view in words, for embedders that do not see pixels."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from embodied_memory.perception.normalised import normalised


def phrases_of_view(tags: Sequence[str], captions: Sequence[str] = ()) -> list[str]:
    """Return tags and captions, sorted and without repetition: the same things, the same phrases."""
    return sorted({text.strip().lower() for text in (*tags, *captions)} - {""})


def embed_phrases(
    embed_text: Callable[[Sequence[str]], NDArray[np.float32]], phrases: Sequence[str]
) -> NDArray[np.float32]:
    """Return the normalised mean of the phrases' features (D,), or (0,) if there are none.

    Phrase by phrase, because phrases come again with every view and are cached: a view then costs no run of
    the model, and no thing in it is lost in a long text.
    """
    if not phrases:
        return np.zeros(0, np.float32)
    return normalised(embed_text(phrases).mean(axis=0))
