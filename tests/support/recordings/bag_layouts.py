"""Bags of the small room in the layouts that other robots, drivers and tools write."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from recordings.layout_writer import DEPTH_OPTICAL, Layout, LayoutWriter, world_T_map, write_layout

__all__ = ["LAYOUTS", "UNREGISTERED", "UNUSABLE", "Layout", "with_unknown_type", "world_T_map", "write_layout"]

UNREGISTERED = Layout(
    depth="16UC1", other_camera=True, depth_frame=DEPTH_OPTICAL, depth_info="/camera/depth/camera_info"
)


def with_unknown_type(writer: LayoutWriter) -> None:
    message = writer.messages.make("acme_msgs/msg/Thing", values=np.arange(3.0))
    writer.put("/acme/thing", message, 1_700_000_000 * 10**9)


LAYOUTS: dict[str, Layout] = {
    **{f"colour {e}": Layout(color=e) for e in (
        "rgb8", "bgr8", "rgba8", "bgra8", "mono8", "mono16", "yuv422", "yuv422_yuy2", "uyvy", "yuyv",
        "bayer_rggb8", "bayer_bggr8", "bayer_gbrg8", "bayer_grbg8", "jpeg", "png", "webp", "ffmpeg", "video")},
    **{f"depth {e}": Layout(depth=e) for e in ("16UC1", "png:16UC1", "png:32FC1", "rvl:16UC1", "rvl:32FC1")},
    "sqlite": Layout(storage="sqlite3"),
    "ros1": Layout(storage="ros1"),
    "ros1 compressed": Layout(storage="ros1", color="jpeg", depth="png:16UC1"),
    "depth unregistered": UNREGISTERED,
    "depth unregistered, compressed": replace(UNREGISTERED, depth="png:16UC1", color="jpeg"),
    "depth of another frame, same size": Layout(depth_frame=DEPTH_OPTICAL),
    "depth late by 80 ms": Layout(depth_delay_s=0.08),
    "odometry only": Layout(pose="odometry", pose_topic="/odom", parent_frame="odom", covariance=0.01),
    "odometry of another name": Layout(pose="odometry", pose_topic="/wheel/odometry", parent_frame="odom"),
    "pose": Layout(pose="pose", pose_topic="/robot_pose"),
    "pose with covariance": Layout(pose="pose_with_covariance", pose_topic="/amcl_pose", covariance=0.02),
    "tf of another name": Layout(tf="/tb4/tf", tf_static="/tb4/tf_static"),
    "frames of a namespace": Layout(
        tf="/tb4/tf", tf_static="/tb4/tf_static", parent_frame="tb4/odom", base_frame="tb4/base_link"),
    "frames with a slash": Layout(slash="/"),
    "images without stamps": Layout(stamps="zero"),
    "nothing has stamps": Layout(stamps="all_zero"),
    "a type nobody knows": Layout(extra=with_unknown_type),
    "a world that is tilted": Layout(world="tilted"),
    "a world that is the first camera": Layout(world="optical"),
    "a floor at -2 m": Layout(world="sunk"),
    # these cannot be replayed as they are
    "no depth topic": Layout(depth_topic=None),
    "other names": Layout(
        color_topic="/front/rgb/image", depth_topic="/front/depth/image", color_info="/front/rgb/camera_info"),
    "no camera info": Layout(color_info=None),
    "no pose at all": Layout(pose="none"),
    "pose without mount": Layout(pose="pose", pose_topic="/robot_pose", static_mount=False),
    "depth unregistered, no transform": replace(UNREGISTERED, static_depth=False),
    "depth unregistered, no info": replace(UNREGISTERED, depth_info=None),
    "colour of an unknown encoding": Layout(color="thermal12"),
    "depth of an unknown encoding": Layout(depth="64FC2"),
    "depth late by 2 s": Layout(depth_delay_s=2.03),
    "depth in mm as metres": Layout(depth_gain=1000.0),
    "depth in metres as mm": Layout(depth="16UC1", depth_gain=0.001),
}  # fmt: skip
UNUSABLE = list(LAYOUTS)[list(LAYOUTS).index("no depth topic") :]
"""Those of which no view can be used unless something is told."""
