"""What becomes of a home from one goal to the next, while the robot waits with its eyes shut."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from embodied_memory.planning.instruction import GoalKind, parse_instruction
from embodied_memory_tools.evaluation.out_of_sight import OutOfSight
from household.entity import Entity
from household.goals import JudgedGoal, Sight
from household.home import Home
from household.residents.home_map import HomeMap

_HABITS = (0.6, 0.3, 0.1)
"""How often a thing is put at its first, second and third place."""
_PASSES_A_DAY_S = 8 * 3600.0
Between = Callable[[int], float]
"""Is called with how many goals are over, before the next; returns the seconds that pass."""

_PASSES_S = 3600.0


def nothing_happens(home: Home, goals: Sequence[JudgedGoal], seed: int) -> Between:
    """Nobody is there."""
    return lambda over: 0.0


def people_live_on(home: Home, goals: Sequence[JudgedGoal], seed: int) -> Between:
    """An hour passes, in which people move things about and turn a door: see `LifeGoesOn`."""
    return LifeGoesOn(home, goals, seed)


class LifeGoesOn:
    """Moves up to three things and turns a door, drawn by the seed, whatever the robot did so far.

    What is asked for stays true: what is told by where it lies is not moved, and nothing else of its kind either;
    what is still to be found lies where it can be seen and reached. What was searched for stays as it was, because
    the robot is asked where it is at the end.
    """

    def __init__(self, home: Home, goals: Sequence[JudgedGoal], seed: int) -> None:
        self._home, self._goals, self._seed = home, goals, seed
        self._told_by_place = {goal.category for goal in goals if _is_described(goal)}

    def __call__(self, over: int) -> float:
        """See `Between`."""
        changes = OutOfSight(self._home, random.Random(f"{self._seed} after goal {over}"))
        changes.move_some(self._left_alone(over), lambda thing: self._can_be_found(thing, over))
        changes.turn_door()
        return _PASSES_S

    def _left_alone(self, over: int) -> set[str]:
        found = {entity_id for goal in self._goals[:over] for entity_id in goal.entity_ids}
        return found | {one.entity_id for name in self._told_by_place for one in self._home.world.find(name)}

    def _can_be_found(self, thing: Entity, over: int) -> bool:
        is_asked_for = any(thing.entity_id in goal.entity_ids for goal in self._goals[over:])
        return not is_asked_for or Sight(self._home).can_find(thing)


def _is_described(goal: JudgedGoal) -> bool:
    """By what it is on or beside, or by its use."""
    return goal.picture is None and parse_instruction(goal.text)[0].kind is GoalKind.DESCRIPTION


class HabitsGoOn:
    """Eight hours pass, and everything that is asked for is put anew, mostly at the first of three places of its own.

    The places are drawn by the seed; at each of them it can be seen and reached. things: a goal for each.
    """

    def __init__(self, home: Home, goals: Sequence[JudgedGoal], seed: int) -> None:
        self._world, self._seed = home.world, seed
        rng = random.Random(f"{seed} habits")
        self._changes, self._sight = OutOfSight(home, rng), Sight(home)
        pieces, ids = HomeMap(home.world).storage(), dict.fromkeys(goal.entity_ids[0] for goal in goals)
        self.things = list({goal.entity_ids[0]: goal for goal in goals}.values())
        self._stays: Counter[tuple[str, str]] = Counter()
        self._places = {key: self._drawn(key, rng.sample(pieces, len(pieces))) for key in ids}
        self(0)

    def __call__(self, over: int) -> float:
        """See `Between`."""
        rng = random.Random(f"{self._seed} habits after goal {over}")
        for key, places in self._places.items():
            for piece in rng.choices(places, _HABITS[: len(places)])[:1]:
                self._changes.put(self._world[key], piece)
            self._stays[key, self._world[key].parent_id or ""] += 1
        return _PASSES_A_DAY_S

    def is_kept(self, thing: JudgedGoal, told: str) -> bool:
        """Whether an answer names the place where it was most often, and before any other of its places."""
        stays = {place: times for (key, place), times in self._stays.items() if key == thing.entity_ids[0]}
        text = told.lower()
        found = {place: text.find(self._world[place].category.lower()) for place in stays}
        named = [place for place in sorted(found, key=found.__getitem__) if found[place] >= 0]
        return bool(named) and stays[named[0]] == max(stays.values())

    def _drawn(self, key: str, pieces: Sequence[Entity]) -> list[Entity]:
        places: list[Entity] = []
        before = dict(self._world.entities)
        for piece in pieces:
            if len(places) < len(_HABITS) and self._changes.put(self._world[key], piece):
                places += [piece] if self._sight.can_find(self._world[key]) else []
                self._changes.put_back(before)
        return places
