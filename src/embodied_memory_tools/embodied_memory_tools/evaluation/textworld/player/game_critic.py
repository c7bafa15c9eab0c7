"""Checks each command of text games by rule: the offline form of the critic (STMA, equation 9)."""

from __future__ import annotations

from embodied_memory.planning.planner_critic import Critique, Plan, Situation
from embodied_memory_tools.evaluation.textworld.player.beliefs import Beliefs
from embodied_memory_tools.evaluation.textworld.player.command import GameCommand, read_command
from embodied_memory_tools.evaluation.textworld.player.command_feasibility import why_infeasible
from embodied_memory_tools.evaluation.textworld.player.command_safety import why_unsafe
from embodied_memory_tools.evaluation.textworld.player.cooking_rules import KNIFE, is_cookbook
from embodied_memory_tools.evaluation.textworld.player.game_things import CARRIED, is_same
from embodied_memory_tools.evaluation.textworld.player.thing_list import COOKED_STATES, CUT_STATES

_DONE_BY = {"cook": COOKED_STATES, "slice": CUT_STATES, "dice": CUT_STATES, "chop": CUT_STATES}


class GameCritic:
    """The four criteria in the order of the paper; the first that fails is what the planner is told."""

    def __init__(self, beliefs: Beliefs) -> None:
        self._beliefs = beliefs

    def critique(self, situation: Situation, plan: Plan, action: str) -> Critique:
        """See Critic."""
        command = read_command(action)
        if command is None:
            return Critique(False, f'"{action}" is no command of this world')
        why = (
            self._why_out_of_date(command, action)
            or why_infeasible(self._beliefs, command)
            or self._why_beside_the_point(command, plan, action)
            or why_unsafe(self._beliefs, command)
        )
        return Critique(not why, why)

    def _why_out_of_date(self, command: GameCommand, action: str) -> str:
        """Temporal consistency: nothing is done twice, nor again what was refused and nothing changed since."""
        things = self._beliefs.things
        states = things.states.get(command.thing, frozenset())
        if action in self._beliefs.refused:
            return f"{action} was refused, and nothing has changed since"
        if command.verb == "take" and things.places.get(command.thing) == CARRIED:
            return f"I carry the {command.thing} already"
        if states.intersection(_DONE_BY.get(command.verb, ())):
            return f"the {command.thing} is {' '.join(sorted(states))} already"
        if command.verb == "examine" and is_cookbook(command.thing) and self._beliefs.recipe:
            return "the recipe is known"
        return ""

    def _is_of_use(self, thing: str) -> bool:
        """Whether the task names it, or it may be the key of a lock; all may be while it is not known what is."""
        steps = [step.command for step in (*self._beliefs.steps, *self._beliefs.done)]
        if not steps or any(is_cookbook(step.thing) for step in steps):
            return True
        turned = (self._beliefs.named(step.thing) for step in steps if step.verb in ("unlock", "lock"))
        keys = map(self._beliefs.things.key_of, (*self._beliefs.things.locks, *turned))
        names = (*keys, *(name for step in steps for name in (step.thing, step.other)))
        return any(is_same(thing, name) for name in names)

    def _why_beside_the_point(self, command: GameCommand, plan: Plan, action: str) -> str:
        """Alignment: part of the plan, and only what the task or the recipe asks for is carried about."""
        beliefs, recipe = self._beliefs, self._beliefs.recipe
        if action not in plan.actions:
            return f'{action} is not part of the plan to reach "{plan.subgoal}"'
        needed = (*recipe.ingredients, KNIFE) if recipe else ()
        if recipe and command.verb == "take" and command.thing not in needed:
            return f"the recipe does not ask for {command.thing}"
        if recipe is None and command.verb == "take" and not self._is_of_use(command.thing):
            return f"the task does not ask for {command.thing}"
        if command.verb == "drop" and command.thing in needed:
            useless = [name for name in beliefs.things.carried if name not in needed]
            if useless:
                return f"drop the {useless[0]} sooner than the {command.thing}"
        return ""
