"""What the readers make of texts of the games, and of texts that nobody knows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.text_world_texts import BACKYARD, COOKBOOK, GARDEN, INVENTORY, KITCHEN

from embodied_memory_tools.evaluation.textworld.player.observation_reader import read_observation
from embodied_memory_tools.evaluation.textworld.player.reading import (
    Exit,
    GameDeed,
    GameEnding,
    GameMessage,
    GameReading,
    Recipe,
    RecipeStep,
    RoomView,
    SeenThing,
)

SALT = SeenThing("salt", "counter")


def test_a_room_with_all_that_a_description_can_hold():
    assert read_observation(KITCHEN).room == RoomView(
        "kitchen",
        (Exit("north", "frosted-glass door"), Exit("south", "screen door", False), Exit("west"), Exit("east")),
        (
            SeenThing("red potato", "counter", frozenset({"raw"})),
            SeenThing("carrot", "counter", frozenset({"diced", "fried"})),
            SeenThing("cookbook", "counter"),
            SeenThing("knife", "counter"),
        ),
        ("fridge", "oven", "table", "counter", "stove"),
        frozenset({"fridge", "oven"}),
    )


def test_things_on_the_floor_lie_on_nothing():
    garden = read_observation(GARDEN).room
    assert garden.things == (SeenThing("yellow potato", "", frozenset({"raw"})), SeenThing("carrot"))
    assert garden.exits == (Exit("west"),)


def test_a_room_without_things():
    backyard = read_observation(BACKYARD).room
    assert (backyard.name, backyard.things, backyard.fixtures) == ("backyard", (), ("patio chair", "BBQ"))
    assert backyard.exits == (Exit("north", "screen door"), Exit("east"))


@pytest.mark.parametrize(
    ("words", "things"),
    [
        ("You see a knife on the counter.", (SeenThing("knife", "counter"),)),
        ("On the counter you see a knife and some salt!", (SeenThing("knife", "counter"), SALT)),
        ("The counter contains an egg, a block of cheese and a banana. Huh, weird.",
         tuple(SeenThing(name, "counter") for name in ("egg", "block of cheese", "banana"))),
        ("But there isn't a thing on it. Why not, the next time you see a sofa in a room.", ()),
    ],
)  # fmt: skip
def test_lists_of_things_end_where_the_things_end(words, things):
    text = f"-= Shop =-\nYou're in a shop.\n\nYou can make out a counter. {words}\n\nThere is an exit to the north."
    assert read_observation(text).room.things == things


def test_a_recipe():
    carrot, potato = (("slice", "carrot"), ("grill", "carrot")), (("dice", "red potato"), ("fry", "red potato"))
    steps = (*carrot, *potato, ("prepare meal",))
    recipe = Recipe(("carrot", "red potato"), tuple(RecipeStep(*step) for step in steps))
    assert read_observation(COOKBOOK).recipe == recipe


@pytest.mark.parametrize(
    ("text", "carried"),
    [
        (INVENTORY, (SeenThing("carrot"),)),
        ("You are carrying nothing.", ()),
        (
            "You are carrying: a sliced fried onion, a knife and some milk.",
            (SeenThing("onion", "", frozenset({"sliced", "fried"})), SeenThing("knife"), SeenThing("milk")),
        ),
        ("A room.", None),
    ],
)
def test_what_is_carried(text, carried):
    assert read_observation(text).inventory == carried


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("You take the knife from the counter.", GameMessage(GameDeed.TOOK, "knife")),
        ("You pick up the red tuna from the ground.", GameMessage(GameDeed.TOOK, "red tuna")),
        ("You drop the knife on the ground.", GameMessage(GameDeed.DROPPED, "knife")),
        ("You put the carrot on the kitchen island.", GameMessage(GameDeed.PLACED, "carrot", place="kitchen island")),
        ("You open plain door.", GameMessage(GameDeed.OPENED, "plain door")),
        ("You fried the carrot.", GameMessage(GameDeed.COOKED, "carrot", "fried")),
        ("You burned the pork chop!", GameMessage(GameDeed.BURNED, "pork chop", "burned")),
        ("You dice the red hot pepper.", GameMessage(GameDeed.CUT, "red hot pepper", "diced")),
        ("Adding the meal to your inventory.", GameMessage(GameDeed.PREPARED, "meal")),
        ("You eat the meal. Not bad.", GameMessage(GameDeed.ATE, "meal")),
        ("(the safe with the passkey)\nYou unlock the safe.", GameMessage(GameDeed.UNLOCKED, "safe")),
        ("You close oak gate.", GameMessage(GameDeed.CLOSED, "oak gate")),
        ("You can't go that way.", None),
    ],
)
def test_messages(line, message):
    text = f"\n{line}\n\n\nYour score has just gone up by one point.\n\n> -= Shed =-"
    assert read_observation(text).message == message


def test_opening_shows_what_is_inside():
    revealed = read_observation("\nYou open the fridge, revealing a raw pork chop and some milk.\n").revealed
    assert revealed == (SeenThing("pork chop", "fridge", frozenset({"raw"})), SeenThing("milk", "fridge"))


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("You eat the meal.\n   *** The End ***\nYou scored 4 out of a possible 4", GameEnding.WON),
        ("You burned the carrot!\n  *** You lost! ***\n", GameEnding.LOST),
        ("The end of the street.", None),
    ],
)
def test_endings(text, ending):
    assert read_observation(text).ending == ending


def test_what_stands_after_the_prompt_is_not_read():
    assert read_observation("\n> -= Kitchen =-\nThere is an exit to the north. *** The End ***") == GameReading()


@given(st.text(max_size=400) | st.lists(st.sampled_from((KITCHEN + COOKBOOK + INVENTORY).split(" "))).map(" ".join))
def test_no_text_breaks_the_reader(text):
    assert isinstance(read_observation(text), GameReading)


FURNITURE = """-= Vault =-
You've entered a vault. A typical one.

You can see a locked type D looking safe close by. You make out a chest drawer. Look over there! a rack. But the thing
is empty, unfortunately. It looks like it's a trunk. The trunk is empty, what a horrible day! You lean against a wall,
inadvertently pressing a secret button. The wall opens up to reveal a kitchen island. You see a note on the kitchen
island. A closed typical looking crate is here.

There is a closed fresh laundry scented hatch leading north. You don't like doors? Why not try going east.
"""


def test_what_is_shut_is_said_or_shows_nothing():
    room = read_observation(FURNITURE).room
    assert room.closed == {"type D safe", "chest drawer", "crate"}
    assert (room.locked, room.open) == ({"type D safe"}, {"trunk"})
    assert set(room.fixtures) == {"type D safe", "chest drawer", "rack", "trunk", "kitchen island", "crate"}
    assert room.exits == (Exit("north", "fresh laundry scented hatch", False), Exit("east"))
    assert room.things == (SeenThing("note", "kitchen island"),)
