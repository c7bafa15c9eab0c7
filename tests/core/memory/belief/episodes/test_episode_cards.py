"""Episodes: where they end, and the cards they leave (ObsMem, section 4.2)."""

import pytest

from embodied_memory.config import BeliefConfig
from embodied_memory.event import EventKind
from embodied_memory.memory.belief.episode import Synthesis, TemplateSynthesiser

MINUTE = 60
EVER = (0, 2**62)


def cards(diary):
    return [(one.place, list(one.record_ids), one.is_open) for one in diary.tracks.episodes(*EVER)]


def test_a_gap_ends_an_episode(diary):
    first = diary.says(0, "bob", "Hello")
    second = diary.says(14 * MINUTE, "bob", "Still here")
    third = diary.says(30 * MINUTE, "bob", "Back again")
    assert cards(diary) == [("kitchen", [first, second], False), ("kitchen", [third], True)]


def test_another_place_ends_an_episode(diary):
    first = diary.goes(0, "robot", "kitchen")
    second = diary.says(1, "bob", "Hello")
    third = diary.goes(2, "robot", "hall")
    assert cards(diary) == [("kitchen", [first, second], False), ("hall", [third], True)]


def test_what_is_heard_from_the_next_room_belongs_to_where_the_robot_is(diary):
    diary.goes(0, "robot", "kitchen")
    diary.says(1, "bob", "Hello", place="hall")
    diary.happens(2, "robot", "The robot wipes the table")
    assert len(cards(diary)) == 1


def test_another_goal_ends_an_episode(diary):
    started = EventKind.GOAL_STARTED
    first = diary.happens(0, "robot", "find the mug", kind=started)
    second = diary.happens(9, "robot", "find the keys", kind=started)
    assert cards(diary) == [("kitchen", [first], False), ("kitchen", [second], True)]


def test_another_activity_ends_an_episode_that_has_lasted(diary):
    for minute, text in enumerate(
        ["Bob cooks soup", "Bob cooks rice", "Bob sets the table", "Bob eats", "Bob eats soup"]
    ):
        diary.happens(minute * 3 * MINUTE, "bob", text, kind=EventKind.ACTIVITY)
    assert [len(records) for _, records, _ in cards(diary)] == [3, 2]


def test_long_episodes_are_cut(new_diary):
    diary = new_diary(config=BeliefConfig(episode_max_events=10))
    for second in range(25):
        diary.says(second, "bob", f"Word {second}")
    assert [len(records) for _, records, _ in cards(diary)] == [10, 10, 5]


@pytest.fixture
def breakfast(diary):
    """Bob moves the mug twice and promises to shop; then the robot leaves. Record ids 1 to 6."""
    diary.goes(0, "robot", "kitchen")
    diary.happens(60, "bob", "Bob put the mug on the table", ("mug_1", "location", "on table_1"), things=("mug_1",))
    diary.happens(120, "bob", "Bob put the mug in the sink", ("mug_1", "location", "in sink_1"), things=("mug_1",))
    diary.says(180, "bob", "I'll buy milk tomorrow.", seen_by=("robot", "ann"))
    diary.says(200, "bob", "The keys are in the bowl.", seen_by=("robot", "ann"))
    diary.goes(240, "robot", "hall")
    return diary


def test_a_card_tells_place_people_things_and_what_happened(breakfast):
    card = breakfast.tracks.episodes(*EVER)[0]
    assert (card.place, card.people, card.object_ids) == ("kitchen", ("bob", "ann"), ("mug_1", "keys"))
    assert (card.start_ns, card.end_ns, card.record_ids) == (breakfast.ns(0), breakfast.ns(200), (1, 2, 3, 4, 5))
    assert card.summary == (
        "2026-03-04 10:00 to 2026-03-04 10:03 in the kitchen with bob and ann. Robot went to the kitchen. "
        "Bob put the mug on the table. Bob put the mug in the sink. "
        'bob: "I\'ll buy milk tomorrow." bob: "The keys are in the bowl."'
    )


def test_states_relations_and_commitments_are_synthesised_with_their_sources(breakfast):
    card = breakfast.tracks.episodes(*EVER)[0]
    atoms = {(one.subject, one.relation, one.object): (one.provenance.value, one.record_ids) for one in card.atoms}
    assert atoms == {
        ("mug_1", "location", "in sink_1"): ("observed", (2, 3)),
        ("keys", "location", "in bowl"): ("reported", (5,)),
        ("bob", "location", "kitchen"): ("observed", (2,)),
        ("bob", "handled", "mug_1"): ("observed", (2, 3)),
        ("bob", "was in", "kitchen"): ("observed", (2, 3, 4, 5)),
        ("bob", "was with", "ann"): ("observed", (4, 5)),
        ("bob", "is to", "buy milk"): ("reported", (4,)),
        ("robot", "was in", "kitchen"): ("observed", (1,)),
    }


def test_the_originals_are_kept(breakfast):
    trail = [fact.value for fact in breakfast.tracks.history("mug_1", "location")]
    assert trail == ["on table_1", "in sink_1"]
    assert breakfast.connection.execute("SELECT count(*) FROM event_log").fetchone()[0] == 6


def test_telling_again_gives_the_same(breakfast):
    before = breakfast.rows()
    with breakfast.database.transaction() as connection:
        breakfast.tracks.tell_episode(connection, 1, TemplateSynthesiser(BeliefConfig()))
    assert breakfast.rows() == before


def test_another_synthesiser_may_rewrite_the_cards_of_what_has_ended(breakfast):
    class Poet:
        def synthesise(self, material):
            return Synthesis(f"Ah, {material.draft.place}!", ())

    with breakfast.database.transaction() as connection:
        breakfast.tracks.tell_episode(connection, 1, Poet())
    assert [card.summary[:12] for card in breakfast.tracks.episodes(*EVER)] == ["Ah, kitchen!", "2026-03-04 1"]


def test_the_open_episode_can_be_asked_for_at_once(diary):
    diary.says(0, "bob", "Hello")
    (card,) = diary.tracks.episodes(*EVER)
    assert (card.is_open, card.people, card.summary[-12:]) == (True, ("bob",), 'bob: "Hello"')


def test_only_the_episodes_of_a_time(diary):
    for hour in range(5):
        diary.says(hour * 3600, "bob", f"Hour {hour}")
    found = diary.tracks.episodes(diary.ns(3000), diary.ns(8000))
    assert [card.start_ns for card in found] == [diary.ns(3600), diary.ns(7200)]


def test_a_late_event_joins_the_episode_of_its_time(diary):
    diary.says(0, "bob", "Hello")
    diary.says(300, "bob", "Bye")
    diary.says(7200, "bob", "Back")
    late = diary.says(100, "ann", "Good morning")
    first = diary.tracks.episodes(*EVER)[0]
    assert (late in first.record_ids, first.people) == (True, ("bob", "ann"))


def test_a_clock_that_jumps_ends_nothing_but_the_episode(diary):
    diary.says(0, "bob", "Hello")
    diary.says(400 * 86400, "bob", "A year ahead")
    diary.says(60, "bob", "And back")
    diary.says(120, "bob", "Going on")
    assert sum(len(records) for _, records, _ in cards(diary)) == 4
