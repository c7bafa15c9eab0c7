"""How promising a frontier is for a goal: the offline stand-in for the frontier choice of LMEE, figure 17.

Three policies: `semantic` weighs what was seen near the frontier, how much it would show and how far it is;
`nearest` and `random` are the baselines that it is measured against.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from embodied_memory.config import ExplorerConfig
from embodied_memory.evidence import RememberedObject, UsualPlace
from embodied_memory.mapping.frontier import Frontier
from embodied_memory.memory.spatial.room_votes import RoomVotes, Votes

UNKNOWN_LIKELIHOOD = 0.35
"""Of a pair that common sense says nothing about."""


_COMMON_SENSE_STAYS = 2.0
"""What common sense says counts as much as so many stays that were seen in this home."""
_OF_A_ROOM = 0.5
"""What is in the room of its usual place is half as telling as the place."""


class RoomLikelihood:
    """The cosine of two categories' room votes."""

    def __init__(self, votes: RoomVotes | None = None) -> None:
        self._votes = votes or RoomVotes()

    def __call__(self, goal: str, category: str) -> float:
        """0: never in the same room; 1: always."""
        first, second = self._votes.of(goal), self._votes.of(category)
        if not first or not second:
            return UNKNOWN_LIKELIHOOD
        return _cosine(first, second)


def _cosine(first: Votes, second: Votes) -> float:
    product = sum(weight * second.get(room, 0.0) for room, weight in first.items())
    lengths = math.hypot(*first.values()) * math.hypot(*second.values())
    return product / lengths


def at_home(prior: float, thing: RememberedObject, usual: Sequence[UsualPlace]) -> float:
    """How likely the goal is near a thing of this home, 0 to 1. prior: by common sense; usual: of the goal's kind."""
    on_it = sum(place.certainty for place in usual if place.place_id == thing.object_id)
    in_room = sum(place.certainty for place in usual if thing.room and place.room == thing.room)
    if not usual or not (on_it or thing.room):
        return prior
    stays = usual[0].of_times
    share = stays / (stays + _COMMON_SENSE_STAYS)
    return (1.0 - share) * prior + share * min(1.0, on_it + _OF_A_ROOM * in_room)


_AFTER_FRONTIERS = 1000.0
"""Metres or more: so much less are places worth that were seen before, to those who do not weigh."""


Usual = Sequence[UsualPlace]
"""Where things of the goal's kind belong in this home, the likeliest first."""


@dataclass(frozen=True)
class FrontierView:
    """What the choice rests on. distances: metres of travel to each frontier, by frontier id.

    beside: (object, metres) for those near each frontier with no wall between, by frontier id: what a wall parts
    from it tells nothing of what lies there. unseen: the share of each frontier that a look from its boundary point
    would newly show, 0 to 1, by frontier id. usual: where things of the goal's kind belong in this home.
    """

    goal: str
    frontiers: Sequence[Frontier]
    distances: Mapping[int, float]
    beside: Mapping[int, Sequence[tuple[RememberedObject, float]]]
    unseen: Mapping[int, float]
    usual: Usual = ()


class FrontierValue(Protocol):
    """Scores frontiers; the highest is gone to."""

    def scores(self, view: FrontierView) -> dict[int, float]:
        """A score for each frontier that can be reached, by frontier id."""

    def look_again(
        self, goal: str, place: RememberedObject, changed: float, distance_m: float, usual: Usual = ()
    ) -> float:
        """A score beside those, for a place that was seen before. changed: how likely it is no longer as it was."""

    def look_closer(self, chance: float, distance_m: float) -> float:
        """A score beside those, for a thing that may be the goal. chance: how likely it is."""


class Likelihood(Protocol):
    """How likely a goal is found near an object of some category, 0 to 1."""

    def __call__(self, goal: str, category: str) -> float:
        """For a goal in words and a category."""


class NearestFrontier:
    """The nearest frontier first: the classical baseline."""

    def scores(self, view: FrontierView) -> dict[int, float]:
        """Minus the distance."""
        return {f.frontier_id: -view.distances[f.frontier_id] for f in view.frontiers if _reachable(view, f)}

    def look_again(
        self, goal: str, place: RememberedObject, changed: float, distance_m: float, usual: Usual = ()
    ) -> float:
        """After all frontiers, the nearest first."""
        return -_AFTER_FRONTIERS - distance_m

    def look_closer(self, chance: float, distance_m: float) -> float:
        """As a frontier."""
        return -distance_m


class RandomFrontier:
    """Any frontier, drawn once and kept while it exists."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._drawn: dict[int, float] = {}

    def scores(self, view: FrontierView) -> dict[int, float]:
        """A number drawn when the frontier is first seen."""
        for frontier in view.frontiers:
            self._drawn.setdefault(frontier.frontier_id, float(self._random.random()))
        return {f.frontier_id: self._drawn[f.frontier_id] for f in view.frontiers if _reachable(view, f)}

    def look_again(
        self, goal: str, place: RememberedObject, changed: float, distance_m: float, usual: Usual = ()
    ) -> float:
        """After all frontiers, the likeliest to have changed first."""
        return changed - _AFTER_FRONTIERS

    def look_closer(self, chance: float, distance_m: float) -> float:
        """The likelier the sooner."""
        return chance


class SemanticFrontier:
    """What is likely there, how much there is to see, and how far it is."""

    NEARBY_M = 3.0
    """Objects this close to a frontier tell what lies behind it."""
    GAIN_AREA_M2 = 4.0
    """A frontier of this area shows two thirds of what a boundless one would."""
    LEAST_LIKELIHOOD = 0.1
    """Anything may lie anywhere."""
    BASE_GAIN = 0.1
    LEAST_UNSEEN = 0.1
    """What has been looked at may still hide small things."""
    LOOK_AREA_M2 = 3.0
    """What one look at a piece of furniture covers."""
    DISTANCE_M = 4.0
    """Travel over which a frontier loses half of its value."""

    def __init__(self, likelihood: Likelihood) -> None:
        self._likelihood = likelihood

    def scores(self, view: FrontierView) -> dict[int, float]:
        """Value (likelihood and gain) per cost (travel)."""
        return {f.frontier_id: self._score(view, f) for f in view.frontiers if _reachable(view, f)}

    def look_again(
        self, goal: str, place: RememberedObject, changed: float, distance_m: float, usual: Usual = ()
    ) -> float:
        """As a frontier of the ground that one look at a piece of furniture covers, of which a part has changed."""
        likelihood = at_home(self._likelihood(goal, place.category), place, usual)
        return self._worth(likelihood, self.LOOK_AREA_M2 * changed, distance_m)

    def look_closer(self, chance: float, distance_m: float) -> float:
        """As a frontier behind which the goal lies as likely as that, and that one look shows."""
        return self._worth(chance, math.inf, distance_m)

    def _score(self, view: FrontierView, frontier: Frontier) -> float:
        unseen = max(view.unseen[frontier.frontier_id], self.LEAST_UNSEEN)
        likelihood, distance_m = self._likelihood_near(view, frontier), view.distances[frontier.frontier_id]
        return self._worth(likelihood, frontier.area_m2 * unseen, distance_m)

    def _worth(self, likelihood: float, new_m2: float, distance_m: float) -> float:
        gain = 1.0 - math.exp(-new_m2 / self.GAIN_AREA_M2)
        value = (self.LEAST_LIKELIHOOD + likelihood) * (self.BASE_GAIN + gain)
        return value * self.DISTANCE_M / (self.DISTANCE_M + distance_m)

    def _likelihood_near(self, view: FrontierView, frontier: Frontier) -> float:
        """Mean likelihood of the objects near the frontier, the nearer the weightier."""
        total = weight = 0.0
        for thing, distance in view.beside.get(frontier.frontier_id, ()):
            if distance < self.NEARBY_M:
                closeness = 1.0 - distance / self.NEARBY_M
                total += closeness * at_home(self._likelihood(view.goal, thing.category), thing, view.usual)
                weight += closeness
        return (total + 0.5 * UNKNOWN_LIKELIHOOD) / (weight + 0.5)


def make_frontier_value(config: ExplorerConfig, likelihood: Likelihood) -> FrontierValue:
    """The policy that the configuration names. Raises ValueError for any other name."""
    if config.policy == "semantic":
        return SemanticFrontier(likelihood)
    if config.policy == "nearest":
        return NearestFrontier()
    if config.policy == "random":
        return RandomFrontier(config.seed)
    raise ValueError(f'unknown exploration policy "{config.policy}"; there are semantic, nearest and random')


def _reachable(view: FrontierView, frontier: Frontier) -> bool:
    return math.isfinite(view.distances.get(frontier.frontier_id, math.inf))
