"""Goals that say what a thing stands beside."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory.planning.exploring.goal_match import GoalMatch, perhaps_misnamed
from embodied_memory.planning.instruction import Goal, named
from embodied_memory.words.wording.description import parse_description
from embodied_memory_tools.language.small_home import thing

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


PINK = (("color", "pink"),)


@pytest.fixture
def called(remembered):
    """A function: a pink thing, called so with that probability."""

    def make(category, likely, number=1, **more):
        labels = ((category, likely),)
        fields = {
            "size": (0.2, 0.35, 0.2),
            "attributes": PINK,
            "caption": f"a pink {category}",
            "labels": labels,
        } | more
        return remembered(f"{category}_{number}", category=category, **fields)

    return make


def likely(words, *known):
    return {one.object_id: round(one.match, 2) for one in perhaps_misnamed(parse_description(words), known)}


def test_what_looks_so_and_is_hardly_what_it_is_called_may_be_it(called):
    assert likely("the pink towel", called("lamp", 0.2)) == {"lamp_1": 0.67}
    match = GoalMatch(Goal("pink towel"))
    (lamp,) = match.misnamed([called("lamp", 0.2)])
    assert match.worth(lamp) == pytest.approx(0.674, abs=0.001)
    assert match.misnamed([called("towel", 0.2)]) == []  # that may be it by its name


def test_of_two_neither_is_likely(called):
    assert likely("the pink towel", called("lamp", 0.2), called("vase", 0.2)) == {"lamp_1": 0.37, "vase_1": 0.37}


@pytest.mark.parametrize("words", ["the towel", "the blue towel", "the wooden towel", "pink", "something to drink"])
def test_nothing_is_guessed_without_looks_that_fit(called, words):
    assert likely(words, called("lamp", 0.2)) == {}


def test_what_is_called_so_surely_is_not_it(called):
    assert likely("the pink towel", called("lamp", 0.96)) == {}


def test_what_may_not_exist_or_stands_elsewhere_is_not_it(called):
    assert likely("the pink towel", called("lamp", 0.2, existence=0.3)) == {}
    on_desk = called("lamp", 0.2, support_id="desk_1", support_relation="on", support_category="desk")
    assert likely("the pink towel on the desk", on_desk) == {"lamp_1": 0.67}
    assert likely("the pink towel on the bed", on_desk) == {}


@pytest.mark.parametrize(("size_m", "least", "most"), [(0.1, 0.0, 0.1), (0.35, 0.66, 0.68), (1.8, 0.0, 0.1)])
def test_it_is_about_as_large_as_such_things_are(called, size_m, least, most):
    assert least <= likely("the pink towel", called("lamp", 0.2, size=(0.05, size_m, 0.05)))["lamp_1"] <= most


def test_of_two_the_one_of_the_right_size_is_likelier(called):
    known = called("painting", 0.2, size=(0.6, 0.6, 0.9)), called("table", 0.2, size=(0.3, 0.3, 0.45))
    found = likely("the pink oven", *known)
    assert found["painting_1"] > 0.5 > 2 * found["table_1"]


@given(shares=st.lists(st.floats(0, 1), max_size=8))
def test_together_they_are_no_likelier_than_one_thing(shares):
    things = [thing(f"lamp_{n}", attributes=PINK, labels=(("lamp", share),)) for n, share in enumerate(shares)]
    found = perhaps_misnamed(parse_description("the pink towel"), things)
    assert sum(one.match for one in found) <= 1 + 1e-9
    assert [one.match for one in found] == sorted((one.match for one in found), reverse=True)
