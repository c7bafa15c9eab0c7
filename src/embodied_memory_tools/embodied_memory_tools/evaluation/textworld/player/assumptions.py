"""From what is known of a game to the whole task: what is unknown is assumed to be where it most likely is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from embodied_memory_tools.evaluation.textworld.player.beliefs import Beliefs
from embodied_memory_tools.evaluation.textworld.player.cooking_rules import (
    CONTAINERS,
    KITCHEN,
    KNIFE,
    MEAL,
    capacity_for,
    cook_for,
    cut_for,
)
from embodied_memory_tools.evaluation.textworld.player.cooking_task import CookingTask, FoodTask, Passage, Place
from embodied_memory_tools.evaluation.textworld.player.exploration import ANYWHERE, Exploration
from embodied_memory_tools.evaluation.textworld.player.game_things import CARRIED
from embodied_memory_tools.evaluation.textworld.player.reading import Recipe
from embodied_memory_tools.evaluation.textworld.player.room_knowledge import RoomKnowledge
from embodied_memory_tools.evaluation.textworld.player.route import Route, routes_from


class Assumptions:
    """For one state of the beliefs."""

    def __init__(self, beliefs: Beliefs, knowledge: RoomKnowledge, discount: float = 0.75) -> None:
        self._beliefs, self._knowledge, self._discount = beliefs, knowledge, discount
        self._exploration = Exploration(beliefs.rooms, knowledge, discount)
        self._closed = frozenset(beliefs.rooms.closed)

    def routes_to(self, *unseen: str) -> dict[str, Route]:
        """From here to all known rooms and to these others."""
        return routes_from(self._beliefs.here, self.passages(frozenset(unseen)), self._closed)

    def passages(self, unseen: frozenset[str]) -> dict[str, tuple[Passage, ...]]:
        """Known ways, and assumed ones to rooms that were not entered, between them and back."""
        known = self._beliefs.passages()
        wanted = sorted(unseen - set(known))
        ways: dict[str, list[Passage]] = {room: list(passages) for room, passages in known.items()}
        for goal in wanted:
            ways[goal] = [
                Passage(other, (f"go to {other}",), "", self._exploration.between(goal, other), True)
                for other in wanted
                if other != goal
            ]
            for room, way in self._exploration.ways_to(goal):
                unlock = self._beliefs.unlocking(way.door)
                if unlock is not None:
                    ways[room].append(replace(way, unlock=unlock))
                    ways[goal].append(Passage(room, (f"go to {room}",), "", way.cost, True))
        return {room: tuple(passages) for room, passages in ways.items()}

    def task(self, recipe: Recipe) -> CookingTask:
        """The task with all that is unknown assumed."""
        beliefs, assumed = self._beliefs, set[str]()
        foods = tuple(self._food(recipe, name, assumed) for name in recipe.ingredients)
        appliances = {food.cook: self._place_of(food.cook, assumed).room for food in foods if food.cook}
        knife = self._known_place(KNIFE) or self._place_of(KNIFE, assumed)
        rooms = {place.room for food in foods if (place := food.place)} | set(appliances.values()) | {KITCHEN}
        if any(food.cut for food in foods) and knife != CARRIED:
            rooms.add(knife.room)
        useless = (name for name in beliefs.things.carried if name not in (*recipe.ingredients, KNIFE, MEAL))
        return CookingTask(
            beliefs.here,
            KITCHEN,
            self.passages(frozenset(rooms)),
            foods,
            appliances,
            max(capacity_for(recipe), beliefs.things.capacity or 0),
            None if knife == CARRIED else knife,
            KNIFE,
            self._closed | self._closed_holders(foods),
            tuple(useless),
            assumed=frozenset(assumed),
        )

    def _closed_holders(self, foods: tuple[FoodTask, ...]) -> frozenset[str]:
        """Those said to be closed, and those that would show what is assumed to be in them if they were open."""
        things = self._beliefs.things
        unopened = (food.place for food in foods if food.place and self._can_open(food.place))
        return frozenset(place.holder for place in (*things.closed, *unopened) if place not in things.looked_into)

    def _food(self, recipe: Recipe, name: str, assumed: set[str]) -> FoodTask:
        place = self._known_place(name) or self._place_of(name, assumed)
        states = self._beliefs.things.states.get(name, frozenset())
        cut, cook = cut_for(recipe, name, states), cook_for(recipe, name, states)
        return FoodTask(name, None if place == CARRIED else place, cut, cook)

    def _known_place(self, name: str) -> Place | None:
        return self._beliefs.things.places.get(name)

    def _place_of(self, thing: str, assumed: set[str]) -> Place:
        """Of an appliance, or of a thing that was not seen: where it is likely to be and soon reached."""
        room = self._beliefs.room_with(thing)
        if room:
            return Place(room)
        assumed.add(thing)
        shares = {place: share for place, share in self._knowledge.places_of(thing).items() if self._may_be(place)}
        shares = shares or dict(self._anywhere())
        routes = self.routes_to(*(place.room for place in shares))
        turns = {place: routes[place.room].cost if place.room in routes else 99 for place in shares}
        return max(shares, key=lambda place: shares[place] * self._discount ** turns[place])

    def _may_be(self, place: Place) -> bool:
        """Not where it would have been seen."""
        if place.room not in self._beliefs.rooms.rooms:
            return True
        return bool(place.holder) and place not in self._beliefs.things.looked_into and self._can_open(place)

    def _can_open(self, place: Place) -> bool:
        return place in self._beliefs.things.closed or place.holder in CONTAINERS

    def _anywhere(self) -> Iterator[tuple[Place, float]]:
        """For a thing of which nothing is known, or that is in no place that is known for it."""
        for place in self._beliefs.unopened():
            yield place, 0.1
        yield Place(ANYWHERE), 0.1
