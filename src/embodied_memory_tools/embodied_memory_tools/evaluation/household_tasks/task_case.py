"""What is asked of the robot, what must be so afterwards, and how both are drawn from a home."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from embodied_memory.skill import SkillName
from embodied_memory_tools.evaluation.out_of_sight import OutOfSight
from household.entity import Entity
from household.home import Home
from household.residents.home_map import HomeMap
from household.residents.spoken import place_words, the
from household.resting_places import has_room
from household.robot_hands import TriedSkill
from household.world import World

_BESIDE_M = 1.5
_SHARP = frozenset({"knife", "scissors"})


@dataclass(frozen=True)
class Condition:
    """What must be so in the home. attribute "brought": to the person `value`; "told": the thing's `value` is what
    the robot says of it.
    """

    entity_id: str
    attribute: str
    value: str


@dataclass(frozen=True)
class TaskCase:
    """told: what the person says first, "" if nothing. entity_id, attribute, value: what must be so in the home
    afterwards, as in `Condition`; more: what must be so as well. budget_s: the time given, by the robot's clock.
    """

    kind: str
    told: str
    instruction: str
    entity_id: str
    attribute: str
    value: str
    more: tuple[Condition, ...] = ()
    budget_s: float = math.inf

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """All that must be so."""
        return (Condition(self.entity_id, self.attribute, self.value), *self.more)


def is_done(case: TaskCase, world: World, said: str = "") -> bool:
    """Judged by the truth of the home. said: by the robot, at the end."""
    return all(_holds(condition, world, said) for condition in case.conditions)


def _holds(condition: Condition, world: World, said: str) -> bool:
    """What no hand was free for, or is sharp, may lie beside the person."""
    thing, value = world[condition.entity_id], condition.value
    if condition.attribute == "brought":
        lies_near = thing.footprint_distance(*world[value].position[:2]) <= _BESIDE_M
        return thing.parent_id == value or (lies_near and thing.parent_relation == "on")
    if condition.attribute == "place":
        return f"{thing.parent_relation} {thing.parent_id}" == value
    if condition.attribute == "open":
        return str(thing.open) == value
    if condition.attribute == "told":
        return is_said(thing, value, said)
    return thing.settings[condition.attribute] == value


def is_said(thing: Entity, value: str, said: str) -> bool:
    """Whether some sentence says of a thing of this kind that it is "on" or "off", and none says otherwise."""
    clauses = (clause for clause in re.split(r"[.;!?]+|,? and ", said.lower()) if thing.category in clause)
    about = [states for clause in clauses if (states := {"on", "off"} & set(clause.split()))]
    return bool(about) and all(value in states for states in about)


def is_wrong(case: TaskCase, deed: TriedSkill) -> bool:
    """Whether something was handed over, or put where it was asked for, that is not what was meant."""
    if not deed.outcome.succeeded or deed.held is None or deed.held.entity_id == case.entity_id:
        return False
    if case.attribute == "brought":
        return deed.skill.name is SkillName.HANDOFF
    return case.attribute == "place" and f"{deed.skill.relation} {deed.skill.target_id}" == case.value


class CaseDraw:
    """Draws cases for a person who is at home. changes: what is done to the home while the robot does not look."""

    def __init__(self, home: Home, changes: OutOfSight, rng: random.Random) -> None:
        self._world, self._changes, self._rng = home.world, changes, rng
        self._map = HomeMap(home.world)

    def draw(self, kind: str, person: str) -> TaskCase | None:
        """None if the home has nothing for it."""
        return _KINDS[kind](self, person)

    def _fetch(self, person: str) -> TaskCase | None:
        thing = self._thing()
        if thing is None:
            return None
        return TaskCase("fetch", "", f"Bring me {the(thing)}.", thing.entity_id, "brought", person)

    def _favourite(self, person: str) -> TaskCase | None:
        thing = self._thing()
        if thing is None:
            return None
        told = f"{the(thing)} is my favourite {thing.category}.".capitalize()
        asked = f"Please bring me my favourite {thing.category}."
        return TaskCase("favourite", told, asked, thing.entity_id, "brought", person)

    def _shut_away(self, person: str) -> TaskCase | None:
        """The person shuts a thing away, and tells where."""
        thing, container = self._thing(), self._container()
        if thing is None or container is None or not self._changes.put(thing, container, "in"):
            return None
        told = f"I put {the(thing)} {place_words(self._world, f'in {container.entity_id}', with_room=True)}."
        return TaskCase("shut away", told, f"Bring me {the(thing)}.", thing.entity_id, "brought", person)

    def _moved(self, person: str) -> TaskCase | None:
        """It is not where the robot saw it."""
        thing = self._thing()
        if thing is None or not self._changes.put_elsewhere(thing):
            return None
        return TaskCase("moved", "", f"Can you bring me {the(thing)}?", thing.entity_id, "brought", person)

    def _put(self, person: str) -> TaskCase | None:
        thing = self._thing()
        pieces = [one for one in self._map.storage() if thing and one.entity_id != thing.parent_id]
        piece = self._one([one for one in pieces if thing and has_room(self._world, thing, one)])
        if thing is None or piece is None:
            return None
        asked = f"Put {the(thing)} on {the(piece)}."
        return TaskCase("put", "", asked, thing.entity_id, "place", f"on {piece.entity_id}")

    def _put_in(self, person: str) -> TaskCase | None:
        thing, container = self._thing(), self._container()
        if thing is None or container is None or not has_room(self._world, thing, container, "in"):
            return None
        asked = f"Put {the(thing)} in {the(container)}."
        return TaskCase("put in", "", asked, thing.entity_id, "place", f"in {container.entity_id}")

    def _open(self, person: str) -> TaskCase | None:
        piece = self._container()
        if piece is None:
            return None
        verb = "Close" if piece.open else "Open"
        return TaskCase("open", "", f"{verb} {the(piece)}.", piece.entity_id, "open", str(not piece.open))

    def _switch(self, person: str) -> TaskCase | None:
        lamps = [one for one in self._map.pieces("floor lamp", "table lamp", "tv") if "power" in one.settings]
        lamp = self._one([one for one in lamps if self._map.is_unique(one.entity_id)])
        if lamp is None:
            return None
        value = "off" if lamp.settings["power"] == "on" else "on"
        return TaskCase("switch", "", f"Turn {value} {the(lamp)}, please.", lamp.entity_id, "power", value)

    def _thing(self) -> Entity | None:
        lying = [one for one in self._map.things() if one.parent_relation == "on" and one.category not in _SHARP]
        return self._one([one for one in lying if self._world.is_visible(one.entity_id)])

    def _container(self) -> Entity | None:
        pieces = [one for one in self._world.entities.values() if one.openable and one.is_container]
        return self._one([one for one in pieces if self._map.is_unique(one.entity_id)])

    def _one(self, choices: list[Entity]) -> Entity | None:
        return self._rng.choice(choices) if choices else None


_KINDS: Mapping[str, Callable[[CaseDraw, str], TaskCase | None]] = {
    "fetch": CaseDraw._fetch,
    "favourite": CaseDraw._favourite,
    "shut away": CaseDraw._shut_away,
    "moved": CaseDraw._moved,
    "put": CaseDraw._put,
    "put in": CaseDraw._put_in,
    "open": CaseDraw._open,
    "switch": CaseDraw._switch,
}
KINDS = tuple(_KINDS)
