"""Residents beside the robot over ROS: three of their hours in some seconds, with a memory that listens."""

from __future__ import annotations

from itertools import pairwise

import pytest
from rosgraph_msgs.msg import Clock

from embodied_memory_interfaces.msg import Event, InstanceLabels, MemoryRecord
from embodied_memory_ros.conversions.stamps import time_to_ns
from embodied_memory_ros.qos import KEPT_RECORDS, RECORDS, SENSOR
from household.home import ROBOT_ID
from household.residents import FIRST_DAY_NS
from household.residents.spoken import HOUR_NS, OUTSIDE
from household.residents.trace_files import TRACE_FILE, read_life

START_NS, HOURS, SCALE = FIRST_DAY_NS + 16 * HOUR_NS, 3.0, 1200.0
END_NS = START_NS + int(HOURS * HOUR_NS)


class Afternoon:
    """What was heard of it, and what really happened."""

    def __init__(self, observer, start, folder):
        self.database = folder / "memory.db"
        self.clock = observer.collect(Clock, "/clock", SENSOR)
        self.events = observer.collect(Event, "/events", KEPT_RECORDS)
        self.labels = observer.collect(InstanceLabels, "/camera/instances/labels", SENSOR)
        self.recorded = observer.collect(MemoryRecord, "/memory/records", RECORDS)
        start("memory_nodes", "memory_node", database=str(self.database), embedder="hashing", use_sim_time=True)
        bridge = start(
            "bridge_nodes", "household_bridge", seed=7, residents=True, residents_start="2026-03-02T16:00",
            residents_hours=HOURS, time_scale=SCALE, residents_trace=str(folder / "days"),
            wait_for_readers_s=2.0, idle_look_period_s=0.5, image_width=64, image_height=48,
        )  # fmt: skip
        observer.wait((folder / "days" / TRACE_FILE).exists, 50.0, lambda: f"the end of the days; {bridge.log}")
        self.trace, self.truth = read_life(folder / "days")
        told = sum(is_perceived(record) for record in self.trace)
        observer.wait(lambda: len(self.recorded) >= told, 10.0, "memory to record what the robot perceived")
        self.bridge = bridge


def is_perceived(record):
    return ROBOT_ID in record.event.observers and not record.refused


@pytest.fixture(scope="module")
def afternoon(observer, start, tmp_path_factory):
    return Afternoon(observer, start, tmp_path_factory.mktemp("afternoon"))


def test_what_the_robot_perceives_is_published_in_order_and_nothing_else(afternoon):
    perceived = [record.event for record in afternoon.trace if is_perceived(record)]
    assert len(perceived) >= 5
    assert [(time_to_ns(m.header.stamp), m.text) for m in afternoon.events] == [
        (e.stamp_ns, e.text) for e in perceived
    ]


def test_memory_records_all_of_it_and_holds_no_word_of_the_rest(afternoon):
    told = {record.event.text for record in afternoon.trace if is_perceived(record)}
    hidden = {record.event.text for record in afternoon.trace} - told
    assert sorted(record.summary for record in afternoon.recorded) == sorted(event.text for event in afternoon.events)
    files = [file.read_bytes() for file in afternoon.database.parent.glob("memory.db*")]
    assert len(hidden) >= 5
    assert not [text for text in hidden if any(text.encode() in content for content in files)]
    assert any(next(iter(told)).encode() in content for content in files)


def test_the_clock_is_that_of_the_residents_and_slows_down_when_their_days_are_over(observer, afternoon):
    stamps = [time_to_ns(message.clock) for message in list(afternoon.clock)]
    assert stamps == sorted(stamps)
    assert START_NS <= stamps[0] < END_NS <= stamps[-1]
    steps = [later - earlier for earlier, later in pairwise(stamps)]
    during = [step for step, stamp_ns in zip(steps, stamps, strict=False) if START_NS + HOUR_NS < stamp_ns < END_NS]
    assert sorted(during)[len(during) // 2] >= 0.05 * SCALE * 1e9
    count = len(afternoon.clock)
    observer.wait(lambda: len(afternoon.clock) > count + 5, 10.0, "the clock to go on")
    after = [time_to_ns(message.clock) for message in list(afternoon.clock)[count:]]
    assert after[-1] - after[0] < 60e9


def test_people_who_are_at_home_are_among_what_can_be_seen(afternoon):
    for message in list(afternoon.labels):
        stamp_ns = min(time_to_ns(message.header.stamp), END_NS)
        shown = {label.caption for label in message.labels if label.category == "person"}
        at_home = {
            one.name
            for one in afternoon.truth.residents
            if afternoon.truth.room_of(one.name, stamp_ns - 1) != OUTSIDE
        }
        assert shown == at_home


@pytest.mark.parametrize(
    ("parameters", "cause"),
    [
        ({"residents_start": "yesterday"}, "yesterday"),
        ({"time_scale": 0.0}, "time_scale 0.0"),
        ({"residents_hours": -1.0}, "residents_hours is -1: it must be at least 0"),
    ],
)
def test_days_that_cannot_be_end_the_bridge_with_the_cause(parameters, cause, start_here):
    bridge = start_here("bridge_nodes", "household_bridge", residents=True, **parameters)
    assert bridge.wait(30.0) == 1
    assert cause in bridge.log, bridge.log
    assert "Traceback" not in bridge.log
