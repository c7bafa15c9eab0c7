"""The page draws every message that it is given, and says so when it cannot."""

from __future__ import annotations

import numpy as np
from diagnostic_msgs.msg import DiagnosticArray
from nav_msgs.msg import OccupancyGrid
from nav_msgs.msg import Path as PathMessage
from sensor_msgs.msg import Image, PointCloud2
from tf2_msgs.msg import TFMessage

from embodied_memory.mapping.frontiers import Frontier
from embodied_memory.mapping.grid import OccupancySlice, RoomMap
from embodied_memory_interfaces.msg import FrontierArray
from embodied_memory_ros.conversions.geometry import matrix_to_transform
from embodied_memory_ros.conversions.images import array_to_image
from embodied_memory_ros.conversions.maps import (
    frontiers_to_message,
    grid_to_message,
    path_to_message,
    points_to_cloud,
)
from embodied_memory_ros.qos import LATCHED, SENSOR_PUBLISHED, TRANSFORMS

FRONTIERS = tuple(Frontier(key, np.array([[key, 0.0], [key, 0.1]]), (key, 0.0), 0.02) for key in (1.0, 2.0))


def test_frontiers_without_scores_maps_and_views_are_drawn(start, observer):
    diagnostics = observer.collect(DiagnosticArray, "/diagnostics")
    page = start("embodied_memory_bringup", "page_node", port=18090)
    frontiers = [Frontier(int(f.frontier_id), f.region, f.boundary_point, f.area_m2) for f in FRONTIERS]
    cells = np.zeros((4, 5), np.int8)
    for kind, topic, qos, message in (
        (OccupancyGrid, "/rooms", LATCHED, grid_to_message(RoomMap(1, (0.0, 0.0), 0.1, cells))),
        (OccupancyGrid, "/occupancy", LATCHED, grid_to_message(OccupancySlice(1, (0.0, 0.0), 0.1, cells))),
        (FrontierArray, "/frontiers", LATCHED, frontiers_to_message(frontiers, 1)),
        (FrontierArray, "/planner/frontiers", LATCHED, frontiers_to_message(frontiers, 1, {1: 0.5})),
        (PathMessage, "/planner/path", LATCHED, path_to_message([(0.0, 0.0), (1.0, 1.0)], 1)),
        (PathMessage, "/planner/path", LATCHED, path_to_message([], 1)),
        (PointCloud2, "/voxels", LATCHED, points_to_cloud(np.zeros((3, 3)), 1)),
        (TFMessage, "/tf", TRANSFORMS, TFMessage(transforms=[matrix_to_transform(np.eye(4), 1, "map", "base_link")])),
        (
            Image,
            "/camera/color/image_raw",
            SENSOR_PUBLISHED,
            array_to_image(np.zeros((6, 8, 3), np.uint8), "rgb8", 1, "c"),
        ),
    ):
        observer.publisher(kind, topic, qos).publish(message)

    def values():
        newest = [status for message in list(diagnostics) for status in message.status][-1:]
        return {pair.key: pair.value for status in newest for pair in status.values}

    latched = ["rooms", "occupancy", "frontiers", "planner/frontiers", "planner/path", "voxels"]
    observer.wait(lambda: all(values().get(f"received {t}", "0") != "0" for t in latched), 15.0, "all to be received")
    count = len(diagnostics)
    observer.wait(lambda: len(diagnostics) > count + 1, 10.0, "two redraws")
    assert (values()["problems"], values()["last problem"]) == ("0", ""), page.log


def test_what_cannot_be_drawn_is_named(observer, start):
    """After the test above, on the same page."""
    diagnostics = observer.collect(DiagnosticArray, "/diagnostics")
    broken = grid_to_message(OccupancySlice(1, (0.0, 0.0), 0.1, np.zeros((4, 5), np.int8)))
    broken.info.height = 9
    observer.publisher(OccupancyGrid, "/occupancy", LATCHED).publish(broken)
    cause = "page occupancy: grid has 20 cells, 5x9 are announced"
    observer.wait(
        lambda: [s for message in list(diagnostics) for s in message.status if cause in s.message], 10.0, cause
    )
