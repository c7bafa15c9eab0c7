"""The robot goes through the home again and again while the residents live."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import cycle

from rich.console import Console

from embodied_memory_bringup.demo.conductor import Conductor, ConductorError, Feedback
from household.entity import Entity, EntityKind
from household.home import Home
from household.residents.home_map import HomeMap
from household.residents.spoken import the

_SECONDS_PER_GOAL = 120.0
_STAYS_S = 2.0
"""In each room, real time: meanwhile it looks about."""
_LANDMARKS = (EntityKind.FURNITURE, EntityKind.CONTAINER, EntityKind.DEVICE)


def landmarks(home: Home) -> list[str]:
    """One piece of each room that can be named without doubt, such as "the white bed"."""
    known = HomeMap(home.world)
    named = [e for e in home.world.entities.values() if e.kind in _LANDMARKS and known.is_unique(e.entity_id)]
    return [the(max(here, key=lambda e: e.size[0] * e.size[1])) for here in _by_room(home, named)]


def patrol(home: Home, conductor: Conductor, is_over: Callable[[], bool], patience_s: float, console: Console) -> int:
    """From landmark to landmark until it is over; returns how many it reached. ConductorError if it takes longer."""
    reached, end = 0, time.monotonic() + patience_s
    with console.status("living") as status:
        for landmark in cycle(landmarks(home)):
            if is_over():
                return reached
            if time.monotonic() > end:
                raise ConductorError(f"the residents' days were not over within {patience_s:.0f} s")

            def show(feedback: Feedback, to: str = landmark) -> None:
                status.update(f"to {to}: step {feedback.step}, {feedback.decision}")

            result = conductor.execute(f"find {landmark}", show, _SECONDS_PER_GOAL)
            reached += sum(goal.found for goal in result.goals)
            time.sleep(_STAYS_S)
    return reached


def _by_room(home: Home, entities: list[Entity]) -> list[list[Entity]]:
    rooms = [[e for e in entities if e.room_id == room.room_id] for room in home.world.rooms]
    return [here for here in rooms if here]
