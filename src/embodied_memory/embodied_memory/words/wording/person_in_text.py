"""Where a text names a person, or repeats what they said."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable

SOMEONE = "someone"
"""What a name becomes."""

_WORD = re.compile(r"\w+")
_TELLING = 3
"""So many words in a row are a person's own words; fewer are anybody's."""


class PersonInText:
    """A person's names, in whatever case, and in ids: "ben" is in "room:ben" and "ben_phone", not in "bench"."""

    def __init__(self, names: Iterable[str]) -> None:
        """ValueError if no name has a letter or digit."""
        spelled = {form for name in names for form in _spellings(name)}
        if not spelled:
            raise ValueError("a person's name needs a letter or a digit: say who is meant")
        longest_first = sorted(spelled, key=lambda form: (-len(form), form))
        self._names = re.compile(rf"(?<![^\W_])(?:{'|'.join(longest_first)})(?:['’]?s)?(?![^\W_])", re.IGNORECASE)

    def is_in(self, text: object) -> bool:
        """Whether it names them; what is no text does not."""
        return isinstance(text, str) and self._names.search(text) is not None

    def without(self, text: str) -> str:
        """With "someone" in the place of every name."""
        return self._names.sub(SOMEONE, text)


class NobodyInText(PersonInText):
    """For what is erased of somebody who stays known: names nobody."""

    def __init__(self) -> None:
        self._names = re.compile(r"(?!)")


class WordsOfPerson:
    """What somebody said, to be found again in what others wrote down: an instruction in the goal that it became."""

    def __init__(self, said: Iterable[str]) -> None:
        self._phrases: dict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
        for text in said:
            words = _words(text)
            if len(words) >= _TELLING:
                self._phrases[words[:_TELLING]].append(words)

    def are_in(self, text: str) -> bool:
        """Whether all words of something they said stand there in a row."""
        words = _words(text) if self._phrases else ()
        return any(
            words[start : start + len(phrase)] == phrase
            for start in range(len(words) - _TELLING + 1)
            for phrase in self._phrases.get(words[start : start + _TELLING], ())
        )


def _spellings(name: str) -> set[str]:
    """Patterns of the name in both Unicode forms, with its words apart or joined to an id."""
    forms = {unicodedata.normalize(form, name) for form in ("NFC", "NFD")}
    parts = ([re.escape(part) for part in re.split(r"[\s_]+", form) if _WORD.search(part)] for form in forms)
    return {r"[\s_]+".join(words) for words in parts if words}


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.casefold()))
