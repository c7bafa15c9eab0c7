"""Which entity is meant by a phrase."""

import pytest

from embodied_memory.memory.belief.states.state_fact import SeenLocations


@pytest.fixture
def home(diary):
    """Two mugs, one of them blue, a lamp on the desk and one in the hall, people and rooms."""
    diary.happens(
        0, "bob", "Bob tidied up", ("blue_mug_1", "location", "on kitchen_table_1"),
        ("mug_2", "location", "in sink_1"),
        ("lamp_1", "location", "on desk_1"), ("lamp_2", "location", "hall"), ("washing_machine_1", "power", "off"),
    )  # fmt: skip
    diary.goes(1, "Ann", "living room")
    return diary


@pytest.mark.parametrize(
    ("phrase", "entity"),
    [
        ("the blue mug", "blue_mug_1"),
        ("mug_2", "mug_2"),
        ("the kitchen table", "kitchen_table_1"),
        ("the table", "kitchen_table_1"),
        ("the lamp on the desk", "lamp_1"),
        ("the lamp in the hall", "lamp_2"),
        ("washing machine", "washing_machine_1"),
        ("the washer", "washing_machine_1"),
        ("the coffee machine", ""),
        ("the machine", "washing_machine_1"),
        ("Bob", "bob"),
        ("ann", "Ann"),
        ("the living room", "living room"),
        ("the unicorn", ""),
        ("", ""),
    ],
)
def test_resolving(home, phrase, entity):
    assert home.tracks.resolve(phrase).entity_id == entity


def test_what_may_mean_several_says_which(home):
    found = home.tracks.resolve("the lamp")
    assert (found.entity_id, found.candidates, found.is_ambiguous) == ("", ("lamp_1", "lamp_2"), True)


def test_captions_and_categories_of_what_was_seen_count(diary, build_event):
    diary.see(0, "obj_7", "obj_8", locations=SeenLocations(robot_room="kitchen"))
    assert diary.tracks.resolve("obj_7").entity_id == "obj_7"


def test_words_find_the_entity_that_the_robot_knows(home):
    home.says(10, "bob", "I put the blue mug in the washing machine.")
    assert home.tracks.current("blue_mug_1", "location").fact.value == "in washing_machine_1"


def test_words_about_several_make_no_belief_about_one(home):
    home.says(10, "bob", "The lamp is in the garage.")
    (said,) = home.tracks.reported(about="lamp garage")
    assert (said.entity_id, said.candidates, said.value) == ("", ("lamp_1", "lamp_2"), "garage")
    assert home.tracks.current("lamp_1", "location").fact.value == "on desk_1"


def test_what_was_never_met_is_kept_under_its_own_words(home):
    home.says(10, "bob", "My passport is in the safe in the bedroom.")
    assert home.tracks.current("passport", "location").fact.value == "in safe in the bedroom"
    assert [one.entity_id for one in home.tracks.reported(about="passport")] == ["passport"]


def test_reports_by_whom_and_about_what(home):
    home.says(10, "bob", "The blue mug is in the sink.")
    home.says(20, "Ann", "I like tea with honey.")
    home.says(30, "Ann", "What a day!")
    assert [one.speaker for one in home.tracks.reported(about="blue_mug_1")] == ["bob"]
    assert [one.kind.value for one in home.tracks.reported(by="Ann")] == ["other", "preference"]
    assert [one.text for one in home.tracks.reported(about="honey", by="Ann")] == ["I like tea with honey"]
    assert home.tracks.reported(about="%' OR 1=1 --") == ()


def test_what_is_near_in_meaning_may_be_meant_and_what_is_far_is_not(home):
    assert set(home.tracks.resolve("the tumbler").candidates) == {"blue_mug_1", "mug_2"}
    assert home.tracks.resolve("the hammock").candidates == ()
