"""What a thing may be is a distribution, whatever names come in whatever order."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.perception.confusion import ScoredConfusion
from embodied_memory.perception.lifting import LiftedObject
from embodied_memory.perception.object_beliefs import LabelBeliefs
from embodied_memory.scene_graph import Detection

NAMES = ["cup", "mug", "table", "desk", "dining table", "person", "car", "Ünbekannt 7", ""]
RELIABILITY, DOUBT = 0.93, 0.04

names, scores = st.sampled_from(NAMES), st.floats(0, 1)
looks = st.lists(st.tuples(names, scores, st.floats(0, 1)), min_size=1, max_size=25)


def seen_as(name, score=0.9, *others):
    faces = np.zeros(6, np.bool_)
    detections = [Detection(one, score, (0, 0, 9, 9)) for one in (name, *others)]
    return LiftedObject(detections[0], np.zeros(3), np.ones(3), faces, faces, 1.0, 0.01, others=tuple(detections[1:]))


def told(views, doubt=DOUBT, reliability=RELIABILITY):
    """Beliefs about one thing after (name, score, worth) of each view."""
    beliefs = LabelBeliefs(ScoredConfusion(reliability), doubt)
    row = beliefs.add()
    for name, score, worth in views:
        beliefs.name([row], beliefs.likelihoods([seen_as(name, score)]), np.array([worth]))
    return beliefs


def shares(beliefs, row=0):
    return dict(zip(beliefs.categories, beliefs.distribution(np.array([row]))[0].tolist(), strict=True))


def top(beliefs):
    return beliefs.categories[int(beliefs.top(np.array([0]))[0])]


@settings(max_examples=60, deadline=None)
@given(first=looks, second=looks, doubt=st.floats(0, 0.5))
def test_shares_lie_in_0_to_1_and_sum_to_at_most_1_before_and_after_two_become_one(first, second, doubt):
    beliefs = LabelBeliefs(ScoredConfusion(RELIABILITY), doubt)
    rows = beliefs.add(), beliefs.add()
    for row, views in zip(rows, (first, second), strict=True):
        for name, score, worth in views:
            beliefs.name([row], beliefs.likelihoods([seen_as(name, score, "tray")]), np.array([worth]))
    for _ in range(2):
        found = beliefs.distribution(np.array(rows))
        assert (found >= 0).all()
        assert (found <= 1).all()
        assert (found.sum(axis=1) <= 1 - doubt + 1e-9).all()
        assert all(sum(share for _, share in one) <= 1 + 1e-9 for one in beliefs.told(np.array(rows)))
        beliefs.join(*rows)


@settings(max_examples=40, deadline=None)
@given(
    right=names, wrong=st.lists(names, max_size=4), score=st.floats(0.3, 1), seed=st.randoms(use_true_random=False)
)
def test_the_name_that_most_views_give_wins_in_whatever_order_they_come(right, wrong, score, seed):
    views = [(name, score, 1.0) for name in [*wrong, *[right] * (len(wrong) + 1)]]
    seed.shuffle(views)
    assert top(told(views)) == right


@settings(max_examples=40, deadline=None)
@given(views=looks, seed=st.randoms(use_true_random=False))
def test_the_order_of_views_changes_no_share_once_all_names_are_known(views, seed):
    every = [(name, 0.0, 0.0) for name in NAMES]
    one = shares(told(every + views))
    seed.shuffle(views)
    assert shares(told(every + views)) == pytest.approx(one)


@settings(max_examples=40, deadline=None)
@given(
    views=st.lists(st.tuples(st.sampled_from(["cup", "mug", "car"]), st.floats(0.5, 1)), min_size=1, max_size=8),
    doubts=st.tuples(st.floats(0, 0.5), st.floats(0, 0.5)),
    reliabilities=st.tuples(st.floats(0.8, 0.99), st.floats(0.8, 0.99)),
)
def test_a_worse_detector_never_makes_a_label_surer(views, doubts, reliabilities):
    """Of one that agrees with itself; where views disagree, the better detector has the more to explain."""
    agreed = [("cup", score, 1.0) for _, score in views]
    better = shares(told(agreed, min(doubts), max(reliabilities)))["cup"]
    worse = shares(told(agreed, max(doubts), min(reliabilities)))["cup"]
    assert worse <= better + 1e-12
    mixed = [(name, score, 1.0) for name, score in views]
    assert max(shares(told(mixed, max(doubts))).values()) <= max(shares(told(mixed, min(doubts))).values()) + 1e-12


@settings(max_examples=40, deadline=None)
@given(count=st.integers(1, 6), pair=st.tuples(scores, scores), worths=st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_a_lower_score_and_a_look_worth_less_never_make_a_label_surer(count, pair, worths):
    lesser = shares(told([("cup", min(pair), min(worths))] * count))["cup"]
    assert lesser <= shares(told([("cup", max(pair), max(worths))] * count))["cup"] + 1e-12


@settings(max_examples=40, deadline=None)
@given(count=st.integers(1, 8), wrong=st.sampled_from(["table", "person", "car", ""]), score=scores)
def test_a_name_that_contradicts_never_makes_the_others_surer(count, wrong, score):
    """That of a look-alike may: what is called a mug may well be a cup, and is no car."""
    before = [("cup", 0.9, 1.0)] * count
    assert shares(told([*before, (wrong, score, 1.0)]))["cup"] <= shares(told(before))["cup"] + 1e-12


def test_however_often_one_name_is_repeated_doubt_remains():
    assert shares(told([("cup", 1.0, 1.0)] * 200))["cup"] == pytest.approx(1 - DOUBT, abs=1e-6)


def test_one_wrong_label_costs_little_and_views_that_disagree_cost_much():
    right = [("cup", 0.9, 1.0)]
    assert shares(told([*right * 5, ("car", 0.9, 1.0)]))["cup"] > 0.9
    assert max(shares(told([("cup", 0.9, 1.0), ("car", 0.9, 1.0)])).values()) < 0.6
