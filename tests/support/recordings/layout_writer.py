"""Writes a bag of the small room in one layout: its topics, transforms, camera infos and depth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rosbags import rosbag1, rosbag2

from embodied_memory.geometry.transforms import pose_from_matrix
from recordings import encoders
from recordings.layout_images import COMPRESSED, OPTICAL, color_messages, image_header, image_stamp, raw_image
from recordings.messages import Messages
from recordings.small_room import COLOR_CAMERA, COLOR_T_DEPTH, DEPTH_CAMERA, SECOND, START_S, View, drive, view_at

DEPTH_OPTICAL = "camera_depth_optical_frame"
INFO, TF = "sensor_msgs/msg/CameraInfo", "tf2_msgs/msg/TFMessage"


@dataclass(frozen=True)
class Layout:
    """One way to record. color and depth: an encoding, or codec:encoding; pose: how the robot's place is told."""

    storage: str = "mcap"
    color: str = "rgb8"
    depth: str = "32FC1"
    color_topic: str = "/camera/color/image_raw"
    depth_topic: str | None = "/camera/depth/image_raw"
    color_info: str | None = "/camera/color/camera_info"
    depth_info: str | None = None
    depth_frame: str = OPTICAL
    other_camera: bool = False
    """Depth of the depth camera: another size, place and view."""
    pose: str = "tf"
    """tf | odometry | pose | pose_with_covariance | none, of frames parent_frame and base_frame"""
    pose_topic: str = ""
    tf: str = "/tf"
    tf_static: str = "/tf_static"
    static_mount: bool = True
    static_depth: bool = True
    """tf_static tells where the depth camera is."""
    parent_frame: str = "map"
    base_frame: str = "base_link"
    slash: str = ""
    depth_delay_s: float = 0.0
    depth_gain: float = 1.0
    depth_every: int = 1
    stamps: str = "kept"
    """kept | zero (images) | all_zero"""
    world: str = "level"
    """level | tilted (30 degrees about x) | optical (the first camera is the world) | sunk (the floor at -2)"""
    covariance: float = 0.0
    extra: Callable[[LayoutWriter], None] | None = None
    views: int = 8
    pose_every: int = 1
    log_ahead_s: float = 0.0
    """How far the time of recording is ahead of the stamps, as of a clock of a simulation."""
    first_packet: int = 0
    """Of a video, for a recording that was begun in its midst."""


class LayoutWriter:
    """Writes messages to a new bag of any kind."""

    def __init__(self, path: Path, layout: Layout) -> None:
        self.layout = layout
        self.messages = Messages(layout.storage == "ros1")
        if layout.storage == "ros1":
            self.path = path.with_suffix(".bag")
            self._writer: Any = rosbag1.Writer(self.path)
        else:
            self.path = path
            plugin = rosbag2.StoragePlugin.MCAP if layout.storage == "mcap" else rosbag2.StoragePlugin.SQLITE3
            self._writer = rosbag2.Writer(path, version=9, storage_plugin=plugin)
        self._writer.open()
        self._connections: dict[str, Any] = {}

    def put(self, topic: str, message: Any, log_ns: int) -> None:
        if topic not in self._connections:
            self._connections[topic] = self._writer.add_connection(
                topic, message.__msgtype__, typestore=self.messages.store
            )
        log_ns += round(self.layout.log_ahead_s * SECOND)
        self._writer.write(self._connections[topic], log_ns, self.messages.bytes(message))

    def close(self) -> None:
        self._writer.close()


def write_layout(path: Path, layout: Layout) -> Path:
    """The bag of a layout; returns where it is."""
    writer = LayoutWriter(path, layout)
    views = drive(layout.views)
    colors = color_messages(writer, views)
    world = world_T_map(layout.world, views)
    if layout.static_mount or (layout.other_camera and layout.static_depth):
        _put_static(writer, views[0])
    for number, view in enumerate(views):
        if number % layout.pose_every == 0:
            _put_pose(writer, view, world)
        if layout.depth_delay_s:
            _put_pose(writer, _later(view, layout), world)
        _put_info(writer, view)
        if number >= layout.first_packet:
            writer.put(colors[number][0], colors[number][1], view.stamp_ns + 1_000_000)
        if number % layout.depth_every == 0:
            _put_depth(writer, view)
    if layout.extra is not None:
        layout.extra(writer)
    writer.close()
    return writer.path


def world_T_map(kind: str, views: list[View]) -> np.ndarray:
    """The level map in what the recording calls its fixed frame, (4, 4)."""
    world = np.eye(4)
    if kind == "tilted":
        cosine, sine = np.cos(np.radians(30)), np.sin(np.radians(30))
        world[1:3, 1:3] = [[cosine, -sine], [sine, cosine]]
    elif kind == "optical":
        world = np.linalg.inv(views[0].map_T_camera)
    elif kind == "sunk":
        world[2, 3] = -2.0
    return world


def _put_static(writer: LayoutWriter, view: View) -> None:
    layout, edges = writer.layout, []
    if layout.static_mount:
        edges.append((layout.base_frame, OPTICAL, view.base_T_camera))
    if layout.other_camera and layout.static_depth:
        edges.append((OPTICAL, DEPTH_OPTICAL, COLOR_T_DEPTH))
    message = writer.messages.make(TF, transforms=[_edge(writer, 0, *edge) for edge in edges])
    writer.put(layout.tf_static, message, view.stamp_ns - 500_000_000)


def _edge(writer: LayoutWriter, stamp_ns: int, parent: str, child: str, matrix: np.ndarray) -> Any:
    make = writer.messages.make
    (x, y, z), (qx, qy, qz, qw) = (part.tolist() for part in pose_from_matrix(matrix))
    return make(
        "geometry_msgs/msg/TransformStamped",
        header=writer.messages.header(stamp_ns, writer.layout.slash + parent),
        child_frame_id=writer.layout.slash + child,
        transform=make(
            "geometry_msgs/msg/Transform",
            translation=make("geometry_msgs/msg/Vector3", x=x, y=y, z=z),
            rotation=make("geometry_msgs/msg/Quaternion", x=qx, y=qy, z=qz, w=qw),
        ),
    )


def _put_pose(writer: LayoutWriter, view: View, world: np.ndarray) -> None:
    layout, make = writer.layout, writer.messages.make
    stamp_ns = 0 if layout.stamps == "all_zero" else view.stamp_ns
    parent_T_base = world @ view.map_T_base
    if layout.pose == "tf":
        edges = [_edge(writer, stamp_ns, layout.parent_frame, layout.base_frame, parent_T_base)]
        return writer.put(layout.tf, make(TF, transforms=edges), view.stamp_ns)
    if layout.pose == "none":
        return None
    (x, y, z), (qx, qy, qz, qw) = (part.tolist() for part in pose_from_matrix(parent_T_base))
    pose = make(
        "geometry_msgs/msg/Pose",
        position=make("geometry_msgs/msg/Point", x=x, y=y, z=z),
        orientation=make("geometry_msgs/msg/Quaternion", x=qx, y=qy, z=qz, w=qw),
    )
    header = writer.messages.header(stamp_ns, layout.slash + layout.parent_frame)
    sure = make("geometry_msgs/msg/PoseWithCovariance", pose=pose, covariance=np.eye(6).ravel() * layout.covariance)
    message = {
        "odometry": lambda: make(
            "nav_msgs/msg/Odometry", header=header, child_frame_id=layout.slash + layout.base_frame, pose=sure
        ),
        "pose": lambda: make("geometry_msgs/msg/PoseStamped", header=header, pose=pose),
        "pose_with_covariance": lambda: make("geometry_msgs/msg/PoseWithCovarianceStamped", header=header, pose=sure),
    }[layout.pose]()
    return writer.put(layout.pose_topic, message, view.stamp_ns)


def _put_info(writer: LayoutWriter, view: View) -> None:
    layout = writer.layout
    stamp_ns = image_stamp(layout, view.stamp_ns)
    if layout.color_info:
        writer.put(layout.color_info, _info(writer, stamp_ns, OPTICAL, COLOR_CAMERA), view.stamp_ns)
    if layout.depth_info:
        camera = DEPTH_CAMERA if layout.other_camera else COLOR_CAMERA
        writer.put(layout.depth_info, _info(writer, stamp_ns, layout.depth_frame, camera), view.stamp_ns)


def _info(writer: LayoutWriter, stamp_ns: int, frame: str, camera: Any) -> Any:
    return writer.messages.make(
        INFO,
        header=writer.messages.header(stamp_ns, writer.layout.slash + frame),
        width=camera.width,
        height=camera.height,
        distortion_model="plumb_bob",
        d=np.zeros(5),
        k=np.array([camera.fx, 0, camera.cx, 0, camera.fy, camera.cy, 0, 0, 1.0]),
        r=np.eye(3).ravel(),
        p=np.array([camera.fx, 0, camera.cx, 0, 0, camera.fy, camera.cy, 0, 0, 0, 1.0, 0]),
    )


def _later(view: View, layout: Layout) -> View:
    """What the camera sees when its depth is taken."""
    if not layout.depth_delay_s:
        return view
    return view_at(view.stamp_ns - round(START_S) * SECOND + round(layout.depth_delay_s * SECOND))


def _put_depth(writer: LayoutWriter, view: View) -> None:
    layout = writer.layout
    if layout.depth_topic is None:
        return
    view = _later(view, layout)
    depth = (view.other_depth if layout.other_camera else view.depth) * np.float32(layout.depth_gain)
    delayed_ns = view.stamp_ns
    header = image_header(writer, delayed_ns, layout.depth_frame)
    codec, _, encoding = layout.depth.rpartition(":")
    log_ns = delayed_ns + 2_000_000
    if codec in ("png", "rvl"):
        data = np.frombuffer(encoders.compressed_depth(depth, encoding, codec), np.uint8)
        format_ = f"{encoding}; compressedDepth {codec}"
        message = writer.messages.make(COMPRESSED, header=header, format=format_, data=data)
        writer.put(f"{layout.depth_topic}/compressedDepth", message, log_ns)
        return
    array = depth if encoding == "32FC1" else np.nan_to_num(depth * 1000).round().clip(0, 65535).astype(np.uint16)
    writer.put(layout.depth_topic, raw_image(writer.messages, header, encoding, array), log_ns)
