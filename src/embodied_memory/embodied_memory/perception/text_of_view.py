"""A view in words, for embedders that do not see pixels."""

from __future__ import annotations

from collections.abc import Sequence


def text_of_view(tags: Sequence[str], captions: Sequence[str] = ()) -> str:
    """Return tags and captions as one text, sorted and without repetition: the same things, the same text."""
    words = sorted({text.strip().lower() for text in (*tags, *captions)} - {""})
    return ", ".join(words)
