"""A robot whose sensors err believes one pose and has another; drives by the one, is judged by the other."""

import math

import numpy as np
import pytest

from embodied_memory.observation import InstanceImage
from household.renderer import Renderer
from household.robot import HomeRobot, camera_T_optical
from household.sensors.color_model import ColorModel
from household.sensors.frames_model import FramesModel
from household.sensors.load_sensors import load_sensors, sensor_names
from household.sensors.localisation_model import LocalisationModel
from household.sensors.mount_model import MountModel
from household.sensors.odometry_model import OdometryModel
from household.sensors.planar_pose import compose, inverse, matrix_of
from household.sensors.sensor_suite import Sensors

SECOND_NS = 1_000_000_000


def fields(view):
    return view.color, view.depth, view.instances.ids, view.map_T_camera, view.map_T_base


def same(one, other):
    return all(np.array_equal(a, b) for a, b in zip(fields(one), fields(other), strict=True))


def goals_of(home, count=3):
    """Poses in different rooms."""
    return [(*room.center, 0.5) for room in home.world.rooms[:count]]


def drive(robot, goal):
    return [*robot.drive_to(*goal)]


def test_exact_sensors_are_the_renderer_itself(home):
    robot = HomeRobot(home, sensors=load_sensors("exact"), seed=4)
    drive(robot, goals_of(home)[0])
    view = robot.view(0.3, SECOND_NS)
    map_T_base = matrix_of(robot.pose)
    map_T_camera = map_T_base @ robot.mount.base_T_camera(0.3) @ camera_T_optical()
    picture = Renderer(home).render(map_T_camera, robot.mount.intrinsics)
    assert np.array_equal(view.depth, picture.depth)
    assert np.array_equal(view.color, picture.color)
    assert np.array_equal(view.map_T_camera, map_T_camera)
    assert isinstance(view.instances, InstanceImage)
    assert view.pose_covariance is None
    assert robot.believed_pose == robot.pose


@pytest.mark.parametrize("name", ["good", "fair", "poor", "single/kinect", "single/localisation_lost"])
def test_the_same_seed_gives_the_same_run_and_another_one_another(home_of, name):
    def run(seed):
        robot, views = HomeRobot(home_of(7), sensors=load_sensors(name), seed=seed), []
        for number, goal in enumerate(goals_of(home_of(7), 2), 1):
            drive(robot, goal)
            views.append(robot.view(0.0, number * 60 * SECOND_NS))
        return views, robot.pose

    (once, pose), (again, same_pose), (other, _) = run(1), run(1), run(2)
    assert pose == same_pose
    assert all(same(a, b) for a, b in zip(once, again, strict=True))
    assert not any(same(a, b) for a, b in zip(once, other, strict=True))


def test_a_goal_is_reached_in_truth_within_the_error_of_localisation(home_of):
    off = []
    for seed in range(6):
        sensors = Sensors("", localisation=LocalisationModel(offset_m=0.05, offset_deg=1.0))
        robot = HomeRobot(home_of(7), sensors=sensors, seed=seed)
        for goal in goals_of(home_of(7)):
            exact = HomeRobot(home_of(7))
            exact.motion.teleport(*robot.pose)
            drive(robot, goal)
            here = robot.pose
            drive(exact, goal)
            off.append(math.dist(here[:2], exact.pose[:2]))
            assert math.dist(robot.believed_pose[:2], here[:2]) < 0.3
    assert 0.01 < np.mean(off) < 0.15
    assert max(off) < 0.35


def test_without_localisation_the_robot_arrives_where_its_wheels_say(home):
    sensors = Sensors("", odometry=OdometryModel(drift_m_per_m=0.03), localisation=LocalisationModel(present=False))
    robot = HomeRobot(home, sensors=sensors, seed=3)
    for goal in goals_of(home) * 3:
        drive(robot, goal)
    assert robot.believed_pose == robot.senses.odometry_pose
    assert math.dist(robot.believed_pose[:2], goal[:2]) < 0.3
    assert math.dist(robot.pose[:2], robot.believed_pose[:2]) > 0.05


def test_a_view_tells_the_believed_pose_and_shows_the_true_one(home):
    sensors = Sensors("", mount=MountModel(tilt_offset_deg=2.0), localisation=LocalisationModel(offset_m=0.1))
    robot = HomeRobot(home, sensors=sensors, seed=1)
    view = robot.view(0.2, SECOND_NS)
    told = matrix_of(robot.believed_pose) @ robot.mount.base_T_camera(0.2) @ camera_T_optical()
    true = matrix_of(robot.pose) @ sensors.mount.really(robot.mount.base_T_camera(0.2)) @ camera_T_optical()
    assert np.array_equal(view.map_T_camera, told)
    assert np.array_equal(view.depth, Renderer(home).render(true, robot.mount.intrinsics).depth)
    assert view.pose_covariance[0, 0] == pytest.approx(0.01)
    assert robot.pose != robot.believed_pose


def test_a_late_pose_is_the_one_of_before(home):
    robot = HomeRobot(home, sensors=Sensors("", frames=FramesModel(late_ms=100.0)))
    robot.view(0.0, SECOND_NS)
    poses = [robot.pose]
    for _ in robot.drive_to(*goals_of(home)[1]):
        poses.append(robot.pose)
    clock_s = 1 + 0.25 * (len(poses) - 1)
    view = robot.view(0.0, round(clock_s * SECOND_NS))
    back = compose(inverse(poses[-1]), (*view.map_T_base[:2, 3], 0.0))[:2]
    step = compose(inverse(poses[-1]), poses[-2])[:2]
    assert back == pytest.approx([0.4 * part for part in step], abs=1e-6)
    later = robot.view(0.0, round((clock_s + 1) * SECOND_NS))
    assert np.array_equal(later.map_T_base, matrix_of(robot.pose))


def test_late_depth_is_of_another_place_than_the_colour(home):
    goal, ends = goals_of(home)[1], {}
    for late_ms in (0.0, 200.0):
        robot = HomeRobot(home, sensors=Sensors("", frames=FramesModel(depth_late_ms=late_ms)))
        robot.motion.teleport(*home.start_pose)
        robot.view(0.0, SECOND_NS)
        steps = len(drive(robot, goal))
        ends[late_ms] = robot.view(0.0, round((1 + 0.25 * steps) * SECOND_NS))
    assert np.array_equal(ends[0.0].color, ends[200.0].color)
    assert not np.array_equal(ends[0.0].depth, ends[200.0].depth)


def test_lost_views_are_none_and_no_judge_sees_them(home):
    robot = HomeRobot(home, sensors=Sensors("", frames=FramesModel(lost_share=0.3)), seed=2)
    judged = []
    robot.on_picture = judged.append
    views = [robot.view(0.0, k * SECOND_NS) for k in range(1, 101)]
    assert sum(view is None for view in views) == pytest.approx(30, abs=12)
    assert len(judged) == sum(view is not None for view in views)


def test_colour_errs_by_its_deviation_and_smears_sideways(home):
    exact = HomeRobot(home).view(0.0, SECOND_NS).color.astype(float)
    noisy = HomeRobot(home, sensors=Sensors("", color=ColorModel(deviation=5.0))).view(0.0, SECOND_NS).color
    inside = (exact > 40) & (exact < 215)
    assert (noisy - exact)[inside].std() == pytest.approx(5.0, rel=0.1)
    views = [
        HomeRobot(home, sensors=Sensors("", color=ColorModel(motion_blur_px=12.0)), seed=seed).view(0.0, SECOND_NS)
        for seed in range(4)
    ]
    contrast = np.abs(np.diff(exact, axis=1)).mean()
    assert min(np.abs(np.diff(view.color.astype(float), axis=1)).mean() for view in views) < 0.7 * contrast


@pytest.mark.parametrize("name", sensor_names())
def test_every_file_of_sensors_can_be_loaded_and_seen_with(home, name):
    sensors = load_sensors(name)
    assert sensors.is_exact == (name == "exact")
    robot = HomeRobot(home, sensors=sensors, seed=5)
    views = [robot.view(0.0, k * SECOND_NS) for k in range(1, 4)]
    assert any(view is not None and (view.depth > 0).mean() > 0.5 for view in views)
