"""Which memories hold the same words of the same person: of those only one is recalled.

Whoever asks for something is heard first, and what was done follows in a record of its own; next week they ask for
it again. Each record keeps its memory, so that each stands and falls with its record alone: when one is erased, the
others are as if it had never been. But to a request they are one reading, not rivals between which to ask. Nothing of
this is stored: it follows from the memories there are.
"""

from __future__ import annotations

import re
from collections import defaultdict

from embodied_memory.memory.personal.personal_memory import PersonalMemory
from embodied_memory.memory.personal.request_kind import without_politeness

Words = tuple[str, str, tuple[str, ...]]
"""(scene, person, words)."""

_Rank = tuple[bool, int, int]

_WORD = re.compile(r"[^\W_]+")


class SameWords:
    """Sorts memories by their words, whatever their case and politeness ("robot, please ...")."""

    def __init__(self) -> None:
        self._ranks: defaultdict[Words, dict[int, _Rank]] = defaultdict(dict)

    def add(self, memory: PersonalMemory) -> None:
        """The one with a trace tells more, and of several the latest counts."""
        rank = (bool(memory.trace.steps), memory.stamp_ns, memory.record_id)
        self._ranks[_words(memory)][memory.record_id] = rank

    def remove(self, memory: PersonalMemory) -> None:
        """Forget it. A memory that was not added is none that is held."""
        words = _words(memory)
        self._ranks[words].pop(memory.record_id, None)
        if not self._ranks[words]:
            del self._ranks[words]

    def of(self, memory: PersonalMemory) -> tuple[int, ...]:
        """The records of all memories with its words, in order."""
        return tuple(sorted(self._ranks.get(_words(memory), ())))

    def recalled(self) -> frozenset[int]:
        """The records of the memories that stand for all with their words."""
        return frozenset(max(ranks, key=lambda record_id: ranks[record_id]) for ranks in self._ranks.values())


def _words(memory: PersonalMemory) -> Words:
    words = _WORD.findall(without_politeness(memory.text).casefold())
    return memory.scene, memory.person.casefold().strip(), tuple(words) or (memory.text,)
