"""Who is known to live here or to have come by, and who of them is at home."""

from __future__ import annotations

from collections.abc import Iterable

from embodied_memory.config import BeliefConfig
from embodied_memory.memory.belief.names.entity_names import PERSON, EntityNames, NamedEntity
from embodied_memory.memory.belief.states.state_fact import LOCATION
from embodied_memory.memory.belief.states.state_track import StateChanges, StateTrack
from embodied_memory.words.wording.words import split_words


class People:
    """Counts those away; everybody met is at home until heard or seen to be elsewhere."""

    def __init__(self, names: EntityNames, states: StateTrack, config: BeliefConfig) -> None:
        self._states = states
        self._outside = frozenset(config.outside_places)
        self._ids: list[str] = []
        self.words: frozenset[str] = frozenset()
        self.adopt(names.ids(PERSON))

    def adopt(self, ids: Iterable[str]) -> None:
        """These were met."""
        new = [name for name in ids if name not in self._ids]
        if new:
            self._ids.extend(new)
            self.words |= {word for name in new for word in (name.lower(), *split_words(name)) if not word.isdigit()}

    def in_room(self, room: str) -> list[str]:
        """Those who are there, as far as is known."""
        return [name for name in self._ids if self._states.value(name, LOCATION) == room]

    def anybody_at_home(self, entities: Iterable[NamedEntity], changes: StateChanges) -> bool:
        """After these changes, people met by them included."""
        new = [entity.entity_id for entity in entities if entity.sort == PERSON]
        return any(
            self._states.value(name, LOCATION, changes).lower() not in self._outside
            for name in dict.fromkeys((*self._ids, *new))
        )
