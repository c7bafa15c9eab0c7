"""Times as people say them, on Wednesday, 4 March 2026, at 10:00."""

from datetime import datetime, timedelta, timezone

import pytest

from embodied_memory.words.time_words.spoken_time import NS, LocalTime, read_due, read_past

NOW = datetime(2026, 3, 4, 10, 0, tzinfo=timezone.utc)
LOCAL = LocalTime(int(NOW.timestamp()) * NS)


def shown(stamp_ns, zone=timezone.utc):
    return datetime.fromtimestamp(stamp_ns // NS, zone).strftime("%d %H:%M")


def due(text, local=LOCAL):
    found = read_due(text, local)
    return None if found is None else (shown(found.start_ns), shown(found.end_ns))


def test_late_in_the_evening_the_next_such_hour_is_in_the_morning():
    late = LocalTime(LOCAL.now_ns + int(11.5 * 3600) * NS)
    assert due("at half past eight", late) == ("05 08:30", "05 08:30")
    assert due("at half past ten", late) == ("04 22:30", "04 22:30")
    assert due("at five", late) == ("05 17:00", "05 17:00")


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("call Mum at 5 pm tomorrow", "05 17:00"),
        ("tomorrow at 5", "05 17:00"),
        ("wake me tomorrow at half six", "05 06:30"),
        ("ring me tomorrow at half six", "05 18:30"),
        ("at five", "04 17:00"),
        ("at 9", "04 21:00"),
        ("at 9 tomorrow", "05 09:00"),
        ("at 17:30", "04 17:30"),
        ("at 9:30", "04 21:30"),
        ("at 09:30", "05 09:30"),
        ("half past three on Friday", "06 15:30"),
        ("half three on Friday", "06 15:30"),
        ("at quarter to six", "04 17:45"),
        ("quarter of six", "04 17:45"),
        ("at quarter till eight tomorrow", "05 07:45"),
        ("tomorrow at nine thirty to top up the water", "05 09:30"),
        ("at ten forty-five on Friday", "06 10:45"),
        ("by four fifteen", "04 16:15"),
        ("eleven twenty tonight", "04 23:20"),
        ("seven thirty pm", "04 19:30"),
        ("at eight oh five tomorrow", "05 08:05"),
        ("ten past eight in the morning", "05 08:10"),
        ("at 8 tonight", "04 20:00"),
        ("at 8 o'clock this evening", "04 20:00"),
        ("at 7am on Saturday", "07 07:00"),
        ("by 6 p.m.", "04 18:00"),
        ("at noon the day after tomorrow", "06 12:00"),
        ("in two hours", "04 12:00"),
        ("in half an hour", "04 10:30"),
        ("in an hour and a half", "04 11:30"),
        ("ten minutes from now", "04 10:10"),
        ("in two days at 5", "06 17:00"),
        ("on the 12th at 14:00", "12 14:00"),
        ("next Friday at 10:15", "13 10:15"),
        ("next Fridays at 10:15", "13 10:15"),
        ("on March 20th at 3 pm", "20 15:00"),
    ],
)
def test_moments(text, moment):
    assert due(text) == (moment, moment)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("today", "04 10:00", "04 23:59"),
        ("water the plants tonight", "04 19:00", "04 23:58"),
        ("tomorrow", "05 09:00", "05 23:59"),
        ("tomorrow night", "05 19:00", "05 23:58"),
        ("this evening", "04 18:00", "04 22:00"),
        ("in the morning", "04 10:00", "04 12:00"),
        ("tomorrow morning", "05 08:00", "05 12:00"),
        ("on Friday", "06 09:00", "06 23:59"),
        ("on Wednesday", "11 09:00", "11 23:59"),
        ("this weekend", "07 09:00", "08 23:59"),
        ("next week", "09 09:00", "15 23:59"),
        ("by the end of the week", "04 10:00", "08 23:59"),
        ("before dinner", "04 19:00", "04 21:00"),
        ("in a week", "11 09:00", "11 23:59"),
        ("on 2026-03-30", "30 09:00", "30 23:59"),
    ],
)
def test_spans(text, first, last):
    assert due(text) == (first, last)


@pytest.mark.parametrize(
    "text",
    [
        "in 20000 weeks",
        "in 99999999 weeks",
        "on 2999-01-01",
        "for 5 people",
        "on the table",
        "in the kitchen",
        "two eggs",
        "",
        "the 9 mugs",
        "secondhand",
        "my monthly pass",
    ],
)
def test_what_names_no_time(text):
    assert due(text) is None


def test_the_words_of_the_time_are_taken_out():
    assert [
        read_due(text, LOCAL).rest
        for text in (
            "call Mum at 5 pm tomorrow",
            "on Friday take the bins out",
            "water the plants tonight",
            "in two hours check the oven",
        )
    ] == ["call Mum", "take the bins out", "water the plants", "check the oven"]


def test_local_time_is_not_that_of_greenwich():
    local = LocalTime(LOCAL.now_ns, utc_offset_h=9.0)
    assert due("at 8 pm", local) == ("04 11:00", "04 11:00")
    found = read_due("tomorrow", local)
    assert shown(found.end_ns, timezone(timedelta(hours=9))) == "05 23:59"


@pytest.mark.parametrize(
    ("text", "stamp"),
    [
        ("yesterday", "03 23:59"),
        ("two hours ago", "04 08:00"),
        ("last night", "03 23:59"),
        ("this morning", "04 10:00"),
        ("yesterday morning", "03 12:00"),
        ("a minute ago", "04 09:59"),
        ("last Friday", "27 23:59"),
    ],
)
def test_the_past_is_the_latest_it_may_mean(text, stamp):
    assert shown(read_past(f"I left it there {text}", LOCAL)) == stamp


def test_the_present_is_no_past():
    assert read_past("I left it on the table", LOCAL) is None


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("turn the heater on at 5 pm tomorrow", "turn the heater on"),
        ("sew the button back on at 20:00", "sew the button back on"),
        ("let the cat in before noon", "let the cat in"),
        ("switch the oven on in two hours", "switch the oven on"),
        ("switch the lamp off on Friday", "switch the lamp off"),
        ("sew the button back on on Friday at 20:00", "sew the button back on"),
    ],
)
def test_what_belongs_to_the_verb_stays(text, rest):
    assert read_due(text, LOCAL).rest == rest


def test_of_what_is_to_be_done_a_day_that_something_is_of_is_no_time():
    asked = "ask Mum about Friday's exam"
    assert read_due(asked, LOCAL, is_task=True) is None
    assert due(asked) == ("06 09:00", "06 23:59")
    assert shown(read_due(f"{asked} tomorrow", LOCAL, is_task=True).start_ns) == "05 09:00"


def test_who_speaks_of_this_morning_in_the_afternoon_speaks_of_no_time_to_come():
    afternoon = LocalTime(17 * 3600 * 10**9)
    assert read_due("I had it off the hook this morning", afternoon) is None
    assert read_due("water the plants this evening", afternoon) is not None
    assert read_due("water the plants in the morning", afternoon) is not None


@pytest.mark.parametrize("text", ["ten twenty euro notes", "two thirty dollar bills", "a quarter of an hour of rest"])
def test_amounts_are_no_time_of_day(text):
    assert read_due(text, LOCAL) is None
