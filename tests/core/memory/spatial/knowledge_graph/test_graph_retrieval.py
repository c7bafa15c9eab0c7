"""Two steps: the entities most like the query, then three hops (STMA, algorithm 1)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.memory.spatial.knowledge_graph.vertex import VertexKind


@pytest.fixture
def home(told):
    told.facts(
        10,
        ("table_1", "in room", "kitchen"), ("cabinet_1", "in room", "kitchen"), ("bed_1", "in room", "bedroom"),
        ("mug_1", "in", "box_1"), ("box_1", "in", "cabinet_1"), ("plate_1", "on", "table_1"),
        ("lamp_1", "next to", "bed_1"), ("mug_1", "owned by", "Anna"),
        vertices=[told.thing("mug_1", caption="a blue mug"), told.thing("Anna", kind=VertexKind.PERSON)],
    )  # fmt: skip
    return told


def ids(belief):
    return [entity.vertex.vertex_id for entity in belief.entities]


def test_the_entity_that_is_asked_about_comes_first(home):
    assert ids(home.graph.retrieve("where is the blue mug?"))[0] == "mug_1"
    assert ids(home.graph.retrieve("what is on table_1"))[0] == "table_1"
    assert ids(home.graph.retrieve("which things belong to Anna"))[0] == "Anna"


def test_hops_bound_what_is_reached(home):
    belief = home.graph.retrieve("blue mug", k=1, hops=1)
    assert {e.vertex.vertex_id: e.hops for e in belief.entities} == {
        "mug_1": 0, "box_1": 1, "Anna": 1, "cabinet_1": 2, "kitchen": 3,
    }  # fmt: skip
    assert home.graph.neighbourhood(["mug_1"], 1) == {"mug_1": 0, "box_1": 1, "Anna": 1}


def test_a_belief_holds_so_many_entities_those_seen_last_first(told_with):
    told = told_with(max_entities=4)
    for second in range(1, 9):
        told.facts(second, (f"cup_{second}", "on", "table_1"))
    belief = told.graph.retrieve("table_1", k=1)
    assert ids(belief) == ["table_1", "cup_8", "cup_7", "cup_6"]
    assert [triple.subject_id for triple in belief.triples] == ["cup_8", "cup_7", "cup_6"]


@given(st.integers(1, 40), st.integers(1, 12), st.integers(0, 10_000))
@settings(deadline=None, max_examples=25)
def test_a_bounded_belief_is_the_beginning_of_the_unbounded_one(told_with, edges, limit, seed):
    random = np.random.default_rng(seed)
    whole, cut = told_with(max_entities=0), told_with(max_entities=limit)
    triples = [(f"a_{random.integers(9)}", "next to", f"b_{random.integers(9)}") for _ in range(edges)]
    for told in (whole, cut):
        for second, triple in enumerate(triples, 1):
            told.facts(second, triple)
    start = [(triples[0][0], 1.0)]
    everything = whole.graph._retrieval.expand("", start, 3)
    assert cut.graph._retrieval.expand("", start, 3).entities == everything.entities[:limit]
    assert {e.vertex.vertex_id: e.hops for e in everything.entities} == whole.graph.neighbourhood([triples[0][0]], 3)


def test_of_equal_names_those_seen_last_are_taken(told):
    for second in range(1, 6):
        told.facts(second, (f"cup_{second}", "on", f"table_{second}"),
                   vertices=[told.thing(f"cup_{second}", second=second)])  # fmt: skip
    found = [e.vertex.vertex_id for e in told.graph.retrieve("cup", k=2, hops=0).entities if not e.hops]
    assert found == ["cup_5", "cup_4"]


def test_a_renamed_entity_is_found_by_its_new_name_alone(told):
    told.facts(1, ("thing_1", "on", "table_1"), vertices=[told.thing("thing_1", "bottle", second=1)])
    told.facts(2, vertices=[replace(told.thing("thing_1", "thermos flask", second=2), caption="")])
    assert ids(told.graph.retrieve("thermos flask", k=1, hops=0))[0] == "thing_1"
    assert "thing_1" not in ids(told.graph.retrieve("bottle", k=1, hops=0))


def test_an_empty_graph_has_an_empty_belief(told):
    belief = told.graph.retrieve("where is the mug")
    assert (belief.entities, belief.triples, belief.inferred, belief.text) == ((), (), (), "")
