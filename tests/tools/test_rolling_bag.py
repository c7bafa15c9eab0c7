"""A recording that may go on for ever takes no more room than it may, and each of its bags can be played alone."""

import pytest
from rosbags.highlevel import AnyReader

from embodied_memory_tools.bags.bag_error import BagError
from embodied_memory_tools.bags.bag_writer import LATCHED, OfferedQos
from embodied_memory_tools.bags.rolling_bag import RollingBag

TEXT = "std_msgs/msg/String"
STATIC = OfferedQos(depth=100, transient_local=True)


def cdr(text):
    data = text.encode() + b"\0"
    return b"\0\1\0\0" + len(data).to_bytes(4, "little") + data


def read(path):
    """(topic, text, stamp) of each message."""
    with AnyReader([path]) as bag:
        return [(one.topic, bag.deserialize(data, one.msgtype).data, stamp) for one, stamp, data in bag.messages()]


def test_it_goes_on_in_new_bags_and_keeps_the_newest(tmp_path):
    bag = RollingBag(tmp_path / "bag", bag_mb=0.001, bags_kept=3)
    bag.write("tf_static", TEXT, cdr("camera"), 1, STATIC)
    bag.write("tf_static", TEXT, cdr("lidar"), 1, STATIC)
    for number in range(1, 41):
        bag.write("map", TEXT, cdr(f"map {number}"), number, LATCHED)
        bag.write("talk", TEXT, cdr(f"{number} {'x' * 200}"), number, OfferedQos())
    bag.close()
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert len(kept) == 3
    assert "bag" not in kept
    for path in map(tmp_path.joinpath, kept):
        held = read(path)
        assert {text for topic, text, _ in held if topic == "/tf_static"} == {"camera", "lidar"}
        assert sum(topic == "/map" for topic, _, _ in held) >= 1
    last = [text.split()[0] for topic, text, _ in read(bag.path) if topic == "/talk"]
    assert last[-1] == "40"
    talked = [int(text.split()[0]) for name in sorted(kept, key=lambda n: int(n[4:])) for topic, text, _ in
              read(tmp_path / name) if topic == "/talk"]  # fmt: skip
    assert talked == list(range(talked[0], 41))


def test_what_comes_before_the_clock_is_known_gets_its_first_time(tmp_path):
    bag = RollingBag(tmp_path / "bag")
    bag.write("tf_static", TEXT, cdr("camera"), 0, STATIC)
    bag.write("talk", TEXT, cdr("early"), 0, OfferedQos())
    bag.write("talk", TEXT, cdr("hello"), 5_000, OfferedQos())
    bag.close()
    assert sorted(read(tmp_path / "bag")) == [
        ("/talk", "early", 5_000),
        ("/talk", "hello", 5_000),
        ("/tf_static", "camera", 5_000),
    ]


def test_latched_messages_larger_than_a_bag_do_not_begin_one_after_another(tmp_path):
    bag = RollingBag(tmp_path / "bag", bag_mb=0.001)
    bag.write("map", TEXT, cdr("m" * 3000), 1, LATCHED)
    for number in range(8):
        bag.write("talk", TEXT, cdr(f"{number} {'x' * 100}"), 2 + number, OfferedQos())
    bag.close()
    assert len(list(tmp_path.iterdir())) == 2


def test_nothing_is_written_over(tmp_path):
    (tmp_path / "bag").mkdir()
    with pytest.raises(BagError, match="exists already"):
        RollingBag(tmp_path / "bag")
