"""Which remembered objects a goal means: those that fit its words, and stand where it says they stand; where all has
been explored, one that looks like it, and whose name is doubted.

Memory matches names, attributes and what a thing is on or in (`memory.retrieve`). What a thing is beside is told by
where things stand, so it is judged here, over everything that memory knows of.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.retrieval.seen.object_matching import GOOD_MATCH, fit, seen_attribute_words, word_match
from embodied_memory.planning.instruction import Goal
from embodied_memory.words.wording.description import GROUP_OF_WORD, Description, parse_description
from embodied_memory.words.wording.words import Words, noun_words, split_words

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


_BESIDE_M = 1.0
"""Between boxes: they are seen in part, and next to is no exact word."""
_ELSEWHERE = 0.5
"""What is left of a match if the thing stands by nothing that the goal names."""


class GoalMatch:
    """One goal's words, held against what memory knows of."""

    def __init__(self, goal: Goal) -> None:
        self._wanted = parse_description(goal.description)
        self._anywhere = replace(self._wanted, relation="", landmark="")

    def worth(self, thing: RememberedObject) -> float:
        """How likely going there ends the search, 0 to 1: that it is there, and that it is what is meant."""
        one = fit(self._anywhere, thing)
        return min(thing.match, one.words * one.likely) if one.words >= GOOD_MATCH else thing.match * thing.existence

    def may_be(self, thing: RememberedObject) -> bool:
        """Whether it fits if it is what it may be: what is only alike does not."""
        return fit(self._anywhere, thing).words >= GOOD_MATCH

    def misnamed(self, known: Sequence[RememberedObject]) -> list[RememberedObject]:
        """What it may be if it is nowhere, with the match of that case; see `perhaps_misnamed`."""
        return [one for one in perhaps_misnamed(self._wanted, known) if not self.may_be(one)]

    def fitting(
        self, retrieved: Sequence[RememberedObject], known: Sequence[RememberedObject]
    ) -> tuple[RememberedObject, ...]:
        """The retrieved objects with their match to the goal, best first."""
        wanted = self._wanted
        if wanted.relation != "next to" or not wanted.landmark:
            return tuple(retrieved)
        landmark = parse_description(wanted.landmark)
        places = [thing for thing in known if word_match(landmark, thing) >= GOOD_MATCH]
        beside = replace(wanted, landmark="")
        judged = [_placed(thing, word_match(beside, thing), places) for thing in retrieved]
        return tuple(sorted(judged, key=lambda thing: -thing.match))

    def elsewhere(self, fitting: Sequence[RememberedObject]) -> list[RememberedObject]:
        """Those that would fit, but stand, as far as memory knows, by something else than the goal says.

        With the match that they have apart from that.
        """
        if not self._wanted.landmark:
            return []
        apart = [replace(one, match=word_match(self._anywhere, one)) for one in fitting if one.match < GOOD_MATCH]
        return [one for one in apart if one.match >= GOOD_MATCH]


def _placed(thing: RememberedObject, match: float, places: Sequence[RememberedObject]) -> RememberedObject:
    beside = any(gap_between(thing, place) <= _BESIDE_M for place in places if place.object_id != thing.object_id)
    return replace(thing, match=match if beside else match * _ELSEWHERE)


def gap_between(one: RememberedObject, other: RememberedObject) -> float:
    """Horizontal metres between the boxes of two things; 0 where they overlap."""
    apart = [
        max(0.0, abs(a - b) - (s + t) / 2)
        for a, b, s, t in zip(one.position[:2], other.position[:2], one.size[:2], other.size[:2], strict=True)
    ]
    return math.hypot(*apart)
