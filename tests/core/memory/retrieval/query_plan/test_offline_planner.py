"""From a question to a plan (ObsMem, section 4.3): intent, entities, attributes, time and views."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embodied_memory.memory.retrieval.query_plan.offline_planner import OfflinePlanner
from embodied_memory.memory.retrieval.query_plan.query_plan import Hop, QueryIntent, ViewName
from embodied_memory.memory.retrieval.query_plan.question_words import is_activity, names_of
from embodied_memory.memory.retrieval.what_is_asked import is_of_tracks_alone

NOW = 1_772_409_600_000_000_000 + 62 * 3_600_000_000_000


@pytest.fixture
def planner(lived_in):
    return OfflinePlanner(lived_in.memory.stores.beliefs)


def test_names_are_resolved_by_what_memory_knows(planner):
    plan = planner.plan("Where was the green book before Anna moved it?", NOW)
    assert (plan.intent, plan.thing.entity_id, plan.people) == (QueryIntent.PREVIOUS, "book_3", ("Anna",))
    assert plan.views == (ViewName.STATE, ViewName.EVENT)


def test_a_kind_of_thing_is_not_one_of_them(planner):
    assert planner.plan("Which mug does Anna like best?", NOW).thing.is_kind
    assert set(planner.plan("Which mug does Anna like best?", NOW).thing.ids) == {"mug_1", "mug_2"}
    assert not planner.plan("Where is the red mug?", NOW).thing.is_kind


def test_settings_are_those_of_the_thing(planner):
    plan = planner.plan("What brightness does Bob like for the lamp while reading?", NOW)
    assert (plan.intent, plan.attribute, plan.activities) == (QueryIntent.WISHED_SETTING, "brightness", ("reading",))


def test_a_question_in_two_steps(planner):
    plan = planner.plan("Where is the mug now that Anna used while having breakfast yesterday?", NOW)
    assert (plan.intent, plan.hop) == (QueryIntent.LOCATION, Hop.THING_USED)
    assert plan.via is not None
    assert (plan.via.people, plan.via.activities) == (("Anna",), ("breakfast",))
    assert plan.via.time is not None


def test_places_are_told_from_things(planner):
    plan = planner.plan("When did Anna put the green book on the white shelf?", NOW)
    assert (plan.thing.entity_id, plan.place.entity_id, plan.relation) == ("book_3", "shelf_5", "on")


def test_cues_in_another_order_mean_the_same(planner):
    one = planner.plan("Where was the green book before it was put on the shelf?", NOW)
    other = planner.plan("The green book is on the shelf. Where was it before?", NOW)
    assert one.intent is other.intent is QueryIntent.PREVIOUS


@pytest.mark.parametrize("text", ["What?", "Who?", "When?", "Which?"])
def test_a_word_to_ask_with_asks_for_nothing_alone(planner, text):
    assert planner.plan(text, NOW).intent is QueryIntent.UNKNOWN


@pytest.mark.parametrize("text", ["What did you do?", "What did you do today?"])
def test_what_the_robot_did_is_not_what_others_did(planner, text):
    assert planner.plan(text, NOW).intent is QueryIntent.UNKNOWN


@pytest.mark.parametrize(
    ("text", "is_first"),
    [
        ("What did Anna do first today?", True),
        ("How did Anna start the day?", True),
        ("What did Anna do last today?", False),
    ],
)
def test_what_somebody_did_first_or_last_is_one_deed(planner, text, is_first):
    plan = planner.plan(text, NOW)
    assert (plan.intent, plan.is_first) == (QueryIntent.ONE_DEED, is_first)


def test_what_is_due_is_asked_in_words_that_are_known(planner):
    assert is_of_tracks_alone(planner.plan("What is due?", NOW))


@pytest.mark.parametrize("text", ["hello", "how are you", "xyzzy plugh", "who are you really", "tell me a joke"])
def test_what_names_nothing_and_has_no_cue_is_not_understood(planner, text):
    assert planner.plan(text, NOW).intent is QueryIntent.UNKNOWN


@pytest.mark.parametrize(
    ("question", "intent", "activities"),
    [
        ("Anna, TV, yesterday: when?", QueryIntent.WHEN_DID, ("watching tv",)),
        ("At which hour was Anna looking television yesterday?", QueryIntent.WHEN_DID, ("watching tv",)),
        ("The lamp is working now?", QueryIntent.STATE, ()),
        ("How bright does Anna like the lamp for reading?", QueryIntent.WISHED_SETTING, ("reading",)),
    ],
)
def test_a_thing_may_stand_for_what_is_done_with_it_and_a_state_for_no_deed(planner, question, intent, activities):
    plan = planner.plan(question, NOW)
    assert (plan.intent, plan.activities) == (intent, activities)


def test_a_person_named_right_after_a_thing_is_a_person(planner):
    plan = planner.plan("Which mug Anna likes the most?", NOW)
    assert (plan.intent, plan.people, plan.thing.is_kind) == (QueryIntent.FAVOURITE, ("Anna",), True)


@settings(max_examples=60)
@given(st.text(max_size=60))
def test_no_text_is_too_strange(text):
    assert isinstance(names_of(text), frozenset)


@pytest.mark.parametrize(
    "text",
    ["", "???", "where where where", "the " * 200, "where is the red mug " * 50, "\x00", "WHO?!", "who told on of"],
)
def test_no_question_is_too_strange(planner, text):
    assert planner.plan(text, NOW).question == text


@pytest.mark.parametrize(
    ("activity", "text"),
    [
        ("breakfast", "Bob sat down to breakfast at the table."),
        ("watching tv", "Bob watches television on the sofa."),
        ("getting up", "Bob got out of bed."),
        ("going to bed", "Bob lay down to sleep."),
        ("coming home", "Anna came home."),
        ("knitting a scarf", "Anna is knitting a scarf at the window."),
    ],
)
def test_activities_are_known_by_many_words(activity, text):
    assert is_activity(activity, text)
    assert not is_activity(activity, "Bob put the mug on the table.")
