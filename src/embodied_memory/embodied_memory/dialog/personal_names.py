"""Questions about things by their personal names: "where is my favourite cup?" is asked of the white cup."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from embodied_memory.memory.personal.personal_memory import PersonalRecollection
from embodied_memory.memory.personal.things_meant import all_things_meant

_NAMED = re.compile(r"\b(?:my|our|[A-Z][\w-]*'s)\s+(?:[\w-]+\s+){0,3}?[\w-]+(?=[\s?.!,]|$)")
_FAVOURITE = re.compile(r"\b(?:favou?rite|gift|gifted|present|beloved|special|preferred|usual|lucky|old|new)\b", re.I)

Recall = Callable[[str, str], Sequence[PersonalRecollection]]


def with_things_meant(question: str, speaker: str, recall: Recall) -> str:
    """The question with the one thing in the place of its personal name; as it is if memory knows none, or several.

    Questions that ask what the favourite is are left alone.
    """
    if re.match(r"\s*(?:what|which)\b", question, re.I):
        return question
    for match in _NAMED.finditer(question):
        phrase = _whole(match[0], question[match.end() :])
        if not _FAVOURITE.search(phrase):
            continue
        things, _ = all_things_meant(recall(phrase, speaker), phrase)
        if len(things) == 1:
            return question.replace(phrase, f"the {things[0]}", 1)
    return question


def _whole(phrase: str, rest: str) -> str:
    """With the noun, where only the look was taken: "my favourite" "book" of "my favourite book"."""
    following = re.match(r"\s+([\w-]+)", rest)
    return f"{phrase}{following[0]}" if following and _FAVOURITE.fullmatch(phrase.split()[-1]) else phrase
