"""How much each kind of agreement between a request and a memory counts."""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields

import numpy as np
from numpy.typing import NDArray


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
        """(F,) in the order of AGREEMENTS."""
        return np.array(astuple(self), np.float64)


AGREEMENTS: tuple[str, ...] = tuple(field.name for field in fields(FieldWeights))
