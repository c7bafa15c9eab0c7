"""Two robots in one domain, each in a namespace; and one that shares time and transforms with who is there."""

from __future__ import annotations

import pytest
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from ros_testing.node_process import program_of, yaml_of

from embodied_memory_interfaces.msg import MemoryRecord, Utterance
from embodied_memory_interfaces.srv import Talk
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.names import OF_A_NAMESPACE
from embodied_memory_ros.qos import KEPT_RECORDS
from household.residents.spoken import stamp_ns

STARTS = {"robot1": "2024-01-01T08:00", "robot2": "2025-06-01T08:00"}
"""When each was switched on, by its own clock."""
HOUR_NS = 3_600_000_000_000
SMALL = {"image_width": 64, "image_height": 48, "idle_look_period_s": 0.5}


@pytest.fixture(scope="module")
def started(start, tmp_path_factory):
    def of(namespace, package, executable, remappings=OF_A_NAMESPACE, **parameters):
        command = [str(program_of(package, executable)), "--ros-args", "-r", f"__ns:=/{namespace}"]
        for name, other in remappings:
            command += ["-r", f"{name}:={other}"]
        for name, value in parameters.items():
            command += ["-p", f"{name}:={yaml_of(value)}"]
        return start.command(command)

    return of


@pytest.fixture(scope="module")
def robots(started, observer, tmp_path_factory):
    """As the launch files start them. What memory recorded, by robot."""
    records = {name: observer.collect(MemoryRecord, f"/{name}/memory/records", KEPT_RECORDS) for name in STARTS}
    for name, begin in STARTS.items():
        database = tmp_path_factory.mktemp(name) / "memory.db"
        started(name, "memory_nodes", "memory_node", database=database, embedder="hashing", use_sim_time=True)
        started(name, "perception_nodes", "perception_node", embedder="hashing", use_sim_time=True)
        started(
            name,
            "bridge_nodes",
            "household_bridge",
            residents=True,
            residents_hours=0.0,
            residents_start=begin,
            **SMALL,
        )
    return records


def stamps_of(records, kinds):
    return [time_to_ns(record.header.stamp) for record in list(records) if record.kind in kinds]


def test_each_records_its_own_views_at_its_own_time(robots, observer):
    for name, records in robots.items():
        observer.wait(lambda records=records: len(stamps_of(records, ["instant"])) > 5, 60.0, f"views of {name}")
    for name, begin in STARTS.items():
        assert all(0 <= one - stamp_ns(begin) < HOUR_NS for one in stamps_of(robots[name], ["instant"]))


def test_what_is_said_to_one_is_recorded_by_its_clock_and_by_no_other(robots, started, observer):
    observer.wait(lambda: stamps_of(robots["robot2"], ["instant"]), 60.0, "views of robot2")  # its clock runs
    started("robot2", "dialog_nodes", "dialog_node", use_sim_time=True)
    said = Utterance(speaker="ann", text="The spare key is in the red box.")
    observer.call(Talk, "/robot2/dialog/talk", Talk.Request(utterance=said), 60.0)
    stamps = observer.wait(lambda: stamps_of(robots["robot2"], ["utterance"]), 20.0, "what was said")
    assert all(0 < one - stamp_ns(STARTS["robot2"]) < HOUR_NS for one in stamps)
    assert stamps_of(robots["robot1"], ["utterance"]) == []


def test_without_remapping_time_and_transforms_are_those_of_everybody(started, observer):
    """As rclpy's time source and tf2_ros read them."""
    started("robot3", "bridge_nodes", "household_bridge", remappings=(), wait_for_readers_s=0.0, **SMALL)
    observer.wait(lambda: "/robot3/camera/color/image_raw" in observer.topics(), 30.0, "its camera")
    assert {"/clock", "/tf", "/tf_static"} <= observer.topics().keys()
    assert not {"/robot3/clock", "/robot3/tf", "/robot3/tf_static"} & observer.topics().keys()


def test_a_node_that_has_no_time_says_so(started, observer):
    """By the names of rclpy's time source: in a namespace whose clock nobody publishes."""
    diagnostics = observer.collect(DiagnosticArray, "/robot4/diagnostics")
    started("robot4", "perception_nodes", "mapping_node", use_sim_time=True)
    observer.wait(
        lambda: [one for message in list(diagnostics) for one in message.status if "no time" in one.message],
        20.0,
        lambda: str(diagnostics[-1:]),
    )
    assert diagnostics[-1].status[0].level == DiagnosticStatus.ERROR
