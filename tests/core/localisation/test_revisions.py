"""What was written while nobody could compare it with the map is told to move once the robot knows where it was."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.localisation import Localiser
from embodied_memory.localisation.localised import Unfixed
from embodied_memory.localisation.planar import moved, planar, spatial, step_between
from embodied_memory.mapping.mapper import Mapper

BEGIN, BEYOND = np.array([2.0, 1.5, -2.36]), np.array([2.4, 1.7, 0.8])
SECOND = 1_000_000_000


@pytest.fixture(scope="module")
def turn_back(flat, view_of):
    """A function: look into a corner, drive, look into another corner, then back. off: (3,) of poses since then."""

    def run(localiser, off, use=lambda result: None):
        results, stamp = [], 0
        for true, error, pan in ((BEGIN, np.zeros(3), 0.0), (BEYOND, off, 0.0), (BEYOND, off, np.pi)):
            stamp += 2 * SECOND
            result = localiser.localise(view_of(flat, true, moved(error, true), stamp, pan))
            use(result)
            results.append((stamp, result))
        return results

    return run


OFFSETS = st.builds(
    lambda away, towards, turn: np.array([away * np.cos(towards), away * np.sin(towards), turn]),
    st.floats(0.09, 0.14), st.floats(-3.1, 3.1), st.floats(-0.01, 0.01),
)  # fmt: skip


@settings(max_examples=10, deadline=None)
@given(OFFSETS)
def test_a_view_that_may_move_is_put_where_it_was_taken_once_the_next_one_of_that_stand_fits(turn_back, off):
    (_, begin), (stamp, beyond), (_, back) = turn_back(Localiser(), off)
    assert [begin.may_move, beyond.may_move, back.may_move] == [False, True, False]
    revision = back.revision
    assert revision.covers(stamp)
    assert not revision.is_whole
    assert (begin.revision, beyond.revision) == (None, None)
    error = step_between(BEYOND, planar(revision.map_T_map @ beyond.observation.map_T_base))
    assert np.hypot(*error[:2]) < 0.03
    assert abs(error[2]) < 0.01


@given(st.lists(st.floats(1e-6, 1.0), min_size=2, max_size=6))
def test_of_an_error_that_adds_up_a_view_had_the_more_the_nearer_it_was_to_the_fix(steps):
    """In place as in yaw; all of it where the robot has not moved since."""
    doubts = np.cumsum(steps)
    shares = []
    for doubt in doubts:
        unfixed = Unfixed(0)
        unfixed.doubts.append(np.full(3, doubt))
        shares.append(unfixed.share_of(np.full(3, doubts[-1])))
    assert np.all(np.diff(np.array(shares), axis=0) >= 0)
    assert shares[-1] == pytest.approx([1.0, 1.0])
    assert shares[0] == pytest.approx([doubts[0] / doubts[-1]] * 2)


def test_the_map_that_follows_is_the_one_of_a_robot_that_was_never_off(turn_back, flat):
    def mapped(off):
        mapper = Mapper()

        def use(result):
            if result.revision is not None:
                mapper.revise(result.revision)
            if result.observation is not None:
                mapper.integrate(result.observation, result.may_move)

        turn_back(Localiser(), off, use)
        return mapper.voxel_map

    off = np.array([0.16, 0.0, 0.0])
    true, followed = mapped(np.zeros(3)), mapped(off)
    np.testing.assert_allclose(followed.trajectory[:, :2], true.trajectory[:, :2], atol=0.03)
    far = true.occupied_centres()
    nearest = np.sqrt(((far[::5, None] - followed.occupied_centres()[None]) ** 2).sum(axis=2)).min(axis=1)
    assert np.mean(nearest < 0.11) > 0.97


def test_while_lost_nothing_is_revised(flat, view_of, turn_back):
    localiser = Localiser()
    turn_back(localiser, np.zeros(3))
    anywhere = np.eye(6) * 9.0
    views = [view_of(flat, BEYOND, BEGIN, 200 * SECOND + k, covariance=anywhere) for k in range(4)]
    lost = [localiser.localise(view) for view in views]
    assert all(result.revision is None and not result.may_move and result.observation is None for result in lost)
    assert np.allclose(localiser.correction, spatial(np.zeros(3)), atol=1e-6)
