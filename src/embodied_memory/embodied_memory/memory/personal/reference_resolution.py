"""Which memories a request means: one, or one for each of its references.

Their parts are lists of different lengths; laid end to end they are reduced at once (`Segments`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from embodied_memory.memory.personal.request_words import sentences, words
from embodied_memory.memory.personal.sentence_role import without_politeness

_JOINING = re.compile(
    r"[,;]?\s+(?:and\s+)?(?=(?:then|after that|afterwards|additionally|also|in addition|finally|next(?! to\b)|later"
    r"|besides)\b,?\s)|[,;]?\s+and\s+(?=(?:could|can|would|will) you\b|please\b)",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"^(?:first\b|placing\b|(?:\w+ ){0,2}(?:it|them|both|each|they)\b)", re.IGNORECASE)


def split_references(request: str) -> tuple[str, ...]:
    """The parts in order: sentences, and what follows "then", "also" and the like.

    A part that only goes on with what came before ("Place them side by side", "First, ...") stays with it. One
    memory may still be meant by several parts: memory decides.
    """
    parts: list[str] = []
    for sentence in sentences(request):
        for piece in filter(words, _JOINING.split(sentence)):
            if parts and (_GOES_ON.match(piece) or _GOES_ON.match(without_politeness(piece))):
                parts[-1] = f"{parts[-1]} {piece.strip()}"
            else:
                parts.append(piece.strip())
    return tuple(parts) or (request,)


_DOUBT = 1e-4
"""Every memory keeps this much of a chance, shared out: no reading is ruled out by another."""


@dataclass(frozen=True)
class Reference:
    """One part of a request and the chance of each memory to be meant by it. shares: (N,), sum 1."""

    text: str
    shares: Floats


def resolve_references(
    parts: Sequence[str], homes: Sequence[str], shares_of: Callable[[str], Floats]
) -> tuple[Reference, ...]:
    """Merge the neighbouring parts that one memory explains better than two; settle the rest together.

    homes: (N,) the scene of each memory. A request is made in one home, so its references are sought in one
    home together: each reference's shares count more where the others find something too.
    """
    references = [Reference(part, shares_of(part)) for part in parts]
    _, home_of = np.unique(np.array(homes), return_inverse=True)
    while len(references) > 1:
        gains = [_gain(one.shares, two.shares, home_of) for one, two in pairwise(references)]
        first = int(np.argmax(gains))
        if gains[first] <= 1.0:
            break
        text = f"{references[first].text} {references[first + 1].text}"
        references[first : first + 2] = [Reference(text, shares_of(text))]
    return _settled(references, home_of)


def rank_memories(references: Sequence[Reference]) -> list[tuple[int, int]]:
    """(memory, reference) pairs, each memory once: the best of every reference first, the surest foremost."""
    best: list[tuple[int, int]] = []
    for number, reference in enumerate(references):
        taken = {memory for memory, _ in best}
        order = np.argsort(-reference.shares, kind="stable").tolist()
        best += [(memory, number) for memory in order if memory not in taken][:1]
    best.sort(key=lambda pair: -references[pair[1]].shares[pair[0]])
    table = np.stack([reference.shares for reference in references])
    rest = np.argsort(-table.max(axis=0), kind="stable").tolist()
    taken = {memory for memory, _ in best}
    return best + [(memory, int(table[:, memory].argmax())) for memory in rest if memory not in taken]


def _gain(one: Floats, two: Floats, home_of: NDArray[np.intp]) -> float:
    """How much likelier it is that both parts mean one memory than that they mean two of one home."""
    two_memories = float((one * _best_other(two, home_of)).max())
    return float((one * two).max()) / max(two_memories, 1e-300)


def _best_other(shares: Floats, home_of: NDArray[np.intp]) -> Floats:
    """(N,) the largest share of any other memory of the same home."""
    best = np.zeros(len(shares))
    for home in np.unique(home_of):
        here = np.flatnonzero(home_of == home)
        order = here[np.argsort(-shares[here], kind="stable")]
        best[here] = shares[order[0]]
        best[order[0]] = shares[order[1]] if len(order) > 1 else 0.0
    return best


def _settled(references: Sequence[Reference], home_of: NDArray[np.intp]) -> tuple[Reference, ...]:
    """Each reference's shares, times the chance that every other one means another memory of the same home."""
    if len(references) < 2:
        return tuple(references)
    settled = []
    for reference in references:
        shares = reference.shares + _DOUBT / len(reference.shares)
        for other in references:
            if other is not reference:
                in_home = np.bincount(home_of, other.shares)[home_of] - other.shares
                shares = shares * (np.maximum(in_home, 0.0) + _DOUBT)
        settled.append(Reference(reference.text, shares / shares.sum()))
    return tuple(settled)


Floats = NDArray[np.float64]


class Segments:
    """N lists of indices into a row of values. An empty list counts as one value of 0."""

    def __init__(self, lists: Sequence[Sequence[int]], values: int) -> None:
        """values: the length of the rows that will be reduced; index `values` stands for 0."""
        filled = [list(indices) or [values] for indices in lists]
        self._flat = np.array([index for indices in filled for index in indices], np.intp)
        self._starts = np.cumsum([0, *(len(indices) for indices in filled[:-1])]) if filled else np.zeros(0, np.intp)

    def best(self, rows: Floats) -> Floats:
        """(Q, values) -> (Q, N): the largest value of each list."""
        if not len(self._starts):
            return np.zeros((len(rows), 0))
        padded = np.concatenate([rows, np.zeros((len(rows), 1))], axis=1)
        return np.maximum.reduceat(padded[:, self._flat], self._starts, axis=1)

    def weighted_mean(self, row: Floats, weights: Floats) -> Floats:
        """(values,) -> (N,): the mean of each list, 0 where the weights are all 0."""
        if not len(self._starts):
            return np.zeros(0)
        row, weights = np.append(row, 0.0), np.append(weights, 0.0)
        total = np.add.reduceat((row * weights)[self._flat], self._starts)
        weight = np.add.reduceat(weights[self._flat], self._starts)
        return np.divide(total, weight, out=np.zeros_like(total), where=weight > 0)
