"""bag_bridge plays what `embodied-memory replay` reads, in the encodings and frames that the nodes know."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from nav_msgs.msg import Odometry
from recordings.bag_layouts import LAYOUTS, UNREGISTERED, Layout, write_layout
from recordings.folder_layouts import Folder, scannet, write_folder
from recordings.small_room import CAMERA_HEIGHT_M, drive
from sensor_msgs.msg import Image

from embodied_memory_ros.conversions.images import image_to_color, image_to_depth

DECODED = {
    "ROS 1, JPEG": replace(LAYOUTS["ros1 compressed"], views=4),
    "bayer, odometry only": replace(LAYOUTS["odometry only"], color="bayer_rggb8", views=4),
    "unregistered depth, a tilted world": replace(UNREGISTERED, world="tilted", views=4),
    "plain, but without stamps": replace(LAYOUTS["images without stamps"], views=4),
}


class Played:
    def __init__(self, observer) -> None:
        self.colors = observer.collect(Image, "/camera/color/image_raw")
        self.depths = observer.collect(Image, "/camera/depth/image_raw")
        self.odometry = observer.collect(Odometry, "/odom")

    def is_whole(self, count) -> bool:
        return min(len(self.colors), len(self.depths)) >= count

    def clear(self) -> None:
        for messages in (self.colors, self.depths, self.odometry):
            messages.clear()


@pytest.fixture(scope="module")
def played(observer):
    return Played(observer)


def play(played, observer, start_here, path, **parameters):
    played.clear()
    player = start_here("bridge_nodes", "bag_bridge", bag=path, rate=2.0, wait_for_readers_s=5.0, **parameters)
    observer.wait(lambda: "played to its end" in player.log, 60.0, lambda: player.log)
    assert "Traceback" not in player.log
    return player


@pytest.mark.parametrize("name", DECODED)
def test_what_is_not_plain_is_decoded_for_the_nodes(name, played, observer, start_here, tmp_path):
    path = write_layout(tmp_path / "bag", DECODED[name])
    player = play(played, observer, start_here, path)
    observer.wait(lambda: played.is_whole(4), 10.0, lambda: player.log)
    for color, depth, true in zip(played.colors, played.depths, drive(4), strict=True):
        assert (color.encoding, depth.encoding) == ("rgb8", "32FC1")
        assert np.abs(image_to_color(color).astype(int) - true.color).mean() < 7
        measured = image_to_depth(depth)
        assert np.median(np.abs(measured - true.depth)[measured > 0]) < 0.01
    assert abs(played.odometry[0].pose.pose.position.z) < 0.1
    if name == "bayer, odometry only":
        assert played.odometry[0].pose.covariance[0] == 0.01


def test_what_is_plain_is_played_as_it_is(played, observer, start_here, tmp_path):
    path = write_layout(tmp_path / "bag", Layout(color="bgr8", depth="16UC1", views=4))
    player = play(played, observer, start_here, path)
    observer.wait(lambda: played.is_whole(4), 10.0, lambda: player.log)
    assert {message.encoding for message in played.colors} == {"bgr8"}
    assert {message.encoding for message in played.depths} == {"16UC1"}


def test_a_folder_of_frames_is_played(played, observer, start_here, tmp_path):
    folder = write_folder(tmp_path / "frames", Folder(scannet, views=3))
    player = play(played, observer, start_here, folder, frame_rate=5.0)
    observer.wait(lambda: played.is_whole(3), 10.0, lambda: player.log)
    assert image_to_depth(played.depths[0]).shape == (60, 80)


def test_a_recording_is_read_as_the_parameters_say(played, observer, start_here, tmp_path):
    path = write_layout(tmp_path / "bag", replace(LAYOUTS["pose without mount"], views=3))
    player = play(played, observer, start_here, path, camera_mount=f"0.1 0 {CAMERA_HEIGHT_M} 0 12 0")
    observer.wait(lambda: played.is_whole(3), 10.0, lambda: player.log)


def test_what_replay_refuses_is_refused_with_the_same_cause(start_here, tmp_path):
    path = write_layout(tmp_path / "bag", LAYOUTS["depth unregistered, no transform"])
    player = start_here("bridge_nodes", "bag_bridge", bag=path)
    assert player.wait(30.0) == 1
    assert "could not configure" in player.log
    assert "--depth-mount" in player.log
    assert "Traceback" not in player.log
