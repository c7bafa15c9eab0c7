"""What follows from known relations (STMA, section 4.2: the relation aggregator also reasons).

Every rule names its premises; nothing is inferred from what is inferred, so that all premises are known triples.
"""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from embodied_memory.config import KnowledgeGraphConfig
from embodied_memory.event import Provenance
from embodied_memory.memory.spatial.knowledge_graph.spatial_belief import Subgraph
from embodied_memory.memory.spatial.knowledge_graph.triple import (
    AT,
    EAST_OF,
    IN,
    IN_ROOM,
    NEAR,
    NEXT_TO,
    NORTH_OF,
    ON,
    SOUTH_OF,
    WEST_OF,
    InferredTriple,
    KnowledgeTriple,
    relation_kind,
)
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex

_MAX_CHAIN = 4
_IN_ITS_ROOM = "what rests on, in or with something is in its room"
_INSIDE = "what is in or on something is inside of what that is in"
_TRANSITIVE = "{} is transitive"
_INVERSE = "{} and {} are inverse"
_SYMMETRIC = "{} holds both ways"
_POSITIONS = "from their positions"


class Inference:
    """All rules over one subgraph; seeds are what the conclusions are drawn for first."""

    def __init__(self, subgraph: Subgraph, config: KnowledgeGraphConfig) -> None:
        self._config = config
        self._seeds = subgraph.seeds
        self._triples = subgraph.triples
        self._vertices = {entity.vertex.vertex_id: entity.vertex for entity in subgraph.entities}
        self._place = {
            known.subject_id: known for known in subgraph.triples if relation_kind(known.relation).is_place
        }

    def conclusions(self) -> tuple[InferredTriple, ...]:
        """Each once, none that is known already, the most useful first, so many as the configuration allows."""
        known = {triple.spoken for triple in self._triples}
        others = [vertex_id for vertex_id in self._vertices if vertex_id not in self._seeds]
        found: dict[tuple[str, str, str], InferredTriple] = {}
        candidates = chain(
            self._containment(self._seeds),
            self._transitive(),
            self._inverse(),
            self._from_positions(),
            self._containment(others),
        )
        for triple in candidates:
            if len(found) >= self._config.max_inferred:
                break
            if triple.spoken not in known:
                found.setdefault(triple.spoken, triple)
        return tuple(found.values())

    def _containment(self, vertex_ids: Sequence[str]) -> Iterator[InferredTriple]:
        """mug in cabinet, cabinet in room kitchen: mug in room kitchen; plate on shelf in cabinet: in the cabinet."""
        for vertex_id in vertex_ids:
            steps = self._chain_of(vertex_id)
            resting = True
            for count, step in enumerate(steps, 1):
                resting = resting and step.relation in (ON, IN)
                if count > 1 and step.relation == IN and resting:
                    yield InferredTriple(vertex_id, IN, step.object_id, tuple(steps[:count]), _INSIDE)
                if count > 1 and step.relation == IN_ROOM:
                    yield InferredTriple(vertex_id, IN_ROOM, step.object_id, tuple(steps), _IN_ITS_ROOM)

    def _chain_of(self, vertex_id: str) -> list[KnowledgeTriple]:
        """Its place, the place of that, and so on until a room or a circle."""
        steps: list[KnowledgeTriple] = []
        met = {vertex_id}
        while vertex_id in self._place and len(steps) < self._config.max_place_depth:
            step = self._place[vertex_id]
            vertex_id = step.object_id
            if vertex_id in met:
                break
            met.add(vertex_id)
            steps.append(step)
            if step.relation == IN_ROOM:
                break
        return steps

    def _transitive(self) -> Iterator[InferredTriple]:
        """a west of b, c east of b: a west of c. Chains of one relation, its inverse read backwards."""
        steps: defaultdict[tuple[str, str], list[tuple[str, KnowledgeTriple]]] = defaultdict(list)
        for known in self._triples:
            kind = relation_kind(known.relation)
            if kind.transitive and not kind.is_place:
                steps[known.subject_id, known.relation].append((known.object_id, known))
                if kind.inverse:
                    steps[known.object_id, kind.inverse].append((known.subject_id, known))
        for vertex_id, relation in list(steps):
            if vertex_id in self._seeds:
                yield from self._chains(vertex_id, relation, steps)

    def _chains(
        self, start: str, relation: str, steps: defaultdict[tuple[str, str], list[tuple[str, KnowledgeTriple]]]
    ) -> Iterator[InferredTriple]:
        met = {start}
        waiting: deque[tuple[str, tuple[KnowledgeTriple, ...]]] = deque([(start, ())])
        while waiting:
            here, premises = waiting.popleft()
            for there, known in steps.get((here, relation), ()):
                if there not in met:
                    met.add(there)
                    rule = _TRANSITIVE if premises else _INVERSE
                    inverse = relation_kind(relation).inverse
                    path: tuple[KnowledgeTriple, ...] = (*premises, known)
                    yield InferredTriple(start, relation, there, path, rule.format(relation, inverse))
                    if len(path) < _MAX_CHAIN:
                        waiting.append((there, path))

    def _inverse(self) -> Iterator[InferredTriple]:
        """mug on table: the table supports the mug. Told for what was asked about."""
        for known in self._triples:
            kind = relation_kind(known.relation)
            if kind.inverse and known.object_id in self._seeds:
                rule = _SYMMETRIC if kind.inverse == kind.name else _INVERSE
                yield InferredTriple(
                    known.object_id,
                    kind.inverse,
                    known.subject_id,
                    (known,),
                    rule.format(known.relation, kind.inverse),
                )

    def _from_positions(self) -> Iterator[InferredTriple]:
        """near, west of, ... of the nearest others. x points east and y north, as in REP-103."""
        for vertex_id in self._seeds:
            here = self._vertices[vertex_id]
            related = self._related(vertex_id)
            nearest = sorted(
                (math.dist(here.position, other.position), other_id)
                for other_id, other in self._vertices.items()
                if other_id not in related and other.position and here.position and other.map_id == here.map_id
            )
            for distance, other_id in islice(nearest, self._config.max_near):
                other = self._vertices[other_id]
                premises = (position_triple(here), position_triple(other))
                if distance <= self._config.near_distance_m:
                    yield InferredTriple(vertex_id, NEAR, other_id, premises, _POSITIONS)
                direction = direction_of(here, other, self._config.direction_margin_m)
                if direction:
                    yield InferredTriple(vertex_id, direction, other_id, premises, _POSITIONS)

    def _related(self, vertex_id: str) -> set[str]:
        """Itself, and those whose relation to it tells more than positions do."""
        related = {vertex_id, *(step.object_id for step in self._chain_of(vertex_id))}
        for known in self._triples:
            if vertex_id in (known.subject_id, known.object_id) and known.relation != NEXT_TO:
                related |= {known.subject_id, known.object_id}
        return related


def direction_of(here: Vertex, other: Vertex, margin_m: float) -> str:
    """Where `here` lies as seen from `other`, "" if that is not clear: both positions known, in one map."""
    if here.position is None or other.position is None or here.map_id != other.map_id:
        return ""
    east, north = here.position[0] - other.position[0], here.position[1] - other.position[1]
    if max(abs(east), abs(north)) < margin_m or abs(east) == abs(north):
        return ""
    if abs(east) > abs(north):
        return EAST_OF if east > 0 else WEST_OF
    return NORTH_OF if north > 0 else SOUTH_OF


def position_triple(vertex: Vertex) -> KnowledgeTriple:
    """(vertex, at, "x y z"): its measured position as a premise, metres in map; not a row of the graph."""
    return _measured(vertex, AT, " ".join(f"{value:.2f}" for value in vertex.position or ()))


def room_triple(vertex: Vertex, room: str) -> KnowledgeTriple:
    """(vertex, in room, room): where its position lies, as rooms are named now; not a row of the graph."""
    return _measured(vertex, IN_ROOM, room)


def _measured(vertex: Vertex, relation: str, object_id: str) -> KnowledgeTriple:
    record_id, stamp_ns = vertex.record_id, vertex.last_seen_ns
    return KnowledgeTriple(
        0, vertex.vertex_id, relation, object_id, stamp_ns, record_id, Provenance.OBSERVED, vertex.map_id,
        vertex.session_id, stamp_ns, record_id,
    )  # fmt: skip
