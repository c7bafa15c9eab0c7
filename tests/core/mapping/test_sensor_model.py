"""What a measurement counts for: never more where it is less sure."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.config import VoxelMapConfig
from embodied_memory.mapping.grid import UNKNOWN
from embodied_memory.mapping.sensor_model import DepthDeviation, SensorModel, hit_rules, pose_deviation, weights
from embodied_memory.mapping.voxel_evidence import HIT_MARK, HitRules, add_hits
from embodied_memory.mapping.voxel_map import VoxelMap

CONFIG = VoxelMapConfig()
shares, metres, radians = st.floats(0, 0.2), st.floats(0, 2.0), st.floats(0, 1.0)


@settings(max_examples=60, deadline=None)
@given(
    depth=st.tuples(shares, shares), pose=st.tuples(metres, radians), more=st.tuples(shares, shares, metres, radians)
)
def test_more_noise_never_makes_a_measurement_count_for_more(depth, pose, more):
    one = weights(CONFIG, DepthDeviation(*depth), pose)
    other = weights(
        CONFIG, DepthDeviation(depth[0] + more[0], depth[1] + more[1]), (pose[0] + more[2], pose[1] + more[3])
    )
    assert (other <= one).all()
    assert (np.diff(one.astype(int)) <= 0).all()
    assert 0 <= one.min() <= one.max() <= CONFIG.hit_evidence


def test_an_exact_measurement_counts_in_full():
    assert (weights(CONFIG, DepthDeviation(), (0.0, 0.0)) == CONFIG.hit_evidence).all()


def covariance(**entries):
    matrix = np.eye(6) * 1e-6
    for axis, value in entries.items():
        matrix["xyz".index(axis)] *= 0
        matrix["xyz".index(axis), "xyz".index(axis)] = value
    return matrix


@pytest.mark.parametrize(
    "unknown", [None, np.zeros((6, 6)), np.full((6, 6), np.nan), covariance(x=np.inf), covariance(x=-4.0)]
)
def test_a_covariance_that_says_nothing_leaves_what_is_configured(unknown):
    configured = CONFIG.pose_deviation_m, float(np.radians(CONFIG.pose_deviation_deg))
    assert pose_deviation(unknown, CONFIG) == pytest.approx(configured)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 1000), scale=st.floats(1e-6, 1e3), more=st.floats(1.0, 100.0))
def test_a_greater_covariance_never_makes_the_pose_surer(seed, scale, more):
    root = np.random.default_rng(seed).normal(size=(6, 6))
    given = root @ root.T * scale
    one, other = pose_deviation(given, CONFIG), pose_deviation(more * given, CONFIG)
    assert other[0] >= one[0] - 1e-9
    assert other[1] >= one[1] - 1e-9


def test_a_view_from_nowhere_in_particular_writes_nothing(two_rooms, observe):
    voxel_map = VoxelMap(CONFIG)
    voxel_map.integrate(replace(observe(two_rooms, 2.0, 2.0, 0.0), pose_covariance=np.eye(6) * 1e4))
    assert (voxel_map.occupancy()[1] == UNKNOWN).all()


def added(votes, depth, rules, lonely=False):
    """Evidence of one cell, a metre above the floor, after so many pixels at a depth."""
    evidence, polls = np.zeros((1, 1, 26), np.int8), np.zeros((1, 1, 26), np.uint8)
    polls[0, 0, 12] = votes
    depths = np.array([-depth if lonely else depth], np.float32)
    add_hits(np.array([12]), depths, 15.0, rules, polls, evidence)
    return int(evidence[0, 0, 12]) - HIT_MARK


@pytest.fixture(scope="module")
def rules() -> HitRules:
    deviation = DepthDeviation(0.0, 0.005)
    model = SensorModel(weights(CONFIG, deviation, (0.03, 0.01)), deviation)
    return hit_rules(CONFIG, model, (70.0, 70.0, 80.0, 60.0))


def test_few_pixels_of_those_that_a_cell_fills_count_for_less(rules):
    """As on a wall that is looked along."""
    counts = [added(votes, 2.0, rules) for votes in range(1, 40)]
    assert counts == sorted(counts)
    assert 0 < counts[0] < counts[-1]


def test_pixels_without_neighbours_on_their_surface_count_for_nothing(rules):
    assert [added(votes, 2.0, rules, lonely=True) for votes in (1, 2, 3, 4)] == [0] * 4


def test_what_is_seen_from_afar_never_becomes_as_sure_as_what_is_seen_from_near(rules):
    evidence, polls = np.zeros((1, 1, 26), np.int8), np.zeros((1, 1, 26), np.uint8)
    for _ in range(50):
        polls[0, 0, 12] = 40
        add_hits(np.array([12]), np.array([4.5], np.float32), 15.0, rules, polls, evidence)
        evidence[0, 0, 12] -= HIT_MARK
    assert 0 < evidence[0, 0, 12] < 3 * added(40, 1.0, rules)
