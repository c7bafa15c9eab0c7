"""Which remembered objects a goal means: those that fit its words, and stand where it says they stand.

Memory matches names, attributes and what a thing is on or in (`memory.retrieve`). What a thing is beside is told by
where things stand, so it is judged here, over everything that memory knows of.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.retrieval.object_matching import GOOD_MATCH, word_match
from embodied_memory.memory.wording.description import parse_description
from embodied_memory.planning.exploring.goal import Goal

_BESIDE_M = 1.0
"""Between boxes: they are seen in part, and next to is no exact word."""
_ELSEWHERE = 0.5
"""What is left of a match if the thing stands by nothing that the goal names."""


def fitting_objects(
    goal: Goal, retrieved: Sequence[RememberedObject], known: Sequence[RememberedObject]
) -> tuple[RememberedObject, ...]:
    """The retrieved objects with their match to the goal, best first."""
    wanted = parse_description(goal.description)
    if wanted.relation != "next to" or not wanted.landmark:
        return tuple(retrieved)
    landmark = parse_description(wanted.landmark)
    places = [thing for thing in known if word_match(landmark, thing) >= GOOD_MATCH]
    judged = [_placed(thing, word_match(replace(wanted, landmark=""), thing), places) for thing in retrieved]
    return tuple(sorted(judged, key=lambda thing: -thing.match))


def fitting_elsewhere(goal: Goal, fitting: Sequence[RememberedObject]) -> list[RememberedObject]:
    """Those that would fit, but stand, as far as memory knows, by something else than the goal says."""
    wanted = parse_description(goal.description)
    if not wanted.landmark:
        return []
    wanted = replace(wanted, relation="", landmark="")
    return [thing for thing in fitting if thing.match < GOOD_MATCH <= word_match(wanted, thing)]


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
