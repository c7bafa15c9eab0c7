"""The household bridge offers what any robot offers: sensors that agree, navigation, skills, velocities."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest
from action_msgs.msg import GoalStatus
from geometry_msgs.msg import Twist
from nav2_msgs.action import NavigateToPose
from nav_msgs.msg import Odometry
from rclpy.qos import DurabilityPolicy, ReliabilityPolicy
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, Image
from tf2_msgs.msg import TFMessage

from embodied_memory.geometry.pose import Pose2D
from embodied_memory_interfaces.action import ExecuteSkill
from embodied_memory_interfaces.msg import Event, InstanceLabels, Skill
from embodied_memory_ros.conversions.geometry import pose2d_to_pose_stamped, pose_to_pose2d, transform_to_matrix
from embodied_memory_ros.conversions.images import image_to_color, image_to_depth, image_to_instances
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.qos import KEPT_RECORDS, SENSOR, STATIC_TRANSFORMS, TRANSFORMS
from household.generation import generate_home
from household.navigation import NavigationGrid
from household.robot import CameraMount, HomeRobot

SEED, WIDTH, HEIGHT = 3, 96, 72
OFFERED = {
    "/clock": ("rosgraph_msgs/msg/Clock", ReliabilityPolicy.BEST_EFFORT, DurabilityPolicy.VOLATILE),
    "/tf": ("tf2_msgs/msg/TFMessage", ReliabilityPolicy.RELIABLE, DurabilityPolicy.VOLATILE),
    "/tf_static": ("tf2_msgs/msg/TFMessage", ReliabilityPolicy.RELIABLE, DurabilityPolicy.TRANSIENT_LOCAL),
    "/odom": ("nav_msgs/msg/Odometry", ReliabilityPolicy.RELIABLE, DurabilityPolicy.VOLATILE),
    "/camera/color/image_raw": ("sensor_msgs/msg/Image", ReliabilityPolicy.RELIABLE, DurabilityPolicy.VOLATILE),
    "/camera/color/camera_info": (
        "sensor_msgs/msg/CameraInfo",
        ReliabilityPolicy.RELIABLE,
        DurabilityPolicy.VOLATILE,
    ),
    "/camera/depth/image_raw": ("sensor_msgs/msg/Image", ReliabilityPolicy.RELIABLE, DurabilityPolicy.VOLATILE),
    "/camera/depth/camera_info": (
        "sensor_msgs/msg/CameraInfo",
        ReliabilityPolicy.RELIABLE,
        DurabilityPolicy.VOLATILE,
    ),
    "/camera/instances/image": ("sensor_msgs/msg/Image", ReliabilityPolicy.RELIABLE, DurabilityPolicy.VOLATILE),
    "/camera/instances/labels": (
        "embodied_memory_interfaces/msg/InstanceLabels",
        ReliabilityPolicy.RELIABLE,
        DurabilityPolicy.VOLATILE,
    ),
    "/events": ("embodied_memory_interfaces/msg/Event", ReliabilityPolicy.RELIABLE, DurabilityPolicy.TRANSIENT_LOCAL),
}


@pytest.fixture(scope="module")
def home():
    return generate_home(SEED)


@pytest.fixture(scope="module")
def bridge(start):
    settings = {"image_width": WIDTH, "image_height": HEIGHT, "idle_look_period_s": 0.2}
    return start("bridge_nodes", "household_bridge", seed=SEED, **settings)


@pytest.fixture(scope="module")
def heard(observer, bridge):
    """Lists that grow: what the bridge says."""
    kinds = {
        "/clock": (Clock, SENSOR),
        "/tf": (TFMessage, TRANSFORMS),
        "/tf_static": (TFMessage, STATIC_TRANSFORMS),
        "/odom": (Odometry, SENSOR),
        "/camera/color/camera_info": (CameraInfo, SENSOR),
        "/camera/color/image_raw": (Image, SENSOR),
        "/camera/depth/image_raw": (Image, SENSOR),
        "/camera/instances/image": (Image, SENSOR),
        "/camera/instances/labels": (InstanceLabels, SENSOR),
        "/events": (Event, KEPT_RECORDS),
    }
    lists = {topic: observer.collect(kind, topic, qos) for topic, (kind, qos) in kinds.items()}
    observer.wait(lambda: len(lists["/camera/instances/image"]) > 4, 30.0, f"views; {bridge.log}")
    return lists


def pose_of(observer, heard):
    """Where odometry says it is, from now on."""
    count = len(heard["/odom"])
    observer.wait(lambda: len(heard["/odom"]) > count, 5.0, "odometry")
    return pose_to_pose2d(heard["/odom"][-1].pose.pose)


def is_at(heard, goal):
    """Whether the latest of odometry, which is behind on a busy machine, says so."""
    there = pose_to_pose2d(heard["/odom"][-1].pose.pose)
    return math.dist((there.x, there.y), (goal.x, goal.y)) < 0.15 and abs(there.yaw - goal.yaw) <= 0.05


def test_topics_types_and_qos(observer, heard):
    found = {}
    for topic in OFFERED:
        (info,) = observer.node.get_publishers_info_by_topic(topic)
        found[topic] = (info.topic_type, info.qos_profile.reliability, info.qos_profile.durability)
    assert found == OFFERED


def test_one_moment_fits_together_and_is_what_the_home_looks_like(observer, heard, home):
    """Render the same view here: the published pixels, pose and camera must be those."""
    # The newest but two whose transforms were heard: on a busy machine one message in a burst may be missed.
    posed = [edge.header.stamp for message in list(heard["/tf"]) for edge in message.transforms]
    ids = [one for one in list(heard["/camera/instances/image"]) if one.header.stamp in posed][-3]
    stamp = ids.header.stamp

    def of(topic):
        found = [message for message in list(heard[topic]) if message.header.stamp == stamp]
        assert found, f"nothing on {topic} at the stamp of the instance image"
        return found[0]

    info, color, depth = (
        of(f"/camera/{name}") for name in ("color/camera_info", "color/image_raw", "depth/image_raw")
    )
    assert {m.header.frame_id for m in (info, color, depth, ids)} == {"camera_optical_frame"}
    edges = {
        edge.child_frame_id: (edge.header.frame_id, transform_to_matrix(edge.transform))
        for message in [*heard["/tf_static"], *list(heard["/tf"])]
        for edge in message.transforms
        if edge.header.stamp == stamp or message in heard["/tf_static"]
    }
    assert {child: parent for child, (parent, _) in edges.items()} == {
        "odom": "map",
        "base_link": "odom",
        "camera_link": "base_link",
        "camera_optical_frame": "camera_link",
    }
    map_T_camera = np.eye(4)
    for child in ("odom", "base_link", "camera_link", "camera_optical_frame"):
        map_T_camera = map_T_camera @ edges[child][1]
    robot = HomeRobot(home, CameraMount(width=WIDTH, height=HEIGHT))
    matching = [
        view
        for pan in robot.mount.pans_deg
        if np.allclose((view := robot.view(math.radians(pan), 1)).map_T_camera, map_T_camera, atol=1e-6)
    ]
    assert len(matching) == 1, "tf says the camera looks where the robot does not look"
    assert (info.width, info.height) == (WIDTH, HEIGHT)
    assert info.k[0] == pytest.approx(matching[0].intrinsics.fx)
    np.testing.assert_allclose(image_to_depth(depth), matching[0].depth, atol=1e-3)
    assert (image_to_instances(ids) == matching[0].instances.ids).mean() > 0.999
    assert np.abs(image_to_color(color).astype(int) - matching[0].color.astype(int)).mean() < 1.0
    labels = of("/camera/instances/labels").labels
    assert set(np.unique(image_to_instances(ids))) - {0} <= {label.instance for label in labels}


def test_the_clock_never_goes_backwards(heard):
    stamps = [time_to_ns(message.clock) for message in list(heard["/clock"])]
    assert stamps == sorted(stamps)
    assert len(set(stamps)) > 5


def goal_at(pose: Pose2D, frame: str = "map") -> NavigateToPose.Goal:
    return NavigateToPose.Goal(pose=pose2d_to_pose_stamped(pose, 0, frame))


@pytest.fixture(scope="module")
def navigation(observer, heard):
    client = observer.action(NavigateToPose, "/navigate_to_pose")
    yield client
    client.destroy()


@pytest.fixture(scope="module")
def far_away(home):
    """The middle of the room whose middle is the farthest from the start, if it can be reached."""
    grid = NavigationGrid(home)
    x, y, _ = home.start_pose
    middles = [room.center for room in home.world.rooms]
    reachable = [m for m in middles if grid.shortest_path((x, y), m)]
    return max(reachable, key=lambda m: math.dist(m, (x, y)))


def test_it_drives_to_a_pose_and_tells_how_far_it_is(observer, heard, navigation, home):
    here = pose_of(observer, heard)
    feedback = []
    grid = NavigationGrid(home)
    around = [(here.x + dx, here.y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    x, y = min((p for p in around if grid.nearest_free(p)), key=lambda p: math.dist(grid.nearest_free(p), p))
    goal = Pose2D(*grid.nearest_free((x, y)), 1.0)
    handle = observer.send(navigation, goal_at(goal), lambda message: feedback.append(message.feedback))
    assert handle.accepted
    ended = observer.outcome(handle)
    assert (ended.status, ended.result.error_code) == (GoalStatus.STATUS_SUCCEEDED, 0), ended.result.error_msg
    observer.wait(lambda: is_at(heard, goal), 5.0, f"odometry to say that it is at {goal}")
    # what comes after the result is not handed over, so the last of the way may be missing
    far = math.dist((here.x, here.y), (goal.x, goal.y))
    assert feedback
    assert all(0.0 <= step.distance_remaining <= far + 0.01 for step in feedback)


@pytest.mark.parametrize(
    ("pose", "frame"),
    [
        (Pose2D(math.nan, 0.0, 0.0), "map"),
        (Pose2D(0.0, math.inf, 0.0), "map"),
        (Pose2D(0.0, 0.0, math.nan), "map"),
        (Pose2D(0.0, 0.0, 0.0), "kitchen"),
        (Pose2D(0.0, 0.0, 0.0), ""),
    ],
)
def test_a_goal_that_is_none_is_refused_and_nothing_moves(pose, frame, observer, heard, navigation):
    before = pose_of(observer, heard)
    assert not observer.send(navigation, goal_at(pose, frame)).accepted
    assert pose_of(observer, heard) == before


def test_a_goal_outside_the_home_ends_with_the_reason(observer, navigation):
    ended = observer.outcome(observer.send(navigation, goal_at(Pose2D(500.0, 500.0, 0.0))))
    assert ended.status == GoalStatus.STATUS_ABORTED
    assert ended.result.error_code != 0
    assert "before the goal" in ended.result.error_msg


def test_a_drive_can_be_cancelled(observer, heard, navigation, far_away):
    handle = observer.send(navigation, goal_at(Pose2D(*far_away, 0.0)))
    cancelled = observer.result(handle.cancel_goal_async(), 10.0, "the answer to a cancel request")
    ended = observer.outcome(handle)
    if cancelled.goals_canceling:  # else it had arrived before
        assert ended.status in (GoalStatus.STATUS_CANCELED, GoalStatus.STATUS_SUCCEEDED)
    time.sleep(1.0)  # odometry that was on its way when the drive ended
    here = pose_of(observer, heard)
    time.sleep(1.0)
    assert pose_of(observer, heard) == here


def stands(observer, heard):
    still = pose_of(observer, heard)
    time.sleep(0.4)
    return pose_of(observer, heard) == still


def test_a_velocity_moves_it_and_silence_stops_it(observer, heard, bridge):
    velocity = observer.publisher(Twist, "/cmd_vel", 10)
    before = pose_of(observer, heard)
    message = Twist()
    message.angular.z = 1.0
    for _ in range(5):
        velocity.publish(message)
        time.sleep(0.1)
    after = pose_of(observer, heard)
    assert abs(math.remainder(after.yaw - before.yaw, 2 * math.pi)) > 0.1
    observer.wait(lambda: stands(observer, heard), 5.0, "it to stand still")
    message.linear.x = math.nan
    velocity.publish(message)
    observer.wait(lambda: "cmd_vel: velocity x nan" in bridge.log, 5.0, "the log to name the velocity")
    time.sleep(0.3)
    last = pose_of(observer, heard)
    assert math.isfinite(last.x)
    assert math.isfinite(last.yaw)


@pytest.fixture(scope="module")
def skills(observer, heard):
    client = observer.action(ExecuteSkill, "/execute_skill")
    yield client
    client.destroy()


def execute(observer, skills, name, target, **more):
    goal = ExecuteSkill.Goal(skill=Skill(name=name, actor="robot", target_id=target, **more))
    handle = observer.send(skills, goal)
    assert handle.accepted
    ended = observer.outcome(handle)
    return ended.status, ended.result


def test_skills_are_refused_with_a_reason(observer, skills, home):
    status, result = execute(observer, skills, "juggle", "cup")
    assert (status, result.error_code) == (GoalStatus.STATUS_ABORTED, ExecuteSkill.Result.INVALID)
    assert 'no skill "juggle"' in result.error_msg
    status, result = execute(observer, skills, "pick", "no such thing'; DROP TABLE entity")
    assert (status, result.error_code) == (GoalStatus.STATUS_ABORTED, ExecuteSkill.Result.INVALID)
    assert result.reason == "unknown target"
    fixed = next(e for e in home.world.entities.values() if e.category == "bed" or e.category == "sofa")
    status, result = execute(observer, skills, "pick", fixed.entity_id)
    assert (status, result.error_code) == (GoalStatus.STATUS_ABORTED, ExecuteSkill.Result.REFUSED)
    assert result.reason
    assert result.error_msg
    assert list(result.changed_ids) == []


def test_a_skill_that_succeeds_is_told_as_events(observer, skills, heard, home):
    target = next(e for e in home.world.entities.values() if e.category == "bed" or e.category == "sofa")
    count = len(heard["/events"])
    status, result = execute(observer, skills, "navigate_to", target.entity_id)
    assert (status, result.error_code) == (GoalStatus.STATUS_SUCCEEDED, 0), result.error_msg
    observer.wait(lambda: len(heard["/events"]) >= count + 2, 5.0, "two events")
    started, ended = heard["/events"][count : count + 2]
    assert (started.kind, ended.kind) == ("skill started", "skill ended")
    assert list(ended.object_ids) == [target.entity_id]
    assert ended.outcome == Event.OUTCOME_SUCCEEDED


@pytest.mark.parametrize(
    ("model", "description", "cause"),
    [
        (None, None, "home.glb: there is no such file"),
        (None, '{"instances": []}', "home.glb"),
        (b"glTF", "{", "home.json: not readable JSON"),
        (b"not a model", '{"instances": []}', "home.glb"),
    ],
)
def test_a_scene_that_cannot_be_read_ends_the_bridge_with_the_cause(model, description, cause, start_here, tmp_path):
    scene = tmp_path / "home.glb"
    if model is not None:
        scene.write_bytes(model)
    if description is not None:
        scene.with_suffix(".json").write_text(description)
    bridge = start_here("bridge_nodes", "household_bridge", scene=scene)
    assert bridge.wait(30.0) == 1
    assert cause in bridge.log, bridge.log
    assert "could not configure" in bridge.log
    assert "Traceback" not in bridge.log
