"""The words of requests and memories: sentences, clauses, content words and stems. English, by rules."""

from __future__ import annotations

import re
import unicodedata

from embodied_memory.memory.personal.noun_phrases import word_list
from embodied_memory.words.wording.words import singular

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
