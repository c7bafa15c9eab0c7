"""A robot that drives and loses a sense."""

import pytest

from embodied_memory.planning.body import Senses, SenseWatch


class _Drive:
    """Tenths of a second; what still comes is told by its name."""

    def __init__(self):
        self.now, self.senses = 50.0, Senses(1, 1, 1, 1)
        self.watch = SenseWatch(self.senses, 2.0, lambda: self.now)

    def go(self, seconds, *coming):
        """What was told as silent first, and after how long."""
        for step in range(round(seconds * 10)):
            self.now += 0.1
            self.senses = self.senses._replace(**{name: getattr(self.senses, name) + 100 for name in coming})
            if told := self.watch.silent(self.senses):
                return told, round((step + 1) / 10, 1)
        return "", 0.0


ALL = Senses._fields


def test_as_long_as_everything_comes_nothing_is_told():
    assert _Drive().go(30.0, *ALL) == ("", 0.0)


@pytest.mark.parametrize(
    ("gone", "told"),
    [
        ("pose_ns", "nobody tells where I am"),
        ("view_ns", "no views come"),
        ("mapped_ns", "no views reach the map"),
        ("recorded_ns", "no views reach memory"),
    ],
)
def test_each_sense_that_stops_is_told_of_within_the_limit(gone, told):
    drive = _Drive()
    assert drive.go(5.0, *ALL) == ("", 0.0)
    text, after_s = drive.go(10.0, *(name for name in ALL if name != gone))
    assert text.startswith(told)
    assert 1.9 <= after_s <= 2.2


def test_a_camera_that_looks_only_where_the_robot_stands_is_not_missed_on_the_way():
    assert _Drive().go(30.0, "pose_ns") == ("", 0.0)


def test_views_that_are_made_up_for_are_enough():
    drive = _Drive()
    for _ in range(20):
        assert drive.go(0.1, *ALL) == ("", 0.0)
        assert drive.go(1.5, "pose_ns") == ("", 0.0)


def test_without_a_pose_from_the_beginning_it_is_told_too():
    text, after_s = _Drive().go(10.0)
    assert text.startswith("nobody tells where I am")
    assert 1.9 <= after_s <= 2.2
