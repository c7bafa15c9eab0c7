"""Which remembered objects a goal means: those that fit its words, and stand where it says they stand.

Memory matches names, attributes and what a thing is on or in (`memory.retrieve`). What a thing is beside is told by
where things stand, so it is judged here, over everything that memory knows of.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.retrieval.seen.object_matching import GOOD_MATCH, fit, word_match
from embodied_memory.memory.wording.description import parse_description
from embodied_memory.planning.exploring.misnamed import perhaps_misnamed
from embodied_memory.planning.goal import Goal

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
