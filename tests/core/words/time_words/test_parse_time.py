"""Words for times: what they mean on Wednesday, 14 May 2025, at 15:30."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from embodied_memory.words.time_words import AnchorKind, Granularity, Order, local_calendar, parse_time
from embodied_memory.words.time_words.times_of_day import DAY_PARTS

SECOND = 1_000_000_000
DAY_NS = 86_400 * SECOND


def ns(*moment, zone=timezone.utc):
    return int(datetime(*moment, tzinfo=zone).timestamp()) * SECOND


NOW = ns(2025, 5, 14, 15, 30)
moments = st.integers(ns(1990, 1, 1), ns(2060, 1, 1))
offsets = st.sampled_from([0, 3600, 7200, -5 * 3600, 19800])


def told(stamp_ns):
    if stamp_ns is None:
        return ""
    return datetime.fromtimestamp(stamp_ns // SECOND, timezone.utc).strftime("%d.%m. %H:%M")


def interval(text, now_ns=NOW, offset_s=0):
    found = parse_time(text, now_ns, offset_s)
    return None if found is None else f"{told(found.since_ns)} - {told(found.until_ns)}"


@pytest.mark.parametrize(("text", "meant"), [
    ("today", "14.05. 00:00 - 15.05. 00:00"),
    ("yesterday", "13.05. 00:00 - 14.05. 00:00"),
    ("yesterday evening", "13.05. 17:00 - 13.05. 22:00"),
    ("late yesterday evening", "13.05. 19:30 - 13.05. 22:00"),
    ("this morning", "14.05. 05:00 - 14.05. 12:00"),
    ("in the evening", "13.05. 17:00 - 13.05. 22:00"),
    ("at night", "13.05. 22:00 - 14.05. 05:00"),
    ("last night", "13.05. 17:00 - 14.05. 05:00"),
    ("the night before last", "12.05. 17:00 - 13.05. 05:00"),
    ("the day before yesterday in the morning", "12.05. 05:00 - 12.05. 12:00"),
    ("on Tuesday", "13.05. 00:00 - 14.05. 00:00"),
    ("on Thursday", "08.05. 00:00 - 09.05. 00:00"),
    ("on Wednesday", "07.05. 00:00 - 08.05. 00:00"),
    ("Monday morning", "12.05. 05:00 - 12.05. 12:00"),
    ("this week", "12.05. 00:00 - 19.05. 00:00"),
    ("last week", "05.05. 00:00 - 12.05. 00:00"),
    ("last month", "01.04. 00:00 - 01.05. 00:00"),
    ("at the weekend", "10.05. 00:00 - 12.05. 00:00"),
    ("two days ago", "12.05. 00:00 - 13.05. 00:00"),
    ("three weeks ago", "21.04. 00:00 - 28.04. 00:00"),
    ("two hours ago", "14.05. 13:00 - 14.05. 14:00"),
    ("half an hour ago", "14.05. 14:45 - 14.05. 15:15"),
    ("in the last hour", "14.05. 14:30 - 14.05. 15:30"),
    ("over the past three days", "11.05. 15:30 - 14.05. 15:30"),
    ("on the 3rd of May", "03.05. 00:00 - 04.05. 00:00"),
    ("3 May", "03.05. 00:00 - 04.05. 00:00"),
    ("on May 3rd", "03.05. 00:00 - 04.05. 00:00"),
    ("on 2025-05-03", "03.05. 00:00 - 04.05. 00:00"),
    ("on the 20th", "20.04. 00:00 - 21.04. 00:00"),
    ("in April", "01.04. 00:00 - 01.05. 00:00"),
    ("at 17:30", "13.05. 17:15 - 13.05. 17:45"),
    ("at 14:30", "14.05. 14:15 - 14.05. 14:45"),
    ("at 5 yesterday", "13.05. 16:30 - 13.05. 17:30"),
    ("last night at 2", "14.05. 01:30 - 14.05. 02:30"),
    ("at half past eight on Monday evening", "12.05. 20:15 - 12.05. 20:45"),
    ("around 6 pm", "13.05. 17:00 - 13.05. 19:00"),
    ("between 3 and 5 pm", "14.05. 15:00 - 14.05. 17:00"),
    ("between 11 and 1 pm", "14.05. 11:00 - 14.05. 13:00"),
    ("between 3 and 5 yesterday", "13.05. 15:00 - 13.05. 17:00"),
    ("9:00-11:30", "14.05. 09:00 - 14.05. 11:30"),
    ("from Monday to Wednesday", "12.05. 00:00 - 15.05. 00:00"),
    ("between Friday and Sunday", "09.05. 00:00 - 12.05. 00:00"),
    ("between yesterday evening and this morning", "13.05. 17:00 - 14.05. 12:00"),
    ("between breakfast and lunch", "14.05. 06:00 - 14.05. 14:00"),
    ("yesterday between noon and 3 pm", "13.05. 12:00 - 13.05. 15:00"),
    ("between 9 and 11 on Monday", "12.05. 09:00 - 12.05. 11:00"),
    ("a few minutes ago", "14.05. 15:21 - 14.05. 15:30"),
    ("on 3.5.", "03.05. 00:00 - 04.05. 00:00"),
    ("on 03.05.2025", "03.05. 00:00 - 04.05. 00:00"),
    ("earlier this morning", "14.05. 05:00 - 14.05. 12:00"),
    ("the weekend before last", "03.05. 00:00 - 05.05. 00:00"),
    ("this time yesterday", "13.05. 15:00 - 13.05. 16:00"),
    ("in the night from Monday to Tuesday", "12.05. 22:00 - 13.05. 05:00"),
    ("on Sunday afternoon between two and four o'clock", "11.05. 14:00 - 11.05. 16:00"),
    ("yesterday evening from 7 to 9", "13.05. 19:00 - 13.05. 21:00"),
    ("at quarter to eight this morning", "14.05. 07:30 - 14.05. 08:00"),
    ("in the last week or so", "07.05. 15:30 - 14.05. 15:30"),
    ("since Monday", "12.05. 00:00 - 14.05. 15:30"),
    ("since 9 this morning", "14.05. 09:00 - 14.05. 15:30"),
    ("until yesterday", " - 14.05. 00:00"),
    ("before Monday", " - 12.05. 00:00"),
    ("before noon", "14.05. 00:00 - 14.05. 12:00"),
    ("after 5 pm yesterday", "13.05. 17:00 - 14.05. 00:00"),
    ("after Monday", "13.05. 00:00 - 14.05. 15:30"),
])  # fmt: skip
def test_times_mean(text, meant):
    assert interval(text) == meant
    asked = parse_time(f"Where was the mug {text}?", NOW)
    assert (f"{told(asked.since_ns)} - {told(asked.until_ns)}", asked.rest) == (meant, "Where was the mug?")
    assert interval(f"{text[0].upper()}{text[1:]}, where was the mug?") == meant


@pytest.mark.parametrize("text", [
    "Where is the mug?", "What is on the third shelf?", "Is there anything on the night stand?",
    "When did Anna leave?",
    "Who looked after the dog?", "Were there between 3 and 5 chairs in the hall?", "what may I do",
    "What's on the 3rd shelf?", "What is Anna usually doing at 7 am?", "What was used during the day?",
    "When is the dentist?",
    "What was on yesterday's list?", "Do you know when Ben left?", "Did you see it before?", "second drawer, please",
    "Who was here 99999999 years ago?", "Is the morning paper in the kitchen?", "on 31 February", "", "...",
])  # fmt: skip
def test_texts_without_a_time_have_none(text):
    assert parse_time(text, NOW) is None


@pytest.mark.parametrize(("text", "kind", "clause", "rest"), [
    ("Where was the mug before it was moved?", "before", "it was moved", "Where was the mug?"),
    ("What did Ben do after Anna came home?", "after", "Anna came home", "What did Ben do?"),
    ("After Anna came home, what did Ben do?", "after", "Anna came home", "what did Ben do?"),
    ("Before Ben left where were the keys?", "before", "Ben left", "where were the keys?"),
    ("Where was the mug while I was cooking?", "during", "I was cooking", "Where was the mug?"),
    ("When Anna came home, where was the mug?", "during", "Anna came home", "where was the mug?"),
    ("What has changed since I left?", "after", "I left", "What has changed?"),
    ("What happened right after Tuesday's party?", "after", "Tuesday's party", "What happened?"),
    ("Where was the mug once Anna had left?", "after", "Anna had left", "Where was the mug?"),
    ("Where was the book at the time when Anna came home?", "during", "Anna came home", "Where was the book?"),
    ("Where were the keys until Ben took them?", "before", "Ben took them", "Where were the keys?"),
])  # fmt: skip
def test_a_time_may_be_told_by_an_event(text, kind, clause, rest):
    found = parse_time(text, NOW)
    assert (found.anchor.kind, found.anchor.clause, found.rest) == (AnchorKind(kind), clause, rest)
    assert not found.has_interval


def test_an_event_may_come_with_a_distance_and_a_day():
    found = parse_time("Where were my keys two hours before Anna came home yesterday?", NOW)
    assert (found.anchor.clause, found.anchor.offset_s) == ("Anna came home", 7200.0)
    assert told(found.since_ns) == "13.05. 00:00"


def test_how_often_is_asked_of_an_interval():
    found = parse_time("How often did Anna cook this week?", NOW)
    assert (found.frequency, told(found.since_ns), told(found.until_ns), found.rest) == (
        True, "12.05. 00:00", "19.05. 00:00", "How often did Anna cook?",
    )  # fmt: skip
    assert not parse_time("How many times was it opened?", NOW).has_interval


@pytest.mark.parametrize(("text", "order"), [
    ("When was the first time that you saw the cup?", Order.FIRST), ("When did you last see my keys?", Order.LAST),
    ("When did Ben use it for the last time?", Order.LAST), ("What did you do first?", Order.FIRST),
    ("Who used the oven most recently?", Order.LAST), ("Where did I sit last week?", Order.ANY),
])  # fmt: skip
def test_the_first_and_the_last_time_are_told(text, order):
    assert parse_time(text, NOW).order is order


def test_days_of_habit_are_no_interval():
    found = parse_time("What does Anna do on Mondays?", NOW)
    assert (found.weekdays, found.has_interval, found.rest) == ((0,), False, "What does Anna do?")
    assert parse_time("Who cooks at weekends?", NOW).weekdays == (5, 6)


def test_what_looks_ahead_is_to_come():
    assert interval("What will happen on Friday?") == "16.05. 00:00 - 17.05. 00:00"
    assert interval("Who will be here at 9?") == "14.05. 20:30 - 14.05. 21:30"
    assert interval("What is planned for tomorrow evening?") == "15.05. 17:00 - 15.05. 22:00"


def test_a_local_clock_shifts_the_day():
    found = parse_time("today", ns(2025, 5, 14, 23, 30), 2 * 3600)
    assert (told(found.since_ns), told(found.until_ns)) == ("14.05. 22:00", "15.05. 22:00")


@pytest.mark.parametrize(("text", "granularity"), [
    ("at 17:30", Granularity.MINUTE), ("at 5 pm", Granularity.HOUR), ("this morning", Granularity.DAY_PART),
    ("on Tuesday", Granularity.DAY), ("last week", Granularity.WEEK), ("in May", Granularity.MONTH),
    ("in 2024", Granularity.YEAR), ("before it was moved", None),
])  # fmt: skip
def test_how_exactly_a_time_is_told(text, granularity):
    assert parse_time(text, NOW).granularity is granularity


@given(moments, offsets, st.integers(0, 400 * 86_400 * SECOND))
@settings(deadline=None)
def test_a_described_time_is_read_back_as_an_interval_with_the_stamp(now_ns, offset_s, age_ns):
    stamp_ns = now_ns - age_ns
    text = local_calendar(stamp_ns, now_ns, offset_s)
    found = parse_time(f"What happened {text}?", now_ns, offset_s)
    assert found.contains(stamp_ns), text
    assert found.rest == "What happened?"
    assert found.until_ns - found.since_ns <= 3600 * SECOND


@given(moments, offsets, st.integers(1, 40 * 86_400 * SECOND))
@settings(deadline=None)
def test_a_time_to_come_is_described_as_well(now_ns, offset_s, ahead_ns):
    text = local_calendar(now_ns + ahead_ns, now_ns, offset_s)
    assert parse_time(text, now_ns, offset_s).contains(now_ns + ahead_ns), text


@given(moments, offsets, st.sampled_from(["today", "yesterday", "on Friday", "on 3 May", "two days ago"]))
@settings(deadline=None)
def test_parts_of_a_day_follow_one_another_without_overlap(now_ns, offset_s, day):
    parts = [parse_time(f"{day} in the {part}" if part != "night" else f"{day} at night", now_ns, offset_s)
             for part in DAY_PARTS]  # fmt: skip
    assert [part.until_ns for part in parts[:-1]] == [part.since_ns for part in parts[1:]]
    assert parts[-1].until_ns - parts[0].since_ns == DAY_NS


@given(moments, offsets)
@settings(deadline=None)
def test_today_holds_now_and_is_the_day_between_yesterday_and_tomorrow(now_ns, offset_s):
    yesterday, today, tomorrow = (parse_time(day, now_ns, offset_s) for day in ("yesterday", "today", "tomorrow"))
    assert today.contains(now_ns)
    assert today.until_ns - today.since_ns == DAY_NS
    assert (yesterday.until_ns, today.until_ns) == (today.since_ns, tomorrow.since_ns)
    week = parse_time("this week", now_ns, offset_s)
    assert week.since_ns <= today.since_ns < today.until_ns <= week.until_ns


@given(moments, offsets, st.sampled_from(["at 5", "at 17:30", "in the evening", "on Monday", "in May", "on the 7th",
                                          "on 3 May", "between 3 and 5", "around noon", "last week"]))  # fmt: skip
@settings(deadline=None)
def test_without_a_date_the_latest_that_has_begun_is_meant(now_ns, offset_s, text):
    found = parse_time(text, now_ns, offset_s)
    # A clock time is meant to half an hour or so: its interval may end after now, but not begin.
    assert found.since_ns <= now_ns
    assert found.since_ns < found.until_ns


WORDS = [
    "before", "after", "since", "between", "and", "from", "to", "at", "on", "the", "3", "5", "pm", "17:30", "monday",
    "tuesday's", "morning", "night", "last", "first", "time", "week", "ago", "two", "a", "few", "days", "may", "3rd",
    "half", "past", "when", "did", "anna", "it", "was", ",", "?", "-", "how often", "until", "in", "noon", "dinner",
    "every", "2024",
]  # fmt: skip
pieces = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)


@given(st.one_of(pieces, st.text(max_size=60)), st.one_of(moments, st.integers(-(2**63), 2**63 - 1)))
@example("after at night", 631152000000000000)
@settings(deadline=None, max_examples=300)
def test_any_text_is_read(text, now_ns):
    found = parse_time(text, now_ns)
    if found is not None and found.since_ns is not None and found.until_ns is not None:
        assert found.since_ns <= found.until_ns
    assert found is None or "\x1f" not in found.rest + (found.anchor.clause if found.anchor else "")


def test_described_times():
    days = {
        1: "yesterday at 15:30", 2: "on Monday at 15:30", 7: "on 7 May at 15:30", 365: "on 14 May 2024 at 15:30",
        -1: "tomorrow at 15:30", -3: "on Saturday, 17 May 2025 at 15:30", 0: "just now",
    }  # fmt: skip
    assert {age: local_calendar(NOW - age * DAY_NS, NOW) for age in days} == days
    assert local_calendar(NOW - 3600 * SECOND, NOW, 7200) == "today at 16:30"
