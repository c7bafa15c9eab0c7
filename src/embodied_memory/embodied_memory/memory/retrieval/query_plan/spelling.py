"""Slips of the keys in a question: a longer word that nobody knows is read as the known one that is one slip away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from string import ascii_lowercase

from embodied_memory.memory.wording.calendar import MONTHS, WEEKDAYS
from embodied_memory.memory.wording.word_stems import stem
from embodied_memory.memory.wording.words import split_words

_LEAST_LETTERS = 4
_LEAST_TO_REPLACE = 7
"""Of shorter words another letter makes another word: "plane", "plate"."""
_WORD = re.compile(rf"(?<![\w'’])[A-Za-z]{{{_LEAST_LETTERS},24}}(?![\w'’])")
_FILES = ("plan_patterns.txt", "intent_examples.txt", "activity_words.txt")
_FURTHER = split_words(
    "yesterday today tomorrow morning afternoon evening night noon midnight week weekend weekday month hour minute"
    " day since until before after between during breakfast lunch dinner"
    " certain sure confident positive definitely really true"
    " brightness channel colour mode quality speed temperature volume"
)


def is_ordinary(word: str) -> bool:
    """Whether a lower-case word, or another form of it, is one of those that questions are asked with."""
    words, stems = _ordinary_words()
    return word in words or stem(word) in stems


def mended(text: str, is_name: Callable[[str], bool]) -> str:
    """The text with its mistyped words put right. is_name: whether a lower-case word is part of a name."""

    def is_known(word: str) -> bool:
        words, stems = _ordinary_words()
        return is_name(word) or word in words or (word not in stems and stem(word) in stems)

    def read(match: re.Match[str]) -> str:
        word = match.group(0).lower()
        return match.group(0) if is_known(word) else next(filter(is_known, _one_slip_away(word)), match.group(0))

    return _WORD.sub(read, text)


def _one_slip_away(word: str) -> Iterator[str]:
    """Two letters swapped, one doubled or too many, one left out, another one; the first letter is always right."""
    parts = [(word[:at], word[at:]) for at in range(1, len(word) + 1)]
    yield from (head + tail[1] + tail[0] + tail[2:] for head, tail in parts if len(tail) > 1)
    if len(word) > _LEAST_LETTERS:
        yield from (head + tail[1:] for head, tail in parts if tail)
    yield from (head + letter + tail for head, tail in parts for letter in ascii_lowercase)
    if len(word) >= _LEAST_TO_REPLACE:
        yield from (head + letter + tail[1:] for head, tail in parts if tail for letter in ascii_lowercase)


@lru_cache(maxsize=1)
def _ordinary_words() -> tuple[frozenset[str], frozenset[str]]:
    """The words by which questions are understood, and their stems."""
    folder = Path(__file__).parent
    texts = ((folder / name).read_text(encoding="utf-8") for name in _FILES)
    read = (word for text in texts for word in split_words(text.replace("_", " ")))
    words = frozenset((*read, *_FURTHER, *WEEKDAYS, *MONTHS))
    return words, frozenset(map(stem, words))
