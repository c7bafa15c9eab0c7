"""What the robot sees in its room, and how that differs from what it last saw there."""

from __future__ import annotations

import random
from collections.abc import Sequence

from embodied_memory.event import Event, EventKind, StateChange
from household.entity import Entity, EntityKind
from household.home import ROBOT_ID
from household.residents.knowledge import Knowledge
from household.residents.sighting_words import sighting_words
from household.residents.spoken import location_of, room_name
from household.world import World

_MAX_CHANGES = 8
"""A sighting tells of so many states at most; a full table takes several."""


class RobotEyes:
    """Looks about in a room: one sighting for each piece of furniture where something is new to the robot."""

    def __init__(self, world: World, knowledge: Knowledge, rng: random.Random) -> None:
        self._world, self._knowledge, self._rng = world, knowledge, rng
        self._remembered: dict[str, tuple[tuple[int, frozenset[str]], dict[str, list[StateChange]]]] = {}

    def look(self, stamp_ns: int, away: frozenset[str], samples: int) -> list[Event]:
        """Sightings of what is new, and of `samples` places that are as the robot knew them."""
        room_id = self._world[ROBOT_ID].room_id
        states = self._states_by_piece(room_id, away)
        news = {piece: self._news(piece, seen) for piece, seen in states.items()}
        for piece, gone in self._gone(states, room_id).items():
            news.setdefault(piece, []).extend(gone)
        plain = [c for changes in news.values() if len(changes) == 1 for c in changes]
        groups = [plain, *(changes for changes in news.values() if len(changes) > 1)]
        events = [self._sighting(stamp_ns, room_id, part) for changes in groups for part in _parts(changes)]
        same = [piece for piece in states if not news[piece] and self._may_change(piece, states[piece])]
        for piece in self._rng.sample(same, min(samples, len(same))):
            changes = states[piece]
            chosen = sorted(self._rng.sample(range(len(changes)), min(_MAX_CHANGES, len(changes))))
            events.append(self._sighting(stamp_ns, room_id, [changes[k] for k in chosen]))
        return events

    def _sighting(self, stamp_ns: int, room_id: str, changes: Sequence[StateChange]) -> Event:
        gone_from = {
            c.entity_id: self._knowledge.seen(c.entity_id, "location") or "" for c in changes if c.value == ""
        }
        text = sighting_words(self._world, room_name(room_id), changes, gone_from)
        ids = tuple(dict.fromkeys(c.entity_id for c in changes))
        return Event(
            stamp_ns, EventKind.SKILL_ENDED, ROBOT_ID, text, ids, room_name(room_id),
            (ROBOT_ID,), succeeded=True, changes=tuple(changes),
        )  # fmt: skip

    def _may_change(self, piece: str, states: Sequence[StateChange]) -> bool:
        """Whether it is worth a second look: not a bare piece of furniture."""
        return len(states) > 1 or self._world[piece].kind is EntityKind.ACTOR

    def _news(self, piece: str, states: Sequence[StateChange]) -> list[StateChange]:
        """A thing is in a hand or at a place: to see it at one is to see that it is not in the other."""
        news = [c for c in states if self._knowledge.seen(c.entity_id, c.attribute) != c.value]
        other = {"location": "held by", "held by": "location"}
        ended = [
            StateChange(c.entity_id, other[c.attribute], "")
            for c in news
            if c.attribute in other and self._knowledge.seen(c.entity_id, other[c.attribute])
        ]
        return news + ended

    def _states_by_piece(self, room_id: str, away: frozenset[str]) -> dict[str, list[StateChange]]:
        """What can be seen in a room, by the piece of furniture (or the person) it is at."""
        version = (self._world.revision, away)
        if room_id in self._remembered and self._remembered[room_id][0] == version:
            return self._remembered[room_id][1]
        found: dict[str, list[StateChange]] = {}
        for entity in self._world.entities.values():
            if entity.room_id != room_id or not self._world.is_visible(entity.entity_id):
                continue
            piece = self._piece_of(entity)
            if piece not in away:
                found.setdefault(piece, []).extend(_states_of(entity))
        self._remembered[room_id] = (version, found)
        return found

    def _piece_of(self, entity: Entity) -> str:
        return ([entity, *self._world.ancestors_of(entity.entity_id)][-1]).entity_id

    def _gone(self, states: dict[str, list[StateChange]], room_id: str) -> dict[str, list[StateChange]]:
        """What was last seen at a place that can be seen now, and is not there."""
        seen = {(c.entity_id, c.attribute): c.value for changes in states.values() for c in changes}
        gone: dict[str, list[StateChange]] = {}
        pieces = [c.entity_id for changes in states.values() for c in changes if c.attribute == "location"]
        for place in (*dict.fromkeys(pieces), room_name(room_id)):
            for entity_id in self._knowledge.seen_at(place):
                was = self._knowledge.seen(entity_id, "location") or ""
                if (entity_id, "location") in seen or (entity_id, "held by") in seen or entity_id == ROBOT_ID:
                    continue
                if self._shows(was):
                    piece = place if place in states else entity_id
                    gone.setdefault(piece, []).append(StateChange(entity_id, "location", ""))
        return gone

    def _shows(self, location: str) -> bool:
        """Whether one would see a thing at a place from within the room."""
        relation, _, support_id = location.partition(" ")
        support = self._world.get(support_id)
        return support is None or relation != "in" or support.open is not False


def _states_of(entity: Entity) -> list[StateChange]:
    changes = []
    if entity.kind is EntityKind.ACTOR:
        return [StateChange(entity.entity_id, "location", room_name(entity.room_id))]
    if entity.parent_relation == "held":
        changes.append(StateChange(entity.entity_id, "held by", entity.parent_id))
    else:
        changes.append(StateChange(entity.entity_id, "location", location_of(entity)))
    if entity.open is not None:
        changes.append(StateChange(entity.entity_id, "open", "true" if entity.open else "false"))
    return changes + [StateChange(entity.entity_id, name, value) for name, value in entity.settings.items()]


def _parts(changes: Sequence[StateChange]) -> list[Sequence[StateChange]]:
    return [changes[k : k + _MAX_CHANGES] for k in range(0, len(changes), _MAX_CHANGES)]
