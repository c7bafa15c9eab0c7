"""The parts of a personal memory that requests are matched against.

How much each kind of agreement between a request and a memory counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray

from embodied_memory.act_trace import ActTrace
from embodied_memory.memory.personal.knowledge import Knowledge, UserPattern
from embodied_memory.memory.personal.noun_phrases import object_phrases, place_phrases
from embodied_memory.memory.personal.request_words import sentences
from embodied_memory.memory.personal.sentence_role import SentenceRole, sentence_role


@dataclass(frozen=True)
class FieldWeights:
    """Weights of a log-linear model: the softmax of the weighted sum over memories is the chance of each.

    Fitted by maximum likelihood with a ridge (`evaluation/memento/weight_fitting.py`) on the single-memory
    requests of six MEMENTO scenes. Each agreement is a number between about 0 and 1; kind is -1, 0 or 1.
    """

    words: float = 1.19
    """BM25 of the stems over the whole text, as a share of the request's total IDF."""
    whole: float = 2.93
    """Cosine of request and whole text."""
    command: float = 4.25
    personal: float = 3.84
    clauses: float = 6.0
    """Mean over the request's clauses of the best cosine to a clause of the memory."""
    purpose: float = 1.27
    """The best cosine between any two clauses of request and personal statement."""
    soft_words: float = 2.68
    """IDF-weighted mean over the request's words of the most similar word of the memory (late interaction)."""
    soft_personal: float = 3.2
    """The same the other way round, over what the personal statement says beyond objects and places."""
    objects_asked: float = 4.27
    """Share of the memory's objects that the request speaks of."""
    objects_known: float = 1.11
    """Share of the objects named in the request that are the memory's."""
    places: float = 1.43
    """Share of the places named in the request where the memory put something."""
    kind: float = 1.01
    """1 if both tell of a pattern or both of particular things, -1 if not, 0 if the request leaves it open."""

    def as_array(self) -> NDArray[np.float64]:
        """(F,) in the order above."""
        return np.array(astuple(self), np.float64)


@dataclass(frozen=True)
class MemoryFields:
    """An instruction or statement in parts (MEMENTO, appendix C.4), and what the trace shows of it.

    objects, places: what was handled and where it was put, by the trace, else by the words.
    people: whose it is. is_pattern: it tells how somebody does things, not what things mean to them.
    """

    text: str
    command: str
    description: str
    personal: str
    objects: tuple[str, ...]
    places: tuple[str, ...]
    people: tuple[str, ...]
    is_pattern: bool


def memory_fields(text: str, trace: ActTrace, knowledge: Sequence[Knowledge]) -> MemoryFields:
    """Take an instruction and its trace apart."""
    parts: dict[SentenceRole, list[str]] = {role: [] for role in SentenceRole}
    for sentence in sentences(text):
        parts[sentence_role(sentence)].append(sentence)
    told = (thing for known in knowledge for thing in known.objects)
    return MemoryFields(
        text=text,
        command=" ".join(parts[SentenceRole.COMMAND]),
        description=" ".join(parts[SentenceRole.DESCRIPTION]),
        personal=" ".join(parts[SentenceRole.PERSONAL]),
        objects=trace.objects or tuple(dict.fromkeys(told)) or object_phrases(text),
        places=trace.places or place_phrases(text),
        people=tuple(dict.fromkeys(known.person for known in knowledge if known.person)),
        is_pattern=bool(knowledge) and all(isinstance(known, UserPattern) for known in knowledge),
    )
