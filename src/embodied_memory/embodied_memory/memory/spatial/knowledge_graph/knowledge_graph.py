"""The dynamic knowledge graph (STMA, section 4.2): lasting relations, the newest in place of the outdated.

`observe_*` compute what a record changes, `write` writes it within the record's transaction, `adopt` takes it over
after the commit. History stays in the database, what is current also in memory.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from embodied_memory.config import MemoryConfig
from embodied_memory.event import Event
from embodied_memory.evidence import RememberedObject, UsualPlace
from embodied_memory.memory.spatial.knowledge_graph import graph_state
from embodied_memory.memory.spatial.knowledge_graph.facts_of_objects import add_instant, add_objects
from embodied_memory.memory.spatial.knowledge_graph.graph_draft import GraphDraft
from embodied_memory.memory.spatial.knowledge_graph.graph_retrieval import (
    GraphRetrieval,
    Related,
    RoomOf,
    UsualPlaces,
)
from embodied_memory.memory.spatial.knowledge_graph.graph_state import GraphState, KnowledgeChanges
from embodied_memory.memory.spatial.knowledge_graph.relation_retriever import add_event
from embodied_memory.memory.spatial.knowledge_graph.spatial_belief import AggregateRelations, SpatialSubgraph
from embodied_memory.memory.spatial.knowledge_graph.triple import (
    IN_ROOM,
    KnowledgeTriple,
    Origin,
    RelationFact,
    Slot,
    Triple,
)
from embodied_memory.memory.spatial.knowledge_graph.vertex import Vertex
from embodied_memory.memory.spatial.knowledge_graph.vertex_names import VertexNames, telling_words
from embodied_memory.memory.spatial.map_correction import MapCorrection, checked_transform, moved_points
from embodied_memory.memory.spatial.object_state import ObjectChanges, ObjectState
from embodied_memory.memory.store.store import NewInstant, NewRecord
from embodied_memory.perception.embedder import Embedder
from embodied_memory.scene_graph import SceneGraphInstant

TABLES = graph_state.TABLES


class KnowledgeGraph:
    """All entities and relations that memory knows. room_of: for what rests on nothing (see `GraphRetrieval`)."""

    def __init__(
        self, connection: sqlite3.Connection, embedder: Embedder, config: MemoryConfig,
        aggregate: AggregateRelations | None = None, room_of: RoomOf = lambda vertex_id: "",
    ) -> None:  # fmt: skip
        self._connection, self._embedder, self._memory_config = connection, embedder, config
        self._config = config.knowledge_graph
        self._state = GraphState()
        self._names = VertexNames(embedder.dimension)
        self._last_edge_id = graph_state.last_edge_id(connection)
        self._state.load(graph_state.load_vertices(connection), graph_state.load_current(connection))
        self._load_names()
        self._retrieval = GraphRetrieval(self._state, self._names, embedder, self._config, aggregate, room_of)
        self._related = Related(self._state, self._retrieval, self._config)
        self._usual = UsualPlaces(self._state, self._retrieval, partial(graph_state.spans_of, connection))

    def __len__(self) -> int:
        return len(self._state)

    def vertex(self, vertex_id: str) -> Vertex | None:
        """None if nothing is known of that id."""
        return self._state.vertices.get(vertex_id)

    def vertices(self) -> tuple[Vertex, ...]:
        """All, in the order they were first met."""
        return tuple(self._state.vertices[one] for one in self._state.ids if one in self._state.vertices)

    def triples(self) -> tuple[KnowledgeTriple, ...]:
        """All current edges, in the order they were made."""
        return tuple(self._state.triples())

    def triples_of(self, vertex_id: str) -> tuple[KnowledgeTriple, ...]:
        """The current edges from this entity, and after them those to it."""
        own = self._state.triples_of(vertex_id)
        others = [known for known in self._state.triples_at(vertex_id) if known.subject_id != vertex_id]
        return (*own, *sorted(others, key=lambda known: known.edge_id))

    def place_of(self, vertex_id: str) -> KnowledgeTriple | None:
        """Where it is now (on, in, held by, in room ...), None if that is not known."""
        return self._state.place_of(vertex_id)

    def places_of(self, vertex_id: str) -> tuple[KnowledgeTriple, ...]:
        """Its place, the place of that, and so on up to the room: as much of it as is known."""
        return self._retrieval.places_of(vertex_id)

    def room_of(self, vertex_id: str) -> str:
        """The room it is in, through all that it rests on; "" if that is not known."""
        places = self.places_of(vertex_id)
        return places[-1].object_id if places and places[-1].relation == IN_ROOM else ""

    def history(self, vertex_id: str) -> tuple[KnowledgeTriple, ...]:
        """Every edge there ever was from or to this entity, oldest first."""
        return tuple(graph_state.spans_about(self._connection, vertex_id))

    def neighbourhood(self, vertex_ids: Iterable[str], hops: int | None = None) -> dict[str, int]:
        """All entities within so many hops of these, and how many; the nearest first."""
        return self._retrieval.neighbourhood(vertex_ids, self._config.hops if hops is None else hops)

    def retrieve(self, query: str, k: int | None = None, hops: int | None = None) -> SpatialSubgraph:
        """The k entities most like the query, what is within so many hops, and what follows (algorithm 1)."""
        k = self._config.similar_entities if k is None else k
        return self._retrieval.retrieve(query, k, self._config.hops if hops is None else hops)

    def related(self, vertex_id: str, relation: str) -> tuple[Triple, ...]:
        """What is on, in, under or next to it, also by way of others (see `Related`)."""
        return self._related.to(vertex_id, relation)

    def usual_places(self, query: str) -> tuple[UsualPlace, ...]:
        """Where things of the kind that is asked for usually are, the likeliest first."""
        return self._usual.of(query, self._config.similar_entities)

    def mentioned(self, text: str, speaker: str = "", most: int = 24) -> tuple[Vertex, ...]:
        """The entities whose whole name, or id, is said in a text, and the speaker; not those that share a name."""
        said = frozenset(telling_words(text))
        found = [self._state.vertices[one] for one, _ in self._retrieval.similar(text, most)]
        names = Counter(vertex.name for vertex in found)
        named = [v for v in found if names[v.name] == 1 and said.issuperset(telling_words(v.name) or ("",))]
        by_id = [vertex for vertex in found if vertex.vertex_id in text.split()]
        speaking = [self._state.vertices[one] for one in (speaker,) if one in self._state.vertices]
        return tuple(dict.fromkeys((*speaking, *by_id, *named)))

    def observe(self, record: NewRecord) -> KnowledgeChanges:
        """What a record changes of what is known for long."""
        if isinstance(record, NewInstant):
            return self.observe_instant(record.record_id, record.instant, record.objects, record.states)
        return self.observe_event(record.record_id, record.understood)

    def observe_event(
        self, record_id: int, event: Event, map_id: str = "map", session_id: str = ""
    ) -> KnowledgeChanges:
        """What an event tells: who is where, who holds what, what was put where."""
        draft = self._draft(Origin(record_id, map_id, session_id))
        belief = self._memory_config.belief
        add_event(draft, event, belief.robot, belief.outside_places)
        return self._finished(draft, record_id)

    def observe_instant(
        self, record_id: int, instant: SceneGraphInstant, changes: ObjectChanges, states: Mapping[int, ObjectState]
    ) -> KnowledgeChanges:
        """What an instant shows. changes: of the object store by it; states: the store's, before or after it."""
        origin = Origin(record_id, instant.map_id, instant.session_id)
        draft = self._draft(origin)
        for gone, kept in changes.renamed.items():
            draft.merge(gone, kept, instant.stamp_ns)
        add_instant(draft, instant.stamp_ns, changes, states, origin)
        return self._finished(draft, record_id)

    def observe_objects(self, origin: Origin, stamp_ns: int, objects: Iterable[RememberedObject]) -> KnowledgeChanges:
        """Objects as memory gives them out, with their rooms as named at stamp_ns."""
        draft = self._draft(origin)
        add_objects(draft, stamp_ns, objects, origin)
        return self._finished(draft, origin.record_id)

    def observe_facts(
        self, origin: Origin, facts: Iterable[RelationFact], vertices: Iterable[Vertex] = ()
    ) -> KnowledgeChanges:
        """Relations from elsewhere: owners, what people said, what a language model extracted."""
        draft = self._draft(origin)
        for vertex in vertices:
            draft.meet(vertex)
        for fact in facts:
            draft.add(fact)
        return self._finished(draft, origin.record_id)

    def move_map(self, correction: MapCorrection) -> KnowledgeChanges:
        """Every position that was last told where and when the correction holds, moved.

        Raises ValueError if it is not rigid.
        """
        matrix = checked_transform(correction.map_t_map)
        known = (v for v in self._state.vertices.values() if v.position is not None)
        there = [v for v in known if correction.covers(v.map_id, v.last_seen_ns)]
        points = moved_points(np.array([v.position for v in there], np.float64).reshape(-1, 3), matrix)
        changes = KnowledgeChanges()
        for vertex, (x, y, z) in zip(there, points.tolist(), strict=True):
            changes.vertices[vertex.vertex_id] = replace(vertex, position=(x, y, z))
        return changes

    def write(self, connection: sqlite3.Connection, changes: KnowledgeChanges) -> None:
        """Into the database, as part of the record's transaction."""
        graph_state.write_graph(connection, changes, self._embedder.name)

    def adopt(self, changes: KnowledgeChanges) -> None:
        """Take over changes that were committed."""
        self._names.learn({words: feature for words, (_, feature) in changes.names.items()})
        for vertex in changes.vertices.values():
            self._names.rename(self._state.vertices.get(vertex.vertex_id), vertex)
        self._state.adopt(changes.vertices.values(), changes.edges.values())
        for gone in changes.merged:
            self._names.forget(self._state.vertices.get(gone))
            self._state.retire(gone)
        self._last_edge_id = max((self._last_edge_id, *changes.edges))

    def _draft(self, origin: Origin) -> GraphDraft:
        return GraphDraft(self._state, self._history_of, origin, self._last_edge_id, self._config)

    def _history_of(self, slot: Slot) -> list[KnowledgeTriple]:
        return [span for span in graph_state.spans_of(self._connection, slot[0]) if span.slot == slot]

    def _finished(self, draft: GraphDraft, record_id: int) -> KnowledgeChanges:
        """With embeddings for names that are new."""
        changes = draft.changes
        new = [
            words for words in dict.fromkeys(v.words for v in changes.vertices.values()) if words not in self._names
        ]
        if new:
            features = self._embedder.embed_text(new)
            changes.names.update((words, (record_id, feature)) for words, feature in zip(new, features, strict=True))
        return changes

    def _load_names(self) -> None:
        """Names that another model embedded are embedded anew; they are few beside the entities that bear them."""
        names = graph_state.load_names(self._connection, self._embedder.name)
        borne = dict.fromkeys(vertex.words for vertex in self._state.vertices.values())
        missing = [words for words in borne if words not in names]
        if missing:
            names.update(zip(missing, self._embedder.embed_text(missing), strict=True))
        self._names.learn({words: names[words] for words in borne})
        for vertex in self._state.vertices.values():
            self._names.rename(None, vertex)
