"""Floor plans of 8 to 11 rooms along hallways, most of them with a way round."""

from __future__ import annotations

import numpy as np

from household.generation.floor_plan import (
    HALLWAY_WIDTH_M,
    MIN_ROOM_M,
    FloorPlan,
    PlannedRoom,
    connect,
    rounded,
    slices,
    turn,
)
from household.rooms import Rectangle

_NEEDED = ("living room", "kitchen", "bedroom", "bathroom", "second bedroom", "study", "dining room", "laundry room",
           "third bedroom", "second bathroom")  # fmt: skip
"""The more rooms there are, the more of these."""
_BY_SIZE = ("living room", "dining room", "bedroom", "kitchen", "second bedroom", "study", "third bedroom",
            "bathroom", "laundry room", "second bathroom")  # fmt: skip
_MORE_DOORS = 0.4
"""How often two rooms that need no door have one."""
_LEAST_WAYS_ROUND = 2


def draw_lived_plan(rng: np.random.Generator) -> FloorPlan:
    """All rooms are reachable, with some ways round: a few doorways can be shut without shutting a room in."""
    while True:
        rectangles, hallways = _draw(rng, int(rng.integers(8, 12)))
        if any(min(r[2] - r[0], r[3] - r[1]) < MIN_ROOM_M - 0.2 for r in rectangles):
            continue
        rooms = _name_rooms(rng, turn(rng, [*rectangles, *hallways]), len(rectangles))
        doorways = connect(rng, rooms, strangest=2, chance=_MORE_DOORS)
        if doorways is not None and len(doorways) >= len(rooms) - 1 + _LEAST_WAYS_ROUND:
            return FloorPlan(rooms, doorways)


def _draw(rng: np.random.Generator, count: int) -> tuple[list[Rectangle], list[Rectangle]]:
    """Rectangles of rooms and of hallways that tile the home."""
    layout = str(rng.choice(["spine", "wing", "ring"]))
    if layout == "ring":
        return _ring(rng, count - 2)
    return _wing(rng, count - 1) if layout == "wing" else _spine(rng, count - 1)


def _spine(rng: np.random.Generator, count: int) -> tuple[list[Rectangle], list[Rectangle]]:
    """A hallway between two rows of rooms."""
    low, high = (rounded(rng.uniform(3.4, 4.4)) for _ in range(2))
    near = count // 2
    width = rounded((count - near) * rng.uniform(3.2, 3.7))
    top = rounded(low + HALLWAY_WIDTH_M)
    rooms = slices(rng, (0.0, 0.0, width, low), near)
    rooms += slices(rng, (0.0, top, width, rounded(top + high)), count - near)
    return rooms, [(0.0, low, width, top)]


def _wing(rng: np.random.Generator, count: int) -> tuple[list[Rectangle], list[Rectangle]]:
    """A shorter one that ends at a wing of two rooms."""
    rooms, (hallway,) = _spine(rng, count - 2)
    width, low, top, depth = hallway[2], hallway[1], hallway[3], rooms[-1][3]
    far = rounded(width + rng.uniform(3.6, 4.6))
    cut = top if rng.random() < 0.5 else low
    return [*rooms, (width, 0.0, far, cut), (width, cut, far, depth)], [hallway]


def _ring(rng: np.random.Generator, count: int) -> tuple[list[Rectangle], list[Rectangle]]:
    """Three rows of rooms with a hallway between each two; the middle row can be walked around."""
    depths = [rounded(rng.uniform(3.2, 4.0)) for _ in range(3)]
    outer = (count - count // 3 + 1) // 2
    width = rounded(outer * rng.uniform(3.3, 3.8))
    rooms: list[Rectangle] = []
    hallways: list[Rectangle] = []
    y = 0.0
    for row, in_row in enumerate((outer, count // 3, count - count // 3 - outer)):
        rooms += slices(rng, (0.0, y, width, rounded(y + depths[row])), in_row)
        y = rounded(y + depths[row])
        if row < 2:
            hallways.append((0.0, y, width, rounded(y + HALLWAY_WIDTH_M)))
            y = hallways[-1][3]
    return rooms, hallways


def _name_rooms(rng: np.random.Generator, rectangles: list[Rectangle], count: int) -> tuple[PlannedRoom, ...]:
    """The larger, the more public; what comes after the first `count` rectangles are hallways."""
    wanted = [name for name in _BY_SIZE if name in _NEEDED[:count]]
    size = [(r[2] - r[0]) * (r[3] - r[1]) * rng.uniform(0.8, 1.2) for r in rectangles[:count]]
    order = sorted(range(count), key=lambda k: -size[k])
    rooms = [PlannedRoom(name, rectangles[k]) for name, k in zip(wanted, order, strict=True)]
    hallways = zip(("hallway", "second hallway"), rectangles[count:], strict=False)
    return (*rooms, *(PlannedRoom(name, rectangle) for name, rectangle in hallways))
