"""What the covariance that comes with a pose is worth."""

import numpy as np
import pytest
from boxed_flat import FLAT, take
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.config.localisation import TrustConfig
from embodied_memory.localisation import LocalisationStatus, Localiser
from embodied_memory.localisation.localiser import read_covariance


@pytest.mark.parametrize("unknown", [None, np.zeros((6, 6))])
def test_none_and_zeros_say_nothing(unknown):
    told = read_covariance(unknown, TrustConfig())
    assert (told.planar, told.is_lost, told.remark) == (None, False, "")


@pytest.mark.parametrize(
    ("entry", "value", "word"),
    [((0, 0), np.nan, "finite"), ((0, 0), np.inf, "finite"), ((0, 1), 0.5, "symmetric"), ((0, 0), -0.5, "positive")],
)
def test_what_cannot_be_one_is_ignored_and_named(entry, value, word):
    covariance = np.eye(6) * 0.01
    covariance[entry] = value
    told = read_covariance(covariance, TrustConfig())
    assert told.planar is None
    assert not told.is_lost
    assert word in told.remark


@pytest.mark.parametrize(("axis", "deviation"), [(0, 1.5), (1, 1.5), (5, np.radians(40))])
def test_a_huge_one_means_lost(axis, deviation):
    covariance = np.eye(6) * 1e-4
    covariance[axis, axis] = deviation**2
    assert read_covariance(covariance, TrustConfig()).is_lost


def test_a_bad_one_is_said_once_and_the_view_is_used(flat, view_of):
    localiser, pose = Localiser(), np.array([1.5, 2.0, 0.0])
    results = [localiser.localise(view_of(flat, pose, pose, k, covariance=np.full((6, 6), np.nan))) for k in range(3)]
    assert ["not finite" in result.reason for result in results] == [True, False, False]
    assert all(result.observation is not None for result in results)


def test_nothing_is_let_through_before_the_robot_is_localised(flat, view_of):
    localiser, pose = Localiser(), np.array([1.5, 2.0, 0.0])
    vague = [localiser.localise(view_of(flat, pose, pose, k, covariance=np.eye(6) * 4.0)) for k in range(3)]
    assert all(one.observation is None and one.status is LocalisationStatus.LOST for one in vague)
    assert "not known" in vague[0].reason
    assert localiser.localise(view_of(flat, pose, pose, 9, covariance=np.eye(6) * 1e-4)).observation is not None


def test_a_greater_covariance_never_comes_out_smaller(flat, view_of):
    pose, out = np.array([1.5, 2.0, 0.0]), []
    for deviation in (0.01, 0.03, 0.1, 0.3):
        result = Localiser().localise(view_of(flat, pose, pose, 0, covariance=np.eye(6) * deviation**2))
        out.append(result.covariance[0, 0])
    assert out == sorted(out)


def odd_matrices():
    """Whatever a driver may put into 36 numbers."""
    entries = st.one_of(st.floats(-10, 10), st.sampled_from([0.0, np.nan, np.inf, -np.inf, 1e300, -1e300, 1e-300]))
    one_bad = st.tuples(st.integers(0, 5), st.integers(0, 5), entries)
    fitting = st.floats(1e-9, 1e9).map(lambda scale: np.eye(6) * scale)
    full = st.lists(entries, min_size=36, max_size=36).map(lambda numbers: np.array(numbers).reshape(6, 6))
    return st.one_of(full, st.tuples(fitting, one_bad).map(lambda pair: with_entry(pair[0], *pair[1])))


def with_entry(matrix, row, column, value):
    matrix = matrix.copy()
    matrix[row, column] = value
    return matrix


@settings(max_examples=40, deadline=None)
@given(covariance=odd_matrices())
def test_whatever_comes_what_goes_out_is_a_pose_and_a_covariance_or_nothing(covariance):
    pose = np.array([1.5, 2.0, 0.0])
    with np.errstate(over="ignore"):
        result = Localiser().localise(take(FLAT, pose, pose, 0, covariance=covariance))
    if result.observation is None:
        assert result.reason
        return
    told = result.observation.pose_covariance
    assert np.isfinite(result.observation.map_T_camera).all()
    assert np.isfinite(told).all()
    assert np.allclose(told, told.T)
    assert np.linalg.eigvalsh(told).min() >= -1e-9 * np.abs(told).max()
