"""The vector index against numpy's brute force: the same vectors, one thread, exact answers as the truth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import entries
import numpy as np
from entries import Vectors
from figure import Figure
from numpy.typing import NDArray
from process_figures import cpu_ms
from scale import Scale

from embodied_memory.memory.store.vector_index import VectorIndex

K = 10
QUERIES, WARM_UP = 100, 2
LARGEST_RATIO, LEAST_RECALL = 0.4, 0.995
SIZES_OF_TARGET = (100_000, 1_000_000)

Rows = NDArray[np.int64]
Search = Callable[[Vectors], Rows]


def measure(scale: Scale, folder: Path, seed: int) -> list[Figure]:
    """Ratios of CPU times, recall, and what a filter costs, at each size."""
    return [figure for size in scale.retrieve_entries for figure in at_size(size, seed)]


def at_size(size: int, seed: int) -> list[Figure]:
    vectors = entries.vectors(seed, 0, size)
    index = VectorIndex(entries.DIMENSION)
    for first, last in entries.chunks(0, size, 10_000):
        index.extend(vectors[first:last])
    asked = entries.queries(seed, QUERIES)
    full = size in SIZES_OF_TARGET
    brute_ms, truth = timed(lambda query: brute_force(vectors, query), asked)
    index_ms, found = timed(lambda query: index.search(query, K, lambda rows: vectors[rows])[0], asked)
    label = f"retrieve at {size:,}"
    figures = [
        Figure(f"{label}: ours / numpy", index_ms / brute_ms, "", ("at most", LARGEST_RATIO), full),
        Figure(f"{label}: recall@{K}", recall(found, truth), "", ("at least", LEAST_RECALL), full),
        Figure(f"{label}: ours", index_ms, "ms"),
        Figure(f"{label}: numpy", brute_ms, "ms"),
    ]
    return figures + filtered(index, vectors, asked, index_ms, seed, full)


def filtered(
    index: VectorIndex, vectors: Vectors, asked: Vectors, unfiltered_ms: float, seed: int, full: bool
) -> list[Figure]:
    """The same searches among the rows of a time, a room, a person. Which rows these are is known beforehand."""
    figures = []
    for name, rows in selections(len(vectors), seed).items():
        ms, found = timed(lambda q, r=rows: index.search(q, K, lambda n: vectors[n], among=r)[0], asked)
        chosen = vectors[rows]
        _, truth = timed(lambda q, c=chosen, r=rows: r[brute_force(c, q)], asked)
        label = f"retrieve at {len(vectors):,}, of one {name}"
        figures += [
            Figure(f"{label}: filtered / unfiltered", ms / unfiltered_ms, "", ("at most", 1.0), full),
            Figure(f"{label}: recall@{K}", recall(found, truth), "", ("at least", LEAST_RECALL), full),
        ]
    return figures


def selections(size: int, seed: int) -> dict[str, Rows]:
    """Rows in ascending order: a day of thirty, one of eight rooms, one of four people."""
    rng = np.random.default_rng([seed, 5])
    start = size // 2
    return {
        "day": np.arange(start, start + max(1, size // 30)),
        "room": np.flatnonzero(rng.integers(0, 8, size) == 0),
        "person": np.flatnonzero(rng.integers(0, 4, size) == 0),
    }


def brute_force(vectors: Vectors, query: Vectors) -> Rows:
    """Rows of the ten greatest cosines: one product of matrix and vector, and a partial sort."""
    cosines = vectors @ query
    best = np.argpartition(-cosines, min(K, len(cosines)) - 1)[:K]
    return best[np.argsort(-cosines[best])]


def timed(search: Search, asked: Vectors) -> tuple[float, list[Rows]]:
    """(median CPU ms, results). The first searches, which compile and fill caches, are done twice."""
    for query in asked[:WARM_UP]:
        search(query)
    found: list[Rows] = []
    times = [cpu_ms(lambda q=query: found.append(search(q))) for query in asked]
    return float(np.median(times)), found


def recall(found: list[Rows], truth: list[Rows]) -> float:
    """The share of the true results that were found."""
    hits = sum(len(np.intersect1d(ours, exact)) for ours, exact in zip(found, truth, strict=True))
    return hits / sum(map(len, truth))
