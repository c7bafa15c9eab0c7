"""How much time a task may take: a multiple of what somebody needs who knows where everything is."""

from __future__ import annotations

import math
from collections.abc import Sequence

from embodied_memory_tools.evaluation.household_tasks.task_case import Condition, TaskCase
from embodied_memory_tools.evaluation.household_tasks.timed_body import HAND_S
from household.home import ROBOT_ID, Home
from household.navigation import NavigationGrid

PATIENCE = 2.0
"""So many times as long as it takes to walk there and back."""
WALK_S_PER_M = 1.6
"""A robot drives a metre a second, but turns and looks around on its way: measured of one that knows its way."""
_LOOKING_S = 10.0
"""For looking around before it sets out, and at each place."""
_REACH_M = 1.0


def budget_s(case: TaskCase, home: Home) -> float:
    """By the truth of the home as it is when the task is asked; inf where there is no way."""
    stops = [stop for condition in case.conditions for stop in _stops(condition, home)]
    grid = NavigationGrid(home)
    here, way_m = home.world[ROBOT_ID].position[:2], 0.0
    for stop in stops:
        pose = grid.approach_pose(here, stop, _REACH_M)
        if pose is None:
            return math.inf
        way_m += grid.distance_to_success(here, stop, _REACH_M)
        here = pose[:2]
    hands = sum(_deeds(condition, home) for condition in case.conditions)
    return PATIENCE * way_m * WALK_S_PER_M + hands * HAND_S + _LOOKING_S * (1 + len(stops))


def _stops(condition: Condition, home: Home) -> Sequence[str]:
    """Ids of what is to be gone to, in order."""
    thing = _outermost(condition.entity_id, home)
    if condition.attribute == "brought":
        return (thing, condition.value)
    if condition.attribute == "place":
        return (thing, condition.value.partition(" ")[2])
    return (thing,)


def _outermost(entity_id: str, home: Home) -> str:
    """What one walks up to in order to reach a thing."""
    around = home.world.closed_around(entity_id)
    return around.entity_id if around is not None else entity_id


def _deeds(condition: Condition, home: Home) -> int:
    """Of the hands: each shut container on the way is opened; closing it again may come after."""
    if condition.attribute == "told":
        return 0
    if condition.attribute not in ("brought", "place"):
        return 1
    target = home.world.get(condition.value.partition(" ")[2]) if condition.attribute == "place" else None
    into_shut = target is not None and target.open is False and condition.value.startswith("in ")
    return 2 + (home.world.closed_around(condition.entity_id) is not None) + into_shut
