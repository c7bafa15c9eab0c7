"""Whole games of a small world: by a way that is told, by a goal alone, and by what a note says."""

from __future__ import annotations

import pytest
from tests.support.small_text_world import SmallTextWorld

from embodied_memory_tools.evaluation.textworld.agents import make_player

WAY = (
    "First off, go north. Then, open the box. After that, take the oak key from the box. Next, head south. "
    "After that, make sure that the oak gate in the hall is unlocked. Then, open the oak gate. Having opened the oak "
    "gate, attempt to travel east. And then, ensure that the iron chest is open. Then, retrieve the coin from the "
    "iron chest. That's it!"
)
COMMANDS = [
    "go north", "open box", "take oak key from box", "go south", "unlock oak gate with oak key", "open oak gate",
    "go east", "open iron chest", "take coin from iron chest",
]  # fmt: skip
GOAL = "Your objective is to retrieve the coin from the iron chest within the vault."


def play(world, agent="ours", turns=40):
    """The commands until the game was won, or the turns were used up."""
    player = make_player(agent, 0)
    action, text = "", world.begin()
    for _ in range(turns):
        player.observe(action, text)
        action = player.decide().action
        if not action:
            break
        text = world.step(action)
    return world.commands


def test_a_way_that_is_told_is_followed():
    world = SmallTextWorld(WAY)
    assert play(world) == ["inventory", *COMMANDS]
    assert world.is_won


def test_a_goal_alone_is_reached_by_looking_where_nobody_looked_yet():
    world = SmallTextWorld(GOAL)
    commands = play(world)
    assert world.is_won
    assert "take pebble from bench" not in commands
    assert len(commands) <= 2 * len(COMMANDS)


def test_where_no_task_is_told_what_is_written_in_the_world_is_done():
    world = SmallTextWorld(note="Please bring us luck: take the coin.")
    commands = play(world)
    assert world.is_won
    assert "examine note" in commands


def test_what_was_refused_for_want_of_a_key_is_not_tried_again_without_it():
    commands = play(SmallTextWorld(GOAL))
    before_key = commands[: commands.index("take oak key from box")]
    assert before_key.count("open oak gate") <= 1


@pytest.mark.parametrize(("agent", "is_won"), [("erring", True), ("no-critic", True), ("no-summariser", False)])
def test_what_parts_are_worth_shows(agent, is_won):
    world = SmallTextWorld(WAY)
    play(world, agent, 100)
    assert world.is_won is is_won
