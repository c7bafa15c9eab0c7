"""Where everything is at one moment, as propositions are evaluated on it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from embodied_memory_tools.evaluation.memento.goal_conditions import Proposition


@dataclass(frozen=True)
class Whereabouts:
    """place: handle of the furniture, "" on a floor or in the hand; room: its plain name, as "living room".

    spot: x and y in metres on that place; beside: handles of what it was put next to.
    """

    room: str
    place: str = ""
    is_inside: bool = False
    is_on_floor: bool = False
    spot: tuple[float, float] = (0.0, 0.0)
    beside: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Finding:
    """Whether a proposition holds, and by which thing and target."""

    holds: bool
    things: str = ""
    targets: str = ""


@dataclass(frozen=True)
class HomeSnapshot:
    """Whereabouts of each thing, by handle."""

    things: Mapping[str, Whereabouts] = field(default_factory=dict)

    def evaluate(self, proposition: Proposition) -> Finding:
        """Count the things that stand in the relation to a target, as PARTNR does."""
        targets = proposition.targets or ("",)
        if proposition.same_target:
            findings = [self._count(proposition, [target]) for target in targets]
            return next((found for found in findings if found.holds), Finding(False))
        return self._count(proposition, targets)

    def _count(self, proposition: Proposition, targets: list[str] | tuple[str, ...]) -> Finding:
        fitting = [
            (thing, target)
            for thing in proposition.things
            for target in targets
            if thing in self.things and self._holds(proposition, thing, target)
        ]
        if len({thing for thing, _ in fitting}) < proposition.number:
            return Finding(False)
        return Finding(True, *fitting[proposition.number - 1])

    def _holds(self, proposition: Proposition, thing: str, target: str) -> bool:
        where = self.things[thing]
        if proposition.relation == "is_on_top":
            return where.place == target
        if proposition.relation == "is_inside":
            return where.place == target and where.is_inside
        if proposition.relation == "is_in_room":
            return where.room in (target, _plain_room(target))
        if proposition.relation == "is_on_floor":
            return where.is_on_floor
        return thing != target and self._next_to(thing, target, proposition.distance_m)

    def _next_to(self, one: str, other: str, distance_m: float) -> bool:
        here, there = self.things[one], self.things.get(other)
        if other in here.beside or (there is not None and one in there.beside):
            return True
        if there is None or (here.place, here.room, here.is_on_floor) != (there.place, there.room, there.is_on_floor):
            return False
        return (bool(here.place) or here.is_on_floor) and math.dist(here.spot, there.spot) <= distance_m


def _plain_room(room_id: str) -> str:
    """ "living_room_1" and "living room_0" are a "living room"."""
    head, _, number = room_id.rpartition("_")
    return (head if number.isdigit() else room_id).replace("_", " ")
