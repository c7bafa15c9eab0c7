"""Floor plans: a varied outline cut into rooms, and doorways that connect all of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from household.rooms import Rectangle

MIN_ROOM_M = 2.6
HALLWAY_WIDTH_M = 1.7
_BY_SIZE = ("living room", "bedroom", "kitchen", "dining room", "second bedroom", "study", "bathroom")
_WANTED = {
    4: ("living room", "bedroom", "kitchen", "bathroom"),
    5: ("living room", "bedroom", "kitchen", "study", "bathroom"),
    6: ("living room", "bedroom", "kitchen", "dining room", "study", "bathroom"),
    7: _BY_SIZE,
}


@dataclass(frozen=True)
class PlannedRoom:
    """A room before it is furnished: its rectangle reaches to the middle of its walls.

    category: such as "second bedroom", which is furnished in its own way; `sort` is "bedroom" then.
    """

    category: str
    rectangle: Rectangle

    @property
    def sort(self) -> str:
        """What people call such a room."""
        first, _, rest = self.category.partition(" ")
        return rest if first in ("second", "third") else self.category


@dataclass(frozen=True)
class Doorway:
    """An opening in the wall between two rooms (indices).

    along: 0 if the wall runs along x, 1 along y; at: the wall's other coordinate; low, high: the opening.
    """

    rooms: tuple[int, int]
    along: int
    at: float
    low: float
    high: float

    @property
    def center(self) -> tuple[float, float]:
        """Middle of the opening in map."""
        middle = (self.low + self.high) / 2
        return (middle, self.at) if self.along == 0 else (self.at, middle)


@dataclass(frozen=True)
class FloorPlan:
    """Rooms and the doorways between them."""

    rooms: tuple[PlannedRoom, ...]
    doorways: tuple[Doorway, ...]


def draw_floor_plan(rng: np.random.Generator) -> FloorPlan:
    """A plan of 4 to 7 rooms, all of them reachable; tries until one fits."""
    while True:
        rectangles, hallway = _draw_rectangles(rng, int(rng.integers(4, 8)))
        if not rectangles or any(min(r[2] - r[0], r[3] - r[1]) < HALLWAY_WIDTH_M - 0.01 for r in rectangles):
            continue
        rooms = _name_rooms(rng, turn(rng, rectangles), hallway)
        doorways = connect(rng, rooms)
        if doorways is not None:
            return FloorPlan(rooms, doorways)


def _draw_rectangles(rng: np.random.Generator, count: int) -> tuple[list[Rectangle], bool]:
    """Rectangles that tile the home; the last one is a hallway if the second value is True."""
    area = rng.uniform(13.0, 16.0) * count
    width = float(np.sqrt(area * rng.uniform(1.1, 1.7)))
    width, depth = rounded(width), rounded(area / width)
    layout = rng.choice(["split", "corridor", "wing"])
    if layout == "corridor" and count >= 5:
        below, above = rounded((depth - HALLWAY_WIDTH_M) * rng.uniform(0.45, 0.55)), HALLWAY_WIDTH_M
        near = (count - 1) // 2
        rooms = slices(rng, (0, 0, width, below), near)
        rooms += slices(rng, (0, rounded(below + above), width, depth), count - 1 - near)
        return [*rooms, (0.0, below, width, rounded(below + above))], True
    if layout == "wing" and count >= 5:
        return _wing(rng, width, depth, count), False
    return split(rng, (0.0, 0.0, width, depth), count), False


def _wing(rng: np.random.Generator, width: float, depth: float, count: int) -> list[Rectangle]:
    """An L: a main block and a wing of one or two rooms along part of one side."""
    extra = int(rng.integers(1, 3))
    main_depth = rounded(depth * (count - extra) / count + 0.4)
    wing_depth = rounded(max(3.2, depth * extra / count + 0.4))
    wing_width = rounded(min(width - 2.0, max(3.2 * extra, width * 0.6)))
    main = split(rng, (0.0, 0.0, width, main_depth), count - extra)
    return main and main + slices(rng, (0.0, main_depth, wing_width, rounded(main_depth + wing_depth)), extra)


def split(rng: np.random.Generator, whole: Rectangle, count: int) -> list[Rectangle]:
    """Cut the largest piece across its longer side until there are `count`; [] if any is too small."""
    pieces = [whole]
    while len(pieces) < count:
        pieces.sort(key=lambda r: (r[2] - r[0]) * (r[3] - r[1]))
        x0, y0, x1, y1 = pieces.pop()
        share = rng.uniform(0.36, 0.64)
        if x1 - x0 > y1 - y0:
            cut = rounded(x0 + share * (x1 - x0))
            pieces += [(x0, y0, cut, y1), (cut, y0, x1, y1)]
        else:
            cut = rounded(y0 + share * (y1 - y0))
            pieces += [(x0, y0, x1, cut), (x0, cut, x1, y1)]
    return pieces if all(big_enough(piece) for piece in pieces) else []


def slices(rng: np.random.Generator, strip: Rectangle, count: int) -> list[Rectangle]:
    """Cut a strip along x into `count` rooms of uneven width."""
    shares = rng.uniform(0.7, 1.3, count)
    ends = strip[0] + np.cumsum(shares) / shares.sum() * (strip[2] - strip[0])
    cuts = [strip[0], *(rounded(end) for end in ends[:-1]), strip[2]]
    return [(low, strip[1], high, strip[3]) for low, high in pairwise(cuts)]


def big_enough(r: Rectangle) -> bool:
    """Whether it makes a room."""
    short, long = sorted((r[2] - r[0], r[3] - r[1]))
    return short >= MIN_ROOM_M and long >= MIN_ROOM_M + 0.4


def turn(rng: np.random.Generator, rectangles: list[Rectangle]) -> list[Rectangle]:
    """Mirror and turn the plan at random and put its middle at the origin of the map."""
    corners = np.array(rectangles).reshape(-1, 2, 2)
    if rng.random() < 0.5:
        corners = corners[:, :, ::-1]
    corners = corners * rng.choice([-1.0, 1.0], 2)
    low, high = corners.min(1), corners.max(1)
    shift = np.round((low.min(0) + high.max(0)) / 2, 1)
    return [tuple(np.round([*(a - shift), *(b - shift)], 1).tolist()) for a, b in zip(low, high, strict=True)]


def _name_rooms(rng: np.random.Generator, rectangles: list[Rectangle], hallway: bool) -> tuple[PlannedRoom, ...]:
    """The larger, the more public; a little chance keeps two plans of one outline apart."""
    rooms = [PlannedRoom("hallway", rectangles[-1])] if hallway else []
    rest = rectangles[:-1] if hallway else rectangles
    size = [(r[2] - r[0]) * (r[3] - r[1]) * rng.uniform(0.8, 1.2) for r in rest]
    order = sorted(range(len(rest)), key=lambda k: -size[k])
    wanted = _WANTED[len(rest)]
    return tuple(rooms + [PlannedRoom(name, rest[k]) for name, k in zip(wanted, order, strict=False)])


def connect(
    rng: np.random.Generator, rooms: tuple[PlannedRoom, ...], strangest: int = 1, chance: float = 0.6
) -> tuple[Doorway, ...] | None:
    """A spanning tree of doorways, the most natural first, and a few more; None if a room stays shut in.

    strangest: up to which strangeness there are more, each with that chance.
    """
    walls = [(pair, *wall) for pair in _pairs(len(rooms)) if (wall := _shared_wall(rooms, pair)) is not None]
    ranked = sorted(walls, key=lambda w: _strangeness(rooms, w[0]) + rng.uniform(0, 0.9))
    group, chosen = list(range(len(rooms))), []
    for shared in ranked:
        a, b = group[shared[0][0]], group[shared[0][1]]
        if a != b or (_strangeness(rooms, shared[0]) <= strangest and rng.random() < chance):
            group = [a if g == b else g for g in group]
            chosen.append(_cut_doorway(rng, rooms, shared))
    return tuple(chosen) if len(set(group)) == 1 else None


def _pairs(count: int) -> list[tuple[int, int]]:
    return [(a, b) for a in range(count) for b in range(a + 1, count)]


def _shared_wall(rooms: tuple[PlannedRoom, ...], pair: tuple[int, int]) -> tuple[int, float, float, float] | None:
    """(along, at, low, high) of the wall two rooms share, if a door fits in it."""
    a, b = rooms[pair[0]].rectangle, rooms[pair[1]].rectangle
    for along in (0, 1):
        across = 1 - along
        low, high = max(a[along], b[along]), min(a[along + 2], b[along + 2])
        for at, other in ((a[across], b[across + 2]), (a[across + 2], b[across])):
            if abs(at - other) < 0.01 and high - low > 1.5:
                return along, at, low, high
    return None


def _strangeness(rooms: tuple[PlannedRoom, ...], pair: tuple[int, int]) -> int:
    """0 for doors every home has, more for odd ones (a bathroom off the kitchen)."""
    names = {rooms[pair[0]].sort, rooms[pair[1]].sort}
    if "hallway" in names:
        return 0
    if "bathroom" in names:
        return 3 if names & {"kitchen", "study"} else 2
    if "living room" in names or names == {"kitchen", "dining room"}:
        return 1
    return 2


def _cut_doorway(
    rng: np.random.Generator,
    rooms: tuple[PlannedRoom, ...],
    wall: tuple[tuple[int, int], int, float, float, float],
) -> Doorway:
    pair, along, at, low, high = wall
    names = {rooms[k].sort for k in pair}
    public = names <= {"living room", "kitchen", "dining room", "hallway"} and "hallway" not in names
    width = rng.uniform(1.3, 1.7) if public and high - low > 2.6 and rng.random() < 0.6 else rng.uniform(0.95, 1.1)
    width = min(width, high - low - 0.5)
    start = rounded(rng.uniform(low + 0.25, max(low + 0.25, high - 0.25 - width)))
    return Doorway(pair, along, at, start, rounded(start + width))


def rounded(value: float) -> float:
    """To a tenth of a metre, as all walls stand."""
    return float(np.round(value, 1))
