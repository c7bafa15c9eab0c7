"""The explorer's body over ROS: map and memory by topics and services, legs by NavigateToPose."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from action_msgs.msg import GoalStatus
from geometry_msgs.msg import PoseStamped
from nav2_msgs.action import NavigateToPose
from rclpy.callback_groups import ReentrantCallbackGroup

from embodied_memory.config import ExplorerConfig
from embodied_memory.event import Event, EventKind
from embodied_memory.evidence import RememberedObject, RetrievalResult
from embodied_memory.geometry.pose import Point, Pose2D
from embodied_memory.mapping.occupancy_slice import without_people
from embodied_memory.planning.body import BodyError, PlanningMap, SenseWatch
from embodied_memory.planning.exploring.explorer import LANGUAGE
from embodied_memory.planning.tasks.known_things import people_among
from embodied_memory_interfaces.msg import Event as EventMessage
from embodied_memory_interfaces.srv import Retrieve
from embodied_memory_ros.conversions.geometry import pose2d_to_pose_stamped
from embodied_memory_ros.conversions.memory import (
    event_to_message,
    message_to_remembered,
    message_to_retrieved,
    message_to_usual_place,
)
from embodied_memory_ros.ending import is_ending, wait_until
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.qos import KEPT_RECORDS
from planner_nodes.camera_views import CameraViews
from planner_nodes.motion_client import MotionClient
from planner_nodes.world_view import WorldView

_PERIOD_S = 0.01
_WATCH_PERIOD_S = 0.1
_ASKED_AGAIN = 6
"""Times within the time that a memory has to come back: what it was asked before it died it never answers."""
_BETWEEN_VIEWS = math.radians(60.0)
"""LMEE, section 14."""


class RosBody:
    """Blocks the thread of the instruction, never the executor's."""

    NAVIGATION_TIMEOUT_S = 120.0
    MEMORY_TIMEOUT_S = 60.0
    """A memory node that was killed has this long to come back."""
    VIEW_TIMEOUT_S = 20.0
    LATE_VIEW_TIMEOUT_S = 3.0

    def __init__(self, node: EmbodiedNode, config: ExplorerConfig) -> None:
        self._node = node
        self._config = config
        self.world = WorldView(node)
        self.map_frame = self.world.robot.frames.map_frame
        self._camera = CameraViews(node, config.views_per_step) if config.policy == LANGUAGE else None
        group = ReentrantCallbackGroup()
        self._navigation = MotionClient(node, NavigateToPose, "navigate_to_pose", self._must_stop)
        self._retrieval = node.create_client(Retrieve, "memory/retrieve", callback_group=group)
        self._publish_event = node.publisher(EventMessage, "events", KEPT_RECORDS)
        self._stop_requested: Callable[[], bool] = lambda: False
        self._watch: SenseWatch | None = None
        self._watched_at = 0.0
        self._views_at_departure = 0
        node.close_on_stop(lambda: node.destroy_client(self._retrieval))

    def begin(self, stop_requested: Callable[[], bool]) -> None:
        """A new instruction; stop_requested is asked between steps and while driving."""
        self._stop_requested = stop_requested
        self._views_at_departure = self.world.views_seen

    def pose(self) -> Pose2D:
        """Where the base stands in the map, no earlier than at the newest view. BodyError if nobody knows."""
        robot = self.world.robot
        if not self._until(lambda: robot.pose is not None, self.VIEW_TIMEOUT_S):
            raise BodyError(self._unlocalised())
        newest_ns = self.world.newest_view_ns
        if not self._in_time(lambda: robot.stamp_ns >= newest_ns):
            why = robot.unknown_because or "tf is older than the newest view"
            self._node.report_problem(f"going on with the pose as it was: {why}")
        if not (robot.localised_ns == 0 or self._in_time(lambda: robot.localised_ns >= newest_ns)):
            self._node.report_problem("a view was not localised in time: is the mapping node running?")
        if not self._until(lambda: not robot.lost_because, self.VIEW_TIMEOUT_S):
            raise BodyError(f"I do not know where I am: {robot.lost_because}")
        pose = robot.pose
        assert pose is not None
        return pose

    def _unlocalised(self) -> str:
        """What tf lacks, and what to do about it."""
        robot, frames = self.world.robot, self.world.robot.frames
        return (
            f"I do not know where I am: {robot.unknown_because}. Does a localisation (SLAM, AMCL) run, and are "
            f"map_frame ({frames.map_frame}) and base_frame ({frames.base_frame}) named as the robot names them?"
        )

    def look(self) -> PlanningMap:
        """Wait for the views since the departure, then for them to be in the map and in memory."""
        if self._config.turns_at_stops:
            self._turn_around()
        wanted = self._views_at_departure + self._config.views_per_step
        if not self._until(lambda: self.world.views_seen >= wanted, self.VIEW_TIMEOUT_S) and not self.canceled():
            raise BodyError("no views arrive on camera/color/camera_info: is the bridge running?")
        newest_ns = self.world.newest_view_ns
        if not self._in_time(lambda: self.world.mapped_ns >= newest_ns):
            self._node.report_problem("a view did not reach the map in time: going on with the map as it is")
        if not self._in_time(lambda: self.world.recorded_ns >= newest_ns):
            self._node.report_problem("a view was not recorded in time: is the memory node running?")
        planning_map = self.world.planning_map()
        if planning_map is None:
            raise BodyError("no map has arrived on occupancy, walls and frontiers: is the mapping node running?")
        people = people_among(self.known_objects())
        return replace(planning_map, slice=without_people(planning_map.slice, people))

    def _turn_around(self) -> None:
        """What lies ahead was seen on the way; to its sides the robot has to turn, one after the other."""
        here = self.pose()
        for side in range(1, self._config.views_per_step):
            turn = _BETWEEN_VIEWS * ((side + 1) // 2) * (1 if side % 2 else -1)
            if self.canceled() or not self.navigate(here.then(Pose2D(0.0, 0.0, turn))):
                return
            self._wait_for_view()

    def _wait_for_view(self) -> None:
        seen = self.world.views_seen
        self._until(lambda: self.world.views_seen > seen, self.VIEW_TIMEOUT_S)

    def driven(self) -> tuple[Point, ...]:
        """Where tf had it since the node was started."""
        return self.world.robot.driven

    def views(self) -> tuple[bytes, ...]:
        """Of the last look, where a language model chooses; none otherwise."""
        return self._camera.last() if self._camera else ()

    def retrieve(self, query: str) -> RetrievalResult:
        """Call the retrieval tool; wait for a memory node that is being restarted."""
        request = Retrieve.Request(query=query, k=0)
        for _ in range(_ASKED_AGAIN):
            if not self._until(self._retrieval.service_is_ready, self.MEMORY_TIMEOUT_S):
                break
            future = self._retrieval.call_async(request)
            if self._until(future.done, self.MEMORY_TIMEOUT_S / _ASKED_AGAIN):
                return self._result(query, future.result())
            self._retrieval.remove_pending_request(future)
        raise BodyError("memory does not answer on memory/retrieve: is the memory node running?")

    def _result(self, query: str, response: Retrieve.Response) -> RetrievalResult:
        if not response.success:
            raise BodyError(response.message)
        memories = tuple(message_to_retrieved(memory) for memory in response.memories)
        objects = tuple(message_to_remembered(thing) for thing in response.objects)
        usual = tuple(message_to_usual_place(place) for place in response.usual_places)
        return RetrievalResult(query, memories, objects, response.spatial_belief, usual)

    def known_objects(self) -> tuple[RememberedObject, ...]:
        """As memory last published them."""
        return self.world.objects

    def navigate(self, pose: Pose2D) -> bool:
        """Drive; canceled when the instruction is. Whether the robot arrived.

        It stops when one of its senses falls silent, and goes on when that is back. BodyError if it stays away.
        """
        if not self._until(self._navigation.is_served, self.VIEW_TIMEOUT_S):
            raise BodyError("nobody serves navigate_to_pose: is the bridge or Nav2 running?")
        self._views_at_departure = self.world.views_seen
        while True:
            self._watch = SenseWatch(self.world.senses(), self._config.senses_timeout_s)
            has_arrived = self._drive(pose)
            watch, self._watch = self._watch, None
            if not watch.lost or has_arrived or self.canceled():
                return has_arrived
            self._wait_for(watch)

    def _drive(self, pose: Pose2D) -> bool:
        goal = NavigateToPose.Goal(pose=self.stamped(self.world.robot.as_told(pose)))
        handle = self._navigation.given(goal, self.VIEW_TIMEOUT_S)
        if handle is None:
            self._node.report_problem(f"navigation refused the goal x {pose.x:.2f}, y {pose.y:.2f}")
            return False
        ended = self._navigation.ended(handle, self.NAVIGATION_TIMEOUT_S, self.VIEW_TIMEOUT_S)
        has_arrived = ended is not None and ended.status == GoalStatus.STATUS_SUCCEEDED
        if not has_arrived and not self._must_stop():
            self._node.report_problem(f"navigation did not arrive: {_why(ended)}")
        return has_arrived

    def _must_stop(self) -> bool:
        """While it drives. The senses are looked at now and then: asking for them costs as much as they do."""
        if self._watch is not None and time.monotonic() - self._watched_at >= _WATCH_PERIOD_S:
            self._watched_at = time.monotonic()
            self._watch.silent(self.world.senses())
        return self.canceled() or (self._watch is not None and bool(self._watch.lost))

    def _wait_for(self, watch: SenseWatch) -> None:
        """Until the sense that was lost is back."""
        self._node.report_problem(f"I stopped on the way: {watch.told}")
        before = getattr(self.world.senses(), watch.lost)
        if not self._until(lambda: getattr(self.world.senses(), watch.lost) != before, self.MEMORY_TIMEOUT_S):
            raise BodyError(f"I stopped on the way and wait in vain: {watch.told}")

    def _until(self, condition: Callable[[], bool], timeout_s: float) -> bool:
        """Wait in real time; ends early when the instruction is to end."""
        return wait_until(lambda: condition() or self.canceled(), timeout_s, _PERIOD_S) and condition()

    def _in_time(self, condition: Callable[[], bool]) -> bool:
        """Wait for what lags behind the newest view; what is to end needs no longer wait for it."""
        return self._until(condition, self.LATE_VIEW_TIMEOUT_S) or self.canceled()

    def report(
        self, kind: EventKind, text: str, object_ids: tuple[str, ...] = (), succeeded: bool | None = None
    ) -> None:
        """Publish an event; memory records it."""
        happened = Event(self._node.now_ns(), kind, "robot", text, object_ids, succeeded=succeeded)
        self._publish_event(event_to_message(happened))

    def stamped(self, pose: Pose2D) -> PoseStamped:
        """A pose in the map, now."""
        return pose2d_to_pose_stamped(pose, self._node.now_ns(), self.map_frame)

    def canceled(self) -> bool:
        """Whether the instruction is to end."""
        return self._stop_requested() or is_ending()


def _why(ended: Any) -> str:
    """Of a drive that did not end well. Humble's result says nothing, Jazzy's has a code alone."""
    if ended is None:
        return "it did not end in time and was canceled"
    code = getattr(ended.result, "error_code", 0)
    return getattr(ended.result, "error_msg", "") or (f"its error code is {code}" if code else "it does not say why")
