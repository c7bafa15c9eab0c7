"""What homes are like, learned from games, and where that makes one look."""

from __future__ import annotations

import pytest
from tests.support.text_world_texts import BACKYARD, GARDEN, KITCHEN

from embodied_memory_tools.evaluation.textworld.player.assumptions import Assumptions
from embodied_memory_tools.evaluation.textworld.player.cooking_task import Place
from embodied_memory_tools.evaluation.textworld.player.pick_up import worth_taking
from embodied_memory_tools.evaluation.textworld.player.reading import Recipe
from embodied_memory_tools.evaluation.textworld.player.room_knowledge import RoomKnowledge

COUNTS = (
    "together | garden | shed | 10",
    "together | backyard | garden | 10",
    "together | backyard | shed | 10",
    "beside | backyard | garden |  | 9",
    "beside | backyard | shed | barn door | 10",
    "lies | carrot | garden |  | 8 | 3",
    "lies | carrot | kitchen | fridge | 4 | 1",
)


@pytest.fixture
def knowledge():
    return RoomKnowledge(COUNTS)


def test_shares_are_counts_over_games(knowledge):
    assert knowledge.beside("garden", "backyard") == knowledge.beside("backyard", "garden") == 0.9
    assert knowledge.places_of("carrot") == {Place("garden"): 0.75, Place("kitchen", "fridge"): 0.25}
    assert knowledge.needed("carrot", "garden") == 3 / 8
    assert knowledge.rooms == ("backyard", "garden", "shed")


def test_what_was_never_met_is_unlikely_but_not_impossible(knowledge):
    assert 0 < knowledge.beside("shed", "garden") < 0.05
    assert 0 < knowledge.through("backyard", "garden", "iron gate") < 0.05
    assert knowledge.places_of("truffle") == {}
    assert knowledge.needed("truffle", "garden") == 0.0


def test_doors_tell_what_is_behind_them(knowledge):
    shed, garden = (knowledge.through("backyard", room, "barn door") for room in ("shed", "garden"))
    assert shed > 20 * garden


def test_a_room_is_looked_for_where_it_is_likely(told, knowledge):
    """The open way, not the barn door, though that comes first in the description."""
    yard = BACKYARD.replace("an open screen door leading north", "a closed barn door leading north")
    beliefs = told.hear(("", yard))
    assert Assumptions(beliefs, knowledge).routes_to("garden")["garden"].commands == ("go east",)
    assert Assumptions(beliefs, knowledge).routes_to("shed")["shed"].commands == ("open barn door", "go north")


def test_the_counts_that_come_with_the_package_know_the_rooms_of_games():
    learned = RoomKnowledge.learned()
    assert len(learned.rooms) == 12
    assert learned.beside("backyard", "garden") > 0.5 > learned.beside("bathroom", "garden")
    assert learned.places_of("BBQ") == {Place("backyard"): 1.0}


def test_a_missing_ingredient_is_assumed_in_what_was_not_looked_into(told):
    beliefs = told.hear(("", KITCHEN), ("inventory", "You are carrying nothing."))
    task = Assumptions(beliefs, RoomKnowledge.learned()).task(Recipe(("lettuce",)))
    assert task.foods[0].place == Place("kitchen", "fridge")
    assert task.assumed == {"lettuce"}
    beliefs = told.hear(("open fridge", "You open the fridge, revealing an egg."))
    assert Assumptions(beliefs, RoomKnowledge.learned()).task(Recipe(("lettuce",))).foods[0].place == Place("garden")


def test_food_is_taken_along_only_where_coming_back_is_far(told, knowledge):
    beliefs = told.hear(("", GARDEN), ("inventory", "You are carrying nothing."))
    assert worth_taking(beliefs, knowledge, 6) == ("take carrot",)
    assert worth_taking(beliefs, knowledge, 1) == ()
    beliefs.things.capacity = 0
    assert worth_taking(beliefs, knowledge, 6) == ()
