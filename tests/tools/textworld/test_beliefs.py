"""What a player comes to know: rooms, ways, things and what became of them."""

from __future__ import annotations

import pytest
from tests.support.text_world_texts import BACKYARD, GARDEN, KITCHEN

from embodied_memory_tools.evaluation.textworld.player.beliefs import Beliefs
from embodied_memory_tools.evaluation.textworld.player.cooking_task import Place
from embodied_memory_tools.evaluation.textworld.player.game_rooms import Unexplored
from embodied_memory_tools.evaluation.textworld.player.game_things import CARRIED
from embodied_memory_tools.evaluation.textworld.player.route import routes_from
from embodied_memory_tools.evaluation.textworld.player.task_reader import read_steps


def test_ways_lead_there_and_back_and_the_untried_ones_are_known(told):
    beliefs = told.hear(("", BACKYARD), ("go north", KITCHEN))
    routes = routes_from("kitchen", beliefs.rooms.passages(), frozenset())
    assert routes["backyard"].commands == ("go south",)
    assert [(place.cell, place.ways) for place in beliefs.rooms.unexplored()] == [
        ((1, 0), (("backyard", "east", ""),)),
        ((0, 2), (("kitchen", "north", "frosted-glass door"),)),
        ((-1, 1), (("kitchen", "west", ""),)),
        ((1, 1), (("kitchen", "east", ""),)),
    ]


def test_an_exit_towards_a_known_room_leads_to_it(told):
    """Three rooms around a corner: the fourth is beside two of them."""
    room = "-= {} =-\nWell.\n\nThere is an exit to the {}. There is an exit to the {}."
    beliefs = told.hear(
        ("", room.format("A", "north", "east")),
        ("go north", room.format("B", "south", "east")),
        ("go south", room.format("A", "north", "east")),
        ("go east", room.format("C", "north", "west")),
    )
    assert beliefs.rooms.unexplored() == (Unexplored((1, 1), (("b", "east", ""), ("c", "north", ""))),)
    beliefs = told.hear(("go north", room.format("D", "south", "west")))
    assert beliefs.rooms.unexplored() == ()
    assert routes_from("d", beliefs.rooms.passages(), frozenset())["b"].commands == ("go west",)


def test_a_closed_door_costs_a_turn_until_it_is_open(told):
    beliefs = told.hear(("", KITCHEN), ("open screen door", "You open screen door."), ("go south", BACKYARD))
    assert beliefs.rooms.closed == set()
    beliefs = told.hear(("go north", KITCHEN))
    route = routes_from("kitchen", beliefs.rooms.passages(), frozenset(beliefs.rooms.closed))["backyard"]
    assert (route.cost, route.commands) == (2, ("open screen door", "go south"))


def test_things_go_where_they_are_taken(told):
    beliefs = told.hear(
        ("", GARDEN), ("take carrot", "You pick up the carrot from the ground."), ("go west", BACKYARD)
    )
    assert beliefs.things.carried == ("carrot",)
    beliefs = told.hear(("drop carrot", "You drop the carrot on the ground."))
    assert beliefs.things.places == {"yellow potato": Place("garden"), "carrot": Place("backyard")}


def test_what_is_gone_from_its_room_is_forgotten(told):
    beliefs = told.hear(("", GARDEN), ("look", GARDEN.replace("a raw yellow potato and ", "")))
    assert beliefs.things.places == {"carrot": Place("garden")}


def test_states_are_kept_as_they_change(in_kitchen):
    beliefs = in_kitchen.hear(("", "You slice the carrot."), ("", "You grilled the carrot."))
    assert beliefs.things.states["carrot"] == {"sliced", "grilled"}
    assert beliefs.things.places["carrot"] == CARRIED


def test_a_refusal_is_kept_until_something_changes(in_kitchen):
    full = "You're carrying too many things already."
    beliefs = in_kitchen.hear(("take knife", full))
    assert (beliefs.refused, beliefs.things.capacity) == ({"take knife": full}, 1)
    assert in_kitchen.hear(("drop carrot", "You drop the carrot on the ground.")).refused == {}


def test_how_much_can_be_carried_is_learned_only_by_who_knows_what_they_carry(told):
    full = "You're carrying too many things already."
    beliefs = told.hear(("", GARDEN), ("take carrot", full))
    assert beliefs.things.capacity is None
    beliefs = told.hear(("inventory", "You are carrying: an egg and a knife."), ("take carrot", full))
    assert beliefs.things.capacity == 2


def test_a_way_that_is_refused_is_no_way(told):
    beliefs = told.hear(("", GARDEN), ("go west", "You can't go that way."))
    assert beliefs.rooms.unexplored() == ()


def test_without_spatial_memory_a_room_is_forgotten_on_leaving_it():
    beliefs = Beliefs(remembers_places=False)
    for action, text in (("", BACKYARD), ("go north", KITCHEN)):
        beliefs.observe(action, text)
    assert list(beliefs.rooms.rooms) == ["kitchen"]


@pytest.mark.parametrize(
    "words",
    ["The portal is welded shut.", "It isn't something you can open.", "Nothing happens.", "Colourless green ideas."],
)
def test_a_command_of_which_nobody_says_that_it_was_done_was_refused(told, words):
    beliefs = told.hear(("", GARDEN), ("open chest", words))
    assert beliefs.refused == {"open chest": words}


def test_a_verb_that_this_world_does_not_have_is_known_for_good(told):
    beliefs = told.hear(
        ("", GARDEN), ("cook carrot with stove", "That's not a verb I recognise."), ("go west", BACKYARD)
    )
    assert (beliefs.unknown_verbs, beliefs.refused) == ({"cook"}, {})


def test_which_key_fits_is_learned_from_the_words_of_a_refusal(told):
    beliefs = told.hear(("", BACKYARD.replace("an open screen", "a closed screen")))
    assert beliefs.unlocking("screen door") == ()
    told.hear(("open screen door", "You have to unlock the screen door with the old passkey first."))
    assert (beliefs.things.key_of("screen door"), beliefs.unlocking("screen door")) == ("old passkey", None)
    told.hear(("inventory", "You are carrying: an old passkey."))
    assert beliefs.unlocking("screen door") == ("unlock screen door with old passkey",)
    told.hear(("unlock screen door with old passkey", "You unlock screen door."))
    assert beliefs.unlocking("screen door") == ()


def test_a_key_that_did_not_fit_is_not_tried_again_nor_that_of_another_lock(told):
    beliefs = told.hear(("", KITCHEN), ("inventory", "You are carrying: a key and a round key."))
    beliefs.things.is_locked("safe")
    beliefs.things.is_locked("round box")
    assert (beliefs.things.key_of("safe"), beliefs.things.key_of("round box")) == ("key", "round key")
    told.hear(("unlock safe with key", "That doesn't seem to fit the lock."))
    assert beliefs.things.key_of("safe") == "round key"
    beliefs.things.is_locked("chest", "You have to unlock the chest with the round key first.")
    assert beliefs.things.key_of("safe") == ""


def test_a_door_that_nothing_opens_is_no_way(told):
    beliefs = told.hear(("", KITCHEN), ("open screen door", "The screen door is welded shut."))
    assert beliefs.unlocking("screen door") is None


def test_goals_are_done_in_their_order_and_who_strays_goes_back_first(told):
    beliefs = told.beliefs
    beliefs.set_task(read_steps("First, go north. Then, go west. Then, take the carrot."))
    told.hear(("", BACKYARD), ("go north", KITCHEN))
    assert [str(step.command) for step in beliefs.steps] == ["go west", "take carrot"]
    told.hear(("go south", BACKYARD))
    assert [str(step.command) for step in beliefs.steps] == ["go north", "go west", "take carrot"]


def test_not_all_maps_lie_in_a_plane(told):
    """Around a corner, but the room there has no way back: it is another one."""
    room = "-= {} =-\nWell.\n\nThere is an exit to the {}. There is an exit to the {}."
    beliefs = told.hear(
        ("", room.format("A", "north", "west")), ("go north", room.format("B", "south", "east")),
        ("go east", room.format("C", "west", "south")),
    )  # fmt: skip
    told.hear(("go south", room.format("D", "north", "west")))
    assert beliefs.rooms.goal_of(beliefs.rooms.rooms["d"], "west") == ""
