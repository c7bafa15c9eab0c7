"""A deed tells which thing is meant; how long, how often, where it is now is read in the log, not in its sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.event import EventKind
from embodied_memory.memory.retrieval.pieces.deed_outcomes import _in_words
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, TimeFilter
from embodied_memory.words.one_reading import the_reading

from ..conftest import HOUR, at


def outcome(home, question, *record_ids, time=None, people=()):
    """Of records that bear on a question, the first the most."""
    bearing = {number: 0.6 / (place + 1) for place, number in enumerate(record_ids)}
    memory = home.memory
    with memory._file.database.reading() as connection:
        outcomes = memory.questions._answering(connection, at(20)).outcomes(lambda ns: f"at {(ns - at(0)) / HOUR:g}")
        return outcomes.outcome(QueryPlan(question, QueryIntent.UNKNOWN, time=time, people=people), bearing)


def switches(home, stamp_ns, who, value):
    return home.tell(
        stamp_ns, EventKind.DEVICE_STATE_CHANGED, who, f"{who} switched {value} the lamp.", ("lamp_6",), "study",
        (("lamp_6", "power", value),), (who, "robot"),
    )  # fmt: skip


@pytest.mark.parametrize("first", [0, 1])
def test_how_long_a_device_was_on_is_from_on_to_off_whichever_deed_was_found(home, first):
    ids = [switches(home, at(9), "Anna", "on"), switches(home, at(10.5), "Ben", "off")]
    found = outcome(home, "how long did that thing burn?", ids[first])
    assert found.text == "One hour and 30 minutes, from at 9 to at 10.5: Anna switched on the lamp."
    assert found.record_ids == tuple(ids)


def test_how_long_something_has_been_on_is_since_it_was_switched_on_last(home):
    first = switches(home, at(9), "Anna", "on")
    switches(home, at(10.5), "Ben", "off")
    switches(home, at(12), "Ben", "on")
    assert outcome(home, "how long has it been on?", first).text.startswith("Since at 12")
    assert outcome(home, "how long was it on?", first).text.startswith("One hour and 30 minutes")
    switches(home, at(13), "Ben", "off")
    assert outcome(home, "how long has it been on?", first).text.startswith("One hour and 30 minutes")


def hands(home, stamp_ns, who, to):
    return home.tell(
        stamp_ns, EventKind.OBJECT_STATE_CHANGED, who, f"{who} handed the mug to {to}.", ("mug_1", to), "study",
        (("mug_1", "held by", to),), (who, to, "robot"),
    )  # fmt: skip


@pytest.mark.parametrize("first", [0, 1])
def test_how_long_somebody_had_a_thing_is_from_getting_it_to_giving_it_away(home, first):
    ids = [hands(home, at(9), "Anna", "Ben"), hands(home, at(10), "Ben", "Anna")]
    found = outcome(home, "how long was Ben on the mug?", ids[first], people=("Ben",))
    assert found.text == "One hour, from at 9 to at 10: Anna handed the mug to Ben."


def test_who_has_a_thing_now_is_told_by_who_got_it_last(home):
    ids = [hands(home, at(9), "Anna", "Ben"), hands(home, at(10), "Ben", "Anna")]
    found = outcome(home, "who's got the mug?", ids[0])
    assert "with Anna" in found.text
    assert found.is_all


def test_a_thing_is_not_asked_about_because_somebody_comes_and_goes_all_day(home):
    went = [home.goes(at(hour), "Ben", "Ben left home.", "outside") for hour in (7, 9, 11, 13)]
    lamp = switches(home, at(8), "Ben", "on")
    switches(home, at(9), "Ben", "off")
    found = outcome(home, "how long did Ben have the lamp on?", lamp, *went)
    assert found.text.endswith("Ben switched on the lamp.")


def test_what_still_lasts_is_told_with_its_beginning(home):
    number = switches(home, at(9), "Anna", "on")
    assert outcome(home, "how long has it been on?", number).text.startswith("Since at 9")


@pytest.mark.parametrize(
    ("question", "minutes"),
    [("how long was Ben here?", "Three hours"), ("how long was Ben in the study?", "Three hours")],
)
def test_a_visit_lasts_from_coming_to_leaving(home, question, minutes):
    home.goes(at(8), "Ben", "Ben left home.", "outside")
    came = home.goes(at(9), "Ben", "Ben came home.", "hall")
    home.goes(at(10), "Ben", "Ben went to the study.", "study")
    gone = home.goes(at(12), "Ben", "Ben left home.", "outside")
    assert outcome(home, question, came).text.startswith(minutes)
    assert outcome(home, question, gone).text.startswith(minutes)


def test_who_is_asked_about_as_away_was_so_from_leaving_to_coming(home):
    left = home.goes(at(8), "Ben", "Ben left home.", "outside")
    came = home.goes(at(9), "Ben", "Ben came home.", "hall")
    for number in (left, came):
        assert outcome(home, "how long was Ben out?", number).text.startswith("One hour")


def stay(home, question, people=("Ben",), time=None):
    with home.memory._file.database.reading() as connection:
        outcomes = home.memory.questions._answering(connection, at(20)).outcomes(
            lambda ns: f"at {(ns - at(0)) / HOUR:g}"
        )
        found = outcomes.stay(QueryPlan(question, QueryIntent.UNKNOWN, time=time, people=people))
    return found.text if found is not None else ""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How long was Ben here?", "Two hours, from at 14 to at 16"),
        ("How long was Ben out?", "Since at 16"),
        ("And how long has Ben been gone?", "Since at 16"),
        ("How long was Ben here this morning?", "Three hours, from at 9 to at 12"),
        ("How long was Ben out at noon?", "Two hours, from at 12 to at 14"),
        ("How long was the lamp on while Ben was out?", ""),
        ("Was Ben out?", ""),
    ],
)
def test_how_long_somebody_stayed_is_read_in_their_comings_and_goings(home, question, told):
    for hour, text, where in ((9, "Ben came home.", "hall"), (10, "Ben went to the study.", "study"),
                              (12, "Ben left home.", "outside"), (14, "Ben came home.", "hall"),
                              (16, "Ben left home.", "outside")):  # fmt: skip
        home.goes(at(hour), "Ben", text, where)
    morning, noon = TimeFilter(at(6), at(12)), TimeFilter(at(11), at(13))
    time = morning if "morning" in question else noon if "noon" in question else None
    assert stay(home, question, time=time).startswith(told)
    assert bool(stay(home, question, time=time)) is bool(told)
    home.goes(at(9), "Anna", "Anna left home.", "outside")
    assert not stay(home, question, people=("Anna",))
    assert not stay(home, "How long was Anna here?", people=("Anna",))


def test_how_often_counts_the_same_deed_of_the_same_person_within_the_time(home):
    first = home.goes(at(8), "Ben", "Ben came to the door.", "hall")
    home.goes(at(9), "Ben", "Ben left home.", "outside")
    home.goes(at(10), "Ben", "Ben came to the door.", "hall")
    home.goes(at(11), "Anna", "Anna came to the door.", "hall")
    assert outcome(home, "how often was he round?", first).text.startswith("Twice")
    late = TimeFilter(at(9.5), at(20))
    assert outcome(home, "how often was he round?", first, time=late).text.startswith("Once")


def test_how_often_counts_the_deeds_of_all_unless_somebody_is_asked_about(home):
    first = switches(home, at(9), "Anna", "on")
    switches(home, at(10), "Ben", "on")
    assert outcome(home, "how often was the lamp on?", first).text.startswith("Twice")
    assert outcome(home, "how often did Anna have it on?", first, people=("Anna",)).text.startswith("Once")


@pytest.mark.skipif(the_reading() is None, reason="the reading's files are not installed")
def test_where_a_thing_was_before_is_where_the_deed_found_it(home):
    first = home.puts(at(9), "Anna", "mug_1", "table_4")
    put = home.puts(at(11), "Ben", "mug_1", "desk_7")
    found = outcome(home, "where was the mug before Ben moved it?", put)
    assert found.text.startswith("Before that, at 9: Anna put")
    assert found.record_ids == (first, put)
    assert outcome(home, "where was the mug before Anna moved it?", first) is None


def test_where_a_thing_is_is_where_it_is_now_not_where_the_found_deed_put_it(home):
    put = home.puts(at(9), "Anna", "mug_1", "table_4")
    home.takes(at(10), "Ben", "mug_1", "table_4")
    last = home.puts(at(11), "Ben", "mug_1", "desk_7")
    found = outcome(home, "where has my cup got to?", put)
    assert "on the gray desk in the study" in found.text
    assert found.is_all
    assert last in found.record_ids


def test_what_changed_since_is_told_after_the_deed(home):
    put = home.puts(at(9), "Anna", "mug_1", "table_4")
    home.puts(at(11), "Ben", "mug_1", "desk_7")
    found = outcome(home, "what did Anna do with my cup?", put)
    assert not found.is_all
    assert found.text.startswith("Now: the red mug is on the gray desk")


def test_of_who_and_when_the_deed_itself_tells(home):
    put = home.puts(at(9), "Anna", "mug_1", "table_4")
    home.puts(at(11), "Ben", "mug_1", "desk_7")
    for question in ("who put the cup down?", "when did she put it there?", "what time was that?"):
        assert outcome(home, question, put) is None


def test_the_thing_that_most_pieces_are_about_is_meant(home):
    other = home.puts(at(9), "Anna", "mug_2", "table_4")
    ids = [home.puts(at(9 + k), "Ben", "mug_1", where) for k, where in enumerate(("table_4", "desk_7"), start=1)]
    bearing = (other, ids[0], ids[1])
    memory = home.memory
    with memory._file.database.reading() as connection:
        outcomes = memory.questions._answering(connection, at(20)).outcomes(str)
        shares = dict(zip(bearing, (0.4, 0.35, 0.35), strict=True))
        found = outcomes.outcome(QueryPlan("where is it?", QueryIntent.LOCATION), shares)
    assert "red mug" in found.text
    assert found.likely == pytest.approx(1 - 0.65 * 0.65)


def test_what_was_said_came_to_nothing_more(home):
    said = home.tell(at(9), EventKind.UTTERANCE, "Anna", "The mug is on the desk.", (), "kitchen")
    assert outcome(home, "where is the mug?", said) is None


@given(st.integers(0, 10**7))
def test_any_span_has_words(seconds):
    assert _in_words(seconds).split()[1].rstrip("s,") in ("minute", "hour", "day")


def outdated(home, question, *record_ids):
    bearing = {number: 0.6 / (place + 1) for place, number in enumerate(record_ids)}
    with home.memory._file.database.reading() as connection:
        outcomes = home.memory.questions._answering(connection, at(20)).outcomes(str)
        return outcomes.outdated(QueryPlan(question, QueryIntent.UNKNOWN), bearing)


def test_what_the_best_deed_has_undone_is_not_told_with_it(home):
    old = home.puts(at(9), "Anna", "mug_1", "table_4")
    other = home.puts(at(10), "Anna", "mug_2", "table_4")
    new = home.puts(at(11), "Ben", "mug_1", "desk_7")
    assert outdated(home, "that cup of mine, the red one?", new, old, other) == {old}
    assert outdated(home, "that cup of mine, the red one?", old, new, other) == frozenset()
    assert outdated(home, "who had the red cup?", new, old) == frozenset()
    assert outdated(home, "anything?") == frozenset()
