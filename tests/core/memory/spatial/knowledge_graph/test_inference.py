"""What is inferred follows from its premises, and all premises are known."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.memory.spatial.knowledge_graph.vertex import VertexKind

INVERSE = {
    "on": "supports", "in": "contains", "under": "is above", "behind": "in front of", "held by": "holds",
    "in room": "has in it", "part of": "has part", "owned by": "owns", "next to": "next to", "near": "near",
    "west of": "east of", "east of": "west of", "north of": "south of", "south of": "north of",
}  # fmt: skip
TRANSITIVE = ("part of", "has part", "west of", "east of", "north of", "south of")


def is_chain(triple, premises):
    ends = [triple.subject_id, *(premise.object_id for premise in premises)]
    return [p.subject_id for p in premises] == ends[:-1] and ends[-1] == triple.object_id


def step(premise, relation, start):
    """Where a premise, read as this relation, leads to from there; None if it leads nowhere."""
    if (premise.relation, premise.subject_id) == (relation, start):
        return premise.object_id
    backwards = INVERSE.get(premise.relation) == relation and premise.object_id == start
    return premise.subject_id if backwards else None


def follows_from_positions(triple, premises):
    here, other = ([float(value) for value in premise.object_id.split()] for premise in premises)
    east, north = here[0] - other[0], here[1] - other[1]
    true_of = {
        "near": sum((a - b) ** 2 for a, b in zip(here, other, strict=True)) ** 0.5 <= 1.51,
        "east of": east > abs(north), "west of": -east > abs(north),
        "north of": north > abs(east), "south of": -north > abs(east),
    }  # fmt: skip
    return [p.subject_id for p in premises] == [triple.subject_id, triple.object_id] and true_of[triple.relation]


def follows(triple):
    """Written anew from the meaning of the words, not from the rules under test."""
    premises, relation = triple.premises, triple.relation
    if premises[0].relation == "at":
        return follows_from_positions(triple, premises)
    if len(premises) > 1 and relation == "in room":
        return is_chain(triple, premises) and premises[-1].relation == "in room"
    if len(premises) > 1 and relation == "in":
        return is_chain(triple, premises) and {p.relation for p in premises} <= {"on", "in"} and (
            premises[-1].relation == "in"
        )  # fmt: skip
    here = triple.subject_id
    for premise in premises:
        here = step(premise, relation, here)
    return here == triple.object_id and (len(premises) == 1 or relation in TRANSITIVE)


names = [f"{name}_{number}" for name in ("mug", "box", "table") for number in (1, 2)]
entities = st.sampled_from([*names, "kitchen", "study"])
triples = st.lists(st.tuples(entities, st.sampled_from([*INVERSE, "likes"]), entities), max_size=14)
positions = st.lists(
    st.tuples(*[st.integers(-30, 30).map(lambda n: n / 10)] * 2, st.just(0.5)), min_size=6, max_size=6
)


@given(triples, positions, st.lists(entities, min_size=1, max_size=3, unique=True))
@settings(deadline=None, max_examples=60)
def test_every_inferred_triple_follows_from_premises_that_are_known(told_with, triples, positions, seeds):
    told = told_with()
    things = [told.thing(name, at=at, second=1) for name, at in zip(names, positions, strict=True)]
    told.facts(10, *triples, vertices=things)
    seeds = [(seed, 1.0) for seed in seeds if told.graph.vertex(seed)]
    belief = told.graph._retrieval.expand("", seeds, 3)
    current, known = set(told.graph.triples()), set(belief.triples)
    assert known <= current
    for triple in belief.inferred:
        assert follows(triple), triple
        assert triple.spoken not in {other.spoken for other in known}
        for premise in triple.premises:
            at = told.graph.vertex(premise.subject_id).position
            measured = premise.relation == "at" and premise.object_id == " ".join(f"{value:.2f}" for value in at)
            assert measured or premise in known
    assert len({triple.spoken for triple in belief.inferred}) == len(belief.inferred) <= 96


def inferred(told, query, *relations):
    belief = told.graph.retrieve(query, k=1)
    return [triple.spoken for triple in belief.inferred if triple.relation in relations]


def test_a_mug_in_a_box_in_a_cabinet_in_the_kitchen_is_in_the_cabinet_and_in_the_kitchen(told):
    told.facts(10, ("mug_1", "in", "box_1"), ("box_1", "on", "shelf_1"), ("shelf_1", "in", "cabinet_1"),
               ("cabinet_1", "in room", "kitchen"))  # fmt: skip
    belief = told.graph.retrieve("mug_1", k=1)
    by_spoken = {triple.spoken: [premise.spoken for premise in triple.premises] for triple in belief.inferred}
    assert by_spoken["mug_1", "in room", "kitchen"] == [
        ("mug_1", "in", "box_1"), ("box_1", "on", "shelf_1"), ("shelf_1", "in", "cabinet_1"),
        ("cabinet_1", "in room", "kitchen"),
    ]  # fmt: skip
    assert ("mug_1", "in", "cabinet_1") in by_spoken
    assert ("mug_1", "in", "shelf_1") not in by_spoken


def test_what_is_held_by_someone_in_the_kitchen_is_there_but_in_nothing(told):
    told.facts(10, ("mug_1", "held by", "Anna"), ("Anna", "in room", "kitchen"))
    assert inferred(told, "mug_1", "in room", "in") == [("mug_1", "in room", "kitchen")]


def test_west_of_is_transitive_and_east_of_is_its_inverse(told):
    told.facts(10, ("study", "west of", "hall"), ("kitchen", "east of", "hall"), ("bath", "east of", "kitchen"))
    assert inferred(told, "study", "west of") == [("study", "west of", "kitchen"), ("study", "west of", "bath")]
    assert inferred(told, "bath", "east of") == [("bath", "east of", "hall"), ("bath", "east of", "study")]


def test_next_to_is_not_transitive(told):
    told.facts(10, ("a_1", "next to", "b_1"), ("b_1", "next to", "c_1"))
    assert inferred(told, "a_1", "next to") == []
    assert inferred(told, "c_1", "next to") == [("c_1", "next to", "b_1")]


def test_circles_end(told):
    told.facts(10, ("box_1", "in", "bag_1"), ("bag_1", "in", "box_1"), ("a_1", "west of", "b_1"))
    told.facts(20, ("b_1", "west of", "a_1"))
    assert told.graph.room_of("box_1") == ""
    assert told.graph.retrieve("box_1").text


@pytest.mark.parametrize(("at", "relations"), [
    ((1.0, 0.2, 0.5), ["near", "west of"]), ((-3.0, 1.0, 0.5), ["east of"]), ((0.0, -2.0, 0.5), ["north of"]),
    ((0.3, 0.0, 0.5), ["near"]), ((2.0, 2.0, 0.5), []),
])  # fmt: skip
def test_directions_and_nearness_come_from_positions(told, at, relations):
    things = [told.thing("sofa_1", at=(0.0, 0.0, 0.5)), told.thing("lamp_1", at=at),
              told.thing("vase_1", at=at, map_id="other map")]  # fmt: skip
    told.facts(10, ("sofa_1", "in room", "hall"), ("lamp_1", "in room", "hall"), ("vase_1", "in room", "hall"),
               vertices=things)  # fmt: skip
    belief = told.graph.retrieve("sofa_1", k=1)
    found = [t for t in belief.inferred if t.subject_id == "sofa_1" and t.premises[0].relation == "at"]
    assert [(t.relation, t.object_id) for t in found] == [(relation, "lamp_1") for relation in relations]


def test_there_are_never_more_conclusions_than_allowed(told_with):
    told = told_with(max_inferred=5)
    told.facts(10, *((f"cup_{n}", "on", "table_1") for n in range(30)))
    assert len(told.graph.retrieve("table_1", k=1).inferred) == 5


def test_conclusions_are_told_in_sentences(told):
    told.facts(10, ("mug_1", "on", "table_1"), ("table_1", "in room", "kitchen"), ("mug_1", "owned by", "Anna"),
               vertices=[told.thing("mug_1", caption="a blue mug"),
                         told.thing("Anna", "Anna", kind=VertexKind.PERSON)])  # fmt: skip
    assert told.graph.retrieve("mug_1", k=1).text == (
        "mug_1 (a blue mug) is on table_1, belongs to Anna and is in the kitchen. table_1 (table) is in the kitchen."
    )
