"""A clock that jumps: stamps of the future are refused, and those recorded before do not freeze the present."""

import logging

import pytest

from embodied_memory.config import MemoryConfig
from embodied_memory.event import Event, EventKind, StateChange
from embodied_memory.memory.memory import Memory
from embodied_memory.memory.record_checks import InvalidRecordError

SECOND = 1_000_000_000
HOUR, YEAR = 3600, 365 * 86_400


class Clock:
    def __init__(self):
        self.second = 10 * YEAR

    def __call__(self):
        return int(self.second * SECOND)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def clocked(path, embedder, clock):
    with Memory(path, embedder, clock=clock) as memory:
        yield memory


def where(memory, thing="mug_1", now_ns=None):
    return next(one.fact.value for one in memory.beliefs.of(thing, now_ns) if one.fact.attribute == "location")


def test_one_stamp_of_the_future_is_refused_with_a_remedy_and_the_rest_goes_on(clocked, household, clock):
    clocked.record_event(household.puts(clock.second, "anna", "mug_1", "shelf_1"))
    for what in (
        household.puts(clock.second + YEAR, "anna", "mug_1", "desk_1"),
        household.sees(clock.second + HOUR, "mug"),
    ):
        with pytest.raises(InvalidRecordError, match="ahead of the robot's clock, 600 s are allowed: set the clock"):
            clocked.record_event(what) if isinstance(what, Event) else clocked.record(what)
    clocked.record_event(household.puts(clock.second + 60, "anna", "mug_1", "table_1"))
    assert where(clocked) == "on table_1"
    assert clocked.counts()["records"] == 2


def test_how_far_ahead_is_a_parameter_and_an_unknown_clock_refuses_nothing(path, embedder, household, clock):
    config = MemoryConfig(max_ahead_of_clock_s=2 * HOUR)
    with Memory(path, embedder, config, clock=clock) as memory:
        assert memory.record_event(household.says(clock.second + HOUR, "anna", "hello"))
    with Memory(path, embedder, clock=lambda: 0) as memory:
        assert memory.record_event(household.says(clock.second + YEAR, "anna", "hello"))


def test_a_clock_that_jumps_back_is_recorded_by_said_once_and_hides_nothing(clocked, household, clock, caplog):
    clocked.record_event(household.puts(clock.second, "anna", "mug_1", "shelf_1"))
    clock.second -= YEAR
    with caplog.at_level(logging.ERROR):
        for second in (1, 2, 3):
            clock.second += second
            clocked.record_event(household.puts(clock.second, "anna", "mug_1", f"table_{second}"))
    assert [record.message.partition(":")[0] for record in caplog.records] == [
        f"the memory has records of {YEAR - 1} s after now"
    ]
    assert clocked.counts()["records"] == 4
    assert where(clocked) == "on table_3"
    assert where(clocked, now_ns=int((clock.second + 2 * YEAR) * SECOND)) == "on shelf_1"
    assert [(finding.record_id, "restamp" in finding.remedy) for finding in clocked.upkeep.verify()] == [(1, True)]


def test_a_year_ahead_and_back_does_not_freeze_what_is_known(clocked, household, clock, open_memory):
    clocked.record_event(household.puts(clock.second, "anna", "mug_1", "shelf_1"))
    clock.second += YEAR
    clocked.record_event(household.puts(clock.second, "anna", "mug_1", "desk_1"))
    clock.second -= YEAR - HOUR
    clocked.record_event(household.puts(clock.second, "anna", "mug_1", "table_1"))
    assert where(clocked) == "on table_1"
    history = [fact.value for fact in clocked.stores.beliefs.history("mug_1", "location")]
    assert history == ["on shelf_1", "on table_1", "on desk_1"]


def test_what_was_recorded_by_a_clock_ahead_is_set_back_in_every_store(clocked, household, clock, path, embedder):
    clocked.record_event(household.puts(clock.second, "anna", "mug_1", "shelf_1"))
    clock.second += YEAR
    clocked.record_event(household.puts(clock.second, "anna", "mug_1", "desk_1"))
    clocked.record_event(household.says(clock.second + 10, "anna", "remind me to call Mira in two hours"))
    clocked.record(household.sees(clock.second + 60, "mug", "kettle"))
    clocked.upkeep.build_history()
    clock.second -= YEAR - HOUR
    clocked.record_event(household.says(clock.second, "anna", "hello"))
    clocked.upkeep.build_history()
    assert clocked.upkeep.restamp(clock()) == 3
    assert clocked.upkeep.restamp(clock()) == 0
    stamps = [(record.stamp_ns // SECOND - 10 * YEAR, record.kind) for record in clocked.latest_records(9)]
    assert stamps == [
        (HOUR, "utterance"), (HOUR, "instant"), (HOUR - 50, "utterance"), (HOUR - 60, "object state changed"),
        (0, "object state changed"),
    ]  # fmt: skip
    assert [one.due_ns // SECOND - 10 * YEAR for one in clocked.beliefs.commitments()] == [3 * HOUR - 50]
    clocked.record(household.sees(clock.second + 30, "mug", "lamp"))
    clocked.record_event(household.puts(clock.second + 60, "anna", "mug_1", "table_1"))
    assert where(clocked) == "on table_1"
    assert max(item.last_seen_ns for item in clocked.objects()) == (clock.second + 30) * SECOND
    leaves = {leaf.record_id for leaf in clocked.stores.tree.snapshot().leaves()}
    assert leaves == {1, 2, 3, 4, 5}
    assert [str(finding) for finding in clocked.upkeep.verify()] == []


def test_a_recording_of_long_ago_takes_its_place_in_the_past(clocked, household, clock):
    clocked.record_event(household.puts(clock.second, "anna", "mug_1", "shelf_1"))
    old = Event(
        int((clock.second - YEAR) * SECOND), EventKind.OBJECT_STATE_CHANGED, "anna", "anna puts it away",
        changes=(StateChange("mug_1", "location", "in box_1"),),
    )  # fmt: skip
    clocked.record_event(old)
    assert where(clocked) == "on shelf_1"
