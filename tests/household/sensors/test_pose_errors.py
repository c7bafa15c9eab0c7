"""Odometry, localisation and the mount err as their models say."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from household.robot import CameraMount
from household.sensors.localisation import Localisation
from household.sensors.localisation_model import LocalisationModel
from household.sensors.mount_model import MountModel
from household.sensors.odometry import Odometry
from household.sensors.odometry_model import OdometryModel
from household.sensors.planar_pose import compose, inverse

ANY = st.floats(-5, 5)


def driven(model, seed, metres=100, turn_each_m=0.0):
    """Odometry after a way in steps of .25 m, and where it really ended."""
    pose, odometry = (0.0, 0.0, 0.0), Odometry(model, (0.0, 0.0, 0.0), np.random.default_rng(seed))
    for _ in range(4 * metres):
        pose = compose(pose, (0.25, 0.0, turn_each_m / 4))
        odometry.update(pose)
    return odometry, pose


@given(ANY, ANY, ANY)
def test_a_pose_and_its_inverse_are_nothing(x, y, yaw):
    assert compose((x, y, yaw), inverse((x, y, yaw))) == pytest.approx((0, 0, 0), abs=1e-9)


def test_exact_odometry_is_the_pose_itself():
    odometry, pose = driven(OdometryModel(), 0, turn_each_m=0.3)
    assert odometry.pose == pose


def test_a_scale_makes_every_way_longer():
    odometry, _ = driven(OdometryModel(scale_share=0.02), 0)
    assert odometry.pose == pytest.approx((102.0, 0.0, 0.0))


def test_drift_is_about_its_share_of_the_way():
    ends = [driven(OdometryModel(drift_m_per_m=0.01, drift_holds_m=1e6), seed) for seed in range(150)]
    off = np.array([np.subtract(odometry.pose[:2], pose[:2]) for odometry, pose in ends])
    assert off.std(axis=0) == pytest.approx([1.0, 1.0], rel=0.2)
    assert ends[0][0].covariance()[0, 0] == pytest.approx(1.0)


def test_drift_that_changes_its_direction_cancels_in_part():
    ends = [driven(OdometryModel(drift_m_per_m=0.01, drift_holds_m=5), seed) for seed in range(100)]
    off = np.array([np.subtract(odometry.pose[:2], pose[:2]) for odometry, pose in ends])
    assert off.std() == pytest.approx(0.01 * math.sqrt(2 * 5 * 100), rel=0.25)


def test_wheels_slip_as_often_as_asked_for():
    ends = [driven(OdometryModel(slips_per_m=0.1, slip_m=0.2), seed)[0].pose[0] for seed in range(40)]
    assert np.mean(ends) == pytest.approx(100 + 10 * 0.2, abs=0.3)


def localised(model, seed, seconds=2000, step_s=0.25):
    localisation = Localisation(model, np.random.default_rng(seed))
    told = []
    for _ in range(int(seconds / step_s)):
        localisation.pass_time(step_s)
        told.append((*localisation.told((1.0, 2.0, 0.0)), localisation.is_lost))
    return localisation, np.array(told) - (1.0, 2.0, 0.0, 0.0)


def test_the_offset_has_the_deviation_that_is_asked_for_and_changes_slowly():
    localisation, off = localised(LocalisationModel(offset_m=0.05, offset_deg=1.0, correlation_s=5.0), 0)
    assert off[:, :2].std(axis=0) == pytest.approx([0.05, 0.05], rel=0.2)
    assert np.degrees(off[:, 2].std()) == pytest.approx(1.0, rel=0.2)
    assert np.corrcoef(off[:-1, 0], off[1:, 0])[0, 1] > 0.85
    assert np.diag(localisation.covariance()) == pytest.approx([0.0025, 0.0025, 0, 0, 0, math.radians(1) ** 2])


def test_it_jumps_and_comes_back():
    _, off = localised(LocalisationModel(jumps_per_min=1.0, jump_m=0.5, correlation_s=5.0), 1)
    away = np.hypot(off[:, 0], off[:, 1])
    jumps = np.flatnonzero(np.diff(away) > 0.3)
    assert len(jumps) == pytest.approx(2000 / 60, rel=0.4)
    assert np.median(away) < 0.1


def test_while_it_is_lost_it_says_so():
    model = LocalisationModel(offset_m=0.02, losses_per_min=1.0, loss_s=5.0, loss_m=2.0)
    _, off = localised(model, 0)
    lost = off[:, 3] > 0
    assert 0.03 < lost.mean() < 0.15
    assert np.hypot(off[lost, 0], off[lost, 1]).min() > 1.5
    localisation = Localisation(model, np.random.default_rng(0))
    while not localisation.is_lost:
        localisation.pass_time(0.25)
    assert localisation.covariance()[0, 0] >= 100


def test_the_mount_is_off_by_what_is_said():
    told = CameraMount(tilt_deg=30.0).base_T_camera(0.4)
    really = MountModel(tilt_offset_deg=2.0, height_offset_m=0.01).really(told)
    assert really == pytest.approx(CameraMount(tilt_deg=32.0, height_m=1.51).base_T_camera(0.4))
    rolled = MountModel(roll_offset_deg=3.0).really(told)
    assert rolled[:3, 0] == pytest.approx(told[:3, 0])
    assert math.degrees(math.acos(rolled[:3, 1] @ told[:3, 1])) == pytest.approx(3.0)
    assert MountModel().really(told) is told
