"""Whether a command would do harm that cannot be undone: the critic's last criterion, and a law for everyone.

A meal is lost by heating a thing twice, by the wrong appliance or cut, and by eating an ingredient.
"""

from __future__ import annotations

from embodied_memory_tools.evaluation.textworld.player.command import Command
from embodied_memory_tools.evaluation.textworld.player.cooking_rules import CUT_BY, KITCHEN, MEAL, cook_for, cut_for
from embodied_memory_tools.evaluation.textworld.player.game_model import GameModel
from embodied_memory_tools.evaluation.textworld.player.known_things import CARRIED
from embodied_memory_tools.evaluation.textworld.player.reading import Recipe


def why_unsafe(model: GameModel, command: Command) -> str:
    """ "" if it does no harm, else a sentence for the planner. What is not known to be safe is not."""
    if command.verb in ("eat", "drink"):
        if command.verb == "eat" and command.thing == MEAL and model.things.places.get(MEAL) == CARRIED:
            return ""
        return f"the {command.thing} is not the meal"
    if command.verb == "cook" or command.verb in CUT_BY:
        return _why_spoils(model, command)
    if command.verb == "prepare":
        return _why_unready(model, model.recipe)
    return ""


def _why_spoils(model: GameModel, command: Command) -> str:
    if model.recipe is None:
        return "the recipe is not known yet"
    if command.thing not in model.recipe.ingredients:
        return f"the recipe does not ask for {command.thing}"
    states = model.things.states.get(command.thing, frozenset())
    if command.verb == "cook":
        wanted = cook_for(model.recipe, command.thing, states)
        if not wanted:
            return f"the {command.thing} needs no heat, it would be spoilt"
        return (
            "" if command.other == wanted else f"the {command.thing} belongs on the {wanted}, not the {command.other}"
        )
    wanted = cut_for(model.recipe, command.thing, states)
    if not wanted:
        return f"the {command.thing} is not to be cut any more"
    return "" if command.verb == wanted else f"{wanted} the {command.thing}, do not {command.verb} it"


def _why_unready(model: GameModel, recipe: Recipe | None) -> str:
    if recipe is None:
        return "the recipe is not known yet"
    if model.here != KITCHEN:
        return f"a meal is prepared in the {KITCHEN}"
    for name in recipe.ingredients:
        states = model.things.states.get(name, frozenset())
        if model.things.places.get(name) != CARRIED:
            return f"I do not carry the {name}"
        if cut := cut_for(recipe, name, states):
            return f"{cut} the {name} first"
        if cook := cook_for(recipe, name, states):
            return f"cook the {name} with the {cook} first"
    return ""
