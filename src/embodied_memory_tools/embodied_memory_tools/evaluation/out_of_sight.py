"""What happens in a home that the robot does not see: things are put elsewhere, people go to other rooms."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from household.entity import Entity
from household.generation.lived.doors import all_rooms_joined
from household.home import DOOR, ROBOT_ID, Home
from household.residents.home_map import HomeMap
from household.residents.personal_space import PersonalSpaceGrid
from household.resting_places import find_resting_place

_DOOR_SWINGS_M = 1.5
"""Whoever stands so near to the middle of a doorway may be hit by its door."""
_MOVED_AT_ONCE = 3


class OutOfSight:
    """Changes the truth of a home, by a seed."""

    def __init__(self, home: Home, rng: random.Random) -> None:
        self._world, self._rng = home.world, rng
        self._map = HomeMap(home.world)

    def put(self, thing: Entity, piece: Entity, relation: str = "on") -> bool:
        """Whether there was room for it; the robot is not asked."""
        resting = self._world.children_of(piece.entity_id)
        place = find_resting_place(thing, piece, resting, relation, near=piece.position[:2], height=thing.size[2])
        if place is not None:
            self._world.rest(thing.entity_id, piece.entity_id, relation, place.position, place.yaw)
        return place is not None

    def put_elsewhere(self, thing: Entity) -> bool:
        """On another piece of furniture, in another room if there is one."""
        here = self._world[thing.entity_id].room_id
        pieces = self._map.storage()
        self._rng.shuffle(pieces)
        for piece in sorted(pieces, key=lambda one: one.room_id == here):
            if piece.entity_id != thing.parent_id and self.put(thing, piece):
                return True
        return False

    def send(self, person: str, room_id: str) -> None:
        """To the middle of a room, or as near to it as one can stand."""
        room = self._world.room(room_id)
        grid = PersonalSpaceGrid(self._world)
        spot = grid.nearest_free(room.center, room) if room is not None else None
        if spot is not None:
            self._world.move_actor(person, *spot, self._rng.uniform(-3.1, 3.1))

    def put_back(self, before: Mapping[str, Entity]) -> None:
        """Everything but the robot is as it was before."""
        for entity_id, entity in before.items():
            if entity_id != ROBOT_ID and self._world[entity_id] != entity:
                self._world.replace(entity)

    def turn_door(self) -> None:
        """Somebody opens a door that is shut, or shuts one where there is another way; none beside the robot."""
        doors = self._world.find(DOOR)
        if doors:
            door = self._rng.choice(doors)
            if math.dist(door.position[:2], self._world[ROBOT_ID].position[:2]) < _DOOR_SWINGS_M:
                return
            self._world.replace(replace(door, open=not door.open))
            if not all_rooms_joined(self._world):
                self._world.replace(door)

    def pass_hours(self, people: list[str], left_alone: Collection[str] = ()) -> None:
        """Some things are elsewhere afterwards, and so is everybody; what people held they put down. left_alone: ids
        of things that nobody moves.
        """
        for person in people:
            held = self._world.held_by(person)
            if held is not None:
                self.put_elsewhere(held)
            self.send(person, self._rng.choice(self._map.room_ids))
        self.move_some(left_alone)

    def move_some(
        self, left_alone: Collection[str] = (), may_lie: Callable[[Entity], bool] = lambda thing: True
    ) -> None:
        """Up to three things that lie about are elsewhere afterwards. may_lie: whether one may stay where it is put;
        else it lies where it was.
        """
        lying = [one for one in self._map.things() if one.parent_relation == "on"]
        things = [one for one in lying if one.entity_id not in left_alone]
        for thing in self._rng.sample(things, min(len(things), _MOVED_AT_ONCE)):
            before = dict(self._world.entities)
            if self.put_elsewhere(thing) and not may_lie(self._world[thing.entity_id]):
                self.put_back(before)
