"""Which room of the map a place is in, how surely where a border is near, and what sort of room it is.

By what stands there, silent where the evidence is not clear: what is doubted votes as likely as it is there and
is that; what is only tentative does not vote. And by what rooms are called by those who use what stands in
them: an act that names a piece of furniture and its room tells where that piece stands, and so what the room of
the map is called.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from embodied_memory.event import EventKind, Provenance
from embodied_memory.mapping.grid import RoomMap
from embodied_memory.memory.belief.names.entity_kinds import stays_put
from embodied_memory.memory.belief.names.entity_names import merged_ids
from embodied_memory.memory.spatial.object_state import ObjectState
from embodied_memory.memory.spatial.room_votes import RoomVotes, elected
from embodied_memory.memory.store.store import NewInstant, NewRecord

_NEAREST_CELL_M = 1.0
_RINGS = ((0.0, 1, 0.118), (1.0, 8, 0.557), (2.0, 8, 0.325))
"""(deviations from the centre, points, share) of a round normal distribution, cut at .5 and 1.5 deviations."""


class RoomGrid:
    """A room map that also answers just outside its rooms, where furniture stands."""

    def __init__(self, room_map: RoomMap) -> None:
        self.room_map = room_map
        labelled = room_map.cells >= 0
        if labelled.any():
            distances, (rows, columns) = distance_transform_edt(~labelled, return_indices=True)
            near = distances * room_map.resolution_m <= _NEAREST_CELL_M
            self._numbers = np.where(near, room_map.cells[rows, columns], -1)
        else:
            self._numbers = room_map.cells

    def number_at(self, position: tuple[float, float, float]) -> int:
        """The room's number, -1 if no labelled cell is within 1 m."""
        row, column = self.room_map.cell_of(position[0], position[1])
        return int(self._numbers[row, column]) if self.room_map.contains(row, column) else -1

    def numbers_at(self, places: NDArray[np.floating[Any]]) -> NDArray[np.int64]:
        """(N, 2) places in map -> (N,) the rooms' numbers, -1 for none."""
        rows, columns = (
            np.floor((places[:, axis] - self.room_map.origin[axis]) / self.room_map.resolution_m).astype(np.int64)
            for axis in (1, 0)
        )
        height, width = self._numbers.shape
        inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
        numbers = np.full(len(places), -1, np.int64)
        numbers[inside] = self._numbers[rows[inside], columns[inside]]
        return numbers

    def shares_at(self, places: NDArray[np.float64], deviation_m: float) -> NDArray[np.float64]:
        """(N, 2) places in map, each known with this deviation -> (N,) how likely it is in the room that it seems in.

        Where no room is near says nothing for another one.
        """
        offsets, weights = _around(deviation_m)
        around = places[:, None, :] + offsets[None]
        numbers = self.numbers_at(around.reshape(-1, 2)).reshape(len(places), -1)
        own = self.numbers_at(places)
        known = np.where(numbers >= 0, weights, 0.0).sum(axis=1)
        there = np.where(numbers == own[:, None], weights, 0.0).sum(axis=1)
        return np.where((own >= 0) & (known > 0), there / np.maximum(known, 1e-9), 1.0)


def _around(deviation_m: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(M, 2) offsets in metres and (M,) weights, in all 1."""
    offsets, weights = [], []
    for radius, count, share in _RINGS:
        angles = np.arange(count) * 2 * np.pi / count
        offsets.append(radius * deviation_m * np.column_stack((np.cos(angles), np.sin(angles))))
        weights.append(np.full(count, share / count))
    return np.concatenate(offsets), np.concatenate(weights)


def write_room_map(connection: sqlite3.Connection, room_map: RoomMap) -> None:
    """Replace the stored room map."""
    rows, columns = room_map.cells.shape
    cells = zlib.compress(np.ascontiguousarray(room_map.cells, np.int8).tobytes(), 1)
    connection.execute(
        "INSERT OR REPLACE INTO room_map VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
        (room_map.stamp_ns, *room_map.origin, room_map.resolution_m, rows, columns, cells),
    )


def delete_room_map(connection: sqlite3.Connection) -> None:
    """No room is known until the next map of them."""
    connection.execute("DELETE FROM room_map")


def load_room_map(connection: sqlite3.Connection) -> RoomMap | None:
    """The stored room map, None if there is none."""
    row = connection.execute("SELECT * FROM room_map").fetchone()
    if row is None:
        return None
    _, stamp_ns, x, y, resolution_m, rows, columns, cells = row
    grid = np.frombuffer(zlib.decompress(cells), np.int8).reshape(rows, columns)
    return RoomMap(stamp_ns, (x, y), resolution_m, grid)


_VOTE_RADIUS_M = 3.0
_VOTE_SCALE_M = 1.5
_OPEN_PLAN = ("kitchen", "dining room", "living room")
"""Areas that often share one room of the map."""
_LIKELY = 0.5

RoomName = tuple[str, float]
"""What a room is called, "" if unknown, and how sure that is."""


def name_rooms(
    states: Iterable[ObjectState], grid: RoomGrid | None, votes: RoomVotes, heard: HeardRooms
) -> dict[int, RoomName]:
    """Object key -> the name of its room; two of a type are "bedroom 1" and "bedroom 2".

    What rooms are called by those who use what stands in them goes before what they look like; of a kitchen or
    living room that they call just that, the map has cut off what looks like another one.
    """
    states = list(states)
    rooms = _guessed(states, grid, votes, heard) if grid else _named_by_neighbours(states, votes, margin=3.0)
    surely = {key: (name, sure) if sure >= _LIKELY else ("", 0.0) for key, (name, sure) in rooms.items()}
    return surely | {state.key: (room, 1.0) for state in states if (room := heard.of(state.object_id))}


def _guessed(states: list[ObjectState], grid: RoomGrid, votes: RoomVotes, heard: HeardRooms) -> dict[int, RoomName]:
    members: dict[int, list[ObjectState]] = defaultdict(list)
    for state in states:
        members[grid.number_at(state.position)].append(state)
    rooms: dict[int, RoomName] = {state.key: ("", 0.0) for state in members.pop(-1, [])}
    called = {number: name for number in members if (name := heard.called(_asserted(members[number])))}
    types = {number: _room_type(members[number], votes) for number in sorted(members)}
    types.update({number: (name, 1.0) for number, name in called.items()})
    for number, (room_type, sure) in types.items():
        if number in called:
            rooms.update(dict.fromkeys((state.key for state in members[number]), (room_type, sure)))
        elif _is_open_plan(members[number], room_type, votes):
            rooms.update(_named_by_neighbours(members[number], votes, margin=1.5))
        else:
            alike = [other for other in types if types[other][0] == room_type]
            is_part = room_type in _OPEN_PLAN and room_type in called.values()
            is_only_one = len(alike) == 1 or not room_type or is_part
            name = room_type if is_only_one else f"{room_type} {alike.index(number) + 1}"
            rooms.update(dict.fromkeys((state.key for state in members[number]), (name, sure)))
    return rooms


def common_names(
    states: Iterable[ObjectState], names: Mapping[int, RoomName], grid: RoomGrid | None
) -> dict[int, str]:
    """Number of a room of the map -> the name that most of its objects give it. names: those of `name_rooms`."""
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for state in states if grid else ():
        number = grid.number_at(state.position) if grid else -1
        if number >= 0 and names.get(state.key, ("", 0.0))[0]:
            counts[number][names[state.key][0]] += 1
    return {number: max(sorted(found), key=found.__getitem__) for number, found in counts.items()}


def _asserted(members: Iterable[ObjectState]) -> list[ObjectState]:
    return [state for state in members if state.is_asserted]


def _readings(state: ObjectState) -> Iterator[tuple[str, float]]:
    """(category, how likely there is such a thing there)."""
    for category, probability in state.labels or ((state.category, 1.0),):
        yield category, probability * state.existence


def _present(members: Iterable[ObjectState]) -> dict[str, float]:
    """Category -> how likely there is at least one of it."""
    absent: dict[str, float] = {}
    for state in _asserted(members):
        for category, probability in _readings(state):
            absent[category] = absent.get(category, 1.0) * (1.0 - probability)
    return {category: 1.0 - probability for category, probability in sorted(absent.items())}


def _room_type(members: Iterable[ObjectState], votes: RoomVotes) -> RoomName:
    """Every category in the room votes once."""
    present = _present(members).items()
    cast = ((room, weight, sure) for name, sure in present for room, weight in votes.of(name).items())
    return elected(cast, least=1.0, margin=1.5)


def _is_open_plan(members: Iterable[ObjectState], room_type: str, votes: RoomVotes) -> bool:
    """Whether one room of the map has two strong signs of another living area than its type."""
    names = [name for name, probability in _present(members).items() if probability >= _LIKELY]
    signs = [max(votes.of(name).items(), key=lambda vote: vote[1], default=("", 0.0)) for name in names]
    strong = [room for room, weight in signs if weight >= 2.0 and room in _OPEN_PLAN and room != room_type]
    return room_type in ("", *_OPEN_PLAN) and any(strong.count(room) >= 2 for room in strong)


def _named_by_neighbours(states: list[ObjectState], votes: RoomVotes, margin: float) -> dict[int, RoomName]:
    """The things around an object vote, the nearer the more, and must agree clearly."""
    voters = [
        (state.position[:2], probability, told)
        for state in _asserted(states)
        for category, probability in _readings(state)
        if (told := votes.of(category))
    ]
    places: NDArray[np.float64] = np.array([place for place, *_ in voters]).reshape(-1, 2)
    rooms = {}
    for state in states:
        distances = np.linalg.norm(places - np.array(state.position[:2]), axis=1)
        near = np.flatnonzero(distances <= _VOTE_RADIUS_M)
        weights = np.exp(-((distances[near] / _VOTE_SCALE_M) ** 2) / 2)
        cast = (
            (room, weight * float(share), voters[index][1])
            for index, share in zip(near, weights, strict=True)
            for room, weight in voters[index][2].items()
        )
        rooms[state.key] = elected(cast, least=2.0, margin=margin)
    return rooms


_ACTS = (EventKind.ACTIVITY, EventKind.OBJECT_STATE_CHANGED)
"""What is done where it is done: words carry further, and so do switches."""
_NEWEST = (
    "SELECT a.entity_id, e.place FROM entity_alias a JOIN event_log e ON e.record_id = (SELECT max(l.record_id)"
    " FROM event_object o JOIN event_log l USING (record_id) WHERE o.object_id = a.alias AND l.actor <> a.robot"
    f" AND l.kind IN ({', '.join(repr(kind.value) for kind in _ACTS)}) AND l.provenance = ? AND l.place <> '')"
    " ORDER BY e.record_id"
)


@dataclass(frozen=True)
class HeardChanges:
    """rooms: object id -> room, of furniture; merged: id of what turned out to be another thing -> the id of that."""

    rooms: Mapping[str, str] = field(default_factory=dict)
    merged: Mapping[str, str] = field(default_factory=dict)


class HeardRooms:
    """The rooms of furniture by those who use it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        rows = connection.execute(_NEWEST, (Provenance.OBSERVED.value,)).fetchall()
        merged = merged_ids(connection)
        self._room_of: dict[str, str] = {
            merged.get(object_id, object_id): room for object_id, room in rows if stays_put(object_id)
        }
        self.revision = 0

    def observe(self, record: NewRecord) -> HeardChanges | None:
        """What is told of what is done where; what is one with another thing stands where that is told to."""
        if isinstance(record, NewInstant):
            return HeardChanges(merged=record.objects.renamed)
        event = record.understood
        if event.kind not in _ACTS or event.provenance is not Provenance.OBSERVED or event.actor == record.robot:
            return None
        return HeardChanges({name: event.place for name in event.object_ids if event.place and stays_put(name)})

    def write(self, connection: sqlite3.Connection, changes: HeardChanges) -> None:
        """Nothing: it is in the log."""

    def adopt(self, changes: HeardChanges) -> None:
        """Take over what was committed."""
        if not changes.rooms.items() <= self._room_of.items():
            self._room_of.update(changes.rooms)
            self.revision += 1
        for gone, kept in changes.merged.items():
            if room := self._room_of.pop(gone, ""):
                self._room_of.setdefault(kept, room)
                self.revision += 1

    def of(self, object_id: str) -> str:
        """The room of a piece of furniture, "" if nobody told it."""
        return self._room_of.get(object_id, "")

    def called(self, members: Iterable[ObjectState]) -> str:
        """What more than half of these pieces of furniture, of which it is told, are said to stand in; else ""."""
        told = Counter(room for state in members if (room := self.of(state.object_id)))
        name, count = max(told.items(), key=lambda item: (item[1], item[0]), default=("", 0))
        return name if 2 * count > sum(told.values()) else ""
