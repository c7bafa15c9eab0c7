"""What the goal may be although it is called something else: where all has been explored and no such thing was found,
one that looks like it, and whose name is doubted, is likelier the goal than what it is called.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.retrieval.seen.object_matching import GOOD_MATCH, seen_attribute_words, word_match
from embodied_memory.memory.wording.description import GROUP_OF_WORD, Description
from embodied_memory.memory.wording.words import Words, noun_words, split_words

_LEAST_DOUBT = 0.25
_NONE_OF_THEM = 0.15
"""Against the doubts in all of them: that it is nothing that was seen."""
_LOOKS = ("color", "material")
"""What of a description a detector sees even where it does not know the thing."""
_SIZES_FILE = Path(__file__).with_name("typical_sizes.txt")
_VARIES = 0.45
"""Standard deviation of the logarithm of the longest side of things of one name."""


def perhaps_misnamed(wanted: Description, known: Sequence[RememberedObject]) -> list[RememberedObject]:
    """Known things that may be it, with how likely they are as their match, were it one of them; the likeliest first.

    Only of a description that tells looks: nothing else speaks for one of them.
    """
    looks = {word for word in wanted.attributes if GROUP_OF_WORD[word] in _LOOKS}
    if not looks or not wanted.noun:
        return []
    doubts = {one.object_id: _doubt(one) for one in known if _looks_like(wanted, looks, one)}
    may_be = {
        one.object_id: doubts[one.object_id] * _size_fit(wanted.noun, one)
        for one in known
        if doubts.get(one.object_id, 0.0) >= _LEAST_DOUBT
    }
    total = _NONE_OF_THEM + sum(may_be.values())
    likely = [replace(one, match=may_be[one.object_id] ** 2 / total) for one in known if one.object_id in may_be]
    return sorted(likely, key=lambda one: -one.match)


def _doubt(thing: RememberedObject) -> float:
    """How likely it is none of what it was ever called."""
    return 1.0 - sum(likely for _, likely in thing.labels) if thing.is_asserted and thing.labels else 0.0


def _looks_like(wanted: Description, looks: set[str], thing: RememberedObject) -> bool:
    """Whether it looks and stands as wanted, whatever it is called."""
    if not looks <= seen_attribute_words(thing):
        return False
    renamed = replace(thing, category=" ".join(wanted.noun), caption="", labels=())
    return word_match(replace(wanted, attributes=()), renamed) >= GOOD_MATCH


def _size_fit(noun: Words, thing: RememberedObject) -> float:
    """0 to 1: how well it fits in size; 1 where nobody knows how large such things are."""
    sizes_m = _typical_sizes_m()
    typical_m = sizes_m.get(noun) or sizes_m.get(noun[-1:])
    if typical_m is None:
        return 1.0
    off = math.log(max(*thing.size, 0.01) / typical_m) / _VARIES
    return math.exp(-0.5 * off * off)


@lru_cache(maxsize=1)
def _typical_sizes_m() -> dict[Words, float]:
    sizes_m: dict[Words, float] = {}
    for line in _SIZES_FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            size_cm, names = line.split(":")
            sizes_m |= {noun_words(split_words(name)): float(size_cm) / 100 for name in names.split(",")}
    return sizes_m
