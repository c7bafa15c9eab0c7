"""At which hours a rule binds."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.memory.belief.statements.standing_times import is_in_force

LAID_DOWN = (16, 9.15)
"""A Thursday in October 2025."""


def stamp(day: int, hour: float) -> int:
    moment = datetime(2025, 10, day, int(hour), round(hour % 1 * 60), tzinfo=timezone.utc)
    return int(moment.timestamp()) * 10**9


@pytest.mark.parametrize(
    ("words", "binding", "free"),
    [
        ("Nobody comes into my room between nine and twelve.", [(16, 10), (20, 11.9)], [(16, 13), (17, 18)]),
        ("Nobody hoovers before two, alright?", [(17, 8), (17, 13.5)], [(17, 15), (18, 20)]),
        ("Nobody has the oven on after ten at night.", [(16, 23), (17, 1)], [(16, 21), (17, 10)]),
        ("Don't let anyone in from two till five in the afternoon.", [(18, 15)], [(18, 3), (18, 18)]),
        ("No fridge for anybody before lunch tomorrow.", [(16, 20), (17, 9)], [(17, 16), (18, 8)]),
        ("Nobody opens it till ten tomorrow.", [(16, 12), (17, 9.5)], [(17, 10.5), (19, 9)]),
        ("I'm on a call till eleven. Don't let anyone in here.", [(16, 10)], [(16, 12), (17, 10)]),
        ("Nobody's to pour from it before Monday.", [(19, 12)], [(20, 1), (23, 1)]),
        ("From today no sweets for Jojo after six in the evening.", [(16, 19), (25, 20)], [(25, 12)]),
        ("Never open the windows at night.", [(18, 23), (18, 3)], [(18, 12)]),
    ],
)
def test_a_rule_binds_at_its_hours(words: str, binding: list[tuple], free: list[tuple]) -> None:
    assert all(is_in_force(words, stamp(*LAID_DOWN), stamp(*at), 0.0) for at in binding)
    assert not any(is_in_force(words, stamp(*LAID_DOWN), stamp(*at), 0.0) for at in free)


@pytest.mark.parametrize(
    "words",
    [
        "Never touch my drawing tube.",
        "The radiator stays off till Dean's fitted the new valve.",
        "No telly before dinner.",
        "No more than two biscuits a day.",
        "Nobody under sixteen turns the oven on.",
        "From Monday it's eight to eleven that nobody comes in here.",
    ],
)
@given(hours=st.integers(0, 24 * 30))
def test_what_names_no_hour_that_is_known_always_binds(words: str, hours: int) -> None:
    assert is_in_force(words, stamp(*LAID_DOWN), stamp(*LAID_DOWN) + hours * 3600 * 10**9, 0.0)


def test_hours_are_those_of_the_home() -> None:
    words = "Nobody has the oven on after ten at night."
    assert is_in_force(words, stamp(*LAID_DOWN), stamp(16, 21), 2.0)
    assert not is_in_force(words, stamp(*LAID_DOWN), stamp(16, 21), 0.0)


@given(words=st.text(max_size=80), hours=st.integers(-1000, 10_000))
def test_any_words_are_read(words: str, hours: int) -> None:
    assert is_in_force(words, stamp(*LAID_DOWN), stamp(*LAID_DOWN) + hours * 3600 * 10**9, 0.0) in (True, False)
