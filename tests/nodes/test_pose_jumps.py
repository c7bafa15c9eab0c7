"""A transform that jumps, or an odometry that begins anew: told in diagnostics, and nothing is written as if true."""

from __future__ import annotations

import time

import numpy as np
import pytest
from diagnostic_msgs.msg import DiagnosticArray
from ros_testing.driven_camera import DrivenCamera

from embodied_memory_interfaces.msg import LocalisedView, SceneGraphInstant
from embodied_memory_ros.conversions.scene_graph import message_to_instant
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.qos import KEPT_RECORDS, RECORDS

STANDS = np.array([2.0, 1.5, -2.36])
JUMPS = {"it jumps": STANDS + np.array([2.0, 0.0, 0.0]), "it begins anew": np.zeros(3)}


@pytest.mark.parametrize("told", JUMPS.values(), ids=JUMPS)
def test_a_pose_that_no_robot_can_have_come_to_is_not_written(told, observer, start_here):
    start_here("perception_nodes", "mapping_node")
    start_here("perception_nodes", "perception_node", embedder="hashing", wait_for_localisation=True)
    localised = observer.collect(LocalisedView, "/localisation", RECORDS)
    instants = observer.collect(SceneGraphInstant, "/scene_graph_instants", KEPT_RECORDS)
    diagnostics = observer.collect(DiagnosticArray, "/diagnostics")
    camera = DrivenCamera(observer, readers=2)
    for _ in range(30):  # what is sent before the readers know of the writers is lost
        camera.look(STANDS, STANDS, 0.0, 0.5)
        time.sleep(0.5)
        if instants:
            break
    jumped = [camera.look(STANDS, told, pan, 0.3) for pan in (0.0, 0.5, -0.5)]
    observer.wait(lambda: jumped[-1] in {time_to_ns(one.header.stamp) for one in localised}, 20.0, "the last view")
    told_of = lambda: {status.message for one in list(diagnostics) for status in one.status}  # noqa: E731
    observer.wait(lambda: any("the pose jumped by" in text for text in told_of()), 10.0, lambda: str(told_of()))
    places = np.array([message_to_instant(one).robot_position[:2] for one in list(instants)])
    assert np.abs(places - STANDS[:2]).max() < 0.1, places
