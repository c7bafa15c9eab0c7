"""Bad recordings: a clear error or a counted reason, never a crash, and what is good is still read."""

import shutil

import numpy as np
import pytest

from embodied_memory.event import Event, EventKind
from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.bag_reader import read_events
from embodied_memory_tools.bags.bag_recovery import recover_bag
from embodied_memory_tools.bags.bag_writer import BagWriter
from embodied_memory_tools.bags.event_message import event_to_message, header, write_event
from embodied_memory_tools.bags.observation_topics import ObservationTopics
from embodied_memory_tools.bags.observation_writer import OPTICAL_FRAME, ObservationWriter
from embodied_memory_tools.bags.read_report import ReadReport
from embodied_memory_tools.bags.recording import read_observations

TOPICS = ObservationTopics()
SECOND = 1_000_000_000


class SpoilingWriter(BagWriter):
    """Changes or drops the messages of one topic on their way into the bag."""

    def __init__(self, path, spoil):
        super().__init__(path)
        self.spoil = spoil

    def write(self, topic, message, stamp_ns, qos=None):
        for kept in self.spoil(topic, message, self.types):
            super().write(topic, kept, self.messages_written, qos)  # recorded in this order


def read_spoiled(tmp_path, observations, spoil):
    """What is read, and what the report says, of observations of which messages were spoiled."""
    with SpoilingWriter(tmp_path / "bag", spoil) as writer:
        writes = ObservationWriter(writer)
        for observation in observations:
            writes.write(observation)
    report = ReadReport()
    read = list(read_observations(tmp_path / "bag", report=report))
    return [o.stamp_ns / SECOND for o in read], dict(report.skipped), report.notes


def only(topic_name, second, change):
    """Spoil the message of one topic and second."""

    def spoil(topic, message, types):
        if topic == topic_name and message.header.stamp.sec == second:
            return change(message, types)
        return [message]

    return spoil


def with_fields(**fields):
    def change(message, types):
        for name, value in fields.items():
            setattr(message, name, value)
        return [message]

    return change


NO_BYTES = np.zeros(0, np.uint8)
SPOILED_IMAGES = [
    (TOPICS.color, {"data": NO_BYTES}, "color: empty image"),
    (TOPICS.color, {"data": np.zeros(50, np.uint8)}, "color: truncated image"),
    (TOPICS.color, {"encoding": "rgba8"}, "color: mis-encoded image"),
    (TOPICS.color, {"encoding": "thermal12"}, "color: colour encoding not supported"),
    (TOPICS.color, {"height": 2}, "images and camera info do not fit together"),
    (TOPICS.color, {"height": 0}, "color: empty image"),
    (TOPICS.depth, {"encoding": "bgr8"}, "depth: depth encoding not supported"),
    (TOPICS.depth, {"data": np.zeros(3, np.uint8)}, "depth: truncated image"),
    (TOPICS.depth, {"height": 3}, "depth is not registered to colour"),
]


@pytest.mark.parametrize(("topic", "fields", "reason"), SPOILED_IMAGES)
def test_a_broken_image_is_skipped_and_counted(tmp_path, observation, topic, fields, reason):
    views = [observation(1.0), observation(2.0), observation(3.0)]
    found = read_spoiled(tmp_path, views, only(topic, 2, with_fields(**fields)))
    assert found == ([1.0, 3.0], {reason: 1}, [])


def test_a_colour_image_without_depth_is_skipped(tmp_path, observation):
    spoil = only(TOPICS.depth, 2, lambda message, types: [])
    found = read_spoiled(tmp_path, [observation(1.0), observation(2.0), observation(3.0)], spoil)
    assert found == ([1.0, 3.0], {"no depth image within 0.1 s of a colour image": 1}, [])


def test_views_come_in_the_order_of_their_stamps_though_they_were_recorded_in_another(tmp_path, observation):
    views = [observation(second) for second in (2.0, 1.0, 2.0, 3.0, 5.0, 4.0)]
    found = read_spoiled(tmp_path, views, lambda topic, message, types: [message])
    assert found == ([1.0, 2.0, 3.0, 4.0, 5.0], {"the stamp of a colour image goes backwards or repeats": 1}, [])


def test_stamps_of_a_clock_that_was_set_back_are_skipped(tmp_path, observation):
    views = [observation(second) for second in (100.0, 1.0, 2.0, 101.0)]
    found = read_spoiled(tmp_path, views, lambda topic, message, types: [message])
    assert found == ([100.0, 101.0], {"the stamp of a colour image goes backwards or repeats": 2}, [])


def test_an_image_without_a_transform_is_skipped(tmp_path, observation):
    def spoil(topic, message, types):
        late = topic == TOPICS.tf and message.transforms[0].header.stamp.sec == 5
        return [] if late else [message]

    found = read_spoiled(tmp_path, [observation(1.0), observation(5.0)], spoil)
    assert found == ([1.0], {"no transform for an image": 1}, [])


def test_a_camera_info_without_a_calibration_is_no_camera_info(tmp_path, observation):
    def spoil(topic, message, types):
        if topic == TOPICS.camera_info:
            message.k = np.zeros(9)
        return [message]

    found = read_spoiled(tmp_path, [observation(1.0)], spoil)
    reasons = {"camera info without a calibration": 1, "no camera info with a calibration": 1}
    assert found == ([], reasons, [])


def test_without_frame_map_the_root_of_the_tree_is_the_map(tmp_path, observation):
    def spoil(topic, message, types):
        if topic == TOPICS.tf:
            message.transforms[0].header.frame_id = "/world"
        return [message]

    found = read_spoiled(tmp_path, [observation(1.0)], spoil)
    assert found == ([1.0], {}, ["no frame 'map' in the bag: 'world' is taken as the map"])


def test_odometry_stands_in_for_the_transforms_above_the_base(tmp_path, observation):
    def spoil(topic, message, types):
        if topic == TOPICS.tf:
            del message.transforms[0]
        return [message]

    with SpoilingWriter(tmp_path / "bag", spoil) as writer:
        ObservationWriter(writer).write(observation(1.0, x=2.0))
        writer.write(TOPICS.odometry, odometry(writer.types, 1.0, x=2.0), SECOND)
    report = ReadReport()
    (read,) = read_observations(tmp_path / "bag", report=report)
    assert np.allclose(read.map_T_camera, observation(1.0, x=2.0).map_T_camera)
    assert report.notes == ["no frame 'map' in the bag: 'odom' is taken as the map"]


def odometry(types, second, x):
    """A robot at (x, 0) that looks along x."""
    geometry = {
        "point": types.message("geometry_msgs/msg/Point", x=x, y=0.0, z=0.0),
        "quaternion": types.message("geometry_msgs/msg/Quaternion", x=0.0, y=0.0, z=0.0, w=1.0),
        "zero": types.message("geometry_msgs/msg/Vector3", x=0.0, y=0.0, z=0.0),
    }
    pose = types.message("geometry_msgs/msg/Pose", position=geometry["point"], orientation=geometry["quaternion"])
    twist = types.message("geometry_msgs/msg/Twist", linear=geometry["zero"], angular=geometry["zero"])
    no_covariance = np.zeros(36)
    return types.message(
        "nav_msgs/msg/Odometry",
        header=header(types, int(second * SECOND), "odom"),
        child_frame_id="base_link",
        pose=types.message("geometry_msgs/msg/PoseWithCovariance", pose=pose, covariance=no_covariance),
        twist=types.message("geometry_msgs/msg/TwistWithCovariance", twist=twist, covariance=no_covariance),
    )


def test_messages_that_are_no_messages_are_counted(tmp_path, observation):
    with BagWriter(tmp_path / "bag") as writer:
        ObservationWriter(writer).write(observation(1.0))
        writer.write_raw(TOPICS.color, "sensor_msgs/msg/Image", b"\0\1", 2)
        writer.write_raw(TOPICS.tf, "tf2_msgs/msg/TFMessage", b"\0\1\0\0\xff\xff\0\0", 3)
        writer.write_raw(TOPICS.camera_info, "sensor_msgs/msg/CameraInfo", b"", 3)
    report = ReadReport()
    assert len(list(read_observations(tmp_path / "bag", report=report))) == 1
    assert dict(report.skipped) == {
        "color message cannot be decoded": 1,
        "tf message cannot be decoded": 1,
        "camera_info message cannot be decoded": 1,
    }


def test_an_event_of_an_unknown_kind_is_counted(tmp_path):
    good = Event(5, EventKind.UTTERANCE, "anna", "hello")
    with BagWriter(tmp_path / "bag") as writer:
        bad = event_to_message(good, writer.types)
        bad.kind = "miracle"
        writer.write(TOPICS.events, bad, 4)
        write_event(writer, good)
    report = ReadReport()
    assert list(read_events(tmp_path / "bag", report=report)) == [good]
    assert dict(report.skipped) == {"event cannot be decoded": 1}


def test_a_path_that_is_no_bag_is_named_with_the_remedy(tmp_path):
    (tmp_path / "notes.txt").write_text("no bag")
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "empty.mcap").write_bytes(b"")
    for path, said in [
        (tmp_path / "nothing", "there is no bag at .*check the path"),
        (tmp_path, "it has no metadata.yaml"),
        (tmp_path / "notes.txt", "is no bag; give a bag folder"),
        (tmp_path / "cut", "truncated or damaged .*bag recover"),
    ]:
        with pytest.raises(BagError, match=said):
            read_observations(path)


@pytest.mark.parametrize("topic", [TOPICS.color, TOPICS.depth, TOPICS.camera_info, TOPICS.tf])
def test_a_bag_without_a_needed_topic_is_refused_at_once(tmp_path, observation, topic):
    with SpoilingWriter(tmp_path / "bag", lambda name, message, _: [] if name == topic else [message]) as writer:
        ObservationWriter(writer).write(observation())
    with pytest.raises(BagError, match=f"cannot be replayed: no .* on /{topic}"):
        read_observations(tmp_path / "bag")


@pytest.mark.parametrize("share", [0.5, 0.7, 0.9, 0.999])
def test_a_bag_cut_off_anywhere_is_refused_and_recovered_as_far_as_it_goes(tmp_path, observation, share):
    with BagWriter(tmp_path / "bag", flush_interval_s=0.0) as writer:
        writes = ObservationWriter(writer)
        for second in range(1, 40):
            writes.write(observation(float(second)))
    file = tmp_path / "bag" / "bag.mcap"
    data_end = file.read_bytes().rindex(b"serialized_metadata")
    file.write_bytes(file.read_bytes()[: int(share * data_end)])
    with pytest.raises(BagError, match=r"truncated or damaged .*bag recover"):
        list(read_observations(tmp_path / "bag"))
    count = recover_bag(tmp_path / "bag", tmp_path / "saved").messages
    assert count == pytest.approx(share * writer.messages_written, abs=12)
    read = list(read_observations(tmp_path / "saved"))
    assert [o.stamp_ns // SECOND for o in read] == list(range(1, len(read) + 1))
    assert len(read) == count // 4


def test_what_holds_no_message_cannot_be_recovered(tmp_path):
    (tmp_path / "short.mcap").write_bytes(b"\x89MCAP0\r\n")
    (tmp_path / "other.mcap").write_bytes(b"something else")
    with pytest.raises(BagError, match="nothing in .* can be read"):
        recover_bag(tmp_path / "short.mcap", tmp_path / "a")
    with pytest.raises(BagError, match="is no MCAP file"):
        recover_bag(tmp_path / "other.mcap", tmp_path / "b")
    with pytest.raises(BagError, match="only these can be recovered"):
        recover_bag(tmp_path / "nothing", tmp_path / "c")


def test_what_was_flushed_before_a_crash_is_recovered(tmp_path, observation):
    writer = BagWriter(tmp_path / "bag", flush_interval_s=0.0)
    writes = ObservationWriter(writer)
    for second in range(1, 6):
        writes.write(observation(float(second)))
    shutil.copytree(tmp_path / "bag", tmp_path / "crashed")  # what a SIGKILL here would leave
    writer.close()
    assert recover_bag(tmp_path / "crashed", tmp_path / "saved").messages == writer.messages_written
    assert [o.stamp_ns // SECOND for o in read_observations(tmp_path / "saved")] == [1, 2, 3, 4, 5]


def test_a_single_storage_file_is_read_without_its_folder(bag_of, observation, tmp_path):
    file = next(bag_of(observation(1.0)).glob("*.mcap"))
    shutil.copy(file, tmp_path / "alone.mcap")
    assert len(list(read_observations(tmp_path / "alone.mcap"))) == 1


def test_a_frame_of_the_images_that_no_transform_speaks_of_is_named_with_the_remedy(tmp_path, observation):
    def spoil(topic, message, types):
        if topic == TOPICS.color:
            message.header.frame_id = "other_camera"
        return [message]

    with pytest.raises(BagError, match=r"between the camera 'other_camera' .*--camera-mount") as refused:
        read_spoiled(tmp_path, [observation(1.0)], spoil)
    assert OPTICAL_FRAME in str(refused.value)
