"""The critic's four criteria, and its laws: nothing is heated twice, and nothing is lost that cannot be undone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.text_world_texts import BACKYARD

from embodied_memory.planning.planner_critic import Plan, Situation
from embodied_memory_tools.evaluation.textworld.player.beliefs import Beliefs
from embodied_memory_tools.evaluation.textworld.player.command import GameCommand, read_command
from embodied_memory_tools.evaluation.textworld.player.command_safety import why_unsafe
from embodied_memory_tools.evaluation.textworld.player.game_critic import GameCritic
from embodied_memory_tools.evaluation.textworld.player.reading import Recipe, RecipeStep


def feedback(beliefs, action, plan=None):
    situation = Situation("cook", "", step=1)
    critique = GameCritic(beliefs).critique(situation, plan or Plan("cook", (action,)), action)
    assert critique.valid == (not critique.feedback)
    return critique.feedback


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("take knife from counter", ""),
        ("open fridge", ""),
        ("go west", ""),
        ("look", ""),
        ("dance", '"dance" is no command of this world'),
        ("go south then eat", '"go south then eat" is no command of this world'),
        ("go south", "the screen door is closed: open it first"),
        ("go up", '"go up" is no command of this world'),
        ("take carrot", "I carry the carrot already"),
        ("take red potato from table", "the red potato is not on or in the table"),
        ("take banana", "no banana was seen here"),
        ("examine cookbook", "the recipe is known"),
        ("open frosted-glass door", "the frosted-glass door is open already"),
        ("open toolbox", "there is no toolbox here"),
        ("cook carrot with BBQ", "there is no BBQ here"),
        ("cook carrot with stove", "the carrot belongs on the BBQ, not the stove"),
        ("slice carrot with knife", "I do not carry the knife"),
        ("take cookbook from counter", "the recipe does not ask for cookbook"),
        ("eat carrot", "the carrot is not the meal"),
        ("prepare meal", "slice the carrot first"),
    ],
)
def test_what_it_says_of_a_command(in_kitchen, action, said):
    assert feedback(in_kitchen.beliefs, action) == said


def test_the_right_knife_work_is_allowed_and_the_wrong_is_not(in_kitchen):
    beliefs = in_kitchen.hear(("take knife from counter", "You take the knife from the counter."))
    assert feedback(beliefs, "slice carrot with knife") == ""
    assert feedback(beliefs, "dice carrot with knife") == "slice the carrot, do not dice it"
    in_kitchen.hear(("slice carrot with knife", "You slice the carrot."))
    assert feedback(beliefs, "slice carrot with knife") == "the carrot is sliced already"


def test_nothing_is_tried_again_that_was_refused(in_kitchen):
    in_kitchen.hear(("open fridge", "That's fixed in place."))
    assert feedback(in_kitchen.beliefs, "open fridge") == "open fridge was refused, and nothing has changed since"


def test_an_action_that_is_not_of_the_plan_is_beside_the_point(in_kitchen):
    said = feedback(in_kitchen.beliefs, "go west", Plan("cut", ("take knife from counter",)))
    assert said == 'go west is not part of the plan to reach "cut"'


def test_what_the_recipe_needs_is_not_dropped_before_what_it_does_not(in_kitchen):
    in_kitchen.hear(("", "You take the cookbook from the counter."))
    assert feedback(in_kitchen.beliefs, "drop carrot") == "drop the cookbook sooner than the carrot"


def test_before_the_recipe_is_known_nothing_is_heated_or_cut(told):
    beliefs = told.hear(("", BACKYARD), ("inventory", "You are carrying: a carrot and a knife."))
    assert feedback(beliefs, "cook carrot with BBQ") == feedback(beliefs, "dice carrot with knife")
    assert feedback(beliefs, "cook carrot with BBQ") == "the recipe is not known yet"


HEATED = st.sampled_from(["fried", "roasted", "grilled", "burned"])
STEPS = st.sampled_from([("fry", "stove"), ("roast", "oven"), ("grill", "BBQ")])


@given(STEPS, HEATED, st.sampled_from(["stove", "oven", "BBQ"]), st.sets(st.sampled_from(["diced", "raw"])))
def test_no_second_heat_ever_passes(step, heated, appliance, more):
    beliefs = Beliefs()
    beliefs.recipe = Recipe(("carrot",), (RecipeStep(step[0], "carrot"),))
    beliefs.things.states["carrot"] = frozenset({heated, *more})
    assert why_unsafe(beliefs, GameCommand("cook", "carrot", appliance))


@given(STEPS, st.sampled_from(["stove", "oven", "BBQ", "campfire"]))
def test_only_the_appliance_of_the_recipe_passes(step, appliance):
    beliefs = Beliefs()
    beliefs.recipe = Recipe(("carrot",), (RecipeStep(step[0], "carrot"),))
    assert (not why_unsafe(beliefs, GameCommand("cook", "carrot", appliance))) == (appliance == step[1])


@given(st.sampled_from(["eat", "drink"]), st.text(min_size=1, max_size=12))
def test_nothing_but_the_meal_is_eaten(verb, thing):
    assert why_unsafe(Beliefs(), GameCommand(verb, thing))


@given(st.text(max_size=30))
def test_no_line_breaks_the_critic(line):
    critique = GameCritic(Beliefs()).critique(Situation("", ""), Plan("", (line,)), line)
    assert critique.valid or critique.feedback


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("go north", GameCommand("go", "north")),
        ("take red potato from fridge", GameCommand("take", "red potato", "fridge")),
        ("put carrot on counter", GameCommand("put", "carrot", "counter")),
        ("prepare meal", GameCommand("prepare", "meal")),
        ("prepare dinner", None),
        ("go north\nlook", None),
        ("", None),
    ],
)
def test_commands(line, command):
    assert read_command(line) == command
