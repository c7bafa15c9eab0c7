"""Plans for text games by rules and search over beliefs: the offline form of the planner (STMA, equation 8)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from embodied_memory.planning.planner_critic import Critique, Plan, Situation
from embodied_memory_tools.evaluation.textworld.player.assumptions import Assumptions
from embodied_memory_tools.evaluation.textworld.player.beliefs import Beliefs
from embodied_memory_tools.evaluation.textworld.player.cooking_rules import KITCHEN, MEAL, is_cookbook
from embodied_memory_tools.evaluation.textworld.player.cooking_search import CookingSearch
from embodied_memory_tools.evaluation.textworld.player.exploration import ANYWHERE
from embodied_memory_tools.evaluation.textworld.player.game_things import CARRIED
from embodied_memory_tools.evaluation.textworld.player.pick_up import worth_taking
from embodied_memory_tools.evaluation.textworld.player.reading import Recipe
from embodied_memory_tools.evaluation.textworld.player.room_knowledge import RoomKnowledge
from embodied_memory_tools.evaluation.textworld.player.route import Route
from embodied_memory_tools.evaluation.textworld.player.step_commands import StepCommands
from embodied_memory_tools.evaluation.textworld.player.task_reader import TaskStep

_LOOK = "look"
_READABLE = ("note", "letter", "cookbook", "recipe", "book", "sign", "message")


class GamePlanner:
    """Each plan ends where something new is learned: behind an untried exit, in a container, in a book.

    What the critic remarks has it take the next best plan.
    """

    def __init__(self, beliefs: Beliefs, knowledge: RoomKnowledge) -> None:
        self._beliefs, self._knowledge = beliefs, knowledge

    def plan(self, situation: Situation, remarks: tuple[Critique, ...] = ()) -> Plan:
        """See Planner."""
        look = Plan("find out where I am", (_LOOK,), "nothing else is left to try")
        return next(islice(self._plans(), len(remarks), None), look)

    def _plans(self) -> Iterator[Plan]:
        """The best first."""
        beliefs = self._beliefs
        if beliefs.ending:
            yield Plan("the game has ended", ())
        if beliefs.ending or not beliefs.here:
            return
        if beliefs.things.places.get(MEAL) == CARRIED:
            yield Plan("eat", (f"eat {MEAL}",), "the meal is ready")
        if not beliefs.knows_carried:
            yield Plan("know what I carry", ("inventory",), "it may be of use")
        assumptions = Assumptions(beliefs, self._knowledge)
        means = StepCommands(beliefs, assumptions.routes_to())
        if beliefs.recipe is not None:
            yield from self._plans_for_meal(beliefs.recipe, assumptions)
        else:
            yield from self._plans_for_steps(assumptions, means)
        yield from self._plans_to_explore(assumptions, means)

    def _plans_for_steps(self, assumptions: Assumptions, means: StepCommands) -> Iterator[Plan]:
        """The first that is not reached; what is so already, or cannot be done here, is left out."""
        for step in tuple(self._beliefs.steps):
            commands = means.commands(step)
            if commands:
                yield Plan(str(step.command), commands, "the task says so")
            elif commands is None:
                yield from self._plans_to_find(step, assumptions)
            else:
                self._beliefs.steps.remove(step)
                continue
            return
        for thing in self._beliefs.things.places:
            if any(word in thing.split() for word in _READABLE) and thing not in self._beliefs.examined:
                commands = means.examine(thing)
                if commands:
                    yield Plan("find out what to do", commands, f"the {thing} may tell")

    def _plans_to_find(self, step: TaskStep, assumptions: Assumptions) -> Iterator[Plan]:
        """What the step needs, in the room that is told."""
        room = step.room.lower()
        routes = assumptions.routes_to(*filter(None, (room,)))
        if is_cookbook(step.command.thing):
            take = worth_taking(self._beliefs, self._knowledge, routes.get(KITCHEN, Route(cost=8)).cost)
            if take:
                yield Plan("take what recipes ask for", take, "coming back for it would take longer")
        if room not in self._beliefs.rooms.rooms and room in routes:
            yield Plan(f"find the {room}", _known_part(routes[room]), f"to {step.command}")

    def _plans_for_meal(self, recipe: Recipe, assumptions: Assumptions) -> Iterator[Plan]:
        task = assumptions.task(recipe)
        found = CookingSearch(task).plan() or CookingSearch(task, weight=2.0).plan()
        if found and found.known:
            missing = ", ".join(sorted(task.assumed))
            subgoal = f"find: {missing}" if missing else "cook the meal"
            yield Plan(subgoal, found.commands[: found.known], f"{found.turns} turns to the meal")

    def _plans_to_explore(self, assumptions: Assumptions, means: StepCommands) -> Iterator[Plan]:
        """What was not looked into here, the nearest way that was not tried, what is shut elsewhere, keys."""
        beliefs = self._beliefs
        routes = assumptions.routes_to(ANYWHERE)
        shut = [(place, commands) for place in beliefs.unopened() if (commands := means.into(place))]
        for place, commands in shut:
            if place.room == beliefs.here:
                yield Plan("look around", commands, "it was not looked into")
        if ANYWHERE in routes:
            yield Plan("explore", _known_part(routes[ANYWHERE]), "nobody has been there")
        for place, commands in shut:
            if place.room != beliefs.here:
                yield Plan("look around", commands, "it was not looked into")
        for thing in beliefs.things.locks:
            commands = means.take(beliefs.things.key_of(thing))
            if commands:
                yield Plan(f"unlock the {thing}", commands, "it may be the key")
        for room, direction in beliefs.rooms.unwalked():
            if room in routes:
                commands = (*routes[room].commands, f"go {direction}")
                yield Plan("explore", commands, "it may lead elsewhere than thought")


def _known_part(route: Route) -> tuple[str, ...]:
    return route.commands[: route.known] if route.known is not None else route.commands
