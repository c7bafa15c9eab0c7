"""`embodied-memory doctor`: each check where all is well and where it is not, from facts."""

import json
import sqlite3
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import embodied_memory
from embodied_memory.event import Event, EventKind
from embodied_memory.memory.memory import Memory
from embodied_memory.perception.text_embedders import HashingEmbedder
from embodied_memory_tools.command_line.main import app
from embodied_memory_tools.doctor import examination, graph_facts, machine
from embodied_memory_tools.doctor.environment import (
    MODELS,
    READERS,
    EnvironmentFacts,
    check_environment,
    environment_facts,
)
from embodied_memory_tools.doctor.finding import Finding, Level, Part, do_first
from embodied_memory_tools.doctor.graph_checks import NEEDED, check_graph
from embodied_memory_tools.doctor.graph_facts import Endpoint, GraphFacts, NodeFacts, StreamFacts, TransformFacts
from embodied_memory_tools.doctor.machine import MachineFacts, check_machine, machine_facts
from embodied_memory_tools.doctor.memory_file import check_memory_file, memory_facts
from embodied_memory_tools.doctor.sense_checks import check_senses

MACHINE = MachineFacts(8, 16e9, (3, 11), "x86_64", {"runs and bags": 200e9})
ENVIRONMENT = EnvironmentFacts(
    locked={"numpy": "2.4.0", "rich": "14.0"},
    installed={"numpy": "2.4.0", "rich": "14.0"},
    models=dict.fromkeys(MODELS, True),
    readers=dict.fromkeys(READERS, 20_000_000),
    extras={"language": True, "yolo": False},
    variables={},
    rmw_packages=frozenset({"rmw_fastrtps_cpp"}),
)
CAMERA = "camera_optical_frame"
AHEAD = np.array([[0.0, 0.0, 1.0, 0.0], [-1.0, 0.0, 0.0, 0.0], [0.0, -1.0, 0.0, 0.5], [0.0, 0.0, 0.0, 1.0]])
"""map_T_camera of an optical frame that looks along x, half a metre above the floor."""
COLOR, INFO, DEPTH = "/camera/color/image_raw", "/camera/color/camera_info", "/camera/depth/image_raw"
KINDS = {COLOR: "Image", INFO: "CameraInfo", DEPTH: "Image"}
PARAMETERS = {"use_sim_time": False, "map_frame": "map", "base_frame": "base_link", "explorer.camera_height_m": 0.5}


def rows(matrix):
    return tuple(map(tuple, matrix.tolist()))


def ends(node, topics, reliable, latched=False):
    return tuple(Endpoint(node, topic, f"sensor_msgs/msg/{KINDS[topic]}", reliable, latched) for topic in topics)


GRAPH = GraphFacts(
    5.0,
    nodes=(*(NodeFacts(f"/{name}", "active", PARAMETERS) for name in NEEDED), NodeFacts("/camera", "", {})),
    publishers=(
        *ends("/camera", KINDS, reliable=True),
        Endpoint("/slam", "/tf", "tf2_msgs/msg/TFMessage", True, False),
        Endpoint("/velocity_smoother", "/cmd_vel", "geometry_msgs/msg/Twist", True, False),
        Endpoint("/stop_node", "/cmd_vel", "geometry_msgs/msg/Twist", True, False),
    ),
    subscriptions=(
        *ends("/mapping_node", KINDS, reliable=False),
        Endpoint("/mapping_node", "/tf", "tf2_msgs/msg/TFMessage", True, False),
        Endpoint("/mapping_node", "/tf_static", "tf2_msgs/msg/TFMessage", True, True),
        Endpoint("/base", "/cmd_vel", "geometry_msgs/msg/Twist", True, False),
    ),
    streams=(
        StreamFacts(COLOR, 50, CAMERA, (640, 480), "rgb8", ahead_s=-0.1),
        StreamFacts(INFO, 50, CAMERA, (640, 480), focal_length=500.0, ahead_s=-0.1),
        StreamFacts(DEPTH, 50, CAMERA, (640, 480), "16UC1", ahead_s=-0.1),
        StreamFacts("/odom", 100, "odom", ahead_s=-0.02),
    ),
    transforms=(
        TransformFacts("map", "base_link", rows(np.eye(4)), late_s=0.1),
        TransformFacts("map", CAMERA, rows(AHEAD), late_s=0.1),
    ),
)


def bad(findings):
    return [one for one in findings if one.level is not Level.OK]


def graph(**changes):
    return bad([*check_graph(replace(GRAPH, **changes)), *check_senses(replace(GRAPH, **changes))])


def only(findings, level, *parts):
    """The one finding that is not well, which says all of that, with its remedy."""
    assert len(findings) == 1, findings
    (one,) = findings
    assert one.level is level
    assert one.cause
    assert one.remedy
    assert all(part in f"{one.what}; {one.cause}; {one.remedy}" for part in parts), one


def test_where_all_is_well_nothing_is_to_be_done():
    found = [*check_machine(MACHINE), *check_environment(ENVIRONMENT), *check_graph(GRAPH), *check_senses(GRAPH)]
    assert bad(found) == []
    assert {one.part for one in found} == set(Part) - {Part.MEMORY}
    assert do_first(found) == []


@pytest.mark.parametrize(
    ("changes", "level", "told"),
    [
        ({"python": (3, 9)}, Level.ERROR, "Python 3.9"),
        ({"architecture": "riscv64"}, Level.WARNING, "riscv64"),
        ({"cores": 1}, Level.WARNING, "1 core"),
        ({"memory": 1e9}, Level.WARNING, "1.0 GB of main memory"),
        ({"free_space": {"the memory": 0.2e9}}, Level.ERROR, "0.2 GB are free for the memory"),
        ({"free_space": {"runs": 3e9}}, Level.WARNING, "bags_kept"),
    ],
)
def test_machine(changes, level, told):
    only(bad(check_machine(replace(MACHINE, **changes))), level, told)


def test_this_machine_has_facts(tmp_path):
    facts = machine_facts({"runs": tmp_path / "not" / "made"})
    assert facts.cores >= 1
    assert facts.free_space["runs"] == pytest.approx(machine.shutil.disk_usage(tmp_path).free, rel=0.2)


@pytest.mark.parametrize(
    ("changes", "level", "told"),
    [
        ({"installed": {"numpy": "2.4.0", "rich": None}}, Level.WARNING, ("1 missing: rich", "make setup")),
        ({"installed": {"numpy": "1.26.0", "rich": "14.0"}}, Level.WARNING, ("numpy 1.26.0 (not 2.4.0)",)),
        ({"models": {"the tokenizer of MiniLM": False}}, Level.ERROR, ("fetch_models.py",)),
        ({"models": {"the detector Objectron": False}}, Level.WARNING, ("detector:=",)),
        ({"readers": {READERS[0]: 130}}, Level.ERROR, (READERS[0],)),
        ({"variables": {"ROS_DOMAIN_ID": "robot"}}, Level.ERROR, ("'robot'",)),
        ({"variables": {"ROS_DOMAIN_ID": "233"}}, Level.ERROR, ("233",)),
        ({"variables": {"ROS_DOMAIN_ID": "150"}}, Level.WARNING, ("150", "up to 101")),
        ({"variables": {"ROS_AUTOMATIC_DISCOVERY_RANGE": "HOME"}}, Level.ERROR, ("'HOME'",)),
        ({"variables": {"ROS_AUTOMATIC_DISCOVERY_RANGE": "OFF"}}, Level.ERROR, ("no node finds another",)),
        ({"variables": {"ROS_LOCALHOST_ONLY": "1"}}, Level.WARNING, ("unset ROS_LOCALHOST_ONLY",)),
        ({"variables": {"RMW_IMPLEMENTATION": "rmw_zenoh_cpp"}}, Level.ERROR, ("rmw_zenoh_cpp", "rmw_fastrtps_cpp")),
    ],
)
def test_environment(changes, level, told):
    only(bad(check_environment(replace(ENVIRONMENT, **changes))), level, *told)


def test_what_cannot_be_known_of_the_environment_is_not_held_against_it():
    unknown = replace(ENVIRONMENT, locked={}, rmw_packages=None, variables={"RMW_IMPLEMENTATION": "rmw_zenoh_cpp"})
    assert bad(check_environment(unknown)) == []


def test_this_environment_has_facts():
    facts = environment_facts()
    assert facts.installed["numpy"] == np.__version__
    assert all(size > 0 for size in facts.readers.values())


def remember(path, stamp_ns):
    with Memory(path, HashingEmbedder()) as memory:
        memory.record_event(Event(stamp_ns, EventKind.UTTERANCE, "anna", "the keys are on the dresser"))
    return path


def test_a_memory_that_is_well(tmp_path):
    found = list(check_memory_file(memory_facts(remember(tmp_path / "memory.db", time.time_ns()))))
    assert bad(found) == []
    assert "1 records" in found[0].what


def test_a_memory_that_is_not_there(tmp_path):
    only(bad(check_memory_file(memory_facts(tmp_path / "memory.db"))), Level.WARNING, "no memory at")


def test_a_file_that_is_no_memory(tmp_path):
    with sqlite3.connect(tmp_path / "other.db") as connection:
        connection.execute("CREATE TABLE other (one)")
    only(bad(check_memory_file(memory_facts(tmp_path / "other.db"))), Level.ERROR, "does not open", "another program")


def test_a_damaged_memory(tmp_path):
    path = remember(tmp_path / "memory.db", time.time_ns())
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'event_log'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    (found,) = bad(check_memory_file(memory_facts(path)))
    assert found.level is Level.ERROR
    assert "--salvage" in found.remedy


def test_records_ahead_of_the_clock(tmp_path):
    path = remember(tmp_path / "memory.db", time.time_ns() + 3_600_000_000_000)
    only(bad(check_memory_file(memory_facts(path))), Level.ERROR, "1 records", "memory restamp")


def nodes(**changes):
    """All nodes with some changed: by name, None for one that is not there."""
    made = {node.name.strip("/"): node for node in GRAPH.nodes} | changes
    return tuple(node for node in made.values() if node is not None)


def node(name, state="active", **parameters):
    return NodeFacts(f"/{name}", state, PARAMETERS | parameters)


def without(points, *topics):
    return tuple(one for one in points if one.topic not in topics)


@pytest.mark.parametrize(
    ("changes", "level", "told"),
    [
        ({"nodes": nodes(memory_node=None)}, Level.ERROR, ("memory_node is not there",)),
        ({"nodes": nodes(dialog_node=node("dialog_node", "inactive"))}, Level.ERROR, ("lifecycle set", "activate")),
        ({"nodes": nodes(dialog_node=node("dialog_node", ""))}, Level.WARNING, ("does not tell its state",)),
        ({"nodes": (*GRAPH.nodes, node("planner_node"))}, Level.ERROR, ("/planner_node is there twice",)),
        ({"publishers": without(GRAPH.publishers, DEPTH)}, Level.ERROR, (f"nobody publishes {DEPTH}", "Image")),
        ({"publishers": without(GRAPH.publishers, "/tf")}, Level.ERROR, ("nobody publishes /tf", "SLAM or AMCL")),
        ({"nodes": ()}, Level.WARNING, ("none of our nodes", "robot.launch.py")),
    ],
)
def test_nodes_and_topics(changes, level, told):
    only(bad(check_graph(replace(GRAPH, **changes))), level, *told)


EVENTS = Endpoint("/planner_node", "/events", "embodied_memory_interfaces/msg/Event", True, True)


@pytest.mark.parametrize(
    ("offered", "asked", "told"),
    [
        ({"reliable": False}, {}, ("best effort is offered", "qos_overrides./events.subscription.reliability")),
        ({"latched": False}, {}, ("volatile is offered", "have planner_node publish /events as transient local")),
        ({}, {"deadline_s": 0.5}, ("every 0.5 s", "no deadline")),
        ({"deadline_s": 1.0}, {"deadline_s": 0.5}, ("every 0.5 s", "one every 1 s")),
    ],
)
def test_policies_that_do_not_fit(offered, asked, told):
    writer, reader = replace(EVENTS, **offered), replace(EVENTS, node="/memory_node", **asked)
    ours = graph(publishers=(*GRAPH.publishers, writer), subscriptions=(*GRAPH.subscriptions, reader))
    only(ours, Level.ERROR, "/memory_node hears nothing of /planner_node", *told)
    theirs = replace(reader, node="/logger")
    only(
        graph(publishers=(*GRAPH.publishers, writer), subscriptions=(*GRAPH.subscriptions, theirs)),
        Level.WARNING,
        "/logger hears nothing",
    )


@pytest.mark.parametrize(
    ("offered", "asked"),
    [
        ({}, {}),
        ({}, {"reliable": False, "latched": False}),
        ({"deadline_s": 0.5}, {"deadline_s": 0.5}),
        ({"deadline_s": 0.1}, {}),
    ],
)
def test_policies_that_fit(offered, asked):
    writer, reader = replace(EVENTS, **offered), replace(EVENTS, node="/memory_node", **asked)
    assert graph(publishers=(*GRAPH.publishers, writer), subscriptions=(*GRAPH.subscriptions, reader)) == []


def test_policies_between_others_are_their_own_business():
    writer, reader = replace(EVENTS, node="/lidar", reliable=False), replace(EVENTS, node="/slam")
    assert graph(publishers=(*GRAPH.publishers, writer), subscriptions=(*GRAPH.subscriptions, reader)) == []


def driver(node, kind="Twist"):
    return Endpoint(node, "/cmd_vel", f"geometry_msgs/msg/{kind}", True, False)


def test_a_second_driver_of_the_base():
    told = graph(publishers=(*GRAPH.publishers, driver("/joy_ctrl")))
    only(told, Level.WARNING, "joy_ctrl, velocity_smoother", "end joy_ctrl")
    assert graph(publishers=(*GRAPH.publishers, driver("/behavior_server"))) == []
    alone = tuple(one for one in GRAPH.publishers if one.node != "/velocity_smoother")
    assert graph(publishers=(*alone, driver("/joy_ctrl"))) == []


def test_velocities_of_two_types():
    stamped = (*without(GRAPH.publishers, "/cmd_vel"), driver("/velocity_smoother", "TwistStamped"))
    only(graph(publishers=stamped), Level.ERROR, "/cmd_vel has 2 types", "enable_stamped_cmd_vel")


def test_a_base_that_does_not_hear_our_stop_is_an_error():
    base = replace(driver("/base"), latched=True)
    told = graph(subscriptions=(*without(GRAPH.subscriptions, "/cmd_vel"), base))
    only(told, Level.ERROR, "/base hears nothing of /stop_node on /cmd_vel")


def test_simulated_time():
    clock = Endpoint("/gazebo", "/clock", "rosgraph_msgs/msg/Clock", False, False)
    simulated = tuple(
        replace(one, parameters={**one.parameters, "use_sim_time": True}) if one.parameters else one
        for one in GRAPH.nodes
    )
    told = (*GRAPH.publishers, clock)
    assert graph(nodes=simulated, publishers=told) == []
    only(graph(nodes=simulated), Level.ERROR, "/memory_node", "nobody publishes a clock")
    only(graph(publishers=told), Level.ERROR, "/memory_node", "use_sim_time:=true")
    bridge = (node("household_bridge"),)
    tells = (*GRAPH.publishers, replace(clock, node="/household_bridge"))
    assert graph(nodes=simulated + bridge, publishers=tells) == []
    mixed = tuple(node("stop_node") if one.name == "/stop_node" else one for one in simulated)
    only(graph(nodes=mixed, publishers=told), Level.ERROR, "not by the simulated clock: /stop_node;")


def streams(topic, **changes):
    return tuple(replace(one, **changes) if one.topic == topic else one for one in GRAPH.streams)


@pytest.mark.parametrize(
    ("changed", "level", "told"),
    [
        (streams("/odom", ahead_s=3.0), Level.ERROR, ("/odom is stamped 3.00 s ahead of the clock", "chrony")),
        (streams(COLOR, ahead_s=-4000.0), Level.ERROR, ("4000.00 s behind",)),
        (streams(DEPTH, ahead_s=-3.0), Level.WARNING, ("3.00 s behind", "lower the camera's rate")),
        (streams("/odom", count=0), Level.WARNING, ("/odom is silent",)),
        (streams(DEPTH, size=(320, 240)), Level.ERROR, ("320x240", "register depth to colour")),
        (streams(DEPTH, frame="depth_frame"), Level.ERROR, ("depth_frame", "register depth to colour")),
        (streams(INFO, size=(1280, 720)), Level.ERROR, ("1280x720", "color_info_topic")),
        (streams(INFO, focal_length=0.0), Level.ERROR, ("not calibrated",)),
    ],
)
def test_stamps_and_images(changed, level, told):
    only(graph(streams=changed), level, *told)


def seen_from(rotation=None, height=0.5):
    """The transforms with another camera: map_R_camera, and how high."""
    pose = AHEAD.copy()
    pose[2, 3] = height
    if rotation is not None:
        pose[:3, :3] = rotation
    return (GRAPH.transforms[0], TransformFacts("map", CAMERA, rows(pose)))


def turned(axis, degrees):
    """The camera that looks ahead, turned about one of its own axes: 0 x, 2 z."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    turn = {0: [[1, 0, 0], [0, c, -s], [0, s, c]], 2: [[c, -s, 0], [s, c, 0], [0, 0, 1]]}[axis]
    return AHEAD[:3, :3] @ np.array(turn, float)


@pytest.mark.parametrize(
    ("changed", "level", "told"),
    [
        ((TransformFacts("map", "base_link", missing="no transform; frames known: odom"),), Level.ERROR,
         ("there is no transform from map to base_link", "frames known: odom", "tf2_echo map base_link")),
        ((replace(GRAPH.transforms[0], late_s=9.0),), Level.ERROR, ("9.0 s old",)),
        (seen_from(np.eye(3)), Level.ERROR, ("looks 90 degrees up", "optical frame")),
        (seen_from(turned(0, -75.0)), Level.WARNING, ("looks 75 degrees down",)),
        (seen_from(turned(2, 30.0)), Level.WARNING, ("rolled by 30",)),
        (seen_from(height=0.9), Level.WARNING, ("0.90 m above the floor", "explorer.camera_height_m is 0.5")),
    ],
)  # fmt: skip
def test_transforms_and_the_camera_s_mount(changed, level, told):
    only(graph(transforms=changed), level, *told)


@pytest.mark.parametrize("changed", [seen_from(turned(0, -40.0)), seen_from(turned(2, 10.0)), seen_from(height=0.6)])
def test_mounts_that_are_well(changed):
    assert graph(transforms=changed) == []


def test_what_to_do_first():
    def of(part, level, remedy):
        return Finding(part, level, f"{part.value} is not well", "because", remedy)

    camera = of(Part.CAMERA, Level.ERROR, "turn the camera")
    disk = of(Part.MACHINE, Level.ERROR, "make room")
    cores = of(Part.MACHINE, Level.WARNING, "add cores")
    again = of(Part.GRAPH, Level.ERROR, "make room")
    well = Finding(Part.GRAPH, Level.OK, "well")
    assert do_first([cores, well, camera, again, disk]) == [disk, camera, cores]


def doctor(*words):
    return CliRunner().invoke(app, ["doctor", *map(str, words)], env={"COLUMNS": "200"})


@pytest.fixture
def healthy(monkeypatch):
    """This computer, as one where all is well."""
    monkeypatch.setattr(examination, "machine_facts", lambda folders: MACHINE)
    monkeypatch.setattr(examination, "environment_facts", lambda: ENVIRONMENT)


def test_the_command_tells_what_is_well_and_ends_with_0(healthy, tmp_path):
    told = doctor("--database", remember(tmp_path / "memory.db", time.time_ns()), "--no-graph")
    assert told.exit_code == 0, told.output
    assert "Nothing is to be done." in told.stdout
    assert "graph" not in told.stdout


def test_the_command_tells_what_to_do_first_and_ends_with_1(healthy, monkeypatch, tmp_path):
    monkeypatch.setattr(examination, "machine_facts", lambda folders: replace(MACHINE, cores=1))
    ahead = remember(tmp_path / "memory.db", time.time_ns() + 3_600_000_000_000)
    told = doctor("--database", ahead, "--no-graph")
    assert told.exit_code == 1, told.output
    steps = told.stdout.partition("Do first:")[2]
    assert steps.index("1. set the clock") < steps.index("2. give it two cores")


def test_warnings_alone_are_no_failure(healthy, tmp_path):
    told = doctor("--database", tmp_path / "none.db", "--no-graph", "--json")
    assert told.exit_code == 0
    found = json.loads(told.stdout)
    assert [one["level"] for one in found["findings"] if one["part"] == "memory"] == ["warning"]
    assert found["do_first"] == ["name the file that the robot writes: --database"]


def broken(seconds):
    raise RuntimeError("failed to initialise the middleware")


class Source:
    """Stands for the entry point of who listens to the graph."""

    def __init__(self, facts):
        self.facts = facts

    def load(self):
        if isinstance(self.facts, Exception):
            raise self.facts
        if callable(self.facts):
            return self.facts
        return lambda seconds: replace(self.facts, listened_s=seconds)


@pytest.mark.parametrize(
    ("sources", "told"),
    [((), "embodied_memory_bringup is not"), ((Source(ImportError("no module named rclpy")),), "named rclpy")],
)
def test_without_ros_the_graph_is_left_out_and_said_so(healthy, monkeypatch, sources, told):
    monkeypatch.setattr(graph_facts, "entry_points", lambda group: sources)
    shown = doctor("--json")
    assert shown.exit_code == 0, shown.output
    (one,) = (one for one in json.loads(shown.stdout)["findings"] if one["part"] == "graph")
    assert one["level"] == "ok"
    assert told in one["what"]
    assert "with_environment.sh" in one["what"]


def test_a_ros_that_does_not_work_is_an_error(healthy, monkeypatch):
    monkeypatch.setattr(graph_facts, "entry_points", lambda group: (Source(broken),))
    told = doctor()
    assert told.exit_code == 1, told.output
    assert "failed to initialise the middleware" in told.stdout


def test_with_ros_the_graph_is_looked_at(healthy, monkeypatch):
    facts = replace(GRAPH, publishers=without(GRAPH.publishers, "/tf"))
    monkeypatch.setattr(graph_facts, "entry_points", lambda group: (Source(facts),))
    told = doctor("--listen", "1")
    assert told.exit_code == 1, told.output
    assert "1. start the robot's drivers and its SLAM or AMCL" in told.stdout


def test_the_usual_database_is_looked_at_where_there_is_one(healthy, monkeypatch, tmp_path):
    monkeypatch.setattr(examination, "USUAL_DATABASE", Path(tmp_path / "memory.db"))
    assert "there is none yet" in doctor("--no-graph").stdout
    remember(tmp_path / "memory.db", time.time_ns())
    assert "1 records" in doctor("--no-graph").stdout


def test_every_network_that_comes_with_the_core_is_looked_for():
    core = Path(embodied_memory.__file__).parent
    assert sorted(READERS) == sorted(str(file.relative_to(core)) for file in core.rglob("*.onnx"))
