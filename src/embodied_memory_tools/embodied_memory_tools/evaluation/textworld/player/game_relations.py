"""The relation retriever of text games by rule (STMA, equation 5): what is where, as triples for the graph."""

from __future__ import annotations

from collections.abc import Iterator

from embodied_memory.memory.spatial.knowledge_graph.triple import HELD_BY, IN, IN_ROOM, ON, RelationFact
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex, VertexKind
from embodied_memory.planning.graph_memory import STEP_NS
from embodied_memory.planning.planner_critic import InteractionRecord, TemporalBelief
from embodied_memory_tools.evaluation.textworld.player.beliefs import Beliefs
from embodied_memory_tools.evaluation.textworld.player.cooking_task import Place
from embodied_memory_tools.evaluation.textworld.player.game_rooms import KnownRoom
from embodied_memory_tools.evaluation.textworld.player.game_things import CARRIED

PLAYER = "player"


class GameRelations:
    """Tells what is different from what it told before: the graph replaces what is outdated."""

    def __init__(self, beliefs: Beliefs) -> None:
        self._beliefs = beliefs
        self._told: set[tuple[str, str, str]] = set()

    def __call__(
        self, record: InteractionRecord, belief: TemporalBelief, known: tuple[Vertex, ...]
    ) -> tuple[RelationFact, ...]:
        """See ReadRelations."""
        now = set(self._triples())
        gone, new, self._told = sorted(self._told - now), sorted(now - self._told), now
        stamp_ns = record.step * STEP_NS
        return (
            *(RelationFact(*triple, stamp_ns, holds=False) for triple in gone),
            *(RelationFact(*triple, stamp_ns) for triple in new),
        )

    def vertex(self, name: str, step: int) -> Vertex:
        """A new entity of the graph."""
        kind = VertexKind.OBJECT
        if name in self._beliefs.rooms.rooms:
            kind = VertexKind.ROOM
        elif any(name in room.fixtures for room in self._beliefs.rooms.rooms.values()):
            kind = VertexKind.FURNITURE
        elif name == PLAYER:
            kind = VertexKind.ROBOT
        stamp_ns = step * STEP_NS
        return Vertex(name, kind, name, "", None, "map", "", stamp_ns, stamp_ns, step + 1)

    def _triples(self) -> Iterator[tuple[str, str, str]]:
        beliefs = self._beliefs
        if beliefs.here:
            yield PLAYER, IN_ROOM, beliefs.here
        for room in beliefs.rooms.rooms.values():
            yield from self._ways(room)
            for fixture in room.fixtures:
                yield fixture, IN_ROOM, room.name
        for thing, place in beliefs.things.places.items():
            yield (thing, *self._where(place))
        for door in sorted(beliefs.rooms.closed):
            yield door, "is closed to", PLAYER
        for place in sorted(beliefs.things.closed, key=str):
            yield place.holder, "is closed to", PLAYER
        for thing, key in beliefs.things.locks.items():
            yield thing, "is locked to", key or PLAYER

    def _where(self, place: Place) -> tuple[str, str]:
        if place == CARRIED:
            return HELD_BY, PLAYER
        if not place.holder:
            return IN_ROOM, place.room
        things = self._beliefs.things
        return (IN if place in things.looked_into or place in things.closed else ON), place.holder

    def _ways(self, room: KnownRoom) -> Iterator[tuple[str, str, str]]:
        for direction in room.exits:
            goal = self._beliefs.rooms.goal_of(room, direction)
            if goal:
                yield goal, f"{direction} of", room.name
