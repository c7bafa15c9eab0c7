"""The objects as memory gives them out: with room, support, status and certainty."""

from __future__ import annotations

import math

from embodied_memory.config import MemoryConfig
from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.spatial.certainty import certainty, status
from embodied_memory.memory.spatial.heard_rooms import HeardRooms
from embodied_memory.memory.spatial.object_state import ObjectState
from embodied_memory.memory.spatial.object_store import ObjectStore
from embodied_memory.memory.spatial.room_votes import RoomVotes
from embodied_memory.memory.spatial.rooms import RoomGrid, common_names, name_rooms
from embodied_memory.scene_graph import RelationTriple, SpatialRelation

_NEAR_M = 2.0
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
        self._room_of: dict[int, str] = {}
        self._name_of: dict[int, str] = {}
        self._given: tuple[tuple[int, RoomGrid | None, int, int], tuple[RememberedObject, ...]] | None = None

    def objects(self, now_ns: int) -> tuple[RememberedObject, ...]:
        """All objects, oldest acquaintance first."""
        version = (self._store.revision, self.rooms, self.heard.revision, now_ns)
        if self._given is None or self._given[0] != version:
            self._name_rooms()
            found = tuple(self._remembered(state, now_ns) for state in self._store.states.values())
            self._given = (version, found)
        return self._given[1]

    def relations(self) -> tuple[RelationTriple, ...]:
        """All current relations, with memory's object ids, the newest of each subject first."""
        states = self._store.states
        return tuple(
            RelationTriple(state.object_id, relation.relation, states[relation.object].object_id)
            for key, state in states.items()
            for relation in self._store.relations_of(key)
        )

    def room_last_named(self, key: int) -> str:
        """The room of an object when rooms were last named, "" if it was not known then. Costs nothing."""
        return self._room_of.get(key, "")

    def room_at(self, position: tuple[float, float, float]) -> str:
        """The name that the room of this place had when rooms were last named, "" if none."""
        return self._name_of.get(self.rooms.number_at(position), "") if self.rooms else ""

    def room_near(self, position: tuple[float, float, float]) -> str:
        """As `room_at`; as long as there is no room map, the room of the nearest object within 2 m."""
        if self.rooms is not None:
            return self.room_at(position)
        states = self._store.states
        near = ((math.dist(states[key].position, position), room) for key, room in self._room_of.items() if room)
        distance, room = min(near, default=(math.inf, ""))
        return room if distance <= _NEAR_M else ""

    def _name_rooms(self) -> None:
        version = (self._store.revision, self.rooms, self.heard.revision)
        if self._named == version:
            return
        states = self._store.states.values()
        self._room_of = name_rooms(states, self.rooms, self._votes, self.heard)
        self._name_of = common_names(states, self._room_of, self.rooms)
        self._named = version

    def _remembered(self, state: ObjectState, now_ns: int) -> RememberedObject:
        relations = self._store.relations_of(state.key)
        support = next((relation for relation in relations if relation.relation in _SUPPORTS), None)
        holder = self._store.states[support.object] if support else None
        return RememberedObject(
            object_id=state.object_id,
            category=state.category,
            caption=state.caption,
            attributes=state.attributes,
            position=state.position,
            size=state.size,
            room=self._room_of.get(state.key, ""),
            support_id=holder.object_id if holder else "",
            support_relation=support.relation.value if support else "",
            support_category=holder.category if holder else "",
            first_seen_ns=state.first_seen_ns,
            last_seen_ns=state.last_seen_ns,
            times_seen=state.times_seen,
            record_id=state.record_id,
            status=status(state, now_ns, self._config),
            certainty=certainty(state, now_ns, self._config),
        )
