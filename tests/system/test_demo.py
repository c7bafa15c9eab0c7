"""Whole runs of `make demo` without a page: what others see of it, what it leaves, and what it survives."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from rclpy.qos import DurabilityPolicy, ReliabilityPolicy
from ros_testing.node_process import NodeProcess, program_of
from ros_testing.observer import Observer
from rosbags.highlevel import AnyReader
from sensor_msgs.msg import CameraInfo

from embodied_memory_interfaces.msg import MemoryRecord
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.qos import RECORDS
from household.generation import generate_home
from household.goals import choose_goals
from household.navigation import NavigationGrid
from household.robot import CameraMount

SEED = 7
NODES = {
    "household_bridge",
    "perception_node",
    "mapping_node",
    "memory_node",
    "planner_node",
    "dialog_node",
    "stop_node",
    "recorder_node",
}
PUBLISHED = {
    "/camera/color/image_raw": ("sensor_msgs/msg/Image", "household_bridge", False),
    "/odom": ("nav_msgs/msg/Odometry", "household_bridge", False),
    "/tf_static": ("tf2_msgs/msg/TFMessage", "household_bridge", True),
    "/scene_graph_instants": ("embodied_memory_interfaces/msg/SceneGraphInstant", "perception_node", True),
    "/occupancy": ("nav_msgs/msg/OccupancyGrid", "mapping_node", True),
    "/frontiers": ("embodied_memory_interfaces/msg/FrontierArray", "mapping_node", True),
    "/memory/records": ("embodied_memory_interfaces/msg/MemoryRecord", "memory_node", True),
    "/memory/objects": ("embodied_memory_interfaces/msg/RememberedObjectArray", "memory_node", True),
    "/planner/path": ("nav_msgs/msg/Path", "planner_node", True),
    "/dialog/replies": ("embodied_memory_interfaces/msg/Answer", "dialog_node", False),
}
"""Topic: its type, who publishes it, whether late readers get it. All of these are reliable."""
VIEW_TOPICS = ("/camera/color/image_raw", "/camera/depth/image_raw", "/camera/instances/image")


class Demo:
    """A run in the background."""

    def __init__(self, starter, output: Path, *options: str, people: bool = False) -> None:
        self.output = output
        options = options if people else ("--no-people", *options)
        command = [str(program_of("embodied_memory_bringup", "demo")), "--headless", "--output", str(output)]
        self.process: NodeProcess = starter.command([*command, "--seed", str(SEED), *options])

    @property
    def folder(self) -> Path:
        (folder,) = self.output.iterdir()
        return folder

    @property
    def database(self) -> Path:
        return self.folder / "memory.db"

    def summary(self) -> dict:
        return json.loads((self.folder / "summary.json").read_text())

    def logs(self) -> str:
        return "\n".join(f"== {log.name}\n{log.read_text()}" for log in sorted((self.folder / "logs").iterdir()))

    def told(self, what: str):
        """What was waited for and, once it is asked for because it did not come, what the nodes say."""
        return lambda: f"{what}; {self.process.process.poll()} {self.process.log} {self.logs()}"

    def finish(self, timeout_s: float) -> int:
        code = self.process.wait(timeout_s)
        assert code in (0, 1, 130), self.process.log
        return code

    def children(self) -> dict[str, int]:
        """Process id of each node that is there now, by the name of its executable."""
        found = {}
        for entry in Path("/proc").iterdir():
            with suppress(OSError, ValueError):
                words = (entry / "cmdline").read_bytes().split(b"\0")
                status = (entry / "stat").read_text().rsplit(")", 1)[1].split()
                if int(status[1]) == self.process.process.pid and status[0] != "Z" and b"--ros-args" in words:
                    program = next(word for word in words if b"/lib/" in word and b"python" not in word)
                    found[Path(program.decode()).name] = int(entry.name)
        return found


def quick_goal() -> str:
    """The goal of this home that is nearest to the start."""
    home = generate_home(SEED)
    grid = NavigationGrid(home)
    goals = choose_goals(home, count=4, seed=SEED)
    start = home.start_pose[:2]
    return min(goals, key=lambda goal: min(grid.distance_to_success(start, key) for key in goal.entity_ids)).text


def stored(database: Path) -> dict[int, tuple[int, str]]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT record_id, stamp_ns, kind FROM event_log").fetchall()
    return {record_id: (stamp_ns, kind) for record_id, stamp_ns, kind in rows}


def acknowledged(records: list) -> dict[int, tuple[int, str]]:
    return {record.record_id: (time_to_ns(record.header.stamp), record.kind) for record in list(records)}


def missing(records: list, database: Path) -> dict:
    rows = stored(database)
    return {key: value for key, value in acknowledged(records).items() if rows.get(key) != value}


@pytest.fixture(scope="module")
def goal() -> str:
    return quick_goal()


@pytest.fixture(scope="module")
def run(start, observer: Observer, goal, tmp_path_factory):
    """One undisturbed run; what was seen of it while it ran is noted here, what it left is looked at by the tests."""
    records = observer.collect(MemoryRecord, "/memory/records", RECORDS)
    diagnostics = observer.collect(DiagnosticArray, "/diagnostics")
    views = observer.collect(CameraInfo, "/camera/color/camera_info", RECORDS)
    demo = Demo(start, tmp_path_factory.mktemp("run"), "--goals", goal)
    observer.wait(lambda: len(records) > 5, 90.0, demo.told("records"))
    demo.names = {name for name, _ in observer.node.get_node_names_and_namespaces()}
    demo.infos = {topic: observer.node.get_publishers_info_by_topic(topic) for topic in PUBLISHED}
    demo.services = {name for name, _ in observer.node.get_service_names_and_types()}
    demo.pids = demo.children()
    demo.code = demo.finish(150.0)
    demo.records, demo.diagnostics, demo.infos_of_views = records, diagnostics, views
    return demo


def test_the_run_ends_well(run, goal):
    assert run.code == 0, run.process.log + run.logs()
    summary = run.summary()
    assert (summary["goals_total"], summary["goals_found"]) == (1, 1), run.process.log
    assert run.children() == {}


def test_each_node_is_a_process_of_its_own_that_others_see(run):
    assert run.names >= NODES
    assert set(run.pids) == NODES
    assert len(set(run.pids.values())) == len(NODES)
    assert {name: node["pid"] for name, node in run.summary()["nodes"].items()} == run.pids


def test_topics_types_and_qos_are_seen_by_another_process(run):
    for topic, (kind, node, late) in PUBLISHED.items():
        by_node = {info.node_name: info for info in run.infos[topic]}
        assert node in by_node, topic
        qos = by_node[node].qos_profile
        assert by_node[node].topic_type == kind
        assert qos.reliability is ReliabilityPolicy.RELIABLE, topic
        expected = DurabilityPolicy.TRANSIENT_LOCAL if late else DurabilityPolicy.VOLATILE
        assert qos.durability is expected, topic
    assert run.services >= {"/memory/retrieve", "/memory/answer", "/dialog/talk"}


def test_every_record_that_was_acknowledged_is_in_the_database(run):
    assert len(run.records) > 10
    assert missing(run.records, run.database) == {}


def test_the_summary_says_what_it_promises(run):
    summary = run.summary()
    for name in ("goals_total", "goals_found", "spl", "steps", "wall_s"):
        assert summary[name] > 0, name
    for question in summary["questions"]:
        assert question.keys() >= {"question", "answer", "evidence"}
    judged = [question for question in summary["questions"] if question["correct"] is not None]
    assert judged
    assert all(question["correct"] for question in judged), summary["questions"]
    rows = stored(run.database)
    for evidence in (evidence for question in summary["questions"] for evidence in question["evidence"]):
        assert evidence["record_id"] in rows
    for name, node in summary["nodes"].items():  # nobody asks for a stop here
        assert node["messages_published"] + node["messages_received"] > 0 or name == "stop_node"
    assert {path.name for path in run.folder.iterdir()} >= {"summary.json", "memory.db", "bag", "map.png", "logs"}


def _has_vnni() -> bool:
    """Whether eight-bit products are exact on this processor as they are: else their weights are held twice."""
    told = Path("/proc/cpuinfo")
    flags = told.read_text() if told.exists() else ""
    return "vnni" in flags or "flags" not in flags


def test_all_nodes_together_stay_below_what_a_small_computer_spares(run):
    peaks = {name: node["peak_rss_mb"] for name, node in run.summary()["nodes"].items()}
    assert all(peak > 20 for peak in peaks.values())
    # 2.95 GB with the reader of names; without VNNI some 45 MB more for each network and process that reads with it.
    assert sum(peaks.values()) < 3000 + (0 if _has_vnni() else 400), peaks


def bag_stamps(folder: Path, topics: tuple[str, ...]) -> dict[str, set[int]]:
    """Stamps in the headers of some topics of a bag."""
    found: dict[str, set[int]] = {topic: set() for topic in topics}
    with AnyReader([folder]) as bag:
        for connection, _, data in bag.messages(c for c in bag.connections if c.topic in found):
            found[connection.topic].add(time_to_ns(bag.deserialize(data, connection.msgtype).header.stamp))
    return found


def test_no_view_is_lost_on_its_way(run):
    """From the first look, for which the robot waits until it is watched, to the end, when all nodes end at once.

    That may cut a look short: up to one look may lack its last views in memory, in the bag and in the map's counts.
    """
    published = {time_to_ns(info.header.stamp) for info in run.infos_of_views}
    look = len(CameraMount().pans_deg)
    assert len(published) > 2 * look
    instants = {stamp_ns for stamp_ns, kind in stored(run.database).values() if kind == "instant"}
    kept = {"memory": instants, **bag_stamps(run.folder / "bag", VIEW_TOPICS)}
    for place, stamps in kept.items():
        assert {stamp for stamp in published if stamp <= max(stamps)} == stamps & published, place
        assert min(stamps) == min(published), place
        assert len(published - stamps) <= look, place
    counts = [
        {pair.key: pair.value for pair in status.values}
        for message in run.diagnostics
        for status in message.status
        if status.name == "/mapping_node"
    ]
    for name in ("color", "depth"):
        received = int(counts[-1][f"received camera/{name}/image_raw"])
        assert 0 <= len(published) - received <= look, name
    assert int(counts[-1]["problems"]) == 0, counts[-1]["last problem"]


def test_logs_hold_no_traceback(run):
    assert "Traceback" not in run.logs()


def test_the_bag_of_a_run_answers_the_same_question(run):
    asked = next(question for question in run.summary()["questions"] if question["correct"])
    command = [str(program_of("embodied_memory_tools", "embodied-memory")), "replay", str(run.folder / "bag")]
    command += ["--ask", asked["question"], "--output", str(run.folder / "replayed")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    said = " ".join(done.stdout.split())
    place = asked["answer"].split(". I last saw")[0]
    assert place in said, f"asked {asked['question']}\nthen: {asked['answer']}\nnow: {said}"


@pytest.mark.parametrize("restarted_by", ["the demo", "hand"])
def test_a_killed_memory_loses_nothing_and_the_run_completes(restarted_by, start_here, observer, goal, tmp_path):
    records = observer.collect(MemoryRecord, "/memory/records", RECORDS)
    demo = Demo(start_here, tmp_path / "runs", "--goals", goal)
    observer.wait(lambda: len(records) > 8, 90.0, demo.told("records"))
    pid = demo.children()["memory_node"]
    command = [word.decode() for word in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0") if word]
    os.kill(pid, signal.SIGKILL)
    promised = acknowledged(records)
    if restarted_by == "hand":
        start_here.command(command)
    count = len(records)
    observer.wait(lambda: len(records) > count, 60.0, demo.told("the memory to come back"))
    assert demo.finish(200.0) == 0, demo.process.log + demo.logs()
    assert len(promised) > 8
    assert missing(records, demo.database) == {}
    summary = demo.summary()
    assert summary["goals_total"] == 1
    assert demo.children() == {}


def test_a_resident_tells_the_robot_things_and_has_it_do_things(start_here, goal, tmp_path):
    demo = Demo(start_here, tmp_path / "runs", "--goals", goal, people=True)
    assert demo.finish(280.0) == 0, demo.process.log + demo.logs()
    *errands, reminder = demo.summary()["errands"]
    assert (reminder["outcome"], reminder["correct"]) == (
        f"{reminder['person']}, this is your reminder to water the plants.",
        True,
    )
    assert len(errands) >= 2
    assert any(errand["correct"] for errand in errands), errands
    assert all(errand["outcome"] and errand["actions"] for errand in errands), errands
    refused = next(errand for errand in errands if not errand["told"])
    assert refused["conversation"] == [f"Why not? Because {refused['outcome'].split(': ', 1)[1]}"], errands
    assert "Traceback" not in demo.process.log + demo.logs()
    done = next(errand for errand in errands if errand["correct"])
    with closing(sqlite3.connect(f"file:{demo.database}?mode=ro", uri=True)) as connection:
        kept = connection.execute("SELECT asked_by, trace FROM event_instruction WHERE trace != ''").fetchall()
    told = [trace for person, trace in kept if person == done["person"] and done["actions"][0] in trace]
    assert told, "what was carried out is not remembered step by step"


def test_a_goal_that_does_not_exist_ends_with_an_honest_message(start_here, tmp_path):
    demo = Demo(start_here, tmp_path / "runs", "--goals", "unicorn", "--ask", "Where is the unicorn?")
    assert demo.finish(240.0) == 0, demo.process.log + demo.logs()
    summary = demo.summary()
    assert (summary["goals_total"], summary["goals_found"]) == (1, 0)
    (goal,) = summary["goals"]
    assert not goal["claimed"]
    assert goal["message"]
    answers = [question for question in summary["questions"] if "unicorn" in question["question"]]
    assert answers
    assert [(answer["known"], answer["positions"]) for answer in answers] == [(False, [])] * len(answers)


def test_ctrl_c_ends_everything_and_leaves_a_readable_bag(start_here, observer, goal, tmp_path):
    records = observer.collect(MemoryRecord, "/memory/records", RECORDS)
    demo = Demo(start_here, tmp_path / "runs", "--goals", "unicorn")
    observer.wait(lambda: len(records) > 5, 90.0, demo.told("records"))
    pids = demo.children()
    assert set(pids) == NODES
    demo.process.send(signal.SIGINT)
    asked = time.monotonic()
    assert demo.process.wait(20.0) == 130, demo.process.log
    assert time.monotonic() - asked < 20.0
    assert [name for name, pid in pids.items() if Path(f"/proc/{pid}").exists()] == []
    assert "Traceback" not in demo.process.log + demo.logs()
    assert missing(records, demo.database) == {}
    check = [str(program_of("embodied_memory_tools", "embodied-memory")), "bag", "check", str(demo.folder / "bag")]
    done = subprocess.run(check, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
