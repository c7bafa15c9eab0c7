"""The time that a question is about, where the words leave open which week is meant."""

import pytest

from embodied_memory.memory.retrieval.query_plan.annotation import of_this_week
from embodied_memory.memory.retrieval.query_plan.query_plan import TimeFilter

HOUR = 3600 * 10**9
DAY, NOW = 24 * HOUR, 100 * 24 * HOUR + 20 * HOUR
"""Eight in the evening of the hundredth day."""
A_WEEK_AGO = TimeFilter(93 * DAY, 94 * DAY)
TODAY = TimeFilter(100 * DAY, 101 * DAY)


@pytest.mark.parametrize(
    ("time", "question", "first_ns", "meant"),
    [
        (A_WEEK_AGO, "Was Toby at school on Thursday?", 98 * DAY, TODAY),
        (A_WEEK_AGO, "Was Toby at school on Thursday?", 90 * DAY, A_WEEK_AGO),
        (A_WEEK_AGO, "Was Toby at school last Thursday?", 98 * DAY, A_WEEK_AGO),
        (A_WEEK_AGO, "Was Toby at school a week ago?", 98 * DAY, A_WEEK_AGO),
        (
            TimeFilter(92 * DAY, 93 * DAY),
            "Was Toby at school on Wednesday?",
            98 * DAY,
            TimeFilter(92 * DAY, 93 * DAY),
        ),
        (None, "Was Toby at school on Thursday?", 98 * DAY, None),
        (
            TimeFilter(93 * DAY + 6 * HOUR, 93 * DAY + 12 * HOUR),
            "Where was it on Thursday morning?",
            98 * DAY,
            TimeFilter(100 * DAY + 6 * HOUR, 100 * DAY + 12 * HOUR),
        ),
    ],
)
def test_the_weekday_that_is_today_is_today_where_nothing_of_a_week_ago_is_known(time, question, first_ns, meant):
    assert of_this_week(time, question, first_ns, NOW) == meant
