"""What is told of a time to come and what is asked of it by the same words is the same day."""

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.words.time_words.parse_time import parse_time
from embodied_memory.words.time_words.spoken_time import LocalTime, read_due

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
PHRASES = (
    *(f"{which} {day}" for which in ("on", "next", "this") for day in DAYS),
    "tomorrow", "the day after tomorrow", "next week", "next weekend", "in three days", "in two weeks",
    "in a fortnight", "the week after next", "on the 5th of December", "tomorrow evening",
)  # fmt: skip


@pytest.mark.parametrize("phrase", PHRASES)
@given(day=st.integers(0, 800), hour=st.integers(7, 16), offset_h=st.integers(-11, 13))
def test_told_and_asked_about_alike(phrase, day, hour, offset_h):
    local = datetime(2026, 1, 1, hour, tzinfo=timezone.utc) + timedelta(days=day)
    now_ns = round((local - timedelta(hours=offset_h)).timestamp()) * 10**9
    told = read_due(f"Ben comes {phrase}", LocalTime(now_ns, offset_h))
    asked = parse_time(f"Who will come {phrase}?", now_ns, offset_h * 3600.0)
    assert told is not None
    assert asked is not None
    assert asked.since_ns <= told.end_ns
    assert told.start_ns < asked.until_ns
