"""How the robot calls what somebody named."""

import pytest

from embodied_memory.planning.tasks.task_goal import Deed, TaskGoal, as_told, not_found, points_only, unnamed_in


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("red mug", "the red mug"), ("the red mug", "the red mug"), ("my cup", "your cup"), ("Anna", "Anna"),
        ("Anna's cup", "Anna's cup"), ("TORCH", "the TORCH"), ("Leeds mug", "the Leeds mug"),
        ("Aunt May", "Aunt May"),
        ("a cushion", "a cushion"), ("something to write with", "something to write with"), ("his case", "his case"),
    ],
)  # fmt: skip
def test_it_is_called_as_it_was_named_by_the_one_who_is_told(words, told):
    assert as_told(words) == told


def test_a_search_in_vain_is_told_in_a_sentence():
    assert not_found("my diary", "everything is explored") == "I did not find your diary: everything is explored."


@pytest.mark.parametrize(
    "words",
    [
        "it", "'em in", "to it", "anything on his floor", "all of them", "two of those",
        "the rest of it", "that thing", "stuff", "one on the table",
    ],
)  # fmt: skip
def test_pronouns_name_nothing_whatever_stands_around_them(words):
    assert points_only(words)


@pytest.mark.parametrize(
    "words",
    ["", "mug", "this mug", "the other mug", "something to write with", "all the mugs", "thingamajig", "one red mug",
     "thing for the door"],
)  # fmt: skip
def test_a_noun_names_something(words):
    assert not points_only(words)


@pytest.mark.parametrize(
    ("goal", "unnamed"),
    [
        (TaskGoal(Deed.FETCH, "it", "Anna"), "it"),
        (TaskGoal(Deed.SEEK, "him"), "him"),
        (TaskGoal(Deed.PLACE, "milk", "it"), "it"),
        (TaskGoal(Deed.FETCH, "the other one", "Anna"), "the other one"),
        (TaskGoal(Deed.PLACE, "everything on the table", "sink"), "everything on the table"),
        (TaskGoal(Deed.PLACE, "milk"), ""),
        (TaskGoal(Deed.FETCH, "milk", "him"), ""),
        (TaskGoal(Deed.LOOK, "", "it", question="What is there?"), ""),
        (None, ""),
    ],
)
def test_a_place_is_to_be_named_too(goal, unnamed):
    assert unnamed_in(goal) == unnamed
