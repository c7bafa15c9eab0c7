"""Whether a thing is there: a probability that looks in vain lower, and that only looks which show it raise."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.perception.object_beliefs import Existence
from embodied_memory.perception.object_tracker import SHOULD_BE_SEEN

scores, worths, pixels = st.floats(0, 1), st.floats(0, 1), st.floats(24, 20_000)
in_vain = st.tuples(st.floats(SHOULD_BE_SEEN, 1), pixels, worths)
ROW = np.array([0])


def begun(score=0.8, has_mask=True, overlooked=0.0):
    existence = Existence()
    existence.add()
    existence.begin(0, score, has_mask, overlooked)
    existence.begun(ROW)
    return existence


def probability(existence):
    return float(existence.probability()[0])


def hit(existence, score, size, worth):
    existence.hit(ROW, np.array([score]), np.array([size]), np.array([worth]))


def miss(existence, share, size, worth):
    existence.miss(ROW, np.array([share]), np.array([size]), np.array([worth]))


@settings(max_examples=40, deadline=None)
@given(
    score=scores,
    hits=st.lists(st.tuples(pixels, worths), max_size=8),
    misses=st.lists(in_vain, min_size=1, max_size=12),
)
def test_it_only_falls_with_looks_in_vain_and_only_rises_with_looks_that_show_it_as_well(score, hits, misses):
    existence = begun(score)
    course = [probability(existence)]
    for one in hits:
        hit(existence, score, *one)
        course.append(probability(existence))
    assert np.diff(course).min(initial=0.0) >= -1e-12
    before = float(existence["log_odds"][0])
    for one in misses:
        miss(existence, *one)
        existence.look_through(ROW, np.array([False]), np.array([True]))
        course.append(probability(existence))
    assert np.diff(course[len(hits) :]).max() <= 1e-12
    assert existence["log_odds"][0] < before
    assert 0 < course[-1] < 1


@settings(max_examples=30, deadline=None)
@given(pair=st.tuples(scores, scores), size=pixels, worth=worths, count=st.integers(1, 6))
def test_a_lower_score_never_makes_a_thing_surer(pair, size, worth, count):
    found = []
    for score in sorted(pair):
        existence = begun(score)
        for _ in range(count):
            hit(existence, score, size, worth)
        found.append(probability(existence))
    assert found == sorted(found)


@settings(max_examples=30, deadline=None)
@given(excess=st.floats(0, 0.09), size=pixels, count=st.integers(1, 200))
def test_what_a_detector_is_never_sure_of_is_asserted_by_no_number_of_views(excess, size, count):
    existence = Existence(least_score=0.3)
    existence.add()
    existence.begin(0, 0.3 + excess, has_mask=True)
    existence.begun(ROW)
    for _ in range(count):
        hit(existence, 0.3 + excess, size, 1.0)
    assert probability(existence) < 0.5
    for _ in range(count + 3):
        hit(existence, 0.6, size, 1.0)
    assert probability(existence) > 0.5


@settings(max_examples=30, deadline=None)
@given(score=scores, nats=st.tuples(st.floats(0, 2.5), st.floats(0, 2.5)))
def test_one_sight_of_a_box_asserts_nothing_and_is_never_surer_than_one_of_a_mask(score, nats):
    box, mask = (probability(begun(score, has_mask, min(nats))) for has_mask in (False, True))
    assert box < 0.5
    assert box <= mask
    assert probability(begun(score, True, max(nats))) <= mask


@settings(max_examples=30, deadline=None)
@given(shares=st.tuples(st.floats(SHOULD_BE_SEEN, 1), st.floats(SHOULD_BE_SEEN, 1)), size=pixels, worth=worths)
def test_a_place_that_is_less_open_to_view_tells_less(shares, size, worth):
    found = []
    for share in sorted(shares):
        existence = begun()
        miss(existence, share, size, worth)
        found.append(probability(existence))
    assert found == sorted(found, reverse=True)


@settings(max_examples=30, deadline=None)
@given(one=st.floats(-5, 5), other=st.floats(-5, 5))
def test_of_two_that_turn_out_to_be_one_the_surer_counts(one, other):
    existence = Existence()
    rows = existence.add(), existence.add()
    existence["log_odds"][:] = (one, other)
    before = existence.probability().max()
    existence.join(*rows)
    assert existence.probability()[0] == before
