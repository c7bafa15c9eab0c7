"""The knowledge graph of a large building: what eight entities are linked to within three hops."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import entries
import numpy as np
from figure import Figure
from process_figures import cpu_ms, resident_mb
from scale import Scale

from embodied_memory.config import MemoryConfig
from embodied_memory.memory.spatial.knowledge_graph.knowledge_graph import TABLES, KnowledgeGraph
from embodied_memory.memory.spatial.knowledge_graph.triple import Origin, RelationFact
from embodied_memory.perception.text_embedders import HashingEmbedder

SEEDS, HOPS, QUERIES = 8, 3, 200
LONGEST_MS, SIZE_OF_TARGET = 2.0, 100_000
FURNITURE_A_ROOM, THINGS_A_PIECE = 9, 10
_FACTS_A_RECORD = 1000
_FURNITURE = ("table", "shelf", "cupboard", "desk", "bed", "sofa", "chest", "counter", "bench")
_THINGS = ("mug", "book", "lamp", "plant", "box", "pan", "cushion", "bottle", "jacket", "bowl", "key", "phone")


def measure(scale: Scale, folder: Path, seed: int) -> list[Figure]:
    """What the relational expansion costs beside the similarity search, and that search itself."""
    with sqlite3.connect(folder / "graph.db") as connection:
        graph = built(connection, scale.graph_entities)
        rng = np.random.default_rng([seed, 8])
        queries = [f"where is the {_THINGS[n % len(_THINGS)]}" for n in rng.integers(0, 100, QUERIES)]
        names = [vertex.vertex_id for vertex in graph.vertices()]
        chosen = [[names[n] for n in rng.integers(0, len(names), SEEDS)] for _ in range(QUERIES)]
        similar = median_ms(lambda number: graph.retrieve(queries[number], SEEDS, hops=0))
        whole = median_ms(lambda number: graph.retrieve(queries[number], SEEDS, HOPS))
        similar = min(similar, median_ms(lambda number: graph.retrieve(queries[number], SEEDS, hops=0)))
        walk = median_ms(lambda number: graph.neighbourhood(chosen[number], HOPS))
        full, label = len(graph) >= SIZE_OF_TARGET, f"graph of {len(graph):,}"
        return [
            Figure(f"{label}: {HOPS} hops beside the search", whole - similar, "ms", ("at most", LONGEST_MS), full),
            Figure(f"{label}: {HOPS} hops from {SEEDS} random entities, ids alone", walk, "ms"),
            Figure(f"{label}: the search", similar, "ms"),
            Figure(f"{label}: RSS", resident_mb(), "MB"),
        ]


def built(connection: sqlite3.Connection, entities: int) -> KnowledgeGraph:
    """Rooms, nine pieces of furniture in each, ten things on each of those; and the same read from the database."""
    for statement in TABLES:
        connection.execute(statement)
    graph = KnowledgeGraph(connection, HashingEmbedder(), MemoryConfig())
    facts = list(relations(entities))
    for record, (first, last) in enumerate(entries.chunks(0, len(facts), _FACTS_A_RECORD), 1):
        changes = graph.observe_facts(Origin(record), facts[first:last])
        graph.write(connection, changes)
        connection.commit()
        graph.adopt(changes)
    return KnowledgeGraph(connection, HashingEmbedder(), MemoryConfig())


def relations(entities: int) -> Iterator[RelationFact]:
    """In every room furniture side by side, and things on it."""
    rooms = max(1, round(entities / (1 + FURNITURE_A_ROOM * (1 + THINGS_A_PIECE))))
    for room in range(rooms):
        before = ""
        for number in range(FURNITURE_A_ROOM):
            piece = f"{_FURNITURE[number]}_{room}"
            yield RelationFact(piece, "in room", f"room_{room}", room)
            if before:
                yield RelationFact(piece, "next to", before, room)
            before = piece
            for slot in range(THINGS_A_PIECE):
                kind = _THINGS[(slot + number) % len(_THINGS)]
                yield RelationFact(
                    f"{kind}_{(room * FURNITURE_A_ROOM + number) * THINGS_A_PIECE + slot}", "on", piece, room
                )


def median_ms(call: Callable[[int], object]) -> float:
    """CPU ms of call(0), call(1), ... to the last query; the first calls compile and are done twice."""
    for number in (0, 1):
        call(number)
    return float(np.median([cpu_ms(lambda n=number: call(n)) for number in range(QUERIES)]))
