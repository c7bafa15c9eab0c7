"""A speaker's own memories come first; what is somebody else's only where it is named, or nothing else fits."""

import pytest


@pytest.fixture
def two_people(home):
    """1: Tom's cup, 2: Anna's cup, 3: Anna's vase, 4: Tom's vase, 5: Anna tells of Tom's laptop."""
    for person, text in (
        ("Tom", "The red cup is my favourite cup."),
        ("Anna", "The blue cup is my favourite cup."),
        ("Anna", "The tall vase was a gift from my aunt."),
        ("Tom", "I always read in the living room with the lamp dim."),
        ("Anna", "This is Tom's laptop."),
    ):
        home.tell(person, text)
    return home


@pytest.mark.parametrize(
    ("speaker", "query", "first"),
    [
        ("Anna", "Bring me my favourite cup.", 2),
        ("anna", "Bring me my favourite cup.", 2),
        ("Tom", "Bring me my favourite cup.", 1),
        ("Anna", "Bring me Tom's favourite cup.", 1),
        ("Tom", "Bring Anna's favourite cup.", 2),
        ("Tom", "Fetch the vase that was a gift from an aunt.", 3),
        ("Anna", "Prepare the living room for reading.", 4),
        ("Tom", "Bring my laptop.", 5),
        ("Anna", "Bring Tom's laptop.", 5),
    ],
)
def test_whose_it_is_decides(two_people, speaker, query, first):
    best = two_people.store.recall(query, speaker=speaker)[0]
    assert (best.memory.record_id, best.rivals) == (first, ())


def test_what_is_somebody_elses_does_not_come_at_all_where_ones_own_fits(two_people):
    assert 1 not in two_people.found("Bring me my favourite cup.", speaker="Anna")
    assert 2 not in two_people.found("Bring me my favourite cup.", speaker="Tom")
    assert 2 not in two_people.found("Bring me Tom's favourite cup.", speaker="Tom")
    assert {1, 2} <= set(two_people.found("Bring me the favourite cup."))


def test_each_part_of_a_request_has_its_own_owner(two_people):
    found = two_people.store.recall("Bring my favourite cup. Then, could you bring Tom's laptop?", speaker="Anna")
    assert {one.memory.record_id for one in found[:2]} == {2, 5}
    found = two_people.store.recall(
        "Bring my favourite cup. Then, could you get Tom's favourite cup?", speaker="Anna"
    )
    assert {one.memory.record_id for one in found[:2]} == {1, 2}


def test_a_part_that_speaks_of_two_peoples_things_is_asked_about(two_people):
    best = two_people.store.recall("Put my favourite cup beside Tom's laptop.", speaker="Anna")[0]
    assert {best.memory.record_id, *best.rivals} >= {1, 2}


def test_a_stranger_has_nothing_and_is_told_of_both(two_people):
    best, second, *_ = two_people.store.recall("Bring the favourite cup.", speaker="Carl")
    assert {best.memory.record_id, second.memory.record_id} == {1, 2}
    assert best.rivals == (second.memory.record_id,)


def test_two_of_ones_own_remain_two_readings(two_people):
    two_people.tell("Anna", "The green cup is my favourite cup.")
    best, second, *_ = two_people.store.recall("Bring me my favourite cup.", speaker="Anna")
    assert {best.memory.record_id, second.memory.record_id} == {2, 6}
    assert best.rivals == (second.memory.record_id,)


@pytest.mark.parametrize("speaker", ["", "  "])
def test_of_nobody_in_particular_everything_is_recalled(two_people, speaker):
    query = "Bring me my favourite cup."
    assert two_people.store.recall(query, speaker=speaker) == two_people.store.recall(query)
