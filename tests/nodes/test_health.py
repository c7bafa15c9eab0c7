"""What a node tells of how it is, by a clock that the test moves."""

from __future__ import annotations

import pytest

from embodied_memory_ros.health import ERROR, OK, PROBLEM_LASTS_S, WARN, Expected, Health


class _Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return _Clock()


@pytest.fixture
def health(clock):
    return Health(clock)


def _told(health):
    status = health.status()
    return status.level, status.message


def test_a_problem_is_told_while_it_is_new_and_counted_for_good(health, clock):
    assert health.met("incomplete view: no depth image of that moment")
    assert not health.met("incomplete view: no transform")
    assert _told(health) == (WARN, "incomplete view: no transform")
    clock.now += PROBLEM_LASTS_S + 1.0
    assert _told(health) == (OK, "ok")
    values = health.status().values
    assert (values["problems"], values["problem incomplete view"]) == (2, 2)
    assert values["last problem"] == "incomplete view: no transform"


def test_a_fault_lasts_until_it_is_mended(health, clock):
    assert health.fault("database", "the file is gone")
    assert not health.fault("database", "the file is gone, still")
    clock.now += 1000.0
    health.met("something else: happened")
    assert _told(health) == (ERROR, "the file is gone, still; something else: happened")
    assert not health.fault("database", "")
    clock.now += PROBLEM_LASTS_S + 1.0
    assert _told(health) == (OK, "ok")


def test_what_should_come_and_does_not_is_an_error_until_it_comes(health, clock):
    health.opened("depth", Expected(2.0, "is the camera's driver running?"))
    health.opened("odom")
    clock.now += 1.9
    assert _told(health) == (OK, "ok")
    clock.now += 1.0
    assert _told(health) == (ERROR, "nothing has come on depth for 2.9 s: is the camera's driver running?")
    health.received("depth")
    assert _told(health) == (OK, "ok")
    clock.now += 3.0
    assert _told(health)[0] == ERROR
    health.closed("depth")
    assert _told(health) == (OK, "ok")


def test_what_is_late_is_told_as_long_as_it_is(health, clock):
    for _ in range(10):
        clock.now += 0.2
        health.delayed("views", 13.5, 2.0)
    assert _told(health) == (WARN, "views come 13.5 s late: the machine is too slow for what is asked of it")
    assert health.status().values["delay of views in s (p50, p99)"] == "13.500, 13.500"
    for _ in range(60):
        clock.now += 0.2
        health.delayed("views", 0.1, 2.0)
    assert _told(health) == (OK, "ok")


def test_rates_are_of_the_last_seconds(health, clock):
    health.opened("depth")
    for _ in range(100):
        clock.now += 0.2
        health.received("depth")
    assert health.status().values["rate of depth in Hz"] == "5.0"
    clock.now += 100.0
    values = health.status().values
    assert (values["rate of depth in Hz"], values["received depth"]) == ("0.0", 100)
