"""The words of a sentence that carry its meaning, in one form: met, meets and meeting are meet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from embodied_memory.words.wording.words import canonical, singular, split_words

_VOWELS = frozenset("aeiou")
_LEAST_STEM = 3


@dataclass(frozen=True)
class _WordForms:
    function: frozenset[str]
    irregular: dict[str, str]
    whole: frozenset[str]


@lru_cache(maxsize=32768)
def base_form(word: str) -> str:
    """One form for all of a word, and one word for its synonyms: opened -> open, fridges -> refrigerator."""
    irregular = _forms().irregular
    if word in irregular:
        return irregular[word]
    return _stem(canonical((singular(word.removesuffix("'s")),)))


@lru_cache(maxsize=16384)
def significant_words(text: str) -> frozenset[str]:
    """In base form, without function words and numbers."""
    return frozenset(ordered_words(text))


def ordered_words(text: str) -> tuple[str, ...]:
    """The same in order of first appearance."""
    function = _forms().function
    words = (word for word in split_words(text) if word not in function and not word.isdigit() and len(word) > 1)
    return tuple(dict.fromkeys(base_form(word) for word in words))


def _stem(word: str) -> str:
    if word in _forms().whole:
        return word
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _LEAST_STEM and _VOWELS & set(stem):
            doubled = stem[-1] == stem[-2] and stem[-1] not in "lsz"
            return stem[:-1] if doubled else stem
    return word[:-1] if len(word) > _LEAST_STEM + 1 and word.endswith("e") else word


@lru_cache(maxsize=1)
def _forms() -> _WordForms:
    function: set[str] = set()
    irregular: dict[str, str] = {}
    whole: set[str] = set()
    for line in (Path(__file__).parent / "word_forms.txt").read_text(encoding="utf-8").splitlines():
        kind, _, rest = line.partition(": ")
        if kind == "function":
            function.update(rest.split())
        elif kind == "form":
            irregular.update((pair.split()[0], pair.split()[1]) for pair in rest.split(","))
        elif kind == "whole":
            whole.update(rest.split())
    return _WordForms(frozenset(function), irregular, frozenset(whole))
