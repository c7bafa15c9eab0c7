"""Names of settings that mean the same."""

from __future__ import annotations

from embodied_memory.memory.wording.word_stems import content_stems


def same_attribute(known: str, asked: str) -> bool:
    """Whether two names of an attribute mean the same: "cups" and "number of cups"."""
    return known == asked or (bool(asked) and content_stems(known) <= content_stems(asked))
