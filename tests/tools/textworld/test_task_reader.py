"""What is to be done, out of the many ways in which games say it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embodied_memory_tools.evaluation.textworld.player.command import GameCommand, read_command
from embodied_memory_tools.evaluation.textworld.player.task_reader import TaskStep, read_opening, read_steps


@pytest.mark.parametrize(
    ("said", "command", "room"),
    [
        ("First thing I need you to do is to attempt to move south.", "go south", ""),
        ("With the key, take a trip north.", "go north", ""),
        ("Okay, and then, go to the east.", "go east", ""),
        ("Having opened the gate, go through the west hatch.", "go west", ""),
        ("Then, pick-up the calendar from the floor of the silent office.", "take calendar", "silent office"),
        ("After that, lift the type D key from the box within the study.", "take type D key from box", "study"),
        ("Recover the fly larva that's in the attic.", "take fly larva", "attic"),
        ("Make sure that the locker within the studio is unlocked with the key.", "unlock locker with key", "studio"),
        ("Insert the passkey into the chest's lock to unlock it.", "unlock chest with passkey", ""),
        ("After taking the key, check that the safe is unlocked.", "unlock safe", ""),
        ("Insert the latchkey into the safe to lock it.", "lock safe with latchkey", ""),
        ("Unlock the type 2 safe inside the bar with the key.", "unlock type 2 safe with key", "bar"),
        ("First, it would be great if you could lock the trunk.", "lock trunk", ""),
        ("Your task for today is to open the wooden door inside the bedroom.", "open wooden door", "bedroom"),
        ("If you can do that, close the gate.", "close gate", ""),
        ("Assure that the hatch is wide open.", "open hatch", ""),
        ("Look and see that the crate inside the vault is shut.", "close crate", "vault"),
        ("You can deposit the onion into the trunk.", "insert onion into trunk", ""),
        ("Place the red apple on the stove inside the kitchen.", "put red apple on stove", "kitchen"),
        ("Rest the cloak on the table.", "put cloak on table", ""),
        ("Toss the sock on the floor of the cellar.", "drop sock", "cellar"),
        ("Eat the loaf of bread.", "eat loaf of bread", ""),
        ("Check the cookbook in the kitchen for the recipe.", "examine cookbook", "kitchen"),
        ("The dinner is almost ready! It's only missing a grilled bell pepper.", "cook bell pepper with grilled", ""),
    ],
)  # fmt: skip
def test_what_a_sentence_asks_for(said, command, room):
    (goal,) = read_steps(said)
    assert (str(goal.command), goal.room) == (command, room)


@pytest.mark.parametrize(
    "said",
    [
        "Get ready to pick stuff up and put it in places, because you've just entered TextWorld!",
        "I hope you're ready to go into rooms and interact with objects.",
        "And if you do that, you're the winner!",
        "Got that? Good!",
        "",
    ],
)
def test_what_asks_for_nothing(said):
    assert read_steps(said) == ()


def test_the_opening_is_what_is_said_before_the_first_room_without_what_is_drawn():
    text = " \\$$$$$$$ |  \\  __\n\nYour task is to eat the apple.\n\n-= Hall =-\nEat the pear."
    assert read_opening(text) == "Your task is to eat the apple."


NAMES = st.sampled_from(["coin", "old key", "type D locker", "Henderson's style safe", "half of a bag of chips"])


@given(st.lists(NAMES, min_size=1, max_size=6))
def test_goals_come_in_the_order_of_their_sentences(names):
    said = "Welcome! First off, " + " Then, ".join(f"take the {name} from the floor of the vault." for name in names)
    assert read_steps(said) == tuple(TaskStep(GameCommand("take", name), "vault") for name in names)


@given(st.text(max_size=80))
def test_no_text_breaks_it(text):
    assert all(goal.command.verb for goal in read_steps(text))


@pytest.mark.parametrize(
    "line", ["take key from box", "put key on table", "insert key into box", "unlock box with key"]
)
def test_a_command_is_said_as_it_is_read(line):
    assert str(read_command(line)) == line
