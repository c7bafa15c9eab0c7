"""How what somebody says goes on from what was said just before.

From their own words: incomplete utterance rewriting as an edit (Liu et al. 2020, "Incomplete Utterance Rewriting as
Semantic Segmentation"): which words of the one take the place of which words of the other. From a refusal of the
robot's: gives leave, insists, asks why, gives it up ... Heads over the encoder of the one reading, learned over pairs
that people wrote (`make learn`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from embodied_memory.words.one_reading import OneReading, the_reading
from embodied_memory.words.reading_encoder import Encoded, Spans, installed_encoder
from embodied_memory.words.reading_heads import LinearHead, shares, whole_and_mean
from embodied_memory.words.said import SpeechAct
from embodied_memory.words.splicing import lessened, spliced

HEADS = Path(__file__).with_name("follow_up_heads.npz")
_MOST_CHARACTERS, _ENDS = 500, ".!?"
REFUSAL_HEAD = Path(__file__).with_name("after_refusal_head.npz")


class Follows(str, Enum):
    """What becomes of what was said before (`tests/words/turns/format.md`)."""

    NEW = "new"
    ALSO = "also"
    INSTEAD = "instead"
    DETAIL = "detail"
    WITHOUT = "without"
    OFF = "off"
    AGAIN = "again"
    ANEW = "anew"


EXCHANGES = (Follows.ALSO, Follows.INSTEAD, Follows.DETAIL, Follows.WITHOUT)
"""In which words of the one take the place of words of the other."""


@dataclass(frozen=True)
class FollowUp:
    """shares: how likely each is; whole: what is said now as it would be said without the turn before, by the
    likeliest of those that exchange something; "" if it exchanges nothing; new: the words that are new in it.
    """

    follows: Follows
    shares: dict[Follows, float]
    whole: str = ""
    new: str = ""

    def share(self, *follows: Follows) -> float:
        """How likely it is one of them."""
        return sum(self.shares.get(one, 0.0) for one in follows)


class PairEncoder(Protocol):
    """Turns texts, or two of them together, into vectors of their tokens in context."""

    def encode(self, text: str) -> Encoded:
        """See `ReadingEncoder`."""

    def encode_pair(self, before: str, now: str) -> tuple[Spans, Spans, NDArray[np.float32]]:
        """See `ReadingEncoder`."""


@dataclass(frozen=True)
class FollowUpHeads:
    """relation: (follows, 2 D) over the vector of the whole and the mean of all; exchanged: (D,) of a token."""

    relation: NDArray[np.float32]
    relation_bias: NDArray[np.float32]
    exchanged: NDArray[np.float32]
    exchanged_bias: float
    temperature: float = 1.0


class FollowUps:
    """Deterministic; never fails for a text. Keeps none. Safe to call from several threads."""

    def __init__(self, heads: FollowUpHeads, encoder: PairEncoder) -> None:
        self._heads, self._encoder = heads, encoder

    def read(self, before: str, now: str) -> FollowUp:
        """before: what the same person said last; now: of any content."""
        before, now = before[:_MOST_CHARACTERS], now[:_MOST_CHARACTERS]
        if not any(map(str.isalnum, before)) or not any(map(str.isalnum, now)):
            return FollowUp(Follows.NEW, {Follows.NEW: 1.0})
        ended = before if before.rstrip()[-1] in _ENDS else f"{before.rstrip()}."  # as people wrote what it learned
        old_spans, new_spans, vectors = self._encoder.encode_pair(ended, now)
        heads = self._heads
        likely = shares((heads.relation @ whole_and_mean(vectors) + heads.relation_bias) / heads.temperature)
        told = dict(zip(Follows, map(float, likely), strict=True))
        exchanged = vectors @ heads.exchanged + heads.exchanged_bias
        new = exchanged[2 + len(old_spans) : 2 + len(old_spans) + len(new_spans)]
        old_spans = tuple(one for one in old_spans if one[1] <= len(before))
        old = exchanged[1 : 1 + len(old_spans)]
        follows = max(told, key=lambda one: told[one])
        edit = max(EXCHANGES, key=lambda one: told[one])
        whole, added = _edited(edit, before, now, _Marked(old_spans, old), _Marked(new_spans, new))
        return FollowUp(follows, told, whole, added)


@dataclass(frozen=True)
class _Marked:
    """scores: of each token, above zero where it is likelier exchanged than not."""

    spans: Spans
    scores: NDArray[np.float32]

    def best(self, least: float) -> tuple[int, int] | None:
        """The run of tokens with the highest sum (Kadane), in characters; None if that is not above `least`."""
        best, chosen, total, begin = least, None, 0.0, 0
        for k, score in enumerate(self.scores):
            if total <= 0.0:
                total, begin = 0.0, k
            total += float(score)
            if total > best:
                best, chosen = total, (self.spans[begin][0], self.spans[k][1])
        return chosen

    def all_runs(self) -> list[tuple[int, int]]:
        """Each run above zero, in characters."""
        marked = [(score > 0.0, span) for score, span in zip(self.scores, self.spans, strict=True)]
        runs = [list(group) for is_marked, group in groupby(marked, key=lambda one: one[0]) if is_marked]
        return [(run[0][1][0], run[-1][1][1]) for run in runs]


def _edited(edit: Follows, before: str, now: str, old: _Marked, new: _Marked) -> tuple[str, str]:
    """(whole, new words); "" for both if there is nothing to be exchanged."""
    if edit is Follows.WITHOUT:
        return lessened(before, now, old.all_runs()), ""
    span = new.best(-np.inf)
    old_span = old.best(0.0) if edit is not Follows.DETAIL else None
    return spliced(before, old_span, now, span) if span else ("", "")


@lru_cache(maxsize=1)
def the_follow_ups() -> FollowUps | None:
    """The ones of this process; None where the language model's files are not installed."""
    encoder = installed_encoder()
    if encoder is None:
        return None
    with np.load(HEADS, allow_pickle=False) as stored:
        heads: dict[str, Any] = {name: stored[name].astype(np.float32) for name in stored.files}
    bias, temperature = float(heads.pop("exchanged_bias")), float(heads.pop("temperature"))
    return FollowUps(FollowUpHeads(**heads, exchanged_bias=bias, temperature=temperature), encoder)


def write_heads(heads: FollowUpHeads, path: Path) -> None:
    """As `the_follow_ups` reads them."""
    arrays: dict[str, Any] = {name: np.asarray(weights, np.float16) for name, weights in vars(heads).items()}
    np.savez_compressed(path, **(arrays | {"temperature": np.float32(heads.temperature)}))


class AfterRefusal(str, Enum):
    """What is said after the robot has declined something (`tests/words/refused/format.md`)."""

    ALLOW = "allow"
    INSIST = "insist"
    WHY = "why"
    DROP = "drop"
    FORBID = "forbid"
    OTHERWISE = "otherwise"
    NEW = "new"


class AfterRefusals:
    """Deterministic; never fails for a text; keeps none."""

    def __init__(self, head: LinearHead, encoder: PairEncoder, reading: OneReading) -> None:
        self._head, self._encoder, self._reading = head, encoder, reading

    def read(self, declined: str, now: str) -> Mapping[AfterRefusal, float]:
        """How likely each is; together 1. declined: what was asked for; now: what is said after it."""
        if not any(map(str.isalnum, declined)) or not any(map(str.isalnum, now)):
            return {AfterRefusal.NEW: 1.0}
        return self._head.shares(AfterRefusal, refusal_features(declined, now, self._encoder, self._reading))


def refusal_features(declined: str, now: str, encoder: PairEncoder, reading: OneReading) -> NDArray[np.float32]:
    """(F,) the two texts in each other's context, the second alone, and what it does by itself."""
    declined, now = declined[:_MOST_CHARACTERS].strip(), now[:_MOST_CHARACTERS]
    ended = declined if declined[-1] in _ENDS else f"{declined}."
    old, new, vectors = encoder.encode_pair(ended, now)
    said = vectors[2 + len(old) :][: len(new)]
    alone = encoder.encode(now).vectors
    acts = reading.acts(now)
    parts = (
        whole_and_mean(vectors),
        said.mean(axis=0) if len(said) else np.zeros(vectors.shape[1], np.float32),
        whole_and_mean(alone),
        np.array([acts.get(act, 0.0) for act in SpeechAct], np.float32),
    )
    return np.concatenate(parts).astype(np.float32)


@lru_cache(maxsize=1)
def the_after_refusals() -> AfterRefusals | None:
    """The ones of this process; None where the language model's files are not installed."""
    encoder, reading = installed_encoder(), the_reading()
    if encoder is None or reading is None:
        return None
    return AfterRefusals(LinearHead.read(REFUSAL_HEAD), encoder, reading)
