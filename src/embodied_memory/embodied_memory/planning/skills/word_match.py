"""How far words that people use fit a category, a room or a caption."""

from __future__ import annotations

import re

import numpy as np

from embodied_memory.memory.personal.request_words import folded, stem, words
from embodied_memory.perception.embedder import Embedder

_WORD = re.compile(r"[^\W_]+")
_NOUNS_TOO = frozenset(["can"])
"""Stop words of sentences that are things in a noun phrase."""
_ROOMLIKE = frozenset(["room", "area", "space"])


def phrase_words(phrase: str) -> tuple[str, ...]:
    """The content words of a noun phrase, lower-case: of "the can" too."""
    said = folded(phrase).lower().replace("'s", " ")
    kept = set(words(said)) | _NOUNS_TOO
    return tuple(word for word in _WORD.findall(said) if word in kept)


def has_category(text: str, category: str) -> bool:
    """Whether the text names the category: all of its words occur, as stems ("toys" has "toy")."""
    named = {stem(word) for word in phrase_words(text)}
    wanted = [stem(word) for word in phrase_words(category)]
    return bool(wanted) and all(word in named or _joined(word, text) for word in wanted)


def names_room(text: str, room_words: str) -> bool:
    """Whether the text names a room by its words: "TV table" is in "tv", "laundry room cabinet" in "laundryroom"."""
    said = words(text.replace("/", " "))
    wanted = [word for word in words(room_words) if word not in _ROOMLIKE]
    squeezed = "".join(wanted).removesuffix("room")
    return bool(squeezed) and any("".join(said[start:]).startswith(squeezed) for start in range(len(said)))


class DescriptionMatch:
    """Compares a description with captions, by words and by an embedder's vectors. Asks for each text once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]] = {}

    def likeness(self, description: str, caption: str) -> float:
        """0 to 1: half the share of the description's words in the caption (and back), half the cosine."""
        asked, told = ({stem(word) for word in words(text)} for text in (description, caption))
        if not asked or not told:
            return 0.0
        shared = len(asked & told)
        by_words = 2 * shared / (len(asked) + len(told))
        cosine = float(self._vector(description) @ self._vector(caption))
        return 0.5 * by_words + 0.5 * max(0.0, cosine)

    def _vector(self, text: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        if text not in self._vectors:
            self._vectors[text] = self._embedder.embed_text([text])[0]
        return self._vectors[text]


def _joined(word: str, text: str) -> bool:
    """ "bookshelf" is named by "book shelf"."""
    return word in "".join(words(text)) and len(word) > 6
