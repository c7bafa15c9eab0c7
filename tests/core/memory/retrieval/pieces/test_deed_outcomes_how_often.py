"""How often somebody came, or changed how a thing is, is counted in the log."""

from __future__ import annotations

import pytest

from embodied_memory.event import EventKind
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, Target, TimeFilter

from ..conftest import HOUR, at

LAMP = (Target("the lamp", ("lamp_6",)),)


def counted(home, question, people=("Ben",), things=(), time=None):
    with home.memory._file.database.reading() as connection:
        outcomes = home.memory.questions._answering(connection, at(20)).outcomes(
            lambda ns: f"at {(ns - at(0)) / HOUR:g}"
        )
        found = outcomes.planned(QueryPlan(question, QueryIntent.UNKNOWN, things, people=people, time=time))
    return (found.text, found.record_ids) if found is not None else ("", ())


@pytest.fixture
def visits(home):
    """Records of what Ben did: he came at eight and at two, and went in between."""
    return tuple(
        home.goes(at(hour), "Ben", text, where)
        for hour, text, where in ((8, "Ben came to the door.", "hall"), (9, "Ben went to the study.", "study"),
                                  (10, "Ben left home.", "outside"), (14, "Ben came to the door.", "hall"))
    )  # fmt: skip


@pytest.mark.parametrize(
    "question",
    [
        "How many times did Ben come?", "How often has Ben been here?", "How many times was Ben here?",
        "How often did Ben come to our house?", "How many times did Ben visit?", "How often did Ben stop by?",
        "Ben had to come out how many times?", "How many times did Ben turn up on Tuesday?",
    ],
)  # fmt: skip
def test_comings_are_counted_however_they_are_asked_for(home, visits, question):
    assert counted(home, question) == (
        "Twice that I saw, at 8 and at 14: Ben came to the door.",
        (visits[0], visits[3]),
    )


@pytest.mark.parametrize(
    ("question", "people"),
    [
        ("How many times did Ben come down the stairs?", ("Ben",)),
        ("When did Ben come?", ("Ben",)),
        ("How often did Anna come?", ("Anna",)),
        ("How often did Ben come with Anna?", ("Ben", "Anna")),
        ("How often do people come?", ()),
    ],
)
def test_other_questions_are_not_of_comings(home, visits, question, people):
    assert counted(home, question, people) == ("", ())


def test_only_comings_within_the_time_count(home, visits):
    told = counted(home, "How often did Ben come this morning?", time=TimeFilter(at(6), at(12)))
    assert told == ("Once that I saw, at 8: Ben came to the door.", (visits[0],))


ALL_DAY = TimeFilter(at(0), at(24))
CAME = "At 8: Ben came to the door. At 12: Anna came home. At 14: Ben came to the door."


@pytest.mark.parametrize(
    ("question", "people", "time", "told"),
    [
        ("Who was here today?", (), ALL_DAY, CAME),
        ("Who else came by today?", (), ALL_DAY, CAME),
        ("Who came round while Anna was out today?", ("Anna",), ALL_DAY, CAME),
        ("Who visited this morning?", (), TimeFilter(at(6), at(11)), "At 8: Ben came to the door."),
        ("Who came home today?", (), ALL_DAY, ""),
        ("Who came by with Anna today?", ("Anna",), ALL_DAY, ""),
        ("Who is here?", (), None, ""),
        ("When did somebody come by today?", (), ALL_DAY, ""),
    ],
)
def test_who_came_is_told_each_time_they_did(home, visits, question, people, time, told):
    home.goes(at(7), "Anna", "Anna left home.", "outside")
    home.goes(at(12), "Anna", "Anna came home.", "hall")
    assert counted(home, question, people, time=time)[0] == told


def test_who_came_is_told_without_those_of_whom_the_asker_may_not_hear(home, visits):
    plan = QueryPlan("Who was here today?", QueryIntent.UNKNOWN, time=ALL_DAY)
    with home.memory._file.database.reading() as connection:
        outcomes = home.memory.questions._answering(connection, at(20)).outcomes(lambda ns: "then")
        found = outcomes.planned(plan, lambda record_ids: visits[0] not in record_ids)
        assert found.record_ids == (visits[3],)
        assert outcomes.planned(plan, lambda record_ids: False) is None


@pytest.mark.parametrize(
    ("question", "people", "told"),
    [
        ("How often did Anna switch the lamp on?", ("Anna",), "Twice that I saw, at 9 and at 13"),
        ("How many times was the lamp turned off?", (), "Once that I saw, at 11"),
        ("How often did Anna switch the lamp off?", ("Anna",), "Never that I saw."),
        ("How often did Anna open the lamp?", ("Anna",), ""),
        ("How often did Anna move the lamp?", ("Anna",), ""),
    ],
)
def test_what_somebody_did_to_a_thing_is_counted_by_how_it_was_then(home, question, people, told):
    for hour, who, value in ((9, "Anna", "on"), (11, "Ben", "off"), (13, "Anna", "on")):
        home.tell(
            at(hour), EventKind.DEVICE_STATE_CHANGED, who, f"{who} switched {value} the lamp.", ("lamp_6",), "study",
            (("lamp_6", "power", value),), (who, "robot"),
        )  # fmt: skip
    text, _ = counted(home, question, people, LAMP)
    assert text.startswith(told)
    assert bool(text) is bool(told)
