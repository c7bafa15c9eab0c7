"""What was written while nobody could compare it with the map is told to move once the robot knows where it was."""

import numpy as np
import pytest
from boxed_flat import PANS
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.localisation import Localiser
from embodied_memory.localisation.planar import moved, planar, spatial, step_between
from embodied_memory.mapping.mapper import Mapper

BEGIN, FAR = np.array([1.5, 1.2, 0.4]), np.array([6.6, 2.0, -0.3])
SECOND = 1_000_000_000


@pytest.fixture(scope="module")
def return_trip(flat, view_of):
    """A function: look in one room, in the other, and in the first again. off: (3,) of given poses since setting out."""

    def run(localiser, off, use=lambda result: None):
        results, stamp = [], 0
        for true, error in ((BEGIN, np.zeros(3)), (FAR, off), (BEGIN, off)):
            stamp += 20 * SECOND
            for pan in PANS:
                stamp += SECOND // 20
                result = localiser.localise(view_of(flat, true, moved(error, true), stamp, pan))
                use(result)
                results.append((stamp, true, result))
        return results

    return run


OFFSETS = st.builds(
    lambda away, towards, turn: np.array([away * np.cos(towards), away * np.sin(towards), turn]),
    st.floats(0.1, 0.18), st.floats(-3.1, 3.1), st.floats(-0.04, 0.04),
)  # fmt: skip


@settings(max_examples=6, deadline=None)
@given(OFFSETS)
def test_views_that_may_move_are_those_that_a_revision_puts_where_they_were_taken(return_trip, off):
    results = return_trip(Localiser(), off)
    (revision,) = [result.revision for *_, result in results if result.revision is not None]
    assert not revision.is_whole
    for stamp, true, result in results:
        assert result.may_move == revision.covers(stamp) == (true is FAR)
        if result.may_move:
            was = step_between(true, planar(result.observation.map_T_base))
            now = step_between(true, planar(revision.map_T_map @ result.observation.map_T_base))
            assert np.hypot(*now[:2]) < 0.06  # how far off the heading of the fix was counts for 5 m
            assert np.hypot(*now[:2]) < np.hypot(*was[:2]) or np.hypot(*was[:2]) < 0.06


def test_the_map_that_follows_is_the_one_of_a_robot_that_was_never_off(return_trip, flat):
    def mapped(off):
        mapper = Mapper()

        def use(result):
            if result.revision is not None:
                mapper.revise(result.revision)
            if result.observation is not None:
                mapper.integrate(result.observation, result.may_move)

        return_trip(Localiser(), off, use)
        return mapper.voxel_map

    off = np.array([0.16, 0.0, 0.0])
    true, followed = mapped(np.zeros(3)), mapped(off)
    np.testing.assert_allclose(followed.trajectory[:, :2], true.trajectory[:, :2], atol=0.06)
    far = true.occupied_centres()
    nearest = np.sqrt(((far[::5, None] - followed.occupied_centres()[None]) ** 2).sum(axis=2)).min(axis=1)
    assert np.mean(nearest < 0.11) > 0.97


def test_while_lost_nothing_is_revised(flat, view_of, return_trip):
    localiser = Localiser()
    return_trip(localiser, np.zeros(3))
    lost = [
        localiser.localise(view_of(flat, FAR, BEGIN, 200 * SECOND + k, covariance=np.eye(6) * 9.0)) for k in range(4)
    ]
    assert all(result.revision is None and not result.may_move and result.observation is None for result in lost)
    assert np.allclose(localiser.correction, spatial(np.zeros(3)), atol=1e-6)
