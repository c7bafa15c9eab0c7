"""A walk over the arrays finds what networkx and a plain search find, after any history of changes."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.memory.spatial.knowledge_graph import adjacency as module
from embodied_memory.memory.spatial.knowledge_graph.adjacency import Adjacency

VERTICES = 12
pairs = st.tuples(st.integers(0, VERTICES - 1), st.integers(0, VERTICES - 1)).filter(lambda pair: pair[0] != pair[1])
steps = st.lists(st.one_of(pairs, st.integers(0, 30)), max_size=40)


def changed(steps, loaded):
    """An adjacency and its edges after additions (a pair) and removals (which of the edges)."""
    graph, edges = Adjacency(), {}
    graph.add_vertices(VERTICES - 2)
    graph.add_vertices(2)
    edges = dict(enumerate(loaded, 1000))
    graph.add_all(np.array(list(edges), np.int64), np.array(loaded, np.int32).reshape(-1, 2))
    for key, step in enumerate(steps):
        if isinstance(step, tuple):
            graph.add(key, *step)
            edges[key] = step
        elif edges:
            gone = sorted(edges)[step % len(edges)]
            graph.remove(gone)
            del edges[gone]
    return graph, edges


def plain_walk(edges, seeds, hops):
    near = defaultdict(set)
    for one, other in edges.values():
        near[one].add(other)
        near[other].add(one)
    depth = dict.fromkeys(seeds, 0)
    ring = set(seeds)
    for hop in range(1, hops + 1):
        ring = {other for one in ring for other in near[one]} - depth.keys()
        depth.update(dict.fromkeys(ring, hop))
    return depth


@given(steps, st.lists(pairs, max_size=20), st.lists(st.integers(0, VERTICES - 1), max_size=4), st.integers(0, 5))
@settings(deadline=None)
def test_a_walk_finds_all_within_so_many_hops_nearest_first(steps, loaded, seeds, hops):
    graph, edges = changed(steps, loaded)
    rows, depths = graph.walk(np.array(seeds, np.int64), hops)
    assert dict(zip(rows.tolist(), depths.tolist(), strict=True)) == plain_walk(edges, seeds, hops)
    assert depths.tolist() == sorted(depths.tolist())
    assert rows[: len(set(seeds))].tolist() == list(dict.fromkeys(seeds))


@given(steps, st.lists(pairs, max_size=20), st.integers(0, 11), st.integers(0, 5), st.integers(1, 12))
@settings(deadline=None)
def test_a_walk_that_has_found_enough_ends_with_the_hop(steps, loaded, seed, hops, enough):
    graph, _ = changed(steps, loaded)
    everything, depths = (found.tolist() for found in graph.walk(np.array([seed]), hops))
    rows = graph.walk(np.array([seed]), hops, enough)[0].tolist()
    whole_hops = [sum(depth <= hop for depth in depths) for hop in range(hops + 1)]
    assert rows == everything[: next((count for count in whole_hops if count >= enough), len(everything))]


@given(steps, st.lists(pairs, max_size=20))
@settings(deadline=None)
def test_the_edges_of_a_vertex_are_those_that_were_added_and_not_removed(steps, loaded):
    graph, edges = changed(steps, loaded)
    for row in range(VERTICES):
        assert sorted(graph.edges_at(row).tolist()) == sorted(key for key, ends in edges.items() if row in ends)


@given(steps, st.lists(pairs, max_size=20))
@settings(deadline=None, max_examples=30)
def test_building_the_arrays_anew_changes_nothing(steps, loaded):
    graph, edges = changed(steps, loaded)
    graph._build()
    rows, depths = graph.walk(np.array([0]), 3)
    assert dict(zip(rows.tolist(), depths.tolist(), strict=True)) == plain_walk(edges, [0], 3)
    assert [key in graph for key in edges] == [True] * len(edges) == [True] * len(graph)


def test_arrays_are_built_anew_when_many_edges_changed(monkeypatch):
    monkeypatch.setattr(module, "_LEAST_OVERLAY", 8)
    graph, edges = changed([(n % 5, 5 + n % 7) for n in range(40)], [(0, 1)])
    graph.walk(np.array([0]), 1)
    assert (len(graph._links), len(graph._edges)) == (0, 2 * len(edges))


def test_three_hops_are_the_ego_graph_of_networkx():
    networkx = pytest.importorskip("networkx", reason="networkx, the oracle of this test, is not installed")
    random = np.random.default_rng(7)
    ends = random.integers(0, 2000, (3000, 2)).astype(np.int32)
    ends = ends[ends[:, 0] != ends[:, 1]]
    graph, other = Adjacency(), networkx.Graph()
    graph.add_vertices(2000)
    graph.add_all(np.arange(len(ends)), ends)
    other.add_nodes_from(range(2000))
    other.add_edges_from(ends.tolist())
    for seed in range(0, 2000, 97):
        assert set(graph.walk(np.array([seed]), 3)[0].tolist()) == set(networkx.ego_graph(other, seed, 3))
