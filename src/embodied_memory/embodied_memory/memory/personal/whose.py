"""Whose memories a person means by what they say: "my cup" is the speaker's, "Tom's cup" is Tom's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from embodied_memory.memory.personal.personal_memory import PersonalMemory, name_occurs
from embodied_memory.memory.personal.personal_retrieval import RankedMemory
from embodied_memory.memory.personal.segments import Floats

OTHERS = 0.02
"""How likely, before anything is compared, a memory of somebody else is meant beside one of the speaker's own."""
OTHERS_FOR_MINE = 0.001
"""The same where the speaker says "my", or how "I" do it.

"My favourite cup" is the one that they "love most of all", though somebody else's is called so word by word. Where
they have nothing of the kind, the agreements differ by far more than that.
"""

_MINE = re.compile(r"\b(?:i|i'm|i've|i'd|my|mine|we|our|ours)\b", re.IGNORECASE)


class Whose:
    """What one speaker means of these memories."""

    def __init__(self, memories: Mapping[int, PersonalMemory], speaker: str) -> None:
        self._memories = memories
        me = _folded(speaker)
        owners = {record_id: {_folded(name) for name in memory.owners} for record_id, memory in memories.items()}
        self._mine = frozenset(record_id for record_id, names in owners.items() if me in names)
        self._others = frozenset(name for names in owners.values() for name in names) - {me}

    def meant(self, part: str) -> frozenset[int]:
        """The records of the memories that a part of a request may mean by whose they are.

        Those that concern people whom it names; the speaker's own, if it says "my" or names nobody else.
        """
        named = [name for name in self._others if name_occurs(name, part)]
        mine = self._mine if not named or _MINE.search(part) else frozenset()
        return mine | {
            record_id for record_id, memory in self._memories.items() if any(memory.concerns(name) for name in named)
        }

    def prior(self, part: str, ids: Sequence[int]) -> Floats:
        """(N,) by record of `ids`: 1 for what may be meant by whose it is, little for the rest."""
        meant, of_others = self.meant(part), OTHERS_FOR_MINE if _MINE.search(part) else OTHERS
        return np.array([1.0 if record_id in meant else of_others for record_id in ids])

    def without_others(self, ranked: Iterable[RankedMemory]) -> list[RankedMemory]:
        """Without what is somebody else's, where the best reading of the same part of the request is not.

        What is about as likely as that one stays, whosever it is.
        """
        may_stay: dict[str, frozenset[int] | None] = {}
        kept = []
        for one in ranked:  # the best of each part comes before the others
            if one.reference not in may_stay:
                meant = self.meant(one.reference)
                may_stay[one.reference] = meant | {*one.rivals} if one.record_id in meant else None
            stay = may_stay[one.reference]
            if stay is None or one.record_id in stay:
                kept.append(one)
        return kept


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())
