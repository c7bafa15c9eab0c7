"""What is in the map is told in the frame that the robot calls its map."""

from __future__ import annotations

import time

import numpy as np
from nav_msgs.msg import OccupancyGrid
from ros_testing.camera import Camera
from sensor_msgs.msg import PointCloud2
from vision_msgs.msg import Detection3DArray
from visualization_msgs.msg import MarkerArray

from embodied_memory_interfaces.msg import (
    FrontierArray,
    LocalisedView,
    MemoryRecord,
    RememberedObjectArray,
    SceneGraphInstant,
)
from embodied_memory_ros.conversions.geometry import matrix_to_transform
from embodied_memory_ros.qos import KEPT_RECORDS, LATCHED, RECORDS, SENSOR

FRAMES = {"map_frame": "world", "base_frame": "body"}
TOPICS = {
    "/occupancy": (OccupancyGrid, LATCHED),
    "/walls": (OccupancyGrid, LATCHED),
    "/rooms": (OccupancyGrid, LATCHED),
    "/frontiers": (FrontierArray, LATCHED),
    "/voxels": (PointCloud2, LATCHED),
    "/localisation": (LocalisedView, RECORDS),
    "/scene_graph_instants": (SceneGraphInstant, KEPT_RECORDS),
    "/detections": (Detection3DArray, SENSOR),
    "/memory/records": (MemoryRecord, KEPT_RECORDS),
    "/memory/objects": (RememberedObjectArray, LATCHED),
}


class OtherFrames(Camera):
    """On a robot with names of its own."""

    def edges(self):
        _, camera = super().edges()
        camera.header.frame_id = FRAMES["base_frame"]
        return [matrix_to_transform(np.eye(4), self.stamp_ns, *FRAMES.values()), camera]


def test_whatever_is_told_in_the_map_names_its_frame(observer, start, tmp_path):
    start("perception_nodes", "mapping_node", **FRAMES)
    start("perception_nodes", "perception_node", embedder="hashing", **FRAMES)
    database = tmp_path / "memory.db"
    start("memory_nodes", "memory_node", database=database, embedder="hashing", map_frame=FRAMES["map_frame"])
    heard = {topic: observer.collect(kind, topic, qos) for topic, (kind, qos) in TOPICS.items()}
    markers = observer.collect(MarkerArray, "/memory/objects/markers", LATCHED)
    camera = OtherFrames(observer, readers=2)
    for _ in range(60):  # what is sent before the readers know of the writers is lost
        camera.view()
        time.sleep(0.5)
        if all(heard.values()) and markers:
            break
    assert {topic: {one.header.frame_id for one in list(told)} for topic, told in heard.items()} == {
        topic: {"world"} for topic in TOPICS
    }
    assert {one.header.frame_id for message in list(markers) for one in message.markers} == {"world"}
