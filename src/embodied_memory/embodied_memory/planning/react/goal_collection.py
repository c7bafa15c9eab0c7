"""Goals collected clause by clause: what "it", "them" and "there" mean, what goes beside what, what is on the way."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from embodied_memory.planning.react.clause_reading import Clause
from embodied_memory.planning.react.home_words import HomeWords, is_elsewhere
from embodied_memory.planning.react.placement_goal import PlacementGoal, PlacePhrase, Relation, ThingPhrase
from embodied_memory.planning.react.thing_list import count_of, head_of, noun_stems, same_thing, split_things
from embodied_memory.planning.skills.known_home import plain_words

_ANY_THING = frozenset(["item", "object", "thing"])
CLOSABLE = frozenset(["cabinet", "wardrobe", "fridge", "drawer", "dresser", "oven", "microwave", "dishwasher"]) | {
    "chest of drawers"
}
"""Kinds of furniture that "in" means the inside of."""


class GoalCollection:
    """Collects goals clause by clause; "it" and "them" are what the last clause was about."""

    def __init__(self, home: HomeWords) -> None:
        self._home = home
        self._goals: list[PlacementGoal] = []
        self._last: tuple[ThingPhrase, ...] = ()
        self._beside: ThingPhrase | None = None
        self._ordered: list[bool] = []

    def take(self, clause: Clause) -> None:
        """Goals for what is carried, or more about the goals before."""
        carried = tuple(dict.fromkeys(goal.thing for goal in self._goals))
        before = (carried or self._last) if clause.of_all else self._last
        if clause.is_plural and len(before) == 1 and self._beside is not None:
            before = (*before, self._beside)
        if not clause.is_again:
            self._last = self._things(clause) or self._last
            if not (clause.target or clause.source or clause.beside or clause.together or clause.nearby):
                return
        else:
            self._last = tuple(replace(one, source=one.source or clause.source) for one in before)
        neighbour = self._goals[-1].thing if clause.nearby and self._goals else self._neighbour(clause)
        if clause.target and not (clause.is_again and self._is_there(clause.target)):
            movers = self._last
            if neighbour is not None and neighbour in before and not self._goes_along(neighbour, clause.target):
                movers = (neighbour, *movers)
            for thing in movers:
                self._add(thing, clause)
        elif not clause.is_again and (clause.beside or clause.together or clause.nearby):
            self._add_where_others_are(clause, neighbour)
        self._put_beside(clause, neighbour)
        if neighbour is not None and not self._home.category(neighbour.text):
            self._beside = neighbour

    def finished(self) -> tuple[PlacementGoal, ...]:
        """Without the rooms on the way: "bring it to the bedroom and place it on the bed" is one goal."""
        kept = []
        for index, goal in enumerate(self._goals):
            later = [
                number for number in range(index + 1, len(self._goals)) if self._goals[number].thing == goal.thing
            ]
            on_the_way = goal.relation is Relation.ROOM and later and not self._ordered[later[0]]
            if not on_the_way:
                kept.append(goal)
            else:
                number = later[0]
                place = self._goals[number].place
                if not self._home.room_ids(place.text):
                    self._goals[number] = replace(
                        self._goals[number], place=replace(place, text=f"{goal.place.text} {place.text}")
                    )
        return tuple(kept)

    def _things(self, clause: Clause) -> tuple[ThingPhrase, ...]:
        found: list[ThingPhrase] = []
        for text in split_things(clause.things):
            if self._names_nothing(text):
                continue
            for ordinal in range(count_of(text)):
                known = (*(goal.thing for goal in self._goals), *self._last)
                alike = (one for one in known if one.ordinal == ordinal and same_thing(one.text, text))
                thing = next(alike, None) or ThingPhrase(text, ordinal=ordinal)
                found.append(replace(thing, source=thing.source or clause.source))
        return tuple(found)

    def _names_nothing(self, text: str) -> bool:
        """Whether it is a piece of furniture ("set the table") or a word for things that are told later."""
        nouns, kind = noun_stems(text), self._home.category(head_of(text))
        is_room = self._home.is_room(text) and any(nouns == noun_stems(plain_words(one)) for one in self._home.rooms)
        return not nouns or nouns[-1] in _ANY_THING or (bool(kind) and nouns == noun_stems(kind)) or is_room

    def _goal(self, thing: ThingPhrase, clause: Clause) -> PlacementGoal:
        target = clause.target
        kind = self._home.category(target)
        relation = Relation.ON
        if not kind:
            relation = Relation.ROOM
        elif kind == "floor":
            relation = Relation.FLOOR
        elif clause.inside and kind in CLOSABLE:
            relation = Relation.WITHIN
        return PlacementGoal(thing, PlacePhrase(target, is_other=is_elsewhere(target)), relation)

    def _is_there(self, target: str) -> bool:
        """Whether the last goals go there already: "... to the tv table. Place them side by side on the table."."""
        if not self._goals or self._goals[-1].thing not in self._last:
            return False
        last, kind = self._goals[-1].place, self._home.category(target)
        rooms = self._home.room_ids(target)
        return self._home.category(last.text) == kind and (not rooms or rooms == self._home.room_ids(last.text))

    def _add(self, thing: ThingPhrase, clause: Clause) -> None:
        goal = self._goal(thing, clause)
        if not (clause.arranges and goal.relation is Relation.ROOM):
            self._goals.append(goal)
            self._ordered.append(clause.then)

    def _add_where_others_are(self, clause: Clause, neighbour: ThingPhrase | None) -> None:
        """ "Put the cup next to the lamp": where the lamp goes or stands; around furniture there is floor."""
        with_place = [goal for goal in self._goals if neighbour is None or goal.thing == neighbour]
        for thing in self._last:
            if with_place:
                goal = replace(with_place[-1], thing=thing, beside=None)
            elif clause.beside and self._home.category(clause.beside):
                goal = PlacementGoal(thing, PlacePhrase(f"{clause.beside} floor"), Relation.FLOOR)
            elif clause.beside:
                goal = PlacementGoal(thing, PlacePhrase(""))
            else:
                return
            self._goals.append(goal)
            self._ordered.append(clause.then)

    def _neighbour(self, clause: Clause) -> ThingPhrase | None:
        if not clause.beside:
            return None
        known = (*(goal.thing for goal in reversed(self._goals)), *self._last)
        return next((one for one in known if same_thing(one.text, clause.beside)), None) or ThingPhrase(clause.beside)

    def _goes_along(self, neighbour: ThingPhrase, target: str) -> bool:
        """Whether the neighbour is carried there anyway, or was already."""
        last = next((goal for goal in reversed(self._goals) if goal.thing == neighbour), None)
        return neighbour in self._last or (
            last is not None
            and self._home.category(last.place.text) == self._home.category(target)
            and self._home.room_ids(target) in ((), self._home.room_ids(last.place.text))
        )

    def _put_beside(self, clause: Clause, neighbour: ThingPhrase | None) -> None:
        """The latest goal of each thing the clause speaks of."""
        latest = {goal.thing: number for number, goal in enumerate(self._goals) if goal.thing in self._last}
        numbers = sorted(latest.values())
        if clause.together:
            for before, number in pairwise(numbers):
                self._goals[number] = replace(self._goals[number], beside=self._goals[before].thing)
        for number in numbers:
            goal = self._goals[number]
            if neighbour is None or goal.thing == neighbour:
                continue
            if goal.relation is Relation.ROOM and self._home.category(neighbour.text):
                floor = PlacePhrase(f"{goal.place.text} floor")
                goal = replace(goal, place=floor, relation=Relation.FLOOR)
            self._goals[number] = replace(goal, beside=neighbour)
