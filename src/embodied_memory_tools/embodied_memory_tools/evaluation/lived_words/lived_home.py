"""The home of a folder as the robot sees it: rooms side by side, furniture in them, things on it, people about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from embodied_memory.event import ROBOT, Event, EventKind, Provenance, StateChange
from embodied_memory.mapping.grid import RoomMap
from embodied_memory.scene_graph import RelationTriple, SceneGraphInstant, SceneObject, SpatialRelation
from embodied_memory.words.wording.description import parse_description
from embodied_memory_tools.evaluation.lived_words.word_folder import LifeEvent, WordHome

_NS = 1_000_000_000
_ROOM_M, _CELL_M, _WALL_M = 6.0, 0.1, 0.2
_OUTSIDE = "outside"
_RELATION = {"inside": "in", "into": "in", "onto": "on", "at": "on", "beside": "next to", "by": "next to"}
_SEEN = {one.value for one in SpatialRelation}
_DEVICE = {"on": ("power", "on"), "off": ("power", "off"), "open": ("open", "true"), "closed": ("open", "false")}
_VERBS = {"open": "opened", "close": "closed", "switch_on": "switched on", "switch_off": "switched off"}
_STATE = {"open": _DEVICE["open"], "close": _DEVICE["closed"], "switch_on": _DEVICE["on"],
          "switch_off": _DEVICE["off"]}  # fmt: skip


@dataclass(frozen=True)
class _Done:
    """An act: the things in it by id and by name, what became true, and the sentence."""

    ids: tuple[str, ...]
    names: tuple[str, ...]
    changes: tuple[StateChange, ...]
    text: str


@dataclass
class LivedHome:
    """Follows who is where and what is where; makes of each event what the robot, in its room, perceives."""

    home: WordHome
    _ids: dict[str, str] = field(default_factory=dict)
    _rooms_of: dict[str, str] = field(default_factory=dict)
    _where: dict[str, tuple[str, str]] = field(default_factory=dict)
    _states: dict[str, str] = field(default_factory=dict)
    _people: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for room, pieces in self.home.furniture.items():
            self._rooms_of |= {self.id_of(piece): room for piece in pieces}
        self._where = {self.id_of(name): (rel, place) for name, (rel, place) in self.home.objects_at_start.items()}
        self._states = {self.id_of(name): state for name, state in self.home.states_at_start.items()}

    def id_of(self, name: str) -> str:
        """Of a thing, piece of furniture or person; a name that is new gets a new one."""
        if name in self.home.people or name in self.home.visitors:
            return name
        if name not in self._ids:
            stem = "_".join(parse_description(name).noun) or "thing"
            self._ids[name] = f"{stem}_{len(self._ids) + 1}"
        return self._ids[name]

    def room_map(self, stamp_ns: int) -> RoomMap:
        """Rooms of six by six metres in a row."""
        across, wall = round(_ROOM_M / _CELL_M), round(_WALL_M / _CELL_M)
        cells = np.full((across, across * len(self.home.rooms)), -1, np.int8)
        for number in range(len(self.home.rooms)):
            cells[wall:-wall, number * across + wall : (number + 1) * across - wall] = number
        return RoomMap(stamp_ns, (0.0, 0.0), _CELL_M, cells)

    def first_look(self, stamp_ns: int) -> Iterator[SceneGraphInstant]:
        """One look into each room, twenty seconds apart."""
        for number, room in enumerate(self.home.rooms):
            yield self._look(stamp_ns + number * 20 * _NS, room)

    def perceived(self, happened: LifeEvent) -> Event | SceneGraphInstant:
        """What enters memory; who is where changes with it."""
        if happened.kind == "robot_see":
            self._moved(happened.object, happened.rel, happened.place)
            return self._look(happened.stamp_ns, happened.room)
        if happened.kind in ("enter", "leave"):
            return self._walked(happened)
        if happened.who != ROBOT and happened.room:
            self._people[happened.who] = happened.room
        return self._spoken(happened) if happened.text else self._done(happened)

    def observers(self, happened: LifeEvent) -> tuple[str, ...]:
        """Everybody in the room, and to whom it was said."""
        here = [name for name, room in self._people.items() if room == happened.room]
        told = [happened.to] if happened.to in self.home.people or happened.to in self.home.visitors else []
        return tuple(sorted({ROBOT, happened.who, *here, *told}))

    def _spoken(self, happened: LifeEvent) -> Event:
        return Event(
            happened.stamp_ns, EventKind.UTTERANCE, happened.who, happened.text, place=happened.room,
            observers=self.observers(happened), provenance=Provenance.REPORTED,
        )  # fmt: skip

    def _walked(self, happened: LifeEvent) -> Event:
        who, room = happened.who, happened.room
        enters = happened.kind == "enter"
        is_new = self._people.get(who, _OUTSIDE) == _OUTSIDE
        self._people[who] = room if enters else _OUTSIDE
        came = "came home" if who in self.home.people else "came to the door"
        text = (
            f"{who} {came}." if enters and is_new else f"{who} went to the {room}." if enters else f"{who} left home."
        )
        place = room if enters else _OUTSIDE
        return Event(
            happened.stamp_ns, EventKind.PERSON_MOVED, who, text, (who,), room, self.observers(happened),
            changes=(StateChange(who, "location", place),),
        )  # fmt: skip

    def _done(self, happened: LifeEvent) -> Event:
        is_own = happened.who == ROBOT
        who = "The robot" if is_own else happened.who
        if happened.kind in _VERBS:
            done = self._switched(happened, who)
        elif happened.kind == "put":
            done = self._put(happened, who)
        elif happened.kind in ("take", "robot_pick"):
            done = self._taken(happened, who)
        else:
            done = self._given(happened, who)
        kind = EventKind.DEVICE_STATE_CHANGED if "switch" in happened.kind else EventKind.OBJECT_STATE_CHANGED
        return Event(
            happened.stamp_ns, EventKind.SKILL_ENDED if is_own else kind, happened.who, done.text, done.ids,
            happened.room, self.observers(happened), changes=done.changes, object_captions=done.names,
            succeeded=True if is_own else None,
        )  # fmt: skip

    def _switched(self, happened: LifeEvent, who: str) -> _Done:
        thing, (attribute, value) = self.id_of(happened.object), _STATE[happened.kind]
        self._states[thing] = {"true": "open", "false": "closed"}.get(value, value)
        text = f"{who} {_VERBS[happened.kind]} the {happened.object}."
        return _Done((thing,), (happened.object,), (StateChange(thing, attribute, value),), text)

    def _taken(self, happened: LifeEvent, who: str) -> _Done:
        thing, name = self.id_of(happened.object), happened.object
        _, place = self._where.pop(thing, ("", ""))
        changes = (StateChange(thing, "held by", happened.who), StateChange(thing, "location", ""))
        if place not in self._ids:
            return _Done((thing,), (name,), changes, f"{who} picked up the {name}.")
        text = f"{who} picked up the {name} from the {place}."
        return _Done((thing, self.id_of(place)), (name, place), changes, text)

    def _given(self, happened: LifeEvent, who: str) -> _Done:
        thing = self.id_of(happened.object)
        text = f"{who} handed the {happened.object} to {happened.to}."
        changes = (StateChange(thing, "held by", happened.to),)
        return _Done((thing, happened.to), (happened.object, ""), changes, text)

    def _put(self, happened: LifeEvent, who: str) -> _Done:
        thing, name = self.id_of(happened.object), happened.object
        rel = self._moved(name, happened.rel, happened.place)
        held = StateChange(thing, "held by", "")
        if happened.place in self.home.rooms or not happened.place:
            where = happened.place or happened.room
            text = f"{who} put the {name} down in the {where}."
            return _Done((thing,), (name,), (held, StateChange(thing, "location", where)), text)
        there = self.id_of(happened.place)
        changes = (held, StateChange(thing, "location", f"{rel} {there}"))
        return _Done(
            (thing, there), (name, happened.place), changes, f"{who} put the {name} {rel} the {happened.place}."
        )

    def _moved(self, name: str, rel: str, place: str) -> str:
        rel = _RELATION.get(rel, rel)
        rel = rel if rel in _SEEN or rel == "behind" else "on"
        self._where[self.id_of(name)] = (rel, place)
        return rel

    def _look(self, stamp_ns: int, room: str) -> SceneGraphInstant:
        number = self.home.rooms.index(room) if room in self.home.rooms else 0
        names = {one: name for name, one in self._ids.items()}
        pieces = [one for one, place in self._rooms_of.items() if place == room]
        at = {one: (number * _ROOM_M + 1.0 + k % 4 * 1.2, 1.0 + k // 4 * 1.2, 0.4) for k, one in enumerate(pieces)}
        seen = [self._seen(one, names[one], at[one], (1.0, 0.8, 0.8)) for one in pieces]
        relations = []
        for thing, (rel, place) in self._where.items():
            there = self._ids.get(place, "")
            if there in at and rel in _SEEN:
                x, y, _ = at[there]
                seen.append(self._seen(thing, names[thing], (x, y, 0.85), (0.1, 0.1, 0.1)))
                relations.append(RelationTriple(thing, SpatialRelation(rel), there))
        middle = ((number + 0.5) * _ROOM_M, 4.5, 0.0)
        return SceneGraphInstant(
            stamp_ns, ROBOT, middle, 0.0, tuple(seen), tuple(relations), (room,), session_id="words"
        )

    def _seen(
        self, thing: str, name: str, position: tuple[float, float, float], size: tuple[float, float, float]
    ) -> SceneObject:
        told = parse_description(name)
        color = next((word for word in told.attributes), "")
        attributes = ((("color", color),) if color else ()) + self._state_of(thing)
        return SceneObject(thing, " ".join(told.noun) or name, position, size, 0.95, name, attributes)

    def _state_of(self, thing: str) -> tuple[tuple[str, str], ...]:
        state = self._states.get(thing, "")
        return (_DEVICE[state],) if state in _DEVICE else ()
