"""A slot keeps all that was ever said of it, and what was said for the latest time is current."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.event import Provenance
from embodied_memory.memory.spatial.knowledge_graph.graph_draft import in_order, inserted
from embodied_memory.memory.spatial.knowledge_graph.triple import Origin, RelationFact, new_triple

stamps = st.lists(st.integers(0, 40), unique=True, min_size=1, max_size=12)
places = st.sampled_from(["table", "shelf", "box", ""])


def timeline(facts, refresh_ns=0):
    """facts: (stamp, place), "" for nowhere."""
    spans = {}
    for record_id, (stamp, place, *provenance) in enumerate(facts, 1):
        fact = RelationFact("mug", "on", place, stamp, *(provenance or [Provenance.OBSERVED]), holds=bool(place))
        for span in inserted(in_order(list(spans.values())), new_triple(fact, Origin(record_id)), refresh_ns):
            key = span.edge_id or len(spans) + 1
            spans[key] = span.with_id(key)
    return in_order(list(spans.values()))


def said_at(spans, stamp):
    found = [s for s in spans if s.stamp_ns <= stamp and (s.valid_to_ns is None or stamp < s.valid_to_ns)]
    assert len(found) <= 1
    return found[0].object_id if found else None


@given(stamps, st.data())
def test_the_newest_is_current_whatever_the_order_of_recording(stamps, data):
    facts = [(stamp, data.draw(places)) for stamp in stamps]
    current = [span for span in timeline(facts) if span.is_current]
    assert [span.object_id for span in current] == [max(facts)[1]]


@given(stamps, st.data())
def test_one_span_follows_the_other_without_a_gap(stamps, data):
    spans = timeline([(stamp, data.draw(places)) for stamp in stamps])
    assert [span.valid_to_ns for span in spans] == [span.stamp_ns for span in spans[1:]] + [None]


@given(st.permutations(range(10)))
def test_facts_that_all_differ_give_the_same_history_in_any_order(order):
    spans = timeline([(10 * n, f"place {n}") for n in order])
    assert [(s.stamp_ns, s.object_id) for s in spans] == [(10 * n, f"place {n}") for n in range(10)]


@given(st.lists(st.tuples(st.integers(0, 1000), places), min_size=1, max_size=15))
def test_in_order_of_time_every_fact_can_be_looked_up_at_its_time(facts):
    facts = sorted(dict(facts).items())
    spans = timeline(facts)
    assert [said_at(spans, stamp) for stamp, _ in facts] == [place for _, place in facts]


def test_a_late_fact_amid_a_longer_one_splits_it():
    spans = timeline([(10, "table"), (30, "table"), (20, "box")])
    assert [(s.stamp_ns, s.valid_to_ns, s.object_id) for s in spans] == [
        (10, 20, "table"), (20, 30, "box"), (30, None, "table"),
    ]  # fmt: skip


def test_a_late_fact_that_says_the_same_as_the_next_begins_it_earlier():
    spans = timeline([(10, "table"), (30, "box"), (20, "box")])
    assert [(s.stamp_ns, s.record_id, s.object_id) for s in spans] == [(10, 1, "table"), (20, 3, "box")]


def test_at_one_stamp_seeing_beats_hearing_and_both_are_kept():
    spans = timeline([(10, "table"), (10, "box", Provenance.REPORTED)])
    assert [(s.valid_to_ns, s.object_id) for s in spans] == [(10, "box"), (None, "table")]


def test_what_was_told_and_is_then_seen_has_a_span_of_its_own():
    spans = timeline([(10, "table", Provenance.REPORTED), (20, "table"), (30, "table", Provenance.REPORTED)])
    assert [(s.stamp_ns, s.provenance.value, s.confirmed_ns) for s in spans] == [
        (10, "reported", 10), (20, "observed", 30),
    ]  # fmt: skip


def test_a_confirmation_that_comes_too_soon_is_not_written():
    spans = timeline([(10, "table"), (14, "table"), (21, "table")], refresh_ns=10)
    assert [(s.stamp_ns, s.confirmed_ns, s.confirmed_record_id) for s in spans] == [(10, 21, 3)]
