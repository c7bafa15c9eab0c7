"""The whole player: what it does first, what it says, and that neither texts nor a model lead it astray."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.scripted_model import ScriptedModel
from tests.support.text_world_texts import BACKYARD, COOKBOOK, GARDEN, INVENTORY, KITCHEN

from embodied_memory.language.advisor import Advisor
from embodied_memory_tools.evaluation.textworld.player.command import read_command
from embodied_memory_tools.evaluation.textworld.player.command_safety import why_unsafe
from embodied_memory_tools.evaluation.textworld.player.text_game_player import PlayerParts, TextGamePlayer

STEPS = (("", BACKYARD), ("inventory", INVENTORY), ("go north", KITCHEN.replace("a diced fried carrot, ", "")))
READ = (*STEPS, ("examine cookbook", COOKBOOK))
TEXTS = [BACKYARD, KITCHEN, GARDEN, COOKBOOK, INVENTORY, "You can't see any such thing.", "You open the fridge.", ""]


def player_after(*steps, **parts):
    player = TextGamePlayer(parts=PlayerParts(**parts))
    for action, text in steps:
        player.observe(action, text)
    return player


@pytest.mark.parametrize(
    ("steps", "action"),
    [
        ((("", "Somewhere."),), "look"),
        (STEPS[:1], "inventory"),
        (STEPS[:2], "go north"),
        (STEPS, "examine cookbook"),
        ((*READ, ("", "Adding the meal to your inventory.")), "eat meal"),
        ((*READ, ("", "   *** The End ***")), ""),
    ],
)
def test_what_it_does_next(steps, action):
    assert player_after(*steps).decide().action == action


def test_it_knows_what_was_done_and_what_is_where():
    player = player_after(*READ)
    situation = player.agent.situation()
    assert situation.temporal_belief.goals[:2] == ("slice the carrot", "cook the carrot with the BBQ")
    assert "the fridge in the kitchen is closed" in situation.temporal_belief.noticed
    assert "player is in the kitchen." in situation.spatial_belief.sentences
    assert any("north of the backyard" in sentence for sentence in situation.spatial_belief.sentences)


def test_after_a_refusal_it_plans_anew():
    player = player_after(*READ)
    first = player.decide().action
    player.observe(first, "That's fixed in place.")
    assert player.decide().action != first


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=25)
@given(st.lists(st.sampled_from(TEXTS) | st.text(max_size=60), max_size=8))
def test_no_texts_break_it_and_no_command_does_harm(texts):
    player, action = TextGamePlayer(), ""
    for text in texts:
        player.observe(action, text)
        action = player.decide().action
        assert action == "" or not why_unsafe(player.beliefs, read_command(action))


HARM = ["cook carrot with stove", "eat carrot", "go south", "sing", "take knife"]
"""All but the last are harmful, impossible or no commands where the player stands."""


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=25)
@given(st.lists(st.sampled_from(HARM), min_size=1))
def test_a_model_that_wants_harm_never_gets_it(actions):
    says = {"reason": "trust me", "subgoal": "win", "actions": actions[:16]}
    model = ScriptedModel(plan_actions=says, critique_action={"reason": "", "valid": True})
    player = player_after(*READ, advisor=Advisor(model))
    decision = player.decide()
    assert not why_unsafe(player.beliefs, read_command(decision.action))
    assert decision.action not in HARM or decision.action == "take knife" == actions[0]
