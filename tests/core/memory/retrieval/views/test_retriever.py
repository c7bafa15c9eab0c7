"""Choosing evidence (ObsMem, equation 5): few, complementary, never weak."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.config import RetrievalConfig
from embodied_memory.event import Provenance
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, ViewName
from embodied_memory.memory.retrieval.views.candidate import Candidate
from embodied_memory.memory.retrieval.views.retriever import FirstCome, OfflineSelector

CONFIG = RetrievalConfig()
PLAN = QueryPlan("where is it?", QueryIntent.LOCATION)


def candidate(record_id, score=1.0, entities=("mug_1",), view=ViewName.EVENT, stamp_ns=0, is_step=False):
    text = f"record {record_id}"
    return Candidate(view, (record_id,), stamp_ns, text, Provenance.OBSERVED, score, entities, None, is_step)


candidates = st.lists(
    st.builds(
        candidate,
        st.integers(1, 9),
        st.floats(0, 1),
        st.sampled_from([("mug_1",), ("mug_2",), ("Bob", "mug_1")]),
        st.sampled_from(list(ViewName)),
        st.integers(0, 3),
        st.booleans(),
    ),
    max_size=12,
)


@given(candidates, st.integers(0, 6))
def test_at_most_k_each_once_and_none_weak(found, k):
    chosen = OfflineSelector(CONFIG).select(PLAN, found, k)
    assert len(chosen) <= k
    assert all(one in found and one.score >= CONFIG.least_score for one in chosen)
    told = [(one.record_id, one.entities) for one in chosen if not one.is_step]
    assert len(told) == len(set(told))


@given(candidates)
def test_nothing_is_much_worse_than_the_best(found):
    chosen = OfflineSelector(CONFIG).select(PLAN, found, 5)
    best = max((one.score for one in found), default=0.0)
    assert bool(chosen) == (best >= CONFIG.least_score)
    assert all(one.is_step or one.score >= CONFIG.least_of_best * best for one in chosen)


def test_another_thing_is_preferred_to_more_of_the_same():
    first, again, other = candidate(1), candidate(2, 0.95), candidate(3, 0.9, ("mug_2",))
    assert OfflineSelector(CONFIG).select(PLAN, [first, again, other], 2) == (first, other)


def test_the_same_record_of_the_same_thing_is_not_taken_twice():
    event, state = candidate(1), candidate(1, view=ViewName.STATE)
    assert OfflineSelector(CONFIG).select(PLAN, [event, state], 5) == (event,)


def test_a_first_step_does_not_stand_for_what_follows_from_it():
    step, belief = candidate(1, is_step=True), candidate(1, view=ViewName.BELIEF)
    assert OfflineSelector(CONFIG).select(PLAN, [step, belief], 5) == (step, belief)


def test_weak_evidence_is_none():
    assert OfflineSelector(CONFIG).select(PLAN, [candidate(1, 0.4), candidate(2, 0.2)], 5) == ()


def test_without_a_selector_the_first_come_in():
    found = [candidate(1, 0.1), candidate(2), candidate(3)]
    assert FirstCome().select(PLAN, found, 2) == tuple(found[:2])
