"""Goals that can be found, and the judge of where-is answers."""

import numpy as np
import pytest

from household.goals import JudgedGoal, WhereIsQuestion, choose_goals, judge_where_is, where_is_questions
from household.navigation import NavigationGrid


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_goals_are_visible_reachable_and_of_different_categories(home_of, seed):
    home = home_of(seed)
    goals, grid = choose_goals(home, 4, seed), NavigationGrid(home)
    assert len(goals) == 4
    assert len({goal.category for goal in goals}) == 4
    for goal in goals:
        assert any(home.world.is_visible(entity_id) for entity_id in goal.entity_ids)
        lengths = [grid.distance_to_success(home.start_pose[:2], entity_id) for entity_id in goal.entity_ids]
        assert np.isfinite(min(lengths))
    rooms = {home.world[goal.entity_ids[0]].room_id for goal in goals}
    assert len(rooms) >= 3


def test_goals_are_the_same_for_the_same_seed(home_of):
    assert choose_goals(home_of(1), 3, 5) == choose_goals(home_of(1), 3, 5)


def test_the_text_describes_exactly_the_entities_of_the_goal(home_of):
    home = home_of(1)
    for goal in choose_goals(home, 12):
        described = [e for e in home.world.find(goal.category) if _fits(goal.text, e)]
        assert tuple(e.entity_id for e in described) == goal.entity_ids


def _fits(text, entity):
    return text in (f"the {entity.category}", f"the {entity.attributes['color']} {entity.category}")


class TestJudge:
    @pytest.fixture
    def microwave(self, home):
        return home.world.find("microwave")[0]

    @pytest.fixture
    def judge(self, home, microwave):
        question = where_is_questions(home, [JudgedGoal("the microwave", "microwave", (microwave.entity_id,))])[0]
        assert question == WhereIsQuestion("Where is the microwave?", (microwave.entity_id,))
        return lambda text, positions, room="": judge_where_is(home, question, text, positions, room)

    def moved(self, entity, dx):
        return [(entity.position[0] + dx, entity.position[1], 0.0)]

    def test_right_place_room_and_support(self, judge, microwave):
        text = "The microwave is on the kitchen counter in the kitchen."
        assert judge(text, [microwave.position], "kitchen").correct

    def test_half_a_metre_off_is_near_enough_two_metres_are_not(self, judge, microwave):
        assert judge("There.", self.moved(microwave, 0.9)).correct
        far = judge("There.", self.moved(microwave, 2.0))
        assert not far.correct
        assert "away from what was meant" in far.reason

    def test_no_position(self, judge):
        assert judge("I don't know.", []).reason == "The answer cites no position."

    def test_wrong_room(self, judge, microwave):
        expected = "It is in the kitchen, not in the bedroom."
        assert judge("There.", [microwave.position], "bedroom").reason == expected
        assert judge("It is in the bedroom.", [microwave.position]).reason == expected

    def test_wrong_support(self, judge, microwave):
        judged = judge("It is on the sofa in the kitchen.", [microwave.position], "kitchen")
        assert judged.reason == "It is not on a sofa."

    def test_a_kitchen_counter_is_no_kitchen(self, home, judge, microwave):
        assert judge("It is on the kitchen counter.", [microwave.position]).correct
        assert judge("It is in the kitchen counter.", [microwave.position]).correct


def test_an_answer_may_speak_of_several_things_in_different_rooms(home_of):
    home = home_of(1)
    chairs = home.world.find("chair") + home.world.find("bed")
    first = chairs[0]
    other = next(thing for thing in chairs if thing.room_id != first.room_id)
    question = WhereIsQuestion("Where is it?", (first.entity_id, other.entity_id))
    names = [home.world.room(thing.room_id).category for thing in (first, other)]
    positions = [first.position, other.position]
    assert judge_where_is(
        home, question, f"One is in the {names[0]} and one in the {names[1]}.", positions, ""
    ).correct
    rooms = {room.category for room in home.world.rooms} - set(names) - {"hallway"}
    wrong = judge_where_is(home, question, f"They are in the {min(rooms)}.", positions, "")
    assert not wrong.correct


def test_of_what_does_not_exist_no_position_is_the_right_answer(home_of):
    question = WhereIsQuestion("Where is the unicorn?", ())
    assert judge_where_is(home_of(1), question, "I don't know.", [], "").correct
    assert not judge_where_is(home_of(1), question, "Here.", [(0.0, 0.0, 0.0)], "").correct
