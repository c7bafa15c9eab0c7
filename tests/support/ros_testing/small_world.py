"""A small robot with hands in an empty room, for planner, dialog and memory: as a bridge would serve it."""

from __future__ import annotations

import math
import threading

import numpy as np
from nav2_msgs.action import NavigateToPose
from nav_msgs.msg import OccupancyGrid, Odometry
from rclpy.action import ActionServer, CancelResponse
from sensor_msgs.msg import CameraInfo
from tf2_msgs.msg import TFMessage

from embodied_memory.geometry.pose import STANDING, Pose2D
from embodied_memory.localisation.planar import spatial
from embodied_memory.mapping.grid import FREE, OCCUPIED, OccupancySlice
from embodied_memory.scene_graph import SceneGraphInstant, SceneObject
from embodied_memory_interfaces.action import ExecuteSkill
from embodied_memory_interfaces.msg import FrontierArray, MemoryRecord
from embodied_memory_interfaces.msg import SceneGraphInstant as InstantMessage
from embodied_memory_ros.conversions.geometry import matrix_to_transform, pose2d_to_pose, pose_to_pose2d
from embodied_memory_ros.conversions.maps import frontiers_to_message, grid_to_message
from embodied_memory_ros.conversions.scene_graph import instant_to_message
from embodied_memory_ros.conversions.stamps import ns_to_header
from embodied_memory_ros.qos import KEPT_RECORDS, LATCHED, RECORDS, SENSOR_PUBLISHED, TRANSFORMS

START_NS = 1_700_000_000_000_000_000
MUG = SceneObject("mug_1", "mug", (2.5, 0.0, 0.5), (0.1, 0.1, 0.1), 0.9, "a red mug", (("color", "red"),))


class SmallWorld:
    """An empty room of 8 m x 8 m without frontiers: the robot jumps to where it is sent and sees what is near it.

    things: what there is to see. drives, skills: what it was sent to and told to do with its hands. frames: its
    names of map, odom and base. map_T_odom: what its SLAM tells; None: nobody knows where it is in the map. arrives:
    otherwise navigation gives up, and its result says nothing.
    """

    def __init__(
        self, observer, things=(MUG,), map_T_odom=STANDING, frames=("map", "odom", "base_link"), arrives=True
    ):
        self.observer = observer
        self.things, self.map_T_odom, self.frames, self._arrives = things, map_T_odom, frames, arrives
        self.drives, self.skills = [], []
        self.lost = frozenset()
        """What does not come any more: pose, views, instants, map."""
        self.pose = Pose2D(0.0, 0.0, 0.0)
        self.stamp_ns = START_NS
        self.may_arrive = threading.Event()
        self.may_arrive.set()
        self.cancelled = threading.Event()
        self.records = observer.collect(MemoryRecord, "/memory/records", RECORDS)
        self._instants = observer.publisher(InstantMessage, "/scene_graph_instants", KEPT_RECORDS)
        self._info = observer.publisher(CameraInfo, "/camera/color/camera_info", SENSOR_PUBLISHED)
        self._odom = observer.node.create_publisher(Odometry, "/odom", SENSOR_PUBLISHED)
        self._tf = observer.publisher(TFMessage, "/tf", TRANSFORMS)
        self._grids = {
            name: observer.publisher(OccupancyGrid, f"/{name}", LATCHED) for name in ("occupancy", "walls")
        }
        self._frontiers = observer.publisher(FrontierArray, "/frontiers", LATCHED)
        self._server = ActionServer(
            observer.node,
            NavigateToPose,
            "/navigate_to_pose",
            self._navigate,
            callback_group=observer._group,
            cancel_callback=lambda _: CancelResponse.ACCEPT,
        )
        self._hands = ActionServer(
            observer.node, ExecuteSkill, "/execute_skill", self._use_hands, callback_group=observer._group
        )
        self._alive = True
        self._idle = threading.Thread(target=self._keep_looking, daemon=True)
        self._idle.start()

    def close(self):
        self._alive = False
        self._idle.join()
        self._server.destroy()
        self._hands.destroy()

    def _keep_looking(self):
        """As the bridge does: a look around now and then, so that whoever waits for views gets them."""
        wait = threading.Event()
        while self._alive:
            self.look()
            wait.wait(0.3)

    def look(self):
        for _ in range(3):
            self.stamp_ns += 50_000_000
            stamp_ns = self.stamp_ns
            here = (self.pose.x, self.pose.y)
            near = tuple(one for one in self.things if math.dist(here, one.position[:2]) < 3.0)
            seen = SceneGraphInstant(
                stamp_ns,
                "robot",
                (self.pose.x, self.pose.y, 0.0),
                self.pose.yaw,
                near,
                session_id="s",
            )
            if "pose" not in self.lost:
                self._tell_pose(stamp_ns)
            if "views" not in self.lost:
                self._info.publish(CameraInfo(header=ns_to_header(stamp_ns, "camera_optical_frame")))
            if not self.lost & {"views", "instants"}:
                self._instants.publish(instant_to_message(seen))
        if not self.lost & {"views", "map"}:
            self._publish_map(stamp_ns)

    def _tell_pose(self, stamp_ns):
        """As a driver and, in messages of its own, a SLAM do."""
        map_frame, odom_frame, base_frame = self.frames
        drifted = STANDING if self.map_T_odom is None else self.map_T_odom
        odom_T_base = drifted.inverse().then(self.pose)
        odometry = Odometry(header=ns_to_header(stamp_ns, odom_frame), child_frame_id=base_frame)
        odometry.pose.pose = pose2d_to_pose(odom_T_base)
        self._odom.publish(odometry)
        self._tf.publish(TFMessage(transforms=[_edge(odom_T_base, stamp_ns, odom_frame, base_frame)]))
        if self.map_T_odom is not None:
            self._tf.publish(TFMessage(transforms=[_edge(self.map_T_odom, stamp_ns, map_frame, odom_frame)]))

    def _publish_map(self, stamp_ns):
        cells = np.full((80, 80), FREE, np.int8)
        cells[[0, -1], :] = cells[:, [0, -1]] = OCCUPIED
        grid = OccupancySlice(stamp_ns, (-4.0, -4.0), 0.1, cells)
        walls = OccupancySlice(stamp_ns, (-4.0, -4.0), 0.1, cells)
        self._grids["walls"].publish(grid_to_message(walls))
        self._grids["occupancy"].publish(grid_to_message(grid))
        self._frontiers.publish(frontiers_to_message((), stamp_ns))

    def _use_hands(self, handle):
        self.skills.append((handle.request.skill.name, handle.request.skill.target_id))
        handle.succeed()
        return ExecuteSkill.Result(reason="none")

    def _navigate(self, handle):
        self.drives.append(handle)
        while not self.may_arrive.wait(0.02):
            if handle.is_cancel_requested:
                self.cancelled.set()
                handle.canceled()
                return NavigateToPose.Result()
        if not self._arrives:
            handle.abort()
            return NavigateToPose.Result()
        self.pose = pose_to_pose2d(handle.request.pose.pose)
        self.look()
        handle.succeed()
        return NavigateToPose.Result()


def _edge(pose, stamp_ns, parent, child):
    return matrix_to_transform(spatial(np.array([pose.x, pose.y, pose.yaw])), stamp_ns, parent, child)
