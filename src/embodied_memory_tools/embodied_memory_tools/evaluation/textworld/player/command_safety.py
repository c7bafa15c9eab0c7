"""Whether a command would do harm that cannot be undone: the critic's last criterion, and a law for everyone.

A meal is lost by heating a thing twice, by the wrong appliance or cut, and by eating an ingredient.
"""

from __future__ import annotations

from embodied_memory_tools.evaluation.textworld.player.beliefs import Beliefs
from embodied_memory_tools.evaluation.textworld.player.command import GameCommand
from embodied_memory_tools.evaluation.textworld.player.cooking_rules import CUT_BY, KITCHEN, MEAL, cook_for, cut_for
from embodied_memory_tools.evaluation.textworld.player.game_things import CARRIED, is_same
from embodied_memory_tools.evaluation.textworld.player.reading import Recipe


def why_unsafe(beliefs: Beliefs, command: GameCommand) -> str:
    """ "" if it does no harm, else a sentence for the planner. What is not known to be safe is not."""
    if any(_is_asked_for(step.command, command) for step in beliefs.steps):
        return ""
    if command.verb in ("eat", "drink"):
        if command.verb == "eat" and command.thing == MEAL and beliefs.things.places.get(MEAL) == CARRIED:
            return ""
        return f"the {command.thing} is not the meal"
    if command.verb == "cook" or command.verb in CUT_BY:
        return _why_spoils(beliefs, command)
    if command.verb == "prepare":
        return _why_unready(beliefs, beliefs.recipe)
    return ""


def _is_asked_for(step: GameCommand, command: GameCommand) -> bool:
    return step.verb == command.verb and is_same(step.thing, command.thing)


def _why_spoils(beliefs: Beliefs, command: GameCommand) -> str:
    if beliefs.recipe is None:
        return "the recipe is not known yet"
    if command.thing not in beliefs.recipe.ingredients:
        return f"the recipe does not ask for {command.thing}"
    states = beliefs.things.states.get(command.thing, frozenset())
    if command.verb == "cook":
        wanted = cook_for(beliefs.recipe, command.thing, states)
        if not wanted:
            return f"the {command.thing} needs no heat, it would be spoilt"
        return (
            "" if command.other == wanted else f"the {command.thing} belongs on the {wanted}, not the {command.other}"
        )
    wanted = cut_for(beliefs.recipe, command.thing, states)
    if not wanted:
        return f"the {command.thing} is not to be cut any more"
    return "" if command.verb == wanted else f"{wanted} the {command.thing}, do not {command.verb} it"


def _why_unready(beliefs: Beliefs, recipe: Recipe | None) -> str:
    if recipe is None:
        return "the recipe is not known yet"
    if beliefs.here != KITCHEN:
        return f"a meal is prepared in the {KITCHEN}"
    for name in recipe.ingredients:
        states = beliefs.things.states.get(name, frozenset())
        if beliefs.things.places.get(name) != CARRIED:
            return f"I do not carry the {name}"
        if cut := cut_for(recipe, name, states):
            return f"{cut} the {name} first"
        if cook := cook_for(recipe, name, states):
            return f"cook the {name} with the {cook} first"
    return ""
