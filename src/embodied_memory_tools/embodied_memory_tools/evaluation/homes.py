"""The kinds of homes that something can be evaluated in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from embodied_memory_tools.evaluation.between_goals import Between, nothing_happens, people_live_on
from household import generation
from household.goals import JudgedGoal
from household.home import Home


@dataclass(frozen=True)
class HomeKind:
    """called: in titles. make: the home of a seed, always the same. between: what becomes of a home from one of its
    goals to the next, by the seed.
    """

    name: str
    called: str
    make: Callable[[int], Home]
    between: Callable[[Home, Sequence[JudgedGoal], int], Between]


GENERATED = HomeKind("generated", "generated homes", generation.HOMES["generated"], nothing_happens)
LIVED = HomeKind("lived", "lived-in homes", generation.HOMES["lived"], people_live_on)
HOME_KINDS: Mapping[str, HomeKind] = {kind.name: kind for kind in (GENERATED, LIVED)}
