"""What was told of things before they are seen for the first time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from embodied_memory.scene_graph import SceneObject


class Hearsay(Protocol):
    """By what ids things are known already, and what was moved."""

    def known_as(self, new: Sequence[SceneObject]) -> Mapping[str, str]:
        """Track id -> entity id, for those of a view's newcomers that were surely told of."""
        ...

    def carried(self, new: Sequence[SceneObject], in_view: Collection[str]) -> Mapping[str, str]:
        """Track id -> object id, of what somebody moved since it was last seen and surely is there now.

        in_view: ids of objects that are seen at the same time.
        """
        ...

    def is_taken(self, entity_id: str) -> bool:
        """Whether something is called so."""
        ...


class HeardNothing:
    """Everything is seen before anybody tells of it."""

    def known_as(self, new: Sequence[SceneObject]) -> Mapping[str, str]:
        """Nothing was told of."""
        return {}

    def carried(self, new: Sequence[SceneObject], in_view: Collection[str]) -> Mapping[str, str]:
        """Nothing was moved."""
        return {}

    def is_taken(self, entity_id: str) -> bool:
        """No."""
        return False


HEARD_NOTHING = HeardNothing()
