"""What nodes tell of themselves on diagnostics when something around them is wrong, and when it is right again."""

from __future__ import annotations

import signal
import sqlite3
import time
from contextlib import closing

import pytest
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from ros_testing.camera import Camera

from embodied_memory.event import Event, EventKind
from embodied_memory_interfaces.msg import Event as EventMessage
from embodied_memory_interfaces.msg import MemoryRecord
from embodied_memory_ros.conversions.memory import event_to_message
from embodied_memory_ros.qos import KEPT_RECORDS, RECORDS


@pytest.fixture
def newest(observer):
    """The newest status of a node, None before the first."""
    told = observer.collect(DiagnosticArray, "/diagnostics")

    def of(node):
        found = [one for message in list(told) for one in message.status if one.name == f"/{node}"]
        return found[-1] if found else None

    return of


def test_a_camera_that_should_come_and_does_not_is_an_error_until_it_comes(observer, start_here, newest):
    start_here("perception_nodes", "mapping_node", view_expected_within_s=1.0)
    observer.wait(
        lambda: (
            (told := newest("mapping_node"))
            and told.level == DiagnosticStatus.ERROR
            and "nothing has come on camera/depth/image_raw" in told.message
            and "is the camera's driver running" in told.message
        ),
        15.0,
        "the camera to be missed",
    )
    camera = Camera(observer, labels_read=False)
    camera.stamp_ns = time.time_ns()

    def is_right_again():
        camera.view(0.2)
        time.sleep(0.2)
        return newest("mapping_node").level == DiagnosticStatus.OK

    observer.wait(is_right_again, 30.0, "the node to be well with its camera")
    values = {pair.key: pair.value for pair in newest("mapping_node").values}
    assert float(values["rate of camera/depth/image_raw in Hz"]) > 0.0
    assert "delay of views in s (p50, p99)" in values


def test_a_camera_by_another_clock_is_told(observer, start_here, newest):
    start_here("perception_nodes", "mapping_node")
    camera = Camera(observer, labels_read=False)
    camera.stamp_ns = time.time_ns() + 86_400 * 10**9

    def is_told():
        camera.view(0.2)
        time.sleep(0.2)
        told = newest("mapping_node")
        return told and told.level == DiagnosticStatus.ERROR and "synchronise the computers" in told.message

    observer.wait(is_told, 30.0, "the camera's clock to be told of")


def test_the_file_of_the_memory_deleted_under_the_node_loses_nothing(observer, start_here, newest, tmp_path):
    database = tmp_path / "memory.db"
    node = start_here("memory_nodes", "memory_node", database=database, embedder="hashing")
    records = observer.collect(MemoryRecord, "/memory/records", RECORDS)
    publisher = observer.publisher(EventMessage, "/events", KEPT_RECORDS, 1)

    def say(numbers):
        for number in numbers:
            publisher.publish(event_to_message(Event(time.time_ns(), EventKind.UTTERANCE, "anna", f"hello {number}")))
        observer.wait(lambda: len(records) > max(numbers), 20.0, f"{max(numbers)} records, not {len(records)}")

    say(range(10))
    for file in (database, *tmp_path.glob("memory.db-wal"), *tmp_path.glob("memory.db-shm")):
        file.unlink()
    say(range(10, 20))
    observer.wait(
        lambda: (told := newest("memory_node")) and "it was put back" in told.message, 10.0, "it to be told"
    )
    node.send(signal.SIGKILL)
    node.wait(5.0)
    with closing(sqlite3.connect(database)) as connection:
        kept = {row[0] for row in connection.execute("SELECT record_id FROM event_log")}
    assert {record.record_id for record in records} <= kept
    assert len(kept) == 20


@pytest.mark.parametrize(
    ("package", "executable", "parameters", "told"),
    [
        (
            "perception_nodes",
            "mapping_node",
            {"frontier__robot_radius_m": -1.0},
            "frontier.robot_radius_m is -1: it must be at least 0",
        ),
        ("embodied_memory_bringup", "page_node", {"port": 99999}, "port is 99999: it must be 0 to 65535"),
        ("perception_nodes", "mapping_node", {"voxel_map__resolution_m": "fine"}, "voxel_map.resolution_m must be"),
    ],
)
def test_a_parameter_that_cannot_be_is_named_and_nothing_starts(start_here, package, executable, parameters, told):
    node = start_here(package, executable, **parameters)
    assert node.wait(30.0) == 1
    assert told in node.log
    assert "Traceback" not in node.log


def test_a_whole_number_is_taken_where_another_might_be(observer, start_here, newest):
    node = start_here("perception_nodes", "mapping_node", voxels_period_s=2)
    observer.wait(lambda: newest("mapping_node") is not None, 20.0, f"the node to start: {node.log}")
