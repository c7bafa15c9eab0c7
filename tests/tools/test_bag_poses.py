"""Where the robot was: which of several topics tells, and what is said where none does."""

from dataclasses import replace

import numpy as np
import pytest
from recordings.bag_layouts import LAYOUTS, Layout, write_layout
from recordings.small_room import drive

from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.observation_topics import ObservationTopics
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.bags.recording import read_observations

SECOND = 1_000_000_000


def read(path, **topics):
    report = ReadReport()
    return list(read_observations(path, ReadSettings(topics=ObservationTopics(**topics)), report)), report


def poses(writer, topic, x, type_name="geometry_msgs/msg/PoseStamped", frame="map"):
    """One a second, all at (x, 0)."""
    make = writer.messages.make
    turn = make("geometry_msgs/msg/Quaternion", w=1.0)
    pose = make("geometry_msgs/msg/Pose", position=make("geometry_msgs/msg/Point", x=x), orientation=turn)
    for view in drive(writer.layout.views):
        header = writer.messages.header(view.stamp_ns, frame)
        if type_name.endswith("PoseStamped"):
            message = make(type_name, header=header, pose=pose)
        else:
            sure = make("geometry_msgs/msg/PoseWithCovariance", pose=pose, covariance=np.eye(6).ravel() * 0.04)
            parts = {"child_frame_id": "base_link"} if type_name.endswith("Odometry") else {}
            message = make(type_name, header=header, pose=sure, **parts)
        writer.put(topic, message, view.stamp_ns)


def with_poses(layout, *calls):
    def extra(writer):
        for call in calls:
            poses(writer, *call)

    return replace(layout, extra=extra)


def test_tf_counts_before_odometry_and_poses(tmp_path):
    layout = with_poses(Layout(), ("/odom", 9.0, "nav_msgs/msg/Odometry", "odom"), ("/robot_pose", 8.0))
    views, report = read(write_layout(tmp_path / "bag", layout))
    assert [view.map_T_base[0, 3] for view in views] == pytest.approx([v.map_T_base[0, 3] for v in drive(8)])
    assert report.notes == []


def test_a_topic_that_is_named_counts_before_tf(tmp_path):
    path = write_layout(tmp_path / "bag", with_poses(Layout(), ("/robot_pose", 1.5)))
    views, _ = read(path, pose="/robot_pose")
    assert [view.map_T_base[0, 3] for view in views] == [1.5] * 8


def test_the_covariance_of_localisation_goes_with_the_poses_of_tf(tmp_path):
    layout = with_poses(Layout(), ("/amcl_pose", 0.0, "geometry_msgs/msg/PoseWithCovarianceStamped"))
    views, _ = read(write_layout(tmp_path / "bag", layout))
    assert np.allclose(views[3].pose_covariance, np.eye(6) * 0.04)
    assert np.allclose(views[3].map_T_base, drive(8)[3].map_T_base)


def test_goals_are_not_where_the_robot_was(tmp_path):
    layout = with_poses(LAYOUTS["no pose at all"], ("/goal_pose", 3.0), ("/robot_pose", 1.0))
    views, _ = read(write_layout(tmp_path / "bag", layout))
    assert [view.map_T_base[0, 3] for view in views] == [1.0] * 8
    only_a_goal = write_layout(tmp_path / "goal", with_poses(LAYOUTS["no pose at all"], ("/goal_pose", 3.0)))
    with pytest.raises(BagError, match="nothing tells where the robot was"):
        read(only_a_goal)


def test_of_several_poses_none_is_taken_unasked(tmp_path):
    layout = with_poses(LAYOUTS["no pose at all"], ("/left/pose", 1.0), ("/right/pose", 2.0))
    path = write_layout(tmp_path / "bag", layout)
    with pytest.raises(BagError, match=r"several topics .*--pose-topic, of /left/pose .*, /right/pose"):
        read(path)
    assert read(path, pose="/right/pose")[0][0].map_T_base[0, 3] == 2.0


def test_of_several_robots_the_one_of_the_camera_counts(tmp_path):
    def another_robot(writer):
        other = replace(writer.layout, tf="/tb2/tf")
        make = writer.messages.make
        for view in drive(other.views):
            turn = make("geometry_msgs/msg/Quaternion", w=1.0)
            edge = make(
                "geometry_msgs/msg/TransformStamped",
                header=writer.messages.header(view.stamp_ns, "map"),
                child_frame_id="base_link",
                transform=make("geometry_msgs/msg/Transform", rotation=turn),
            )
            writer.put(other.tf, make("tf2_msgs/msg/TFMessage", transforms=[edge]), view.stamp_ns)

    names = {"color_topic": "/tb4/rgb/image", "depth_topic": "/tb4/depth/image", "color_info": "/tb4/rgb/camera_info"}
    layout = Layout(tf="/tb4/tf", tf_static="/tb4/tf_static", extra=another_robot, **names)
    views, report = read(write_layout(tmp_path / "bag", layout), color="/tb4/rgb/image", depth="/tb4/depth/image")
    assert np.allclose(views[3].map_T_base, drive(8)[3].map_T_base)
    assert "/tb4/tf is read as tf: there is no /tf" in report.notes


def test_a_map_frame_that_is_not_connected_is_said(tmp_path):
    def stray(writer):
        make = writer.messages.make
        turn = make("geometry_msgs/msg/Quaternion", w=1.0)
        edge = make(
            "geometry_msgs/msg/TransformStamped",
            header=writer.messages.header(drive(1)[0].stamp_ns, "map"),
            child_frame_id="charger",
            transform=make("geometry_msgs/msg/Transform", rotation=turn),
        )
        writer.put("/tf", make("tf2_msgs/msg/TFMessage", transforms=[edge]), drive(1)[0].stamp_ns)

    layout = replace(LAYOUTS["colour rgb8"], parent_frame="odom", extra=stray)
    views, report = read(write_layout(tmp_path / "bag", layout))
    assert len(views) == 8
    assert report.notes == ["'map' is not connected to the camera: 'odom' is taken as the map"]


def test_images_that_begin_before_tf_say_so(tmp_path):
    layout = replace(LAYOUTS["colour rgb8"], pose_every=100, views=8)
    views, report = read(write_layout(tmp_path / "bag", layout))
    assert len(views) < 8
    assert "the recording of tf begins later or ends earlier" in report.cause()


def test_a_bag_of_simulated_time_without_stamps_of_images_is_put_to_the_time_of_tf(tmp_path):
    """Recorded by the wall clock, stamped by the simulation's."""
    layout = Layout(stamps="zero", log_ahead_s=1000.0)
    views, _ = read(write_layout(tmp_path / "bag", layout))
    assert len(views) == 8
    for view, true in zip(views, drive(8), strict=True):
        assert np.allclose(view.map_T_base, true.map_T_base, atol=2e-3)
