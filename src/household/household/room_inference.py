"""Rooms of a home that comes without: floor between walls, parted where it narrows, named by what stands there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from household.collision import CELL_M, rasterize
from household.entity import Entity
from household.rooms import Room, rectangles_of_cells
from household.shape import Appearance, Shape, place_triangles
from household.watershed import flood_from_depths

_NARROWING, _OPEN_M = 0.62, 1.7
"""A passage parts two rooms if it is less than this share of the narrower one's width, and narrower than
twice this many metres."""
_MIN_HALF_WIDTH_M = 0.4
"""Hollow walls are no rooms."""
_OPEN_PLAN_M2, _ZONE_VOTES, _MIN_ZONE_M2 = 30.0, 4.0, 5.0
"""Larger rooms are parted into zones, by what stands there, of at least so many votes and so large."""
_MIN_ROOM_M2 = 2.0
_SEPARATORS = ("door", "window", "curtain", "wall")
_VOTES: dict[str, dict[str, float]] = {
    "kitchen": {"refrigerator": 3, "fridge": 3, "oven": 3, "stove": 3, "cooking": 3, "kitchen": 2, "microwave": 2,
                "dishwasher": 3, "rangehood": 2, "kettle": 1, "seasoning": 1},
    "bedroom": {"bed": 4, "night": 1, "nightstand": 1, "wardrobe": 2, "dresser": 1},
    "living room": {"sofa": 4, "couch": 4, "coffee": 2, "tvcabinet": 2, "armchair": 1, "tv": 1},
    "bathroom": {"toilet": 4, "bathtub": 4, "shower": 4, "washbasin": 3, "washing": 1, "sink": 1},
    "dining room": {"dining": 3},
    "study": {"desk": 2, "office": 2, "bookshelf": 1, "printer": 1, "reading": 1},
    "gym": {"fitness": 3, "dumbbell": 2, "treadmill": 3},
    "balcony": {"balcony": 4},
    "hallway": {"shoe": 1, "coat": 1},
}  # fmt: skip


def infer_rooms(
    structure: Shape, entities: Sequence[Entity], appearances: Mapping[str, Appearance]
) -> tuple[Room, ...]:
    """Rooms found in the geometry; at least one."""
    low, high = structure.bounds()
    origin = (float(np.floor(low[0]) - 0.5), float(np.floor(low[1]) - 0.5))
    shape = tuple(int(np.ceil((high[k] + 0.5 - origin[k]) / CELL_M)) for k in (1, 0))
    walls = np.zeros(shape, np.bool_)
    rasterize(structure.triangles, 0.9, 1.9, *origin, walls)
    for entity in entities:
        if any(word in entity.category for word in _SEPARATORS):
            shape_of = appearances[entity.entity_id].shape
            rasterize(place_triangles(shape_of.triangles, entity.base, entity.yaw), 0.9, 1.9, *origin, walls)
    labels = _part_into_zones(_part_at_narrows(_indoor(walls, structure, origin)), origin, entities)
    return _name_rooms(labels, origin, entities)


def _indoor(walls: NDArray[np.bool_], structure: Shape, origin: tuple[float, float]) -> NDArray[np.bool_]:
    """Cells that are no wall and over a floor; without what can be reached from outside, if that leaves some."""
    floor = np.zeros_like(walls)
    rasterize(structure.triangles, -0.3, 0.3, *origin, floor)
    labels, _ = ndimage.label(~walls)
    border = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    enclosed = ~walls & ~np.isin(labels, border)
    return np.asarray(enclosed if enclosed.sum() * CELL_M**2 > 4.0 else floor & ~walls)


def _part_at_narrows(indoor: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Labels from 1: a watershed of the distance to the walls; 0 outside."""
    depth = ndimage.distance_transform_edt(indoor) * CELL_M
    order = np.argsort(-depth, axis=None, kind="stable")[: int(indoor.sum())]
    labels = flood_from_depths(depth, np.stack(np.unravel_index(order, depth.shape), 1), _NARROWING, _OPEN_M)
    labels = np.unique(labels, return_inverse=True)[1].reshape(depth.shape)  # numbers without gaps
    sizes = np.bincount(labels.ravel()) * CELL_M**2
    peaks = ndimage.maximum(depth, labels, np.arange(len(sizes)))
    is_room = (sizes >= _MIN_ROOM_M2) & (np.asarray(peaks) > _MIN_HALF_WIDTH_M)
    if is_room[1:].any():
        labels[~is_room[labels]] = 0
    return _grow(labels, indoor)


def _grow(cores: NDArray[np.int64], indoor: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Every indoor cell takes the label of the core that reaches it first."""
    labels: NDArray[np.int64] = np.array(cores, np.int64)
    cross = ndimage.generate_binary_structure(2, 1)
    while True:
        grown = ndimage.grey_dilation(labels, footprint=cross)
        new = (labels == 0) & indoor & (grown > 0)
        if not new.any():
            return labels
        labels[new] = grown[new]


def _name_rooms(
    labels: NDArray[np.int64], origin: tuple[float, float], entities: Sequence[Entity]
) -> tuple[Room, ...]:
    numbers, sizes = np.unique(labels[labels > 0], return_counts=True)
    kept = [int(n) for n, size in zip(numbers, sizes, strict=True) if size * CELL_M**2 >= _MIN_ROOM_M2]
    kept = kept or [int(n) for n in numbers]
    rooms: list[Room] = []
    for number in kept:
        rectangles = rectangles_of_cells(labels == number, origin, CELL_M)
        blank = Room("", "", rectangles)
        inside = [e for e in entities if blank.contains(e.position[0], e.position[1])]
        category = _vote(inside)
        same = sum(room.category == category for room in rooms)
        room_id = category.replace(" ", "_") + (f"_{same + 1}" if same else "")
        rooms.append(Room(room_id, category, rectangles))
    return tuple(rooms)


def _part_into_zones(
    labels: NDArray[np.int64], origin: tuple[float, float], entities: Sequence[Entity]
) -> NDArray[np.int64]:
    """Open plans parted: each cell goes with the nearest piece of furniture that speaks for a category."""
    zoned: NDArray[np.int64] = labels.copy()
    following = int(labels.max()) + 1
    for number in range(1, int(labels.max()) + 1):
        cells = np.argwhere(labels == number)
        if len(cells) * CELL_M**2 < _OPEN_PLAN_M2:
            continue
        inside = [e for e in entities if labels[_cell_of(e, origin, labels.shape)] == number]
        categories = [c for c in _VOTES if _votes_for(c, inside) >= _ZONE_VOTES]
        if len(categories) < 2:
            continue
        points = (cells[:, ::-1] + 0.5) * CELL_M + np.array(origin)
        away = np.stack([_distance_to_voters(points, category, inside) for category in categories])
        nearest = away.argmin(0)
        counts = np.bincount(nearest, minlength=len(categories)) * CELL_M**2
        away[counts < _MIN_ZONE_M2] = np.inf
        for zone in np.unique(away.argmin(0))[1:]:
            chosen = cells[away.argmin(0) == zone]
            zoned[chosen[:, 0], chosen[:, 1]] = following
            following += 1
    return zoned


def _cell_of(entity: Entity, origin: tuple[float, float], shape: tuple[int, ...]) -> tuple[int, int]:
    row, column = ((entity.position[k] - origin[k]) / CELL_M for k in (1, 0))
    return min(max(int(row), 0), shape[0] - 1), min(max(int(column), 0), shape[1] - 1)


def _distance_to_voters(
    points: NDArray[np.float64], category: str, entities: Sequence[Entity]
) -> NDArray[np.float64]:
    """(N,) distance to the nearest footprint (as an upright box) that votes for the category."""
    nearest = np.full(len(points), np.inf)
    for entity in entities:
        if _votes_for(category, [entity]) > 0:
            half = np.array(entity.size[:2]) / 2
            outside = np.maximum(np.abs(points - np.array(entity.position[:2])) - half, 0)
            nearest = np.minimum(nearest, np.hypot(outside[:, 0], outside[:, 1]))
    return nearest


def _votes_for(category: str, entities: Sequence[Entity]) -> float:
    """Small things do not vote: a desk portrait makes no study."""
    large = [e for e in entities if max(e.size) > 0.5]
    return sum(_VOTES[category].get(word, 0.0) for e in large for word in e.category.split())


def _vote(entities: Sequence[Entity]) -> str:
    """The room category that its things speak for; "room" if none do."""
    votes = {category: _votes_for(category, entities) for category in _VOTES}
    best = max(votes, key=lambda category: votes[category])
    return best if votes[best] > 0 else "room"
