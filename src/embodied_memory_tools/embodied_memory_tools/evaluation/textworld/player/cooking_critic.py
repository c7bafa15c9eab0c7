"""Checks each command of the cooking games by rule: the offline form of the critic (STMA, equation 9)."""

from __future__ import annotations

from embodied_memory.planning.planner_critic.plan import Critique, Plan, Situation
from embodied_memory_tools.evaluation.textworld.player.command import Command, read_command
from embodied_memory_tools.evaluation.textworld.player.command_feasibility import why_infeasible
from embodied_memory_tools.evaluation.textworld.player.command_safety import why_unsafe
from embodied_memory_tools.evaluation.textworld.player.cooking_rules import KNIFE, is_cookbook
from embodied_memory_tools.evaluation.textworld.player.game_model import GameModel
from embodied_memory_tools.evaluation.textworld.player.known_things import CARRIED
from embodied_memory_tools.evaluation.textworld.player.thing_list import COOKED_STATES, CUT_STATES

_DONE_BY = {"cook": COOKED_STATES, "slice": CUT_STATES, "dice": CUT_STATES, "chop": CUT_STATES}


class CookingCritic:
    """The four criteria in the order of the paper; the first that fails is what the planner is told."""

    def __init__(self, model: GameModel) -> None:
        self._model = model

    def critique(self, situation: Situation, plan: Plan, action: str) -> Critique:
        """See Critic."""
        command = read_command(action)
        if command is None:
            return Critique(False, f'"{action}" is no command of this world')
        why = (
            self._why_out_of_date(command, action)
            or why_infeasible(self._model, command)
            or self._why_beside_the_point(command, plan, action)
            or why_unsafe(self._model, command)
        )
        return Critique(not why, why)

    def _why_out_of_date(self, command: Command, action: str) -> str:
        """Temporal consistency: nothing is done twice, nor again what was refused and nothing changed since."""
        things = self._model.things
        states = things.states.get(command.thing, frozenset())
        if self._model.refused.get(action):
            return f"{action} was refused, and nothing has changed since"
        if command.verb == "take" and things.places.get(command.thing) == CARRIED:
            return f"I carry the {command.thing} already"
        if states.intersection(_DONE_BY.get(command.verb, ())):
            return f"the {command.thing} is {' '.join(sorted(states))} already"
        if command.verb == "examine" and is_cookbook(command.thing) and self._model.recipe:
            return "the recipe is known"
        return ""

    def _why_beside_the_point(self, command: Command, plan: Plan, action: str) -> str:
        """Alignment: part of the plan, and only what the recipe asks for is carried about."""
        model, recipe = self._model, self._model.recipe
        if action not in plan.actions:
            return f'{action} is not part of the plan to reach "{plan.subgoal}"'
        needed = (*recipe.ingredients, KNIFE) if recipe else ()
        if recipe and command.verb == "take" and command.thing not in needed:
            return f"the recipe does not ask for {command.thing}"
        if command.verb == "drop" and command.thing in needed:
            useless = [name for name in model.things.carried if name not in needed]
            if useless:
                return f"drop the {useless[0]} sooner than the {command.thing}"
        return ""
