"""Which room an object is in and what sort of room that is. Silent where the evidence is not clear."""

from __future__ import annotations

import sqlite3
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from embodied_memory.mapping.grid import RoomMap
from embodied_memory.memory.spatial.heard_rooms import HeardRooms
from embodied_memory.memory.spatial.object_state import ObjectState
from embodied_memory.memory.spatial.room_votes import RoomVotes, winner

_NEAREST_CELL_M = 1.0
_VOTE_RADIUS_M = 3.0
_VOTE_SCALE_M = 1.5
_OPEN_PLAN = ("kitchen", "dining room", "living room")
"""Areas that often share one room of the map."""


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

    def numbers_at(self, places: NDArray[np.float32]) -> NDArray[np.int64]:
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


def name_rooms(
    states: Iterable[ObjectState], grid: RoomGrid | None, votes: RoomVotes, heard: HeardRooms
) -> dict[int, str]:
    """Object key -> the name of its room, "" if unknown; two of a type are "bedroom 1" and "bedroom 2".

    What rooms are called by those who use what stands in them goes before what they look like; of a kitchen or
    living room that they call just that, the map has cut off what looks like another one.
    """
    states = list(states)
    rooms = _guessed(states, grid, votes, heard) if grid else _named_by_neighbours(states, votes, margin=3.0)
    return rooms | {state.key: room for state in states if (room := heard.of(state.object_id))}


def _guessed(states: list[ObjectState], grid: RoomGrid, votes: RoomVotes, heard: HeardRooms) -> dict[int, str]:
    members: dict[int, list[ObjectState]] = defaultdict(list)
    for state in states:
        members[grid.number_at(state.position)].append(state)
    rooms = {state.key: "" for state in members.pop(-1, [])}
    called = {number: name for number in members if (name := heard.called(members[number]))}
    types = {number: called.get(number) or _room_type(members[number], votes) for number in sorted(members)}
    for number, room_type in types.items():
        if number in called:
            rooms.update(dict.fromkeys((state.key for state in members[number]), room_type))
        elif _is_open_plan(members[number], room_type, votes):
            rooms.update(_named_by_neighbours(members[number], votes, margin=1.5))
        else:
            alike = [other for other in types if types[other] == room_type]
            is_part = room_type in _OPEN_PLAN and room_type in called.values()
            is_only_one = len(alike) == 1 or not room_type or is_part
            name = room_type if is_only_one else f"{room_type} {alike.index(number) + 1}"
            rooms.update(dict.fromkeys((state.key for state in members[number]), name))
    return rooms


def common_names(states: Iterable[ObjectState], names: Mapping[int, str], grid: RoomGrid | None) -> dict[int, str]:
    """Number of a room of the map -> the name that most of its objects give it. names: those of `name_rooms`."""
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for state in states if grid else ():
        number = grid.number_at(state.position) if grid else -1
        if number >= 0 and names.get(state.key):
            counts[number][names[state.key]] += 1
    return {number: max(sorted(found), key=found.__getitem__) for number, found in counts.items()}


def _room_type(members: Iterable[ObjectState], votes: RoomVotes) -> str:
    """Every category in the room votes once."""
    categories = sorted({state.category for state in members})
    return winner((vote for name in categories for vote in votes.of(name).items()), least=1.0, margin=1.5)


def _is_open_plan(members: Iterable[ObjectState], room_type: str, votes: RoomVotes) -> bool:
    """Whether one room of the map has two strong signs of another living area than its type."""
    signs = [max(votes.of(name).items(), key=lambda vote: vote[1], default=("", 0.0)) for name in _names(members)]
    strong = [room for room, weight in signs if weight >= 2.0 and room in _OPEN_PLAN and room != room_type]
    return room_type in ("", *_OPEN_PLAN) and any(strong.count(room) >= 2 for room in strong)


def _names(members: Iterable[ObjectState]) -> set[str]:
    return {state.category for state in members}


def _named_by_neighbours(states: list[ObjectState], votes: RoomVotes, margin: float) -> dict[int, str]:
    """The things around an object vote, the nearer the more, and must agree clearly."""
    voters = [state for state in states if votes.of(state.category)]
    places: NDArray[np.float64] = np.array([state.position[:2] for state in voters]).reshape(-1, 2)
    rooms = {}
    for state in states:
        distances = np.linalg.norm(places - np.array(state.position[:2]), axis=1)
        near = np.flatnonzero(distances <= _VOTE_RADIUS_M)
        weights = np.exp(-((distances[near] / _VOTE_SCALE_M) ** 2) / 2)
        cast = (
            (room, weight * float(share))
            for index, share in zip(near, weights, strict=True)
            for room, weight in votes.of(voters[index].category).items()
        )
        rooms[state.key] = winner(cast, least=2.0, margin=margin)
    return rooms


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
