"""The things a sentence names, and where it puts them: short noun phrases, by rules.

The lists of words that the rules of this package share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


def word_list(name: str) -> frozenset[str]:
    """The words of that list in `word_lists.txt`. Raises KeyError for an unknown name."""
    lines = (Path(__file__).parent / "word_lists.txt").read_text(encoding="utf-8").splitlines()
    found = [word for line in lines if line.startswith(f"{name}: ") for word in line.partition(": ")[2].split()]
    if not found:
        raise KeyError(name)
    return frozenset(found)


_TOKEN = re.compile(r"[\w/-]+(?:'[a-z]+)?|[,.;:!?]")
_DETERMINERS = word_list("determiner")
_PREPOSITIONS = word_list("preposition")
_ENDS = word_list("phrase end")
_JOINS = frozenset(["and", "or", ","])
_MEANING = word_list("meaning")
_TIMES = word_list("time")


@dataclass(frozen=True)
class _Phrase:
    words: tuple[str, ...]
    is_place: bool


def object_phrases(text: str) -> tuple[str, ...]:
    """Things named with an article or possessive, and those joined to them: "the jug and cup" -> jug, cup."""
    named = (phrase.words for phrase in _phrases(text) if not phrase.is_place)
    plain = (tuple(word for word in words if word.lower() not in _MEANING) for words in named)
    return _each_once(words for words in plain if words)


def place_phrases(text: str) -> tuple[str, ...]:
    """What follows "on the", "in the" and the like, without the article."""
    return _each_once(phrase.words for phrase in _phrases(text) if phrase.is_place)


def _each_once(phrases: Iterator[tuple[str, ...]]) -> tuple[str, ...]:
    whole = (words[:-1] if words[-1].lower() == "of" else words for words in phrases)
    kept = (" ".join(words) for words in whole if words and words[-1].lower() not in _TIMES)
    return tuple(dict.fromkeys(kept))


def _phrases(text: str) -> Iterator[_Phrase]:
    """One scan: a determiner opens a phrase; joining words go on with the next one; the rest closes it."""
    words: list[str] = []
    is_open, is_place, before = False, False, ""
    for token in (*_TOKEN.findall(text), "."):
        word = token.lower()
        opens = word in _DETERMINERS or (token[:1].isupper() and word.endswith("'s") and word != "it's")
        closes = word in _ENDS or word in _PREPOSITIONS or not word[0].isalnum()
        if (opens or closes or word in _JOINS) and words:
            yield _Phrase(tuple(words), is_place)
            words = []
        if opens:
            is_place = before in _PREPOSITIONS or (is_place and before in _JOINS)
            is_open = True
        elif is_open and word not in _JOINS and not closes:
            words.append(token)
        elif word not in _JOINS:
            is_open = False
        before = word
