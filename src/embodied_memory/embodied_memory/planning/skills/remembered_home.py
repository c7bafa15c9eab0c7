"""The robot's memory as the home that skills know (MEMENTO, appendix B.2: the scene graph as semantic memory)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from embodied_memory.evidence import RememberedObject
from embodied_memory.memory.belief.names.entity_kinds import is_person, stays_put
from embodied_memory.planning.skills.known_home import KnownObject, KnownReceptacle

_FURNITURE_M2 = 0.08
"""What has a larger footprint may be a place."""


class RememberedHome:
    """Everything that memory saw, as it was last seen; first_place and first_room are those of the last sight.

    seen: what memory knows now. held_id: what the robot holds, which memory does not know. People are no things;
    what stays where it is is none either, and a place, as is what is large. Rooms that nobody has seen are not known,
    so that none is unexplored.
    """

    def __init__(self, seen: Callable[[], Sequence[RememberedObject]], held_id: Callable[[], str] = str) -> None:
        self._seen, self._held_id = seen, held_id

    def objects(self) -> tuple[KnownObject, ...]:
        """See KnownHome."""
        things = (one for one in self._seen() if not is_person(one.category))
        return tuple(_known(one) for one in things if not stays_put(one.category))

    def receptacles(self) -> tuple[KnownReceptacle, ...]:
        """See KnownHome."""
        furniture = (one for one in self._seen() if _is_place(one))
        return tuple(KnownReceptacle(one.object_id, one.category.replace("_", " "), one.room) for one in furniture)

    def rooms(self) -> tuple[str, ...]:
        """See KnownHome."""
        return tuple(dict.fromkeys(one.room for one in self._seen() if one.room))

    def unexplored(self) -> tuple[str, ...]:
        """See KnownHome."""
        return ()

    def held(self) -> str:
        """See KnownHome."""
        return self._held_id()


def _is_place(one: RememberedObject) -> bool:
    is_large = one.size[0] * one.size[1] >= _FURNITURE_M2
    return not is_person(one.category) and (stays_put(one.category) or is_large)


def _known(one: RememberedObject) -> KnownObject:
    category = one.category.replace("_", " ")
    return KnownObject(one.object_id, category, one.support_id, one.room, one.caption, one.support_id, one.room)
