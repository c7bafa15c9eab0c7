"""The words of requests and memories: sentences, clauses, content words, stems, noun phrases.

English, by rules. Noun phrases tell the things a sentence names, and where it puts them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from embodied_memory.words.wording.words import singular


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


_WORD = re.compile(r"[^\W_]+")
_SENTENCE_END = re.compile(r"(?<=[.?!])[\"')]*\s+(?=[A-Z\"'(])")
_ANY_SENTENCE_END = re.compile(r"(?<=[.?!])\s+")
_CLAUSE_END = re.compile(
    r"[.?!,;:]|\b(?:and|then|for|when|while|during|because|since|so|as|after|before|to)\b", re.IGNORECASE
)
_STOP_WORDS = word_list("stop")
_uncached_singular = singular.__wrapped__  # a person's words must not stay in a cache after they are erased


def sentences(text: str) -> list[str]:
    """The sentences in order. Text without capitals, as from speech recognition, is cut at every full stop."""
    end = _SENTENCE_END if text != text.lower() else _ANY_SENTENCE_END
    return [part.strip() for part in end.split(text) if part.strip()]


def clauses(text: str) -> tuple[str, ...]:
    """Phrases between punctuation and joining words, those with a content word only."""
    parts = (part.strip() for part in _CLAUSE_END.split(folded(text)))
    return tuple(part for part in parts if words(part))


def words(text: str) -> tuple[str, ...]:
    """Content words in order, lower-case, without accents."""
    plain = folded(text).lower().replace("'s ", " ")
    return tuple(word for word in _WORD.findall(plain) if word not in _STOP_WORDS)


def terms(text: str) -> tuple[str, ...]:
    """The stems of the content words, in order."""
    return tuple(stem(word) for word in words(text))


def folded(text: str) -> str:
    """Without accents, curly quotes made straight."""
    plain = unicodedata.normalize("NFKD", text.replace("\u2019", "'"))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def stem(word: str) -> str:
    """ "working" -> "work", "placed" -> "plac", "place" -> "plac", "plates" -> "plat"."""
    word = _uncached_singular(word)
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word.removesuffix(ending)
            if word[-1] == word[-2] and word[-1] not in "sl":
                word = word[:-1]
            break
    if word.endswith("e") and len(word) > 4:
        word = word[:-1]
    return word[:-2] if word.endswith("ly") and len(word) > 5 else word
