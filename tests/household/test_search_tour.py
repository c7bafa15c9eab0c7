"""Tours: the goals that they lead to, and where these lie."""

from itertools import pairwise

import pytest

from household.generation import generate_home
from household.goals import Sight
from household.navigation import NavigationGrid
from household.search_tour import AWAY_M, FIRST_ROOMS, choose_tour


@pytest.fixture(scope="module")
def home():
    return generate_home(3)


@pytest.fixture(scope="module")
def tour(home):
    return choose_tour(home, 10, 3)


def test_a_tour_leads_through_rooms_and_then_back_to_them(home, tour):
    rooms = [{home.world[key].room_id for key in goal.entity_ids} for goal in tour]
    first = [next(iter(room)) for room in rooms[:FIRST_ROOMS] if len(room) == 1]
    assert len(tour) == 10
    assert len(set(first)) == len(first)
    assert all(room & set().union(*rooms[:FIRST_ROOMS]) for room in rooms[FIRST_ROOMS:])


def test_the_same_seed_gives_the_same_tour_and_no_category_comes_twice(home, tour):
    again = choose_tour(home, 10, 3)
    assert [(goal.text, goal.entity_ids) for goal in again] == [(goal.text, goal.entity_ids) for goal in tour]
    assert len({goal.category for goal in tour}) == len(tour)


def test_every_goal_can_be_reached_and_goals_are_named_described_and_shown(home, tour):
    grid = NavigationGrid(home)
    assert all(
        min(grid.distance_to_success(home.start_pose[:2], key) for key in goal.entity_ids) < 30 for goal in tour
    )
    assert [goal.picture is not None for goal in tour] == [number % 3 == 2 for number in range(10)]


def test_a_described_thing_is_what_the_description_says(home, tour):
    for goal in tour:
        things = [home.world[key] for key in goal.entity_ids]
        for relation in ("on", "in"):
            name, said, support = goal.text.partition(f" {relation} the ")
            if said:
                assert all(home.world[thing.parent_id].category == support for thing in things), goal.text
                assert name.endswith(goal.category)


def test_most_ways_back_are_long(home, tour):
    sight = Sight(home)
    things = [home.world[goal.entity_ids[0]] for goal in tour[FIRST_ROOMS - 1 :]]
    ways = [sight.way_between(one, other) for one, other in pairwise(things)]
    assert sum(way >= AWAY_M for way in ways) >= len(ways) - 2
