"""Where somebody is, or one thing, does not answer when they come, or where another thing is."""

import pytest

from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.piece_search import BearingPiece
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, Target, TimeFilter
from embodied_memory.memory.retrieval.what_is_asked import (
    as_of_place,
    asks_what_the_robot_did,
    called_otherwise,
    is_of_another_sort,
    is_of_tracks_alone,
    of_what_is_looked_for,
)
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="the reading's files are not installed")


@pytest.mark.parametrize(
    ("question", "is_another"),
    [("When is Anna coming back?", True), ("How long was Anna here?", True), ("Is Anna at home?", False)],
)
def test_how_somebody_is_now_does_not_answer_when_or_how_long(question, is_another):
    plan = QueryPlan(question, QueryIntent.WHO_IS_HOME, people=("Anna",))
    assert is_of_another_sort(plan) is is_another
    assert not is_of_another_sort(QueryPlan(question, QueryIntent.DUE))


@pytest.mark.parametrize(
    ("question", "people", "left"),
    [
        ("Where is my passport?", (), [2]),
        ("Where is Anna's passport?", ("Anna",), [2]),
        ("Where is the mug?", (), [1, 2]),
        ("Who has the passport?", (), [1, 2]),
    ],
)
def test_where_one_thing_is_does_not_answer_where_an_unknown_one_is(question, people, left):
    deed = Piece(1, 10, "object state changed", "Anna", "Anna put the red mug on the shelf.")
    told = Piece(2, 20, "utterance", "Anna", "It went to be renewed.")
    found = [BearingPiece(deed, 0.5), BearingPiece(told, 0.2)]
    plan = QueryPlan(question, QueryIntent.UNKNOWN, people=people)
    kept = of_what_is_looked_for(plan, found)
    assert [one.piece.record_id for one in kept] == left


def test_where_somebody_is_does_not_answer_where_a_thing_of_theirs_is():
    plan = QueryPlan("Where is Anna's passport?", QueryIntent.LOCATION, people=("Anna",))
    assert is_of_another_sort(plan)
    plan = QueryPlan("Where is Anna?", QueryIntent.LOCATION, people=("Anna",))
    assert not is_of_another_sort(plan)


@pytest.mark.parametrize(
    ("question", "intent", "is_another"),
    [
        ("Did Anna switch the lamp off?", QueryIntent.STATE, True),
        ("Is Anna's lamp off?", QueryIntent.STATE, False),
        ("How many times did Anna switch the lamp off?", QueryIntent.STATE, True),
        ("How long was the lamp on?", QueryIntent.WHEN_CHANGED, True),
        ("When was the lamp switched on?", QueryIntent.WHEN_CHANGED, False),
    ],
)
def test_how_a_thing_is_does_not_answer_who_changed_it_how_often_or_for_how_long(question, intent, is_another):
    plan = QueryPlan(question, intent, (Target("the lamp", ("lamp_1",)),), people=("Anna",))
    assert is_of_another_sort(plan) is is_another


@pytest.mark.parametrize(
    ("question", "called"),
    [
        ("Where is my Superman mug?", "Superman mug"),
        ("Where is Anna's travel mug?", "travel mug"),
        ("Where is my red mug?", ""),
        ("Where is the big red mug?", ""),
        ("Where is my favourite mug?", ""),
        ("Where is Anna's mug?", ""),
        ("Where is my cup?", ""),
    ],
)
def test_one_that_is_called_otherwise_is_told_apart(question, called):
    mug = (Target("mug", ("mug_1",)),)
    plan = QueryPlan(question, QueryIntent.LOCATION, mug, people=("Anna",))
    assert called_otherwise(plan, "The red mug is on the table in the kitchen.") == called
    assert not called_otherwise(QueryPlan(question, QueryIntent.STATE, mug), "The red mug is clean.")


@pytest.mark.parametrize(
    ("question", "is_own"),
    [
        ("What did you do today?", True),
        ("What have you brought Anna?", True),
        ("Did you give Anna anything?", True),
        ("What did Anna do today?", False),
        ("What did you do with the keys?", False),
        ("Did you bring the keys?", True),
        ("Who did you give the keys to?", True),
        ("Did you see the keys?", False),
        ("Who gave you the keys?", False),
    ],
)
def test_what_the_robot_did_is_asked_of_nobody_else(question, is_own):
    assert asks_what_the_robot_did(QueryPlan(question, QueryIntent.UNKNOWN)) is is_own


@pytest.mark.parametrize(
    ("likeness", "people", "expected"), [(0.94, (), True), (0.75, (), False), (0.94, ("Anna",), False)]
)
def test_who_is_here_is_kept_by_the_tracks_alone(likeness, people, expected):
    plan = QueryPlan("Who is here?", QueryIntent.WHO_IS_HOME, likeness=likeness, people=people)
    assert is_of_tracks_alone(plan) is expected


@pytest.mark.parametrize(
    ("question", "time", "left"),
    [
        ("Did Anna put the mug on the shelf?", None, [1, 3]),
        ("Did Anna put the mug on the shelf?", TimeFilter(15, 30), [3]),
        ("Did anybody water the ferns?", None, [3]),
        ("Who put the mug on the shelf?", TimeFilter(15, 30), [1, 2, 3]),
    ],
)
def test_whether_something_was_done_is_not_told_by_what_was_done_with_other_things(question, time, left):
    mug = Piece(1, 10, "object state changed", "Anna", "Anna put the mug on the shelf.")
    vase = Piece(2, 20, "object state changed", "Anna", "Anna put the vase on the shelf.")
    told = Piece(3, 20, "utterance", "Anna", "I have done it.")
    found = [BearingPiece(one, 0.3) for one in (mug, vase, told)]
    things = (Target("the mug", ("mug_1",)),) if "mug" in question else ()
    plan = QueryPlan(question, QueryIntent.WHEN_CHANGED, things, time=time)
    assert [one.piece.record_id for one in of_what_is_looked_for(plan, found)] == left


def test_which_of_them_is_there_is_kept_by_the_tracks_alone():
    mugs, sink = Target("mug", ("mug_1", "mug_2")), Target("the sink", ("sink_1",))
    assert is_of_tracks_alone(QueryPlan("Which mug is in the sink?", QueryIntent.CONTENTS, (mugs,), (sink,)))
    assert not is_of_tracks_alone(QueryPlan("What is in the sink?", QueryIntent.CONTENTS, (), (sink,)))


@pytest.mark.parametrize(
    ("question", "things", "left"),
    [
        ("Is the front door open?", ("front_door_1",), [2]),
        ("Is the garage door open?", ("garage_door_1",), [1, 2]),
        ("Is the door open?", ("garage_door_1",), [1, 2]),
        ("Is the telly on?", ("tv_1",), [1, 2]),
        ("Did Anna switch the telly on?", ("tv_1",), [2]),
        ("Did Anna water the ferns?", (), []),
    ],
)
def test_how_one_thing_is_is_not_told_by_what_was_done_with_another(question, things, left):
    door = Piece(1, 10, "device state changed", "Anna", "Anna opened the garage door.")
    screen = Piece(2, 20, "device state changed", "Anna", "Anna switched on the TV.")
    found = [BearingPiece(one, 0.3) for one in (door, screen)]
    plan = QueryPlan(question, QueryIntent.STATE, (Target("it", things),) if things else ())
    assert [one.piece.record_id for one in of_what_is_looked_for(plan, found)] == left


def test_who_is_here_now_does_not_answer_who_came_by_then():
    question, today = "Who was here today?", TimeFilter(0, 100)
    assert is_of_another_sort(QueryPlan(question, QueryIntent.WHO_IS_HOME, time=today))
    assert not is_of_another_sort(QueryPlan("Who is here?", QueryIntent.WHO_IS_HOME))


@pytest.mark.parametrize(
    ("attribute", "place", "intent"),
    [
        ("location", ("sink_1",), QueryIntent.CONTENTS),
        ("", ("sink_1",), QueryIntent.CONTENTS),
        ("power", ("sink_1",), QueryIntent.IN_STATE),
        ("location", (), QueryIntent.IN_STATE),
    ],
)
def test_which_of_them_is_there_asks_what_is_there(attribute, place, intent):
    mugs = (Target("mug", ("mug_1", "mug_2"), True),)
    plan = QueryPlan(
        "Which mug is there?", QueryIntent.IN_STATE, mugs, place=Target("it", place), attribute=attribute
    )
    assert as_of_place(plan).intent is intent
    assert as_of_place(plan).thing is plan.thing
