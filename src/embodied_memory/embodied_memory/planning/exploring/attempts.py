"""What was looked for in vain in one search: from where, and how often."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from embodied_memory.evidence import RememberedObject
from embodied_memory.geometry.pose import Point

_ELSEWHERE_M = 0.7
_LOOKS = 2
"""More, from the place to which the robot went for a thing, before the thing was looked for there in vain."""


@dataclass
class _Attempt:
    """At one thing. places: (x, y) in map from which it was not seen; vain: of those, since it was last given up;
    taken_at: where it was taken to be; looks: from the present place; rejected_ns: when it was given up.
    """

    places: list[Point] = field(default_factory=list)
    vain: int = 0
    taken_at: Point | None = None
    looks: int = 0
    rejected_ns: int | None = None


class Attempts:
    """By the object's id."""

    def __init__(self, places_before_rejection: int) -> None:
        """From so many places a thing is looked for before the robot doubts memory."""
        self._most = places_before_rejection
        self._attempts: dict[str, _Attempt] = defaultdict(_Attempt)

    @property
    def has_rejected(self) -> bool:
        """Whether anything was looked for in vain."""
        return any(one.rejected_ns is not None for one in self._attempts.values())

    def is_rejected(self, object_id: str) -> bool:
        """Whether it was looked for in vain."""
        return object_id in self._attempts and self._attempts[object_id].rejected_ns is not None

    def places(self, object_id: str) -> Sequence[Point]:
        """From where it was looked for in vain."""
        return self._attempts[object_id].places

    def take_in(self, thing: RememberedObject) -> None:
        """One that was given up and seen again may be looked for again, from other places; where it was looked for in
        vain does not count for one that stands elsewhere now.
        """
        one = self._attempts[thing.object_id]
        if one.rejected_ns is not None and thing.last_seen_ns > one.rejected_ns:
            one.rejected_ns, one.vain = None, 0
        if one.taken_at is not None and math.dist(one.taken_at, thing.position[:2]) > _ELSEWHERE_M:
            self._attempts[thing.object_id] = _Attempt()

    def looks_again(self, object_id: str) -> bool:
        """Whether another look from the same place may tell more: it was overlooked, or the robot, which knows only
        about where it is, stands a little too far away.
        """
        one = self._attempts[object_id]
        one.looks = (one.looks + 1) % (_LOOKS + 1)
        return one.looks > 0

    def in_vain(self, thing: RememberedObject, at: Point) -> None:
        """It was not to be seen from there."""
        one = self._attempts[thing.object_id]
        one.places.append(at)
        one.vain, one.taken_at = one.vain + 1, thing.position[:2]

    def gives_up(self, object_id: str, now_ns: int) -> bool:
        """Whether it was looked for from enough places; if so, it is rejected from now on."""
        one = self._attempts[object_id]
        if one.vain >= self._most:
            one.rejected_ns = now_ns
        return one.vain >= self._most
