"""What is planned for a time to come, by what people said of it."""

import pytest

from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.quoting_pieces import agenda, as_told, outline
from embodied_memory.memory.retrieval.query_plan.query_plan import QueryIntent, QueryPlan, TimeFilter
from embodied_memory.words.one_reading import the_reading

pytestmark = pytest.mark.skipif(the_reading() is None, reason="the reading's files are not installed")
HOUR = 3600 * 10**9
MONDAY = 1_780_300_800 * 10**9
"""1 June 2026, 8:00 UTC."""
SAID = tuple(
    Piece(number, MONDAY + hours * HOUR, "utterance", who, text, "kitchen")
    for number, (hours, who, text) in enumerate(
        [
            (0, "Ann", "The plumber comes tomorrow at nine."),
            (1, "Ben", "I have a dentist appointment on Wednesday at three."),
            (2, "Ann", "I watered the ferns this morning."),
            (3, "Ben", "Are we going to the cinema tomorrow?"),
            (4, "Cleo", "My train leaves at seven tomorrow morning."),
        ]
    )
)
ASKED = tuple(
    Piece(100 + number, MONDAY + 5 * HOUR + second * 10**9, "utterance", who, text, "hall", (*heard, "robot"))
    for number, (second, who, text, heard) in enumerate(
        [
            (0, "Dot", "Will you run me to the market on Friday? About ten?", ("Dot", "Eve")),
            (9, "Eve", "Go on, then. I could do with some bulbs.", ("Dot", "Eve")),
            (900, "Dot", "Shall we swim on Friday?", ("Dot", "Eve")),
            (909, "Eve", "No, not on Friday.", ("Dot", "Eve")),
            (1800, "Eve", "Can you fetch the cake on Friday?", ("Eve", "Fay")),
            (1809, "Fay", "Of course.", ("Eve", "Fay")),
            (2700, "Fay", "Your mum says you can skate with Gil on Friday.", ("Eve", "Fay")),
        ]
    )
)


class Rows:
    now_ns = MONDAY + 10 * HOUR

    def __init__(self, said=SAID):
        self.said = said

    def said_since(self, start_ns, limit):
        return [one for one in self.said if one.stamp_ns >= start_ns][:limit]

    def around(self, record_id):
        return [one for one in self.said if abs(one.record_id - record_id) <= 2]


def told(question, people=(), may_hear=lambda piece: True, said=SAID, asker=""):
    return [
        one.record_id
        for one in agenda(
            QueryPlan(question, QueryIntent.UNKNOWN, people=tuple(people)),
            Rows(said),
            may_hear,
            the_reading(),
            0.0,
            asker,
        )
    ]


@pytest.mark.parametrize(
    ("question", "people", "expected"),
    [
        ("What's on tomorrow?", (), [4, 0]),
        ("What is planned for Wednesday?", (), [1]),
        ("What's Cleo got on tomorrow?", ("Cleo",), [4]),
        ("What's on on Friday?", (), []),
        ("When is the plumber coming tomorrow?", (), []),
        ("Where are the scissors?", (), []),
        ("What is Cleo packing tomorrow?", ("Cleo",), []),
    ],
)
def test_what_is_to_come_is_told_in_its_order(question, people, expected):
    assert told(question, people) == expected


def test_what_the_asker_may_not_hear_is_not_told():
    assert told("What's on tomorrow?", may_hear=lambda piece: piece.speaker != "Cleo") == [0]


@pytest.mark.parametrize(
    ("person", "expected"),
    [("Dot", [100, 101]), ("Eve", [100, 101, 104, 105, 106]), ("Fay", [104, 105, 106]), ("Gil", [106])],
)
def test_what_was_asked_and_agreed_on_is_planned_by_both(person, expected):
    """Who is spoken to is who "you" are; what others asked each other is not told of."""
    found = told(f"What is {person} doing on Friday?", (person,), said=ASKED, asker=person.lower())
    assert found == expected


def test_what_others_only_asked_each_other_is_not_told_of():
    said = tuple(
        Piece(number, MONDAY + 6 * HOUR + number * 10**9, "utterance", who, text, "hall", ("Eve", "Fay", "robot"))
        for number, (who, text) in enumerate(
            (("Eve", "Dot's train comes on Friday. Can you fetch her?"), ("Fay", "Yes."))
        )
    )
    assert told("What is Dot doing on Friday?", ("Dot",), said=said, asker="dot") == []
    assert told("What is Dot doing on Friday?", ("Dot",), said=said, asker="eve") == [0, 1]


def test_it_is_told_in_the_words_in_which_it_was_said():
    outcome = as_told(SAID[:1], lambda stamp_ns: "today at 08:00")
    assert outcome.text == 'Ann said today at 08:00: "The plumber comes tomorrow at nine."'
    assert outcome.record_ids == (0,)
    assert outcome.is_all


@pytest.mark.parametrize(("asker", "is_told"), [("", True), ("ben", True), ("ann", False)])
def test_nobody_is_told_what_others_want_to_be_reminded_of(asker, is_told):
    reminder = Piece(9, MONDAY, "utterance", "Ben", "Remind me tomorrow at ten to wrap the present.", "kitchen")

    class OneReminder(Rows):
        def said_since(self, start_ns, limit):
            return [reminder]

    found = agenda(
        QueryPlan("What's on tomorrow?", QueryIntent.UNKNOWN),
        OneReminder(),
        lambda piece: True,
        the_reading(),
        0.0,
        asker,
    )
    assert (found == (reminder,)) is is_told


def of_tomorrow(*said, asker=""):
    pieces = tuple(
        Piece(number, MONDAY + hours * HOUR, "utterance", who, text, "kitchen")
        for number, (hours, who, text) in enumerate(said)
    )

    class Rows:
        now_ns = MONDAY + 12 * HOUR

        def said_since(self, since_ns, most):
            return pieces

    found = agenda(
        QueryPlan("What have I got on tomorrow?", QueryIntent.UNKNOWN),
        Rows(),
        lambda piece: True,
        the_reading(),
        0.0,
        asker,
    )
    return [one.record_id for one in found]


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("The boiler man can't make today. It's tomorrow now, same time.", True),
        ("Lewis can't come tomorrow.", False),
        ("I had it off the hook this morning, sorry.", False),
        ("Don't forget the bins tomorrow.", True),
    ],
)
def test_a_day_is_that_of_the_part_that_names_it(text, is_told):
    assert bool(of_tomorrow((9, "Ann", text))) is is_told


def test_ones_own_come_before_those_of_others():
    others = [(k / 10, "Bob", f"I go to the pool tomorrow at {k + 7}.") for k in range(7)]
    told = of_tomorrow(*others, (1, "Ann", "I see the dentist tomorrow at noon."), asker="Ann")
    assert (len(told), told[-1]) == (5, 7)


MINUTE = 60 * 10**9
DAY = TimeFilter(0, 1440 * MINUTE)
PIECES = tuple(
    Piece(number, minute * MINUTE, kind, who, text, "hall")
    for number, (minute, kind, who, text) in enumerate(
        [
            (400, "object state changed", "Ben", "Ben opened the fridge."),
            (480, "utterance", "Ann", "The school rang, the trip to the coast is put off until May."),
            (481, "utterance", "Ben", "Oh, that is a pity, he was looking forward to that trip so much."),
            (600, "person moved", "Dev", "Dev came to the door."),
            (640, "utterance", "Ben", "Did anybody water the ferns in the living room today?"),
            (700, "object state changed", "Ben", "Ben closed the fridge."),
            (800, "utterance", "Ben", "I have sold the old caravan to Mr Moss for nine hundred."),
        ]
    )
)


class RowsOfDay:
    now_ns = 1500 * MINUTE

    def within(self, start_ns, end_ns, limit):
        return [one.record_id for one in PIECES if start_ns <= one.stamp_ns < end_ns][:limit]

    def of_ids(self, ids):
        return [PIECES[one] for one in ids]


def outlined(question, time=DAY, people=(), may_hear=lambda piece: True):
    plan = QueryPlan(question, QueryIntent.WHAT_HAPPENED, people=people, time=time)
    return [one.record_id for one in outline(plan, RowsOfDay(), may_hear, the_reading())]


def test_news_and_visitors_are_told_in_their_order_and_of_one_talk_one_saying():
    found = outlined("What happened yesterday?")
    assert found == sorted(found)
    assert {3, 6} <= set(found)
    assert len({1, 2} & set(found)) == 1


@pytest.mark.parametrize(
    ("question", "time", "people"),
    [
        ("What did Ben do yesterday?", DAY, ("Ben",)),
        ("What did I eat yesterday?", DAY, ()),
        ("What happened to the fridge yesterday?", DAY, ()),
        ("What happened?", None, ()),
        ("What happened just now?", TimeFilter(0, MINUTE), ()),
        ("Where are the scissors?", DAY, ()),
    ],
)
def test_of_somebody_or_something_no_outline_is_given(question, time, people):
    assert outlined(question, time, people) == []


def test_what_the_asker_may_not_hear_is_not_in_the_outline():
    assert 6 not in outlined("What happened yesterday?", may_hear=lambda piece: piece.record_id != 6)
