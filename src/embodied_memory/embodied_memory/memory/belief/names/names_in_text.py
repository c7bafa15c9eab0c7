"""Names of entities in the words of an event: "Bob took the red mug", about mug_3, says that mug_3 is a red mug.

Events name entities by id; how people will speak of them stands in their text. A phrase names an entity if it is the
only phrase of that category and the entity the only one of it, or if there are as many phrases as entities: then
they are taken in their order.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from embodied_memory.words.wording.description import GROUP_OF_WORD
from embodied_memory.words.wording.words import split_words

_DETERMINER = r"\b(?:an?|the|my|his|her|their|our)\s+"
_MODIFIERS = r"((?:[a-z][\w-]*\s+){0,3}?)"
_NOT_MODIFIERS = frozenset(
    split_words("and or of in on at to from with into out by near under the a an is are was were")
)


def captions_in(text: str, entity_ids: Iterable[str]) -> dict[str, str]:
    """Entity id -> "red mug", for those that the text names."""
    by_noun: dict[str, list[str]] = defaultdict(list)
    for entity_id in dict.fromkeys(entity_ids):
        noun = noun_of(entity_id)
        if noun:
            by_noun[noun].append(entity_id)
    found: dict[str, str] = {}
    for noun, ids in by_noun.items():
        phrases = list(dict.fromkeys(_phrases(text, noun)))
        if len(phrases) == len(ids):
            found.update(zip(ids, phrases, strict=True))
    return found


@lru_cache(maxsize=4096)
def noun_of(entity_id: str) -> str:
    """mug of mug_3, kitchen counter of kitchen_counter_33; "" for an id without a number at its end."""
    words = split_words(entity_id)
    return " ".join(words[:-1]) if len(words) > 1 and words[-1].isdigit() else ""


@lru_cache(maxsize=1024)
def _pattern(noun: str) -> re.Pattern[str]:
    return re.compile(rf"{_DETERMINER}{_MODIFIERS}{re.escape(noun)}\b", re.I)


def _phrases(text: str, noun: str) -> Iterator[str]:
    pattern = _plural_pattern(noun) if noun.endswith("s") else _pattern(noun)
    for match in pattern.finditer(text):
        modifiers = split_words(match.group(1))
        if not _NOT_MODIFIERS.intersection(modifiers):
            yield " ".join((*modifiers, noun))


@lru_cache(maxsize=256)
def _plural_pattern(noun: str) -> re.Pattern[str]:
    """Red shoes, with an article or without: then only looks are taken for modifiers."""
    return re.compile(rf"\b((?:(?:{'|'.join(GROUP_OF_WORD)})\s+){{1,3}}){re.escape(noun)}\b", re.I)
