"""The robot goes through the home again and again while the residents live, unless they have it do something."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import cycle

from rich.console import Console
from rich.status import Status

from embodied_memory_bringup.demo.conductor import Conductor, ConductorError, Feedback
from embodied_memory_bringup.live.giving_way import GivingWay, SpokenToError
from household.entity import Entity, EntityKind
from household.home import Home
from household.residents.home_map import HomeMap
from household.residents.spoken import the

_SECONDS_PER_GOAL = 120.0
_STAYS_S = 2.0
"""In each room, real time: meanwhile it looks about."""
_LISTENS_EVERY_S = 0.1
_LANDMARKS = (EntityKind.FURNITURE, EntityKind.CONTAINER, EntityKind.DEVICE)


def landmarks(home: Home) -> list[str]:
    """One piece of each room that can be named without doubt, such as "the white bed"."""
    known = HomeMap(home.world)
    named = [e for e in home.world.entities.values() if e.kind in _LANDMARKS and known.is_unique(e.entity_id)]
    return [the(max(here, key=lambda e: e.size[0] * e.size[1])) for here in _by_room(home, named)]


class Patrol:
    """From landmark to landmark; gives way to whoever speaks to the robot."""

    def __init__(self, conductor: Conductor, giving_way: GivingWay, console: Console) -> None:
        self._conductor, self._giving_way, self._console = conductor, giving_way, console
        self.reached = 0
        """So many landmarks, each time that it got there."""

    def go_round(self, home: Home, is_over: Callable[[], bool], patience_s: float) -> None:
        """Until it is over. ConductorError if that takes longer than the patience."""
        end = time.monotonic() + patience_s
        with self._console.status("living") as status:
            for landmark in cycle(landmarks(home)):
                while not self._giving_way.is_free() and not is_over() and time.monotonic() < end:
                    status.update("somebody has the robot do something")
                    time.sleep(_LISTENS_EVERY_S)
                if is_over():
                    return
                if time.monotonic() > end:
                    raise ConductorError(f"the residents' days were not over within {patience_s:.0f} s")
                self._go_to(landmark, status)

    def _go_to(self, landmark: str, status: Status) -> None:
        def show(feedback: Feedback) -> None:
            status.update(f"to {landmark}: step {feedback.step}, {feedback.decision}")

        self._giving_way.may_stop = True
        try:
            result = self._conductor.execute(f"find {landmark}", show, _SECONDS_PER_GOAL)
        except SpokenToError:
            return
        finally:
            self._giving_way.may_stop = False
        self.reached += sum(goal.found for goal in result.goals)
        time.sleep(_STAYS_S)


def _by_room(home: Home, entities: list[Entity]) -> list[list[Entity]]:
    rooms = [[e for e in entities if e.room_id == room.room_id] for room in home.world.rooms]
    return [here for here in rooms if here]
