"""Feeds the web page from the nodes' topics, and the robot with what people type there."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from geometry_msgs.msg import PoseStamped
from nav_msgs.msg import OccupancyGrid
from nav_msgs.msg import Path as PathMessage
from rclpy.callback_groups import ReentrantCallbackGroup
from sensor_msgs.msg import Image, PointCloud2
from std_srvs.srv import Trigger

from embodied_memory.event import EventKind
from embodied_memory.mapping.grid import OccupancySlice, RoomMap
from embodied_memory_interfaces.action import ExecuteInstruction
from embodied_memory_interfaces.msg import (
    Answer,
    Event,
    FrontierArray,
    MemoryRecord,
    Plan,
    RememberedObjectArray,
    Utterance,
)
from embodied_memory_ros.conversions.images import image_to_color
from embodied_memory_ros.conversions.maps import cloud_to_points, message_to_frontiers, message_to_grid
from embodied_memory_ros.conversions.memory import message_to_answer, message_to_remembered
from embodied_memory_ros.conversions.stamps import ns_to_header, time_to_ns
from embodied_memory_ros.feedback import when_new
from embodied_memory_ros.frames import Frames
from embodied_memory_ros.node_base import EmbodiedNode
from embodied_memory_ros.parameters import declare_all
from embodied_memory_ros.qos import LATCHED, RECORDS, SENSOR
from embodied_memory_ros.robot_pose import RobotPose
from embodied_memory_ros.run_node import run_node
from embodied_memory_tools.web_page.plan_view import PlanView
from embodied_memory_tools.web_page.web_page import WebPage

_REDRAW_PERIOD_S = 0.5
_RECORDS_SHOWN = 30
_REMARKS_SHOWN = 4


class PageNode(EmbodiedNode):
    """Draws twice a second whatever is newest: the page never slows the robot down."""

    def __init__(self) -> None:
        super().__init__("page_node")
        texts = {
            "host": ("127.0.0.1", "address that the page is served on"),
            "port": (8080, "port of the page; the next free one is taken if it is busy"),
            "speaker": ("user", "who types into the page"),
        }
        Frames.declare_parameters(self)
        declare_all(self, texts)

    def on_load(self) -> None:
        """The page."""
        self._lock = threading.Lock()
        self._stopping: Any = None
        self._typed: list[str] = []
        self._subgoal = ""
        self._newest: dict[str, object] = {}
        self._remarks: deque[str] = deque(maxlen=_REMARKS_SHOWN)
        self._records: deque[tuple[int, str, str]] = deque(maxlen=_RECORDS_SHOWN)
        self._page = WebPage(
            self.get_parameter("host").value,
            self.get_parameter("port").value,
            on_utterance=self._speak,
            speaker=self.get_parameter("speaker").value,
            on_stop=self._stop_robot,
        )
        self.get_logger().info(f"the page is at {self._page.url}")

    def on_start(self) -> None:
        """Topics."""
        for kind, topic, qos in (
            (OccupancyGrid, "occupancy", LATCHED),
            (OccupancyGrid, "rooms", LATCHED),
            (PointCloud2, "voxels", LATCHED),
            (PathMessage, "planner/path", LATCHED),
            (FrontierArray, "planner/frontiers", LATCHED),
            (FrontierArray, "frontiers", LATCHED),
            (Image, "camera/color/image_raw", SENSOR),
            (RememberedObjectArray, "memory/objects", LATCHED),
        ):
            self.subscription(kind, topic, partial(self._newest_is, topic), qos)
        self._robot = RobotPose(self)
        # the feedback topic of the action, which every onlooker may read
        feedback = ExecuteInstruction.Impl.FeedbackMessage
        self.subscription(feedback, "execute_instruction/_action/feedback", when_new(self._take_feedback), RECORDS)
        self.subscription(MemoryRecord, "memory/records", self._take_record, RECORDS)
        self.subscription(Answer, "dialog/replies", self._take_reply, RECORDS)
        self.subscription(Plan, "planner/plan", self._take_plan, RECORDS)
        self.subscription(Event, "events", self._take_event, RECORDS)
        self._stopping = self.create_client(Trigger, "stop", callback_group=ReentrantCallbackGroup())
        self.close_on_stop(self._end_stopping)
        self._say = self.publisher(Utterance, "dialog/utterances", RECORDS)
        self.every(_REDRAW_PERIOD_S, self._redraw)

    def on_unload(self) -> None:
        """Close the page."""
        if hasattr(self, "_page"):
            self._page.close()

    def _speak(self, speaker: str, text: str) -> None:
        """Somebody typed."""
        self._typed.append(text)
        self._say(Utterance(header=ns_to_header(self.now_ns(), ""), speaker=speaker, text=text))

    def _stop_robot(self) -> str:
        """Somebody pressed the button; what to show for it."""
        if self._stopping is None or not self._stopping.service_is_ready():
            return "Nobody is there to stop the robot: is stop_node running?"
        self._stopping.call_async(Trigger.Request())
        return "Stop!"

    def _end_stopping(self) -> None:
        client, self._stopping = self._stopping, None
        self.destroy_client(client)

    def _take_event(self, message: Event) -> None:
        """What others say to the robot, heard by whoever records it."""
        if message.kind != EventKind.UTTERANCE.value or message.actor == "robot":
            return
        if message.text in self._typed:
            self._typed.remove(message.text)
        else:
            self._page.add_reply(message.actor, message.text)

    def _take_plan(self, message: Plan) -> None:
        """A remark is shown with the plan that follows it; a plan for something else begins anew."""
        if not message.valid:
            self._remarks.append(message.remark)
            return
        if message.subgoal != self._subgoal:
            self._subgoal = message.subgoal
            while len(self._remarks) > 1:
                self._remarks.popleft()
        plan = PlanView(message.subgoal, message.reason, tuple(message.actions), message.next, tuple(self._remarks))
        self._page.show_plan(plan)

    def _take_feedback(self, step: ExecuteInstruction.Feedback) -> None:
        of_all = f" {step.goal_index + 1} of {step.goals_total}" if step.goals_total else ""
        goal = f"Goal{of_all}: {step.goal}"
        self._page.show_progress(f"{goal}. Step {step.step}, {step.phase}: {step.decision}")

    def _newest_is(self, topic: str, message: object) -> None:
        self._newest[topic] = message

    def _take_record(self, message: MemoryRecord) -> None:
        self._records.append((time_to_ns(message.header.stamp), message.kind, message.summary))
        self._newest["records"] = True

    def _take_reply(self, message: Answer) -> None:
        answer = message_to_answer(message)
        self._page.add_reply("robot", answer.text, answer.evidence)

    def _redraw(self) -> None:
        """What has changed since the last time. A message that cannot be drawn is reported, the rest is drawn."""
        newest, self._newest = self._newest, {}
        for topic, message in newest.items():
            try:
                self._draw(topic, message)
            except Exception as error:
                self.report_problem(f"page {topic}: {error}")
        if (pose := self._robot.pose) is not None:
            self._page.show_robot(pose.x, pose.y, pose.yaw)

    def _draw(self, topic: str, message: object) -> None:
        draw: dict[str, Callable[[Any], None]] = {
            "occupancy": self._draw_map,
            "rooms": self._draw_rooms,
            "voxels": lambda m: self._page.show_voxels(cloud_to_points(m).astype(np.float64)),
            "planner/path": self._draw_path,
            "planner/frontiers": self._draw_frontiers,
            "frontiers": self._draw_frontiers,
            "camera/color/image_raw": lambda m: self._page.show_camera_view(image_to_color(m)),
            "memory/objects": self._draw_objects,
            "records": lambda _: self._page.show_records(list(self._records)),
        }
        draw[topic](message)

    def _draw_map(self, message: OccupancyGrid) -> None:
        self._slice = message_to_grid(message, OccupancySlice)
        self._page.show_map(self._slice, getattr(self, "_rooms", None))

    def _draw_rooms(self, message: OccupancyGrid) -> None:
        self._rooms = message_to_grid(message, RoomMap)

    def _draw_path(self, message: PathMessage) -> None:
        self._page.show_path(np.array([_xy(pose) for pose in message.poses], np.float64).reshape(-1, 2))

    def _draw_frontiers(self, message: FrontierArray) -> None:
        scores = [item.score for item in message.frontiers]
        frontiers = message_to_frontiers(message)
        self._page.show_frontiers(
            [(f.boundary_point, f.region, score) for f, score in zip(frontiers, scores, strict=True)]
        )

    def _draw_objects(self, message: RememberedObjectArray) -> None:
        self._page.show_objects(tuple(message_to_remembered(thing) for thing in message.objects))


def _xy(pose: PoseStamped) -> tuple[float, float]:
    return (pose.pose.position.x, pose.pose.position.y)


def main() -> None:
    """Entry point."""
    run_node(PageNode)
