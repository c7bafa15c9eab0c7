"""ObsMem, equation 1: what the robot does not perceive does not enter; what it is told enters twice."""

import pytest

from embodied_memory.event import EventKind, Provenance
from embodied_memory.memory.belief.perception_intake import atoms_of

OBSERVED, REPORTED = Provenance.OBSERVED, Provenance.REPORTED


@pytest.mark.parametrize(
    ("kind", "actor", "seen_by", "atoms"),
    [
        (EventKind.UTTERANCE, "bob", ("robot", "ann"), (OBSERVED, REPORTED)),
        (EventKind.UTTERANCE, "robot", ("robot", "ann"), (OBSERVED,)),
        (EventKind.OBJECT_STATE_CHANGED, "bob", ("robot",), (OBSERVED,)),
        (EventKind.OBJECT_STATE_CHANGED, "bob", ("bob",), ()),
        (EventKind.UTTERANCE, "bob", ("ann",), ()),
    ],
)
def test_the_gate_lets_in_what_the_robot_perceives(build_event, kind, actor, seen_by, atoms):
    assert atoms_of(build_event(0, kind, actor, "something", seen_by=seen_by), "robot") == atoms


def test_a_robot_of_another_name_has_its_own_gate(build_event):
    spoken = build_event(0, EventKind.UTTERANCE, "robot", "hello", seen_by=("rosie", "robot"))
    assert atoms_of(spoken, "rosie") == (OBSERVED, REPORTED)


def test_words_make_a_reported_fact_and_deeds_an_observed_one(diary):
    diary.happens(0, "bob", "Bob put the mug on the table", ("mug_1", "location", "on table_1"))
    diary.says(10, "bob", "The mug is in the sink.")
    trail = [(fact.value, fact.provenance, fact.source) for fact in diary.tracks.history("mug_1", "location")]
    assert trail == [("on table_1", OBSERVED, ""), ("in sink", REPORTED, "bob")]


def test_what_nobody_told_the_robot_leaves_no_row(diary):
    before = diary.rows()
    diary.happens(0, "bob", "Bob hid the keys", ("keys_1", "location", "in drawer_1"), seen_by=("bob",))
    diary.says(1, "bob", "I hid the keys in the drawer. Remind me to find them tomorrow.", seen_by=("bob", "ann"))
    assert diary.rows() == before
