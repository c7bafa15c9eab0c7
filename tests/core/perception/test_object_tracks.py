"""A name that a detector is less sure of than of most is doubted; scores that tell nothing change nothing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.perception.lifting import LiftedObject
from embodied_memory.perception.object_tracker import ObjectTracker
from embodied_memory.perception.object_tracks import LEAST_THINGS, doubts
from embodied_memory.scene_graph import Detection

PRIOR = 0.04
USUAL = 0.75 + 0.05 * np.sin(np.arange(40))

some_scores = st.lists(st.floats(0, 1), min_size=1, max_size=40).map(np.array)


def doubt_of(score, looks, usual=USUAL):
    return float(doubts(np.append(usual, score), np.append(np.full(len(usual), 6.0), looks), PRIOR)[-1])


@given(scores=some_scores, looks=st.floats(0, 100), prior=st.floats(0, 0.5))
def test_doubts_are_probabilities(scores, looks, prior):
    found = doubts(scores, np.full(len(scores), looks), prior)
    assert found.shape == scores.shape
    assert ((found >= 0) & (found <= 1)).all()


@given(one=st.floats(0, 1), other=st.floats(0, 1), looks=st.floats(1, 50))
def test_the_less_sure_of_a_name_the_more_it_is_doubted(one, other, looks):
    assert doubt_of(min(one, other), looks) >= doubt_of(max(one, other), looks)


@given(score=st.floats(0, 0.6), looks=st.floats(1, 20))
def test_a_low_score_counts_the_more_the_more_looks_gave_it(score, looks):
    assert doubt_of(score, 2 * looks) >= doubt_of(score, looks)


def test_a_thing_of_which_the_detector_is_never_sure_is_more_likely_misnamed_than_not():
    assert doubt_of(0.55, 8.0) > 0.5
    assert doubt_of(0.75, 8.0) < PRIOR
    assert doubt_of(0.55, 1.0) < 0.5  # one low score is no pattern


@given(score=st.floats(0, 1))
def test_a_detector_that_says_the_same_of_everything_tells_nothing(score):
    assert (doubts(np.full(30, score), np.full(30, 9.0), PRIOR) == PRIOR).all()


def test_too_few_things_tell_nothing():
    scores = np.append(np.full(LEAST_THINGS - 2, 0.8), 0.3)
    assert (doubts(scores, np.full(len(scores), 9.0), PRIOR) == PRIOR).all()


def test_where_scores_differ_widely_from_thing_to_thing_a_low_one_tells_little():
    assert doubt_of(0.55, 20.0, np.linspace(0.35, 0.99, 40)) < 0.15


@pytest.mark.parametrize("looks", [0.0, 1e-9])
def test_what_was_never_seen_breaks_nothing(looks):
    assert np.isfinite(doubts(np.zeros(20), np.full(20, looks), PRIOR)).all()


def seen(number, score):
    faces, lowest = np.zeros(6, np.bool_), np.array([2.0 * number, 0.0, 0.0])
    return LiftedObject(
        Detection("towel", score, (0, 0, 9, 9)), lowest, lowest + 0.3, faces, faces, 1.5, 0.01, np.full(6, 0.02)
    )


def test_memory_is_told_of_the_doubt(config):
    tracker = ObjectTracker(config)
    scores = [0.7 + 0.01 * number for number in range(12)] + [0.5]
    for _ in range(8):
        told = tracker.update([seen(number, score) for number, score in enumerate(scores)]).objects
    likely = [thing.labels[0][1] for thing in told]
    assert min(likely[:12]) > 0.9
    assert likely[12] < 0.5


def test_memory_is_told_when_a_name_comes_to_be_doubted_later(config):
    tracker = ObjectTracker(config)
    for _ in range(8):
        (first,) = tracker.update([seen(0, 0.5)]).objects
    assert first.labels[0][1] > 0.9  # nobody knows yet that this is little
    for _ in range(8):
        view = tracker.update([seen(number, 0.7 + 0.01 * number) for number in range(1, 13)])
        later = [thing for thing in view.revised if thing.object_id == first.object_id]
        if later:
            break
    assert later[0].labels[0][1] < 0.5
