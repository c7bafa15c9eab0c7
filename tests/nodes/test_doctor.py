"""`embodied-memory doctor` listens to a live graph: a camera, the mapping node, and nobody else."""

import threading
import time
from importlib.metadata import entry_points

import pytest
from ros_testing.camera import FRAME, HEIGHT, WIDTH, Camera

from embodied_memory_bringup.graph_listening import gather
from embodied_memory_interfaces.msg import LocalisedView
from embodied_memory_ros.qos import KEPT_RECORDS
from embodied_memory_tools.doctor.finding import Level
from embodied_memory_tools.doctor.graph_checks import NEEDED, check_graph
from embodied_memory_tools.doctor.graph_facts import SOURCES
from embodied_memory_tools.doctor.sense_checks import check_senses


@pytest.fixture(scope="module")
def facts(domain, observer, start):
    """Gathered while views come, and somebody asks for more than the mapping node offers."""
    start("perception_nodes", "mapping_node")
    observer.collect(LocalisedView, "/localisation", KEPT_RECORDS)
    camera, is_over = Camera(observer, labels_read=False), threading.Event()

    def look():
        while not is_over.wait(0.2):
            camera.stamp_ns = time.time_ns()
            camera.view(after_s=0.0)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("ROS_DOMAIN_ID", str(domain))
            yield gather(4.0)
    finally:
        is_over.set()
        looking.join()


def bad(findings):
    return [one for one in findings if one.level is not Level.OK]


def test_it_finds_the_node_with_its_state_and_its_parameters(facts):
    (mapping,) = (node for node in facts.nodes if node.name == "/mapping_node")
    assert mapping.state == "active"
    assert (mapping.parameters["map_frame"], mapping.parameters["base_frame"]) == ("map", "base_link")
    assert mapping.parameters["use_sim_time"] is False
    assert mapping.parameters["explorer.camera_height_m"] is None
    assert not [node for node in facts.nodes if "doctor" in node.name]


def test_it_hears_the_camera_and_where_it_is(facts):
    streams = {one.topic: one for one in facts.streams}
    color, depth = streams["/camera/color/image_raw"], streams["/camera/depth/image_raw"]
    assert color.count > 5
    assert (color.size, color.frame, color.encoding, depth.encoding) == ((WIDTH, HEIGHT), FRAME, "rgb8", "32FC1")
    assert -1.0 < color.ahead_s < 0.1
    assert streams["/camera/color/camera_info"].focal_length == pytest.approx(WIDTH / 2)
    (seen,) = (one for one in facts.transforms if one.source == FRAME)
    assert (seen.target, seen.missing) == ("map", "")
    assert seen.matrix[2][3] == pytest.approx(0.6)


def test_what_is_wrong_is_told_and_nothing_else(facts):
    told = bad(check_graph(facts))
    missing = {f"{name} is not there" for name in NEEDED if name != "mapping_node"}
    deaf = "/observer hears nothing of /mapping_node on /localisation"
    assert {one.what for one in told} == missing | {deaf}
    (policy,) = (one for one in told if one.what == deaf)
    assert policy.level is Level.WARNING
    assert "volatile is offered" in policy.cause
    assert bad(check_senses(facts)) == []


def test_the_desk_finds_who_listens():
    assert [one.load() for one in entry_points(group=SOURCES)] == [gather]
