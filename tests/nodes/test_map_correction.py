"""What turns out to have been seen from elsewhere is told to all who hold it: the mapping node publishes it."""

import time

import numpy as np
from geometry_msgs.msg import TransformStamped
from ros_testing.driven_camera import DrivenCamera

from embodied_memory.localisation.planar import moved, planar, spatial, step_between
from embodied_memory_interfaces.msg import LocalisedView, MemoryRecord, SceneGraphInstant
from embodied_memory_ros.conversions.geometry import transform_to_matrix
from embodied_memory_ros.conversions.localisation import message_to_localised, message_to_revision
from embodied_memory_ros.conversions.scene_graph import message_to_instant
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.qos import KEPT_RECORDS, RECORDS

BEGIN, BEYOND, OFF = np.array([2.0, 1.5, -2.36]), np.array([2.4, 1.7, 0.8]), np.array([0.1, 0.0, 0.0])


def test_memories_follow_what_the_mapping_node_finds_out_of_where_the_robot_was(observer, start, tmp_path):
    start("perception_nodes", "mapping_node")
    start("perception_nodes", "perception_node", embedder="hashing", wait_for_localisation=True)
    memory = start("memory_nodes", "memory_node", database=tmp_path / "memory.db", embedder="hashing")
    corrections = observer.collect(TransformStamped, "/memory/map_correction", RECORDS)
    localised = observer.collect(LocalisedView, "/localisation", RECORDS)
    instants = observer.collect(SceneGraphInstant, "/scene_graph_instants", KEPT_RECORDS)
    records = observer.collect(MemoryRecord, "/memory/records", RECORDS)
    readers = observer.node.get_subscriptions_info_by_topic
    observer.wait(lambda: {"perception_node", "memory_node"} <= {
        one.node_name for one in readers("/memory/map_correction")}, 10.0, "who holds what was seen")  # fmt: skip
    camera, stamps = DrivenCamera(observer, readers=2), []
    for _ in range(30):  # what is sent before the readers know of the writers is lost
        camera.look(BEGIN, BEGIN, 0.0, 0.5)
        time.sleep(0.5)
        if records:
            break
    time.sleep(2.0)  # and until the memory node knows of the mapping node
    for pan in (0.0, np.pi):
        stamps.append(camera.look(BEYOND, moved(OFF, BEYOND), pan, 2.0))
        observer.wait(lambda: stamps[-1] in {time_to_ns(one.header.stamp) for one in records}, 15.0,
                      f"a record of the view to {pan}")  # fmt: skip
    observer.wait(lambda: corrections, 5.0, "a correction")
    (told,) = corrections
    revision = message_to_revision(told, 0)
    assert (revision.since_ns, revision.until_ns) == (stamps[0], stamps[1] - 1)
    np.testing.assert_allclose(transform_to_matrix(told.transform), spatial(-OFF), atol=0.03)
    observer.wait(lambda: "memories moved with the correction of map" in memory.log, 5.0, lambda: memory.log)
    last = message_to_localised(localised[-1])
    assert np.abs(step_between(BEYOND, planar(last.map_T_base))).max() < 0.02
    assert message_to_instant(instants[-1]).robot_position[:2] == tuple(last.map_T_base[:2, 3])
