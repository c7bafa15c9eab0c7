"""With sensors that err, the bridge publishes what the robot senses and believes, and the truth for judges alone."""

from __future__ import annotations

import math

import numpy as np
import pytest
from geometry_msgs.msg import PoseWithCovarianceStamped
from nav2_msgs.action import NavigateToPose
from nav_msgs.msg import Odometry
from sensor_msgs.msg import Image
from tf2_msgs.msg import TFMessage

from embodied_memory.geometry.pose import Pose2D
from embodied_memory_interfaces.msg import InstanceLabels
from embodied_memory_ros.conversions.geometry import pose2d_to_pose_stamped, pose_to_pose2d, transform_to_matrix
from embodied_memory_ros.conversions.images import image_to_instances
from embodied_memory_ros.qos import SENSOR, STATIC_TRANSFORMS, TRANSFORMS
from household.generation import generate_home
from household.navigation import NavigationGrid

SEED = 3
SENSORS = """
detector: {masks: false, scores: true}
odometry: {scale_share: 0.05, drift_m_per_m: 0.02, tells_covariance: true}
localisation: {offset_m: 0.1, offset_deg: 2.0}
"""


@pytest.fixture(scope="module")
def heard(observer, start, tmp_path_factory):
    file = tmp_path_factory.mktemp("sensors") / "mine.yaml"
    file.write_text(SENSORS)
    settings = {"image_width": 96, "image_height": 72, "idle_look_period_s": 0.2, "sensors": str(file)}
    bridge = start("bridge_nodes", "household_bridge", seed=SEED, **settings)
    kinds = {
        "/tf": (TFMessage, TRANSFORMS),
        "/tf_static": (TFMessage, STATIC_TRANSFORMS),
        "/odom": (Odometry, SENSOR),
        "/pose": (PoseWithCovarianceStamped, SENSOR),
        "/ground_truth/odom": (Odometry, SENSOR),
        "/camera/instances/image": (Image, SENSOR),
        "/camera/instances/labels": (InstanceLabels, SENSOR),
    }
    lists = {topic: observer.collect(kind, topic, qos) for topic, (kind, qos) in kinds.items()}
    observer.wait(lambda: len(lists["/camera/instances/image"]) > 4, 60.0, f"views; {bridge.log}")
    return lists


def at_one_moment(heard, *topics):
    """The newest messages of these topics, and of tf, that are of one moment."""
    tf = {str(edge.header.stamp): message for message in list(heard["/tf"]) for edge in message.transforms}
    by_stamp = [{str(one.header.stamp): one for one in list(heard[topic])} for topic in topics]
    stamp = [stamp for stamp in by_stamp[0] if all(stamp in one for one in [*by_stamp, tf])][-1]
    edges = {edge.child_frame_id: transform_to_matrix(edge.transform) for edge in tf[stamp].transforms}
    return edges, *(one[stamp] for one in by_stamp)


def test_tf_holds_what_the_robot_believes_and_judges_hear_the_truth(heard):
    edges, pose, truth, odometry = at_one_moment(heard, "/pose", "/ground_truth/odom", "/odom")
    assert "odom" not in {edge.child_frame_id for message in heard["/tf_static"] for edge in message.transforms}
    map_T_base = edges["odom"] @ edges["base_link"]
    believed, true = pose_to_pose2d(pose.pose.pose), pose_to_pose2d(truth.pose.pose)
    assert map_T_base[:2, 3] == pytest.approx([believed.x, believed.y], abs=1e-6)
    assert edges["base_link"][0, 3] == pytest.approx(odometry.pose.pose.position.x, abs=1e-6)
    assert 0.001 < math.dist((believed.x, believed.y), (true.x, true.y)) < 0.5


def test_localisation_says_how_far_it_may_be_off(heard):
    _, pose = at_one_moment(heard, "/pose")
    covariance = np.array(pose.pose.covariance).reshape(6, 6)
    assert np.diag(covariance) == pytest.approx([0.01, 0.01, 0, 0, 0, math.radians(2) ** 2])


def test_labels_have_boxes_and_scores_and_no_pixel(heard):
    _, labels, image = at_one_moment(heard, "/camera/instances/labels", "/camera/instances/image")
    assert labels.labels
    assert not image_to_instances(image).any()
    assert all(len(label.box) == 4 and 0.3 <= label.score <= 1.0 for label in labels.labels)


def test_a_goal_is_reached_as_the_robot_believes_and_odometry_drifts(observer, heard):
    home = generate_home(SEED)
    far = NavigationGrid(home).nearest_free((home.start_pose[0] + 1.5, home.start_pose[1]))
    client = observer.action(NavigateToPose, "/navigate_to_pose")
    try:
        goal = NavigateToPose.Goal(pose=pose2d_to_pose_stamped(Pose2D(*far, 0.0), 0))
        observer.outcome(observer.send(client, goal))
    finally:
        client.destroy()
    count = len(heard["/pose"])
    observer.wait(lambda: len(heard["/pose"]) > count + 3, 10.0, "poses after the drive")
    edges, pose, odometry = at_one_moment(heard, "/pose", "/odom")
    believed = pose_to_pose2d(pose.pose.pose)
    assert math.dist((believed.x, believed.y), far) < 0.4
    assert np.abs(edges["odom"][:2, 3]).max() > 0.01
    assert odometry.pose.covariance[0] > 0


def test_sensors_that_there_are_not_end_the_bridge_with_the_cause(start_here):
    bridge = start_here("bridge_nodes", "household_bridge", sensors="perfect")
    assert bridge.wait(30.0) == 1
    assert 'there are no sensors "perfect"; choose from exact' in bridge.log, bridge.log
    assert "Traceback" not in bridge.log
