"""What a player comes to know: rooms, ways, things and what became of them."""

from __future__ import annotations

from tests.support.text_world_texts import BACKYARD, GARDEN, KITCHEN

from embodied_memory_tools.evaluation.textworld.player.cooking_task import Place
from embodied_memory_tools.evaluation.textworld.player.game_model import GameModel
from embodied_memory_tools.evaluation.textworld.player.known_rooms import Unexplored
from embodied_memory_tools.evaluation.textworld.player.known_things import CARRIED
from embodied_memory_tools.evaluation.textworld.player.observation_reader import read_observation
from embodied_memory_tools.evaluation.textworld.player.route import routes_from


def test_ways_lead_there_and_back_and_the_untried_ones_are_known(told):
    model = told.hear(("", BACKYARD), ("go north", KITCHEN))
    routes = routes_from("kitchen", model.rooms.passages(), frozenset())
    assert routes["backyard"].commands == ("go south",)
    assert [(place.cell, place.ways) for place in model.rooms.unexplored()] == [
        ((1, 0), (("backyard", "east", ""),)),
        ((0, 2), (("kitchen", "north", "frosted-glass door"),)),
        ((-1, 1), (("kitchen", "west", ""),)),
        ((1, 1), (("kitchen", "east", ""),)),
    ]


def test_an_exit_towards_a_known_room_leads_to_it(told):
    """Three rooms around a corner: the fourth is beside two of them."""
    room = "-= {} =-\nWell.\n\nThere is an exit to the {}. There is an exit to the {}."
    model = told.hear(
        ("", room.format("A", "north", "east")),
        ("go north", room.format("B", "south", "east")),
        ("go south", room.format("A", "north", "east")),
        ("go east", room.format("C", "north", "west")),
    )
    assert model.rooms.unexplored() == (Unexplored((1, 1), (("b", "east", ""), ("c", "north", ""))),)
    model = told.hear(("go north", room.format("D", "south", "west")))
    assert model.rooms.unexplored() == ()
    assert routes_from("d", model.rooms.passages(), frozenset())["b"].commands == ("go west",)


def test_a_closed_door_costs_a_turn_until_it_is_open(told):
    model = told.hear(("", KITCHEN), ("open screen door", "You open screen door."), ("go south", BACKYARD))
    assert model.rooms.closed == set()
    model = told.hear(("go north", KITCHEN))
    route = routes_from("kitchen", model.rooms.passages(), frozenset(model.rooms.closed))["backyard"]
    assert (route.cost, route.commands) == (2, ("open screen door", "go south"))


def test_things_go_where_they_are_taken(told):
    model = told.hear(("", GARDEN), ("take carrot", "You pick up the carrot from the ground."), ("go west", BACKYARD))
    assert model.things.carried == ("carrot",)
    model = told.hear(("drop carrot", "You drop the carrot on the ground."))
    assert model.things.places == {"yellow potato": Place("garden"), "carrot": Place("backyard")}


def test_what_is_gone_from_its_room_is_forgotten(told):
    model = told.hear(("", GARDEN), ("look", GARDEN.replace("a raw yellow potato and ", "")))
    assert model.things.places == {"carrot": Place("garden")}


def test_states_are_kept_as_they_change(in_kitchen):
    model = in_kitchen.hear(("", "You slice the carrot."), ("", "You grilled the carrot."))
    assert model.things.states["carrot"] == {"sliced", "grilled"}
    assert model.things.places["carrot"] == CARRIED


def test_a_refusal_is_kept_until_something_changes(in_kitchen):
    model = in_kitchen.hear(("take knife", "You're carrying too many things already."))
    assert (model.refused, model.things.capacity) == ({"take knife": 1}, 1)
    assert in_kitchen.hear(("drop carrot", "You drop the carrot on the ground.")).refused == {}


def test_how_much_can_be_carried_is_learned_only_by_who_knows_what_they_carry(told):
    full = "You're carrying too many things already."
    model = told.hear(("", GARDEN), ("take carrot", full))
    assert model.things.capacity is None
    model = told.hear(("inventory", "You are carrying: an egg and a knife."), ("take carrot", full))
    assert model.things.capacity == 2


def test_a_way_that_is_refused_is_no_way(told):
    model = told.hear(("", GARDEN), ("go west", "You can't go that way."))
    assert model.rooms.unexplored() == ()


def test_without_spatial_memory_a_room_is_forgotten_on_leaving_it():
    model = GameModel(has_spatial_memory=False)
    for action, text in (("", BACKYARD), ("go north", KITCHEN)):
        model.observe(action, read_observation(text))
    assert list(model.rooms.rooms) == ["kitchen"]
