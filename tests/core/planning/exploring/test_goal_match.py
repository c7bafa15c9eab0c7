"""Goals that say what a thing stands beside."""

import pytest

from embodied_memory.planning.exploring.goal_match import GoalMatch
from embodied_memory.planning.instruction import Goal, named

GOAL = Goal("red mug next to the sink")


@pytest.fixture
def kitchen(remembered):
    """A sink, a red mug beside it, and another one across the room."""
    near = remembered("mug_1", category="mug", attributes=(("color", "red"),), position=(1.5, 0.0, 0.9), match=0.9)
    far = remembered("mug_2", category="mug", attributes=(("color", "red"),), position=(5.0, 0.0, 0.9), match=0.9)
    sink = remembered("sink_1", category="sink", position=(1.0, 0.0, 0.8))
    return near, far, sink


def test_the_thing_beside_the_landmark_comes_first_and_the_other_is_no_good_match(kitchen):
    near, far, sink = kitchen
    found = GoalMatch(GOAL).fitting([far, near], [near, far, sink])
    assert [(thing.object_id, thing.match) for thing in found] == [("mug_1", 1.0), ("mug_2", 0.5)]
    assert [thing.object_id for thing in GoalMatch(GOAL).elsewhere(found)] == ["mug_2"]


def test_a_goal_without_a_place_is_what_memory_says(kitchen):
    near, far, sink = kitchen
    goal = Goal("red mug")
    assert GoalMatch(goal).fitting([far, near], [near, far, sink]) == (far, near)
    assert GoalMatch(goal).elsewhere([far, near]) == []


def test_what_is_only_alike_does_not_fit_elsewhere(remembered):
    cup = remembered("cup_1", category="cup", match=0.3)
    assert GoalMatch(GOAL).elsewhere([cup]) == []


def test_goals_are_named_as_people_say_them():
    assert (named(Goal("kettle")), named(Goal("a place to sleep"))) == ("the kettle", "a place to sleep")


def test_worth_is_how_likely_it_exists_and_is_what_is_meant(remembered):
    sure = remembered("mug_1", category="mug", match=1.0)
    often_called_so = remembered("mug_2", category="mug", match=1.0, labels=(("mug", 0.7), ("bowl", 0.25)))
    a_bowl_perhaps = remembered("mug_2", category="mug", match=0.25, labels=(("mug", 0.7), ("bowl", 0.25)))
    a_glimpse = remembered("mug_3", category="mug", match=0.3, existence=0.3)
    match = GoalMatch(Goal("mug"))
    assert [match.worth(one) for one in (sure, often_called_so, a_glimpse)] == pytest.approx([1.0, 0.7, 0.3])
    bowl = GoalMatch(Goal("bowl"))
    assert bowl.worth(a_bowl_perhaps) == pytest.approx(0.25)
    assert bowl.may_be(a_bowl_perhaps)
    assert not bowl.may_be(sure)
