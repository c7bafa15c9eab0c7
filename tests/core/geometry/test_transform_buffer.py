"""The transform buffer agrees with composing rigid motions by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from embodied_memory.geometry.transforms import (
    TransformBuffer,
    TransformError,
    matrix_from_pose,
    pose_from_matrix,
    quaternion_from_rotation,
    rotation_from_quaternion,
    slerp,
)

SECOND = 1_000_000_000
unit = st.floats(-1, 1)
quaternions = st.tuples(unit, unit, unit, unit).filter(lambda q: np.linalg.norm(q) > 0.1).map(np.array)
points = st.tuples(unit, unit, unit).map(np.array)


def turned(degrees):
    return np.asarray(Rotation.from_euler("z", degrees, degrees=True).as_quat())


@given(quaternions, points)
def test_a_matrix_gives_back_its_pose(quaternion, point):
    matrix = matrix_from_pose(point, quaternion)
    assert np.allclose(matrix_from_pose(*pose_from_matrix(matrix)), matrix)


@given(quaternions, quaternions, st.floats(0, 1))
def test_slerp_agrees_with_scipy(start, end, share):
    start, end = start / np.linalg.norm(start), end / np.linalg.norm(end)
    relative = Rotation.from_quat(start).inv() * Rotation.from_quat(end)
    if relative.magnitude() > 3.1:
        return  # both ways round are as short
    expected = Rotation.from_quat(start) * Rotation.from_rotvec(share * relative.as_rotvec())
    assert (Rotation.from_quat(slerp(start, end, share)).inv() * expected).magnitude() < 1e-4


@given(quaternions, points, quaternions, points)
def test_a_lookup_is_the_product_and_its_reverse_the_inverse(q1, p1, q2, p2):
    buffer = TransformBuffer()
    buffer.add("map", "base", 0, p1, q1)
    buffer.add("/base", "camera", 0, p2, q2, static=True)
    expected = matrix_from_pose(p1, q1) @ matrix_from_pose(p2, q2)
    assert np.allclose(buffer.lookup("map", "/camera", 0), expected)
    assert np.allclose(buffer.lookup("camera", "map", 0), np.linalg.inv(expected))


def moving():
    buffer = TransformBuffer(tolerance_s=0.2)
    for second, x, degrees in [(2, 2.0, 90.0), (1, 0.0, 0.0)]:  # in any order
        buffer.add("map", "base", second * SECOND, np.array([x, 0, 0]), turned(degrees))
    return buffer


def test_between_two_stamps_the_pose_is_interpolated():
    expected = matrix_from_pose(np.array([0.5, 0, 0]), turned(22.5))
    assert np.allclose(moving().lookup("map", "base", int(1.25 * SECOND)), expected)


def test_outside_the_recording_the_nearest_pose_holds_for_a_moment_only():
    buffer = moving()
    assert buffer.lookup("map", "base", int(2.1 * SECOND))[0, 3] == 2.0
    assert buffer.lookup("map", "base", int(0.9 * SECOND))[0, 3] == 0.0
    for second in (0.7, 2.3):
        with pytest.raises(TransformError, match="'base' to 'map' is not known at that time"):
            buffer.lookup("map", "base", int(second * SECOND))


def test_what_is_missing_is_named():
    buffer = moving()
    with pytest.raises(TransformError, match="from 'arm' to 'map'; frames known: base, map"):
        buffer.lookup("map", "arm", SECOND)
    buffer.add("base", "map", 0, np.zeros(3), turned(0))
    with pytest.raises(TransformError, match="loop"):
        buffer.lookup("map", "base", SECOND)
    with pytest.raises(ValueError, match="rotation is zero"):
        buffer.add("a", "b", 0, np.zeros(3), np.zeros(4))


def test_a_live_buffer_forgets_what_is_old():
    buffer = TransformBuffer(keep_s=10.0)
    for second in range(1000):
        buffer.add("map", "base", second * 10**9, np.zeros(3), np.array([0.0, 0.0, 0.0, 1.0]))
    with pytest.raises(TransformError, match="not known at that time"):
        buffer.lookup("map", "base", 500 * 10**9)
    assert buffer.lookup("map", "base", 995 * 10**9).shape == (4, 4)


@given(quaternions)
def test_rotations_agree_with_scipy(quaternion):
    matrix = Rotation.from_quat(quaternion).as_matrix()
    assert rotation_from_quaternion(quaternion) == pytest.approx(matrix, abs=1e-9)
    assert rotation_from_quaternion(quaternion_from_rotation(matrix)) == pytest.approx(matrix, abs=1e-9)


def test_the_newest_stamp_is_the_one_that_all_that_moves_between_two_frames_has_reached():
    buffer = moving()
    buffer.add("base", "camera", 0, np.zeros(3), turned(0), static=True)
    buffer.add("world", "map", SECOND, np.zeros(3), turned(0))
    assert buffer.newest_ns("map", "camera") == 2 * SECOND
    assert buffer.newest_ns("camera", "/map") == 2 * SECOND
    assert buffer.newest_ns("world", "camera") == SECOND
    assert buffer.newest_ns("base", "camera") == 0
    with pytest.raises(TransformError, match="from 'arm' to 'map'; frames known: base, camera, map, world"):
        buffer.newest_ns("map", "arm")
