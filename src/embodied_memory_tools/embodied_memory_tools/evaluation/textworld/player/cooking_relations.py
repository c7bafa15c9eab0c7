"""The relation retriever of cooking games by rule (STMA, equation 5): what is where, as triples for the graph."""

from __future__ import annotations

from collections.abc import Iterator

from embodied_memory.memory.spatial.knowledge_graph.relation_kind import HELD_BY, IN, IN_ROOM, ON
from embodied_memory.memory.spatial.knowledge_graph.triple import RelationFact
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex, VertexKind
from embodied_memory.planning.planner_critic.history_buffer import InteractionRecord
from embodied_memory.planning.planner_critic.plan import TemporalBelief
from embodied_memory.planning.planner_critic.spatial_memory import STEP_NS
from embodied_memory_tools.evaluation.textworld.player.cooking_rules import CONTAINERS
from embodied_memory_tools.evaluation.textworld.player.cooking_task import Place
from embodied_memory_tools.evaluation.textworld.player.game_model import GameModel
from embodied_memory_tools.evaluation.textworld.player.known_rooms import KnownRoom
from embodied_memory_tools.evaluation.textworld.player.known_things import CARRIED

PLAYER = "player"


class CookingRelations:
    """Tells what is different from what it told before: the graph replaces what is outdated."""

    def __init__(self, model: GameModel) -> None:
        self._model = model
        self._told: set[tuple[str, str, str]] = set()

    def __call__(
        self, record: InteractionRecord, belief: TemporalBelief, known: tuple[Vertex, ...]
    ) -> tuple[RelationFact, ...]:
        """See ReadRelations."""
        now = set(self._triples())
        new, self._told = sorted(now - self._told), now
        return tuple(RelationFact(*triple, record.step * STEP_NS) for triple in new)

    def vertex(self, name: str, step: int) -> Vertex:
        """A new entity of the graph."""
        kind = VertexKind.OBJECT
        if name in self._model.rooms.rooms:
            kind = VertexKind.ROOM
        elif any(name in room.fixtures for room in self._model.rooms.rooms.values()):
            kind = VertexKind.FURNITURE
        elif name == PLAYER:
            kind = VertexKind.ROBOT
        stamp_ns = step * STEP_NS
        return Vertex(name, kind, name, "", None, "map", "", stamp_ns, stamp_ns, step + 1)

    def _triples(self) -> Iterator[tuple[str, str, str]]:
        model = self._model
        if model.here:
            yield PLAYER, IN_ROOM, model.here
        for room in model.rooms.rooms.values():
            yield from self._ways(room)
            for fixture in room.fixtures:
                yield fixture, IN_ROOM, room.name
        for thing, place in model.things.places.items():
            yield (thing, *_where(place))

    def _ways(self, room: KnownRoom) -> Iterator[tuple[str, str, str]]:
        for direction in room.exits:
            goal = self._model.rooms.goal_of(room, direction)
            if goal:
                yield goal, f"{direction} of", room.name


def _where(place: Place) -> tuple[str, str]:
    if place == CARRIED:
        return HELD_BY, PLAYER
    if not place.holder:
        return IN_ROOM, place.room
    return (IN if place.holder in CONTAINERS else ON), place.holder
