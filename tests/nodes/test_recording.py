"""What recorder_node writes, bag_bridge plays: the same nodes see the same things again."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from rosbags.highlevel import AnyReader
from sensor_msgs.msg import CameraInfo

from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.qos import RECORDS

SMALL = {"image_width": 160, "image_height": 120, "seed": 3}


CAMERA = ("camera/color/image_raw", "camera/depth/image_raw", "camera/instances/image", "camera/instances/labels")


def rows_of(database, query) -> list[tuple]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        return connection.execute(query).fetchall()


def objects_in(database) -> list[tuple]:
    """Category and place of every object, to the centimetre."""
    rows = rows_of(database, "SELECT category, x, y, z FROM object")
    return sorted((category, *(round(value, 2) for value in place)) for category, *place in rows)


def instants_in(database) -> set[int]:
    return {stamp_ns for (stamp_ns,) in rows_of(database, "SELECT stamp_ns FROM event_log WHERE kind = 'instant'")}


def stamps_in(bag_folder) -> dict[str, set[int]]:
    """Stamps in the headers of each camera topic of a bag."""
    stamps: dict[str, set[int]] = {topic: set() for topic in CAMERA}
    with AnyReader([bag_folder]) as bag:
        for connection, _, data in bag.messages(c for c in bag.connections if c.topic.lstrip("/") in CAMERA):
            stamp = bag.deserialize(data, connection.msgtype).header.stamp
            stamps[connection.topic.lstrip("/")].add(stamp.sec * 10**9 + stamp.nanosec)
    return stamps


class Shown:
    """What a bridge shows and what the others make of it."""

    def __init__(self, observer) -> None:
        self._infos = observer.collect(CameraInfo, "/camera/color/camera_info", RECORDS)
        self._diagnostics = observer.collect(DiagnosticArray, "/diagnostics")

    def views(self) -> set[int]:
        return {time_to_ns(info.header.stamp) for info in list(self._infos)}

    def newest(self, node: str) -> dict[str, str]:
        """The newest diagnostics of a node."""
        found = [s for message in list(self._diagnostics) for s in message.status if s.name == f"/{node}"]
        return {pair.key: pair.value for pair in found[-1].values} if found else {}

    def received(self, node: str, *others: str) -> tuple[int, ...]:
        """Problems, colour images, depth images and messages of other topics."""
        newest = self.newest(node)
        topics = ("camera/color/image_raw", "camera/depth/image_raw", *others)
        return tuple(int(newest.get(key, -1)) for key in ("problems", *(f"received {topic}" for topic in topics)))


@pytest.fixture(scope="module")
def recorded(observer, start, tmp_path_factory):
    """The bridge looks around for a while; perception, memory and recorder listen. No view is lost."""
    folder = tmp_path_factory.mktemp("recorded")
    shown = Shown(observer)
    readers = "perception_node recorder_node"
    bridge = start("bridge_nodes", "household_bridge", idle_look_period_s=0.3, wait_for_nodes=readers, **SMALL)
    nodes = [
        start("embodied_memory_bringup", "recorder_node", bag=folder / "bag"),
        start("perception_nodes", "perception_node", embedder="hashing"),
        start("memory_nodes", "memory_node", database=folder / "memory.db", embedder="hashing"),
    ]
    logs = lambda: "".join(node.log for node in [bridge, *nodes])  # noqa: E731
    observer.wait(lambda: len(shown.views()) >= 12, 60.0, lambda: f"twelve views; {logs()}")
    assert bridge.stop() == 0
    count = len(shown.views())
    observer.wait(lambda: instants_in(folder / "memory.db") == shown.views(), 20.0, lambda: f"instants; {logs()}")
    made = ("scene_graph_instants", "memory/records")
    heard = lambda: shown.received("recorder_node", *made)  # noqa: E731
    observer.wait(lambda: heard() == (0, *[count] * 4), 20.0, lambda: f"recorder; {heard()}; {logs()}")
    assert [node.stop() for node in nodes] == [0] * 3
    return folder


def test_the_bag_holds_every_view_and_every_topic_as_its_own_type(recorded):
    with AnyReader([recorded / "bag"]) as bag:
        counts = {connection.topic.lstrip("/"): connection.msgcount for connection in bag.connections}
    wanted = instants_in(recorded / "memory.db")
    assert len(wanted) >= 12
    assert stamps_in(recorded / "bag") == dict.fromkeys(CAMERA, wanted)
    assert counts["memory/records"] == counts["scene_graph_instants"] == len(wanted)
    assert counts["tf_static"] >= 1


def test_a_played_bag_gives_the_same_instants_and_objects(recorded, observer, start_here, tmp_path):
    """The player comes first and waits for the others."""
    shown = Shown(observer)
    readers = "perception_node mapping_node"
    player = start_here("bridge_nodes", "bag_bridge", bag=recorded / "bag", wait_for_nodes=readers)
    memory = start_here("memory_nodes", "memory_node", database=tmp_path / "memory.db", embedder="hashing")
    perception = start_here("perception_nodes", "perception_node", embedder="hashing", use_sim_time=True)
    mapping = start_here("perception_nodes", "mapping_node", use_sim_time=True)
    logs = lambda: player.log + memory.log + perception.log + mapping.log  # noqa: E731
    observer.wait(lambda: "played to its end" in player.log, 60.0, lambda: f"the end of the bag; {logs()}")
    wanted, played = recorded / "memory.db", tmp_path / "memory.db"
    observer.wait(lambda: instants_in(played) == instants_in(wanted), 20.0, lambda: f"instants; {logs()}")
    count = len(instants_in(wanted))
    mapped = lambda: shown.received("mapping_node")  # noqa: E731
    observer.wait(lambda: mapped() == (0, count, count), 20.0, lambda: f"the map of {count}: {mapped()}; {logs()}")
    assert len(objects_in(wanted)) > 3
    assert objects_in(played) == objects_in(wanted)
    assert "Traceback" not in logs()
    assert player.warnings == []
    assert player.process.poll() is None, "it stays, as a robot does that has nothing more to do"


def test_a_player_whom_nobody_hears_says_so_and_begins_all_the_same(recorded, observer, start_here):
    player = start_here("bridge_nodes", "bag_bridge", bag=recorded / "bag", rate=1000.0, wait_for_readers_s=2.0)
    observer.wait(lambda: "played to its end" in player.log, 30.0, lambda: player.log)
    (warning,) = player.warnings
    assert "nobody reads camera/color/image_raw" in warning


@pytest.mark.parametrize(
    ("spoil", "cause"),
    [
        (lambda folder: None, "bag"),
        (lambda folder: folder.mkdir(), "bag"),
        (lambda folder: folder.write_bytes(b"\x89MCAP0\r\n"), "bag"),
    ],
    ids=["missing", "empty folder", "cut off"],
)
def test_what_is_no_bag_is_refused_with_the_cause(spoil, cause, start_here, tmp_path):
    path = tmp_path / "some_bag"
    spoil(path)
    player = start_here("bridge_nodes", "bag_bridge", bag=path)
    assert player.wait(30.0) == 1
    assert "could not configure" in player.log
    assert cause in player.log
    assert "Traceback" not in player.log


def test_a_bag_is_never_overwritten(recorded, start_here):
    before = sorted((recorded / "bag").iterdir())
    recorder = start_here("embodied_memory_bringup", "recorder_node", bag=recorded / "bag")
    assert recorder.wait(30.0) == 1
    assert "could not configure" in recorder.log
    assert "Traceback" not in recorder.log
    assert sorted((recorded / "bag").iterdir()) == before
