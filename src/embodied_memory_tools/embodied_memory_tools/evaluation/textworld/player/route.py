"""Shortest ways between rooms: a turn a step, and one more for each door that is still closed."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass

from embodied_memory_tools.evaluation.textworld.player.cooking_task import Passage


@dataclass(frozen=True)
class Route:
    """How to get to a room. cost: in turns; doors: those it opens; known: how many commands lead over known ways."""

    cost: int = 0
    commands: tuple[str, ...] = ()
    doors: frozenset[str] = frozenset()
    known: int | None = None

    def then(self, passage: Passage, closed: frozenset[str]) -> Route:
        """Longer by one passage."""
        opens = passage.door in closed and passage.door not in self.doors
        opening = (*passage.unlock, f"open {passage.door}") if opens else ()
        commands = (*self.commands, *opening, *passage.commands)
        doors = self.doors | {passage.door} if opens else self.doors
        known = len(commands) if passage.is_assumed and self.known is None else self.known
        return Route(self.cost + passage.cost + len(opening), commands, doors, known)


def routes_from(
    room: str, passages: Mapping[str, tuple[Passage, ...]], closed: frozenset[str]
) -> dict[str, Route]:  # fmt: skip
    """The cheapest route to every room that can be reached."""
    routes: dict[str, Route] = {}
    heap: list[tuple[int, int, str, Route]] = [(0, 0, room, Route())]
    count = 0
    while heap:
        _, _, here, route = heapq.heappop(heap)
        if here in routes:
            continue
        routes[here] = route
        for passage in passages.get(here, ()):
            if passage.goal not in routes:
                count += 1
                longer = route.then(passage, closed)
                heapq.heappush(heap, (longer.cost, count, passage.goal, longer))
    return routes
