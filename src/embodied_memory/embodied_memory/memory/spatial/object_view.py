"""The objects as memory gives them out: with room, support, status and certainty."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from embodied_memory.config import CertaintyConfig, MemoryConfig
from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.spatial.certainty import certainty, identity, status
from embodied_memory.memory.spatial.object_state import ObjectState, StoredRelation
from embodied_memory.memory.spatial.object_store import ObjectStore
from embodied_memory.memory.spatial.room_votes import RoomVotes
from embodied_memory.memory.spatial.rooms import HeardRooms, RoomGrid, RoomName, common_names, name_rooms
from embodied_memory.scene_graph import SpatialRelation
from embodied_memory.words.wording.phrases import are_one_room

_SEEN_IN_SHUT = 0.1


def room_certainties(
    states: Sequence[ObjectState], names: Mapping[int, RoomName], grid: RoomGrid | None, deviation_m: float
) -> dict[int, float]:
    """Object key -> how sure the name of its room is, if the thing is there. deviation_m: of each axis.

    Only what perception doubts is doubted: near a border of the room the truth may be beyond.
    """
    sure = {state.key: names.get(state.key, ("", 0.0))[1] for state in states}
    doubted = [state for state in states if not state.is_plain and sure[state.key] > 0.0]
    if grid is None or not doubted:
        return sure
    places = np.array([state.position[:2] for state in doubted], np.float64)
    for state, share in zip(doubted, grid.shares_at(places, deviation_m).tolist(), strict=True):
        sure[state.key] *= share
    return sure


def support_certainty(
    thing: ObjectState, holder: ObjectState, relation: SpatialRelation, config: CertaintyConfig
) -> float:
    """How sure it is that the one rests on or in the other, if the thing is there.

    What rests on something has its middle well within its edges; what seems to be at an edge mostly stands beside it.
    And what is seen is not in what is shut.
    """
    if thing.is_plain and holder.is_plain:
        return 1.0
    within_m = min(holder.size[axis] / 2 - abs(thing.position[axis] - holder.position[axis]) for axis in range(2))
    clear = (within_m - config.support_edge_m) / config.support_deviation_m
    is_shut = relation is SpatialRelation.IN and dict(holder.attributes).get("open") == "false"
    likely = identity(holder) * 0.5 * (1.0 + math.erf(clear / math.sqrt(2.0)))
    return likely * (_SEEN_IN_SHUT if is_shut else 1.0)


_NEAR_M = 2.0
_SURE_ROOM = 0.8
_SUPPORTS = (SpatialRelation.ON, SpatialRelation.IN)


class ObjectView:
    """Read-only. Rooms are named anew only when objects or the room map have changed."""

    def __init__(self, store: ObjectStore, votes: RoomVotes, heard: HeardRooms, config: MemoryConfig) -> None:
        self._store = store
        self._votes = votes
        self.heard = heard
        self._config = config
        self.rooms: RoomGrid | None = None
        self._named: tuple[int, RoomGrid | None, int] | None = None
        self._room_of: dict[int, RoomName] = {}
        self._room_certainty: dict[int, float] = {}
        self._name_of: dict[int, str] = {}
        self._given: tuple[tuple[int, RoomGrid | None, int, int], tuple[RememberedObject, ...]] | None = None

    def objects(self, now_ns: int) -> tuple[RememberedObject, ...]:
        """All objects, oldest acquaintance first, tentative ones among them; not what as good as surely never was."""
        version = (self._store.revision, self.rooms, self.heard.revision, now_ns)
        if self._given is None or self._given[0] != version:
            self.name_rooms()
            least = self._config.certainty.refuted_existence
            known = self._store.states.values()
            states = (one for one in known if one.existence >= least or one.times_missed)
            found = tuple(self._remembered(state, now_ns) for state in states)
            self._given = (version, found)
        return self._given[1]

    def room_last_named(self, key: int) -> str:
        """The room of an object when rooms were last named, "" if it was not known then. Costs nothing."""
        return self._room_of.get(key, ("", 0.0))[0]

    def room_of(self, object_id: str) -> str:
        """As `room_last_named`, by memory's id."""
        state = self._store.with_id(object_id)
        return self.room_last_named(state.key) if state is not None else ""

    def room_surely_named(self, key: int) -> str:
        """As `room_last_named`, "" where what stands there leaves it in doubt which room it is."""
        room, certainty = self._room_of.get(key, ("", 0.0))
        return room if certainty >= _SURE_ROOM else ""

    def is_named(self, room: str) -> bool:
        """Whether a room was called so when rooms were last named; of another number, too."""
        return any(are_one_room(room, name) for name, _ in self._room_of.values() if name)

    def is_told(self, key: int) -> bool:
        """Whether people were heard to name the room of an object; else its name is guessed from what is in it."""
        state, rooms = self._store.states[key], self.rooms
        if rooms is None or self.heard.of(state.object_id):
            return rooms is not None
        number = rooms.number_at(state.position)
        others = (one for one in self._store.states.values() if rooms.number_at(one.position) == number)
        return bool(self.heard.called(others))

    def support_of(self, state: ObjectState) -> str:
        """The id of what an object was last seen on, in or beside; "" if of nothing."""
        support = self._support(state)
        return self._store.states[support.object].object_id if support else ""

    def room_at(self, position: tuple[float, float, float]) -> str:
        """The name that the room of this place had when rooms were last named, "" if none."""
        return self._name_of.get(self.rooms.number_at(position), "") if self.rooms else ""

    def room_near(self, position: tuple[float, float, float]) -> str:
        """As `room_at`; as long as there is no room map, the room of the nearest object within 2 m."""
        if self.rooms is not None:
            return self.room_at(position)
        states = self._store.states
        near = ((math.dist(states[key].position, position), room)
                for key, (room, _) in self._room_of.items() if room and key in states)  # fmt: skip
        distance, room = min(near, default=(math.inf, ""))
        return room if distance <= _NEAR_M else ""

    def name_rooms(self) -> None:
        """Anew, if objects or the room map have changed since."""
        version = (self._store.revision, self.rooms, self.heard.revision)
        if self._named == version:
            return
        states = list(self._store.states.values())
        self._room_of = name_rooms(states, self.rooms, self._votes, self.heard)
        self._name_of = common_names(states, self._room_of, self.rooms)
        deviation_m = self._config.certainty.position_deviation_m
        self._room_certainty = room_certainties(states, self._room_of, self.rooms, deviation_m)
        self._named = version

    def _remembered(self, state: ObjectState, now_ns: int) -> RememberedObject:
        support = self._support(state)
        holder = self._store.states[support.object] if support else None
        sure = (
            support_certainty(state, holder, support.relation, self._config.certainty) if support and holder else 1.0
        )
        return RememberedObject(
            object_id=state.object_id,
            category=state.category,
            caption=state.caption,
            attributes=state.attributes,
            position=state.position,
            size=state.size,
            room=self.room_last_named(state.key),
            support_id=holder.object_id if holder else "",
            support_relation=support.relation.value if support else "",
            support_category=holder.category if holder else "",
            first_seen_ns=state.first_seen_ns,
            last_seen_ns=state.last_seen_ns,
            times_seen=state.times_seen,
            record_id=state.record_id,
            status=status(state, now_ns, self._config),
            certainty=certainty(state, now_ns, self._config),
            existence=state.existence,
            labels=state.labels,
            room_certainty=self._room_certainty.get(state.key, 0.0),
            support_certainty=sure,
            deviation_m=state.deviation_m,
        )

    def _support(self, state: ObjectState) -> StoredRelation | None:
        """The newest, of what memory asserts."""
        relations = self._store.relations_of(state.key)
        found = (relation for relation in relations if relation.relation in _SUPPORTS)
        return next((one for one in found if self._store.states[one.object].is_asserted), None)
