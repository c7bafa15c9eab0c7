"""The robot's memory as the home that skills know (MEMENTO, appendix B.2: the scene graph as semantic memory)."""

from __future__ import annotations

from collections.abc import Callable

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.belief.names.entity_kinds import is_person, stays_put
from embodied_memory.memory.memory import Memory
from embodied_memory.planning.skills.known_home import KnownObject, KnownReceptacle


class RememberedHome:
    """Everything that memory saw, as it was last seen; first_place and first_room are those of the last sight.

    is_receptacle: whether a category can have things put on it and stays where it is. People are no things.
    unexplored_rooms, held_id: what the planner knows and memory does not.
    """

    def __init__(
        self,
        memory: Memory,
        is_receptacle: Callable[[str], bool] = stays_put,
        unexplored_rooms: Callable[[], tuple[str, ...]] = tuple,
        held_id: Callable[[], str] = str,
    ) -> None:
        self._memory, self._is_receptacle = memory, is_receptacle
        self._unexplored_rooms, self._held_id = unexplored_rooms, held_id

    def objects(self) -> tuple[KnownObject, ...]:
        """See KnownHome."""
        seen = (one for one in self._memory.objects() if not is_person(one.category))
        return tuple(_known(one) for one in seen if not self._is_receptacle(one.category))

    def receptacles(self) -> tuple[KnownReceptacle, ...]:
        """See KnownHome."""
        seen = (one for one in self._memory.objects() if self._is_receptacle(one.category))
        return tuple(KnownReceptacle(one.object_id, one.category.replace("_", " "), one.room) for one in seen)

    def rooms(self) -> tuple[str, ...]:
        """See KnownHome."""
        seen = (one.room for one in self._memory.objects() if one.room)
        return tuple(dict.fromkeys((*seen, *self._unexplored_rooms())))

    def unexplored(self) -> tuple[str, ...]:
        """See KnownHome."""
        return self._unexplored_rooms()

    def held(self) -> str:
        """See KnownHome."""
        return self._held_id()


def _known(one: RememberedObject) -> KnownObject:
    category = one.category.replace("_", " ")
    return KnownObject(one.object_id, category, one.support_id, one.room, one.caption, one.support_id, one.room)
