"""What people know of their home by living there: which rooms adjoin, what serves for what, how to name it."""

from __future__ import annotations

from collections import Counter, deque

from household.entity import Entity, EntityKind
from household.world import World

_NO_SHELVES = frozenset(
    {"toilet", "stool", "chair", "office chair", "oven", "microwave", "rug", "shoe rack", "washbasin"}
)
_SEATS = frozenset({"sofa", "armchair", "bed", "single bed", "bench", "bathtub"})
_STEP_M = 0.5


class HomeMap:
    """Rooms and the fixed pieces of a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._beside = _adjoining_rooms(world)
        count = Counter(entity.caption for entity in world.entities.values())
        self._unique = {e.entity_id for e in world.entities.values() if count[e.caption] == 1}

    @property
    def room_ids(self) -> tuple[str, ...]:
        """All rooms."""
        return tuple(room.room_id for room in self.world.rooms)

    @property
    def entrance(self) -> str:
        """The room one comes into from outside."""
        by_category = {room.category: room.room_id for room in self.world.rooms}
        return next((by_category[c] for c in ("hallway", "living room") if c in by_category), self.room_ids[0])

    def way(self, start: str, goal: str) -> tuple[str, ...]:
        """The rooms to walk through, without the first; (goal,) if no doorway is known."""
        came_from, waiting = {start: ""}, deque([start])
        while waiting and goal not in came_from:
            room = waiting.popleft()
            for other in self._beside.get(room, ()):
                if other not in came_from:
                    came_from[other] = room
                    waiting.append(other)
        if goal not in came_from:
            return (goal,)
        rooms = [goal]
        while rooms[-1] != start:
            rooms.append(came_from[rooms[-1]])
        return tuple(reversed(rooms[:-1]))

    def is_unique(self, entity_id: str) -> bool:
        """Whether its name fits nothing else in the home."""
        return entity_id in self._unique

    def pieces(self, *categories: str) -> list[Entity]:
        """Things of these categories that can be named without doubt, in the order of the categories."""
        found = [e for c in categories for e in self.world.find(c) if self.is_unique(e.entity_id)]
        return found or [e for c in categories for e in self.world.find(c)]

    def piece(self, *categories: str) -> Entity | None:
        """The first of them."""
        return next(iter(self.pieces(*categories)), None)

    def shelves(self) -> list[Entity]:
        """Furniture on which things are put down."""
        fixed = (EntityKind.FURNITURE, EntityKind.CONTAINER)
        return [
            e
            for e in self.world.entities.values()
            if e.kind in fixed and e.is_surface and self.is_unique(e.entity_id) and e.category not in _NO_SHELVES
        ]

    def storage(self) -> list[Entity]:
        """Of those, where things are kept: no seats and beds, if there are others."""
        shelves = self.shelves()
        return [shelf for shelf in shelves if shelf.category not in _SEATS] or shelves

    def things(self, *categories: str) -> list[Entity]:
        """Things that people carry about and can name without doubt; of any category if none is given."""
        return [
            e
            for e in self.world.entities.values()
            if e.movable and self.is_unique(e.entity_id) and (not categories or e.category in categories)
        ]


def _adjoining_rooms(world: World) -> dict[str, list[str]]:
    beside: dict[str, list[str]] = {room.room_id: [] for room in world.rooms}
    for door in world.entities.values():
        if door.kind is not EntityKind.DOOR:
            continue
        x, y = door.position[:2]
        around = [(x + dx, y + dy) for dx, dy in ((_STEP_M, 0), (-_STEP_M, 0), (0, _STEP_M), (0, -_STEP_M))]
        rooms = sorted({room.room_id for point in around if (room := world.room_at(*point))})
        for room_id in rooms:
            beside[room_id] += [other for other in rooms if other != room_id and other not in beside[room_id]]
    return beside
