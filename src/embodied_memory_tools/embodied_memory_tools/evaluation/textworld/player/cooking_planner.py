"""Plans for cooking games by rules and search: the offline form of the planner (STMA, equation 8)."""

from __future__ import annotations

from embodied_memory.planning.planner_critic.plan import Critique, Plan, Situation
from embodied_memory_tools.evaluation.textworld.player.assumptions import Assumptions
from embodied_memory_tools.evaluation.textworld.player.cooking_rules import KITCHEN, MEAL, is_cookbook
from embodied_memory_tools.evaluation.textworld.player.cooking_search import CookingSearch
from embodied_memory_tools.evaluation.textworld.player.exploration import ANYWHERE
from embodied_memory_tools.evaluation.textworld.player.game_model import GameModel
from embodied_memory_tools.evaluation.textworld.player.known_things import CARRIED
from embodied_memory_tools.evaluation.textworld.player.pick_up import worth_taking
from embodied_memory_tools.evaluation.textworld.player.reading import Recipe
from embodied_memory_tools.evaluation.textworld.player.room_knowledge import RoomKnowledge
from embodied_memory_tools.evaluation.textworld.player.route import Route

_LOOK = "look"


class CookingPlanner:
    """Each plan ends where something new is learned: behind an untried exit, in a container, in a book."""

    def __init__(self, model: GameModel, knowledge: RoomKnowledge, discount: float = 0.75) -> None:
        self._model, self._knowledge, self._discount = model, knowledge, discount

    def plan(self, situation: Situation, remarks: tuple[Critique, ...] = ()) -> Plan:
        """See Planner. It has no second thoughts of its own: after a remark it proposes to look around."""
        model = self._model
        if model.ending:
            return Plan("the game has ended", ())
        if not model.here or remarks:
            return Plan("find out where I am", (_LOOK,), "the surroundings are not known for sure")
        if model.things.places.get(MEAL) == CARRIED:
            return Plan("eat", (f"eat {MEAL}",), "the meal is ready")
        if not model.knows_carried:
            return Plan("know what I carry", ("inventory",), "it may be part of the recipe")
        assumptions = Assumptions(model, self._knowledge, self._discount)
        if model.recipe is None:
            return self._plan_for_recipe(assumptions)
        return self._plan_for_meal(model.recipe, assumptions)

    def _plan_for_recipe(self, assumptions: Assumptions) -> Plan:
        model = self._model
        book = next((name for name in model.things.places if is_cookbook(name)), "")
        if book:
            place = model.things.places[book]
            route = Route() if place == CARRIED else assumptions.routes_to().get(place.room)
            if route:
                return Plan("read the recipe", (*route.commands, f"examine {book}"), f"the {book} was seen")
        routes = assumptions.routes_to(KITCHEN)
        take = worth_taking(model, self._knowledge, routes.get(KITCHEN, Route(cost=8)).cost)
        if take:
            return Plan("take what recipes ask for", take, "coming back for it would take longer")
        if KITCHEN not in model.rooms.rooms and KITCHEN in routes:
            return Plan("find the kitchen", _known_part(routes[KITCHEN]), "the recipe is there")
        return self._plan_to_explore(assumptions)

    def _plan_for_meal(self, recipe: Recipe, assumptions: Assumptions) -> Plan:
        task = assumptions.task(recipe)
        found = CookingSearch(task).plan() or CookingSearch(task, weight=2.0).plan()
        if found is None or not found.known:
            return self._plan_to_explore(assumptions)
        commands = found.commands[: found.known]
        missing = ", ".join(sorted(task.assumed))
        subgoal = f"find: {missing}" if missing else "cook the meal"
        return Plan(subgoal, commands, f"{found.turns} turns to the meal")

    def _plan_to_explore(self, assumptions: Assumptions) -> Plan:
        """The nearest thing that was not looked into or behind."""
        model = self._model
        for place in model.unopened():
            if place.room == model.here:
                return Plan("look around", (f"open {place.holder}",), "it was not looked into")
        routes = assumptions.routes_to(ANYWHERE)
        if ANYWHERE in routes:
            return Plan("explore", _known_part(routes[ANYWHERE]), "nobody has been there")
        return Plan("look around", (_LOOK,), "nothing is left to try")


def _known_part(route: Route) -> tuple[str, ...]:
    return route.commands[: route.known] if route.known is not None else route.commands
