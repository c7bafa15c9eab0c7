"""The lists of words that the rules of this package share."""

from __future__ import annotations

from pathlib import Path


def word_list(name: str) -> frozenset[str]:
    """The words of that list in `word_lists.txt`. Raises KeyError for an unknown name."""
    lines = (Path(__file__).parent / "word_lists.txt").read_text(encoding="utf-8").splitlines()
    found = [word for line in lines if line.startswith(f"{name}: ") for word in line.partition(": ")[2].split()]
    if not found:
        raise KeyError(name)
    return frozenset(found)
