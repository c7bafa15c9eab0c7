"""The bridge that CONTRIBUTING.md shows how to add."""

from __future__ import annotations

import os
import sys

import pytest
from contributed import search_path, with_additions
from recordings.folder_layouts import Folder, scannet, write_folder
from sensor_msgs.msg import Image

from embodied_memory_ros.conversions.images import image_to_depth


def test_the_bridge_shows_what_it_says(observer, start_here, tmp_path, monkeypatch: pytest.MonkeyPatch):
    copy = with_additions(tmp_path / "copy")
    monkeypatch.setenv("PYTHONPATH", f"{search_path(copy)}:{os.environ['PYTHONPATH']}")
    folder = write_folder(tmp_path / "frames", Folder(scannet, views=3))
    depths = observer.collect(Image, "/camera/depth/image_raw")
    program = "from bridge_nodes.still_bridge import main; main()"
    bridge = start_here.command([sys.executable, "-c", program, "--ros-args", "-p", f"bag:={folder}"])
    observer.wait(lambda: len(depths) > 2, 30.0, lambda: bridge.log)
    assert (image_to_depth(depths[0]) == image_to_depth(depths[2])).all()
    assert depths[0].header.stamp != depths[2].header.stamp
