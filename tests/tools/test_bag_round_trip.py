"""What is written to a bag is what is read from it."""

import numpy as np
import pytest
from rosbags.rosbag2 import Reader

from embodied_memory.event import Event, EventKind, Provenance, StateChange
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.bag_reader import read_events
from embodied_memory_tools.bags.bag_writer import LATCHED, BagWriter, OfferedQos
from embodied_memory_tools.bags.event_message import write_event
from embodied_memory_tools.bags.observation_topics import ObservationTopics
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.read_settings import ReadSettings
from embodied_memory_tools.bags.recording import read_observations


def as_plain(observation):
    """Everything an observation holds, as values that compare with ==."""
    labels = observation.instances and (observation.instances.ids.tolist(), observation.instances.labels)
    poses = [np.round(m, 9).tolist() for m in (observation.map_T_camera, observation.map_T_base)]
    pixels = [observation.color.tolist(), observation.depth.tolist()]
    return observation.stamp_ns, observation.intrinsics, pixels, poses, labels


@pytest.mark.parametrize("storage", ["mcap", "sqlite3"])
def test_observations_come_back_as_they_were_written(bag_of, observation, storage):
    written = [observation(1.0, x=0.5, instances=True), observation(1.5, x=0.75), observation(2.0, x=1.0)]
    report = ReadReport()
    read = list(read_observations(bag_of(*written, storage=storage), report=report))
    assert [as_plain(o) for o in read] == [as_plain(o) for o in written]
    assert (report.used, dict(report.skipped), report.notes) == (3, {}, [])


def test_other_topic_and_frame_names_can_be_given(bag_of, observation):
    topics = ObservationTopics(color="/cam/rgb", camera_info="cam/info", depth="cam/d", map_frame="world")
    bag = bag_of(observation(), topics=topics)
    assert len(list(read_observations(bag, ReadSettings(topics=topics)))) == 1
    with pytest.raises(BagError, match=r"no messages on /camera/color/image_raw.*Topics in the bag: /cam/d"):
        read_observations(bag)


EVENTS = [
    Event(1, EventKind.UTTERANCE, "anna", "Where is my mug?", provenance=Provenance.REPORTED),
    Event(
        2,
        EventKind.GOAL_ENDED,
        "robot",
        "Found it.",
        ("mug_1",),
        "kitchen",
        ("robot", "anna"),
        succeeded=True,
    ),
    Event(3, EventKind.SKILL_ENDED, "robot", "The door is stuck.", succeeded=False),
    Event(
        4,
        EventKind.OBJECT_STATE_CHANGED,
        "anna",
        "Anna put the red mug on the desk.",
        ("mug_1", "desk_2"),
        changes=(StateChange("mug_1", "location", "on desk_2"), StateChange("mug_1", "held by", "")),
        object_captions=("red mug", ""),
    ),
    Event(
        5,
        EventKind.INSTRUCTION_ENDED,
        "robot",
        "I brought the mug.",
        succeeded=True,
        asked_by="anna",
        trace="Task: Bring my mug.\nThought: There.\nPick[mug_1]\nDone.",
    ),
]


def test_events_come_back_as_they_were_written(tmp_path):
    with BagWriter(tmp_path / "bag") as writer:
        for event in EVENTS:
            write_event(writer, event)
    assert list(read_events(tmp_path / "bag")) == EVENTS


def test_a_bag_carries_the_qos_and_the_type_hashes_that_ros2_bag_expects(tmp_path):
    with BagWriter(tmp_path / "bag") as writer:
        transforms = writer.types.message("tf2_msgs/msg/TFMessage", transforms=[])
        writer.write("tf_static", transforms, 7)
        writer.write("tf", transforms, 8, OfferedQos(depth=100, reliable=False))
    with Reader(tmp_path / "bag") as reader:
        found = {c.topic: (c.digest, c.ext.offered_qos_profiles[0]) for c in reader.connections}
    digest = "RIHS01_e369d0f05a23ae52508854b66f6aa0437f3449d652e8cbf22d5abe85d020f087"
    assert {topic: value[0] for topic, value in found.items()} == {"/tf_static": digest, "/tf": digest}
    profiles = {topic: (q.depth, q.reliability.name, q.durability.name) for topic, (_, q) in found.items()}
    assert profiles == {
        "/tf_static": (LATCHED.depth, "RELIABLE", "TRANSIENT_LOCAL"),
        "/tf": (100, "BEST_EFFORT", "VOLATILE"),
    }


def test_raw_cdr_bytes_are_recorded_unchanged(tmp_path, observation, bag_of):
    with Reader(bag_of(observation(), observation(2.0))) as reader:
        raw = [(c.topic, c.msgtype, bytes(data), stamp) for c, stamp, data in reader.messages()]
    with BagWriter(tmp_path / "copy") as writer:
        for message in raw:
            writer.write_raw(*message)
    with Reader(tmp_path / "copy") as reader:
        assert [(c.topic, c.msgtype, bytes(data), stamp) for c, stamp, data in reader.messages()] == raw


def test_a_writer_says_why_it_refuses(tmp_path):
    writer = BagWriter(tmp_path / "bag")
    with pytest.raises(BagError, match="exists already"):
        BagWriter(tmp_path / "bag")
    with pytest.raises(BagError, match=r"nowhere_msgs/msg/Thing was not found; source the workspace"):
        writer.write_raw("thing", "nowhere_msgs/msg/Thing", b"", 0)
    writer.write_raw("talk", "std_msgs/msg/String", b"\0\1\0\0\1\0\0\0\0", 0)
    with pytest.raises(BagError, match="recorded as std_msgs/msg/String"):
        writer.write_raw("/talk", "std_msgs/msg/Bool", b"\0\1\0\0\1", 0)
    writer.close()
    writer.close()
    with pytest.raises(BagError, match="is closed"):
        writer.write_raw("talk", "std_msgs/msg/String", b"", 0)
    with pytest.raises(BagError, match="use mcap or sqlite3"):
        BagWriter(tmp_path / "other", storage="rosbag1")
