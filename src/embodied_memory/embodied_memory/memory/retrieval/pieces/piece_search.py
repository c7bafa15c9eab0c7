"""Finding the pieces that bear on a question: by words, meaning, names and time together, then one learned order."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.choice_weights import BearingWeights
from embodied_memory.memory.retrieval.pieces.exchanges import said_anew
from embodied_memory.memory.retrieval.pieces.piece_features import (
    FEATURES,
    Asked,
    Compared,
    features_of,
    is_next,
    telling,
)
from embodied_memory.memory.retrieval.pieces.piece_rows import PieceRows
from embodied_memory.memory.retrieval.pieces.piece_vectors import PieceVectors, WordVectors
from embodied_memory.memory.retrieval.pieces.reranking import (
    CLOSELY,
    asked_by,
    learned_close_order,
    learned_reranking,
    newer,
    passage_of,
    reread,
    unread,
)
from embodied_memory.memory.retrieval.query_plan.query_plan import TimeFilter
from embodied_memory.perception.cross_encoder import Passage
from embodied_memory.perception.readers import Readers

_BY_WORDS, _BY_MEANING, _BY_NAME, _BY_TIME = 80, 80, 30, 60
_READ, _CLOSELY = (12, 24), (4, 12)
"""At least, at most: so many pieces are read."""
_LEAST_READ, _LEAST_CLOSELY = 0.001, 0.006
"""What bears on the question less likely than that is not read."""
_ASKS_ME = re.compile(
    r"\b(?:you|robot)\b[^.?!]{0,12}\b(?:say|said|tell|told|answer|answered|reply|replied|promise)\b", re.I
)
"""Only then what the robot said itself is evidence: it repeats what others told it."""


@dataclass(frozen=True)
class BearingPiece:
    """A piece, and how likely it is one that answers the question; features: as `CLOSELY`."""

    piece: Piece
    probability: float
    features: tuple[float, ...] = ()

    def told(self, feature: str) -> float:
        """One of `CLOSELY`, by its name; 0 of what was not compared."""
        return self.features[CLOSELY.index(feature)] if self.features else 0.0


@lru_cache(maxsize=1)
def learned_weights() -> BearingWeights:
    """As they come with this package. ValueError if they are of other features."""
    return BearingWeights.read(Path(__file__).with_name("bearing_weights.json"), FEATURES)


class PieceSearch:
    """Over one memory. words: of single words."""

    def __init__(
        self,
        rows: PieceRows,
        vectors: PieceVectors,
        words: WordVectors,
        when: Callable[[int], str],
        robot: str,
        asker: str = "",
        may_hear: Callable[[Piece], bool] = lambda piece: True,
        readers: Readers | None = None,
    ) -> None:
        """when: the words for a time; may_hear: whether the asker may be told of a piece; what they may not is never
        found.

        readers: read the question together with a piece; None: the order of the features alone.
        """
        self.rows, self._vectors, self.words, self.when = rows, vectors, words, when
        self.robot, self.asker, self._may_hear, self._readers = robot, asker.strip().lower(), may_hear, readers

    def search(self, question: str, people: Iterable[str], time: TimeFilter | None) -> list[BearingPiece]:
        """The pieces that most likely answer it, best first. people: named in it, as memory calls them."""
        compared, rows, likely, closely = self.closely_found(question, people, time)
        if self._readers is not None:
            close = learned_close_order().probabilities(rows[:closely])
            likely = np.concatenate((close, np.minimum(likely[closely:], close.min(initial=1.0))))
        order = np.argsort(-likely, kind="stable")
        return [BearingPiece(compared[k].piece, float(likely[k]), tuple(rows[k])) for k in order]

    def closely_found(
        self, question: str, people: Iterable[str], time: TimeFilter | None
    ) -> tuple[list[Compared], NDArray[np.float64], NDArray[np.float64], int]:
        """In the second order, with (N, F) rows of `CLOSELY`, (N,) how likely each bears on it, and how many of the
        first are read closely; what is after them is likely enough to be cited, hardly to be told.
        """
        found, rows = self.first_found(question, people, time)
        weights = learned_weights() if self._readers is None else learned_reranking()
        likely = weights.probabilities(rows[:, : len(weights.mean)])
        order = np.argsort(-likely, kind="stable")
        found, rows, likely = [found[k] for k in order], rows[order], likely[order]
        closely = _how_many(likely, _CLOSELY, _LEAST_CLOSELY)
        read = self.read_closely(question, [passage_of(one, self.when) for one in found[:closely]])
        stamps = np.array([one.piece.stamp_ns for one in found[:closely]], np.int64)
        close = np.column_stack((reread(rows[:closely], likely[:closely], read), newer(stamps, read)))
        return found, np.concatenate((close, unread(rows[closely:]))), likely, closely

    def first_found(
        self, question: str, people: Iterable[str], time: TimeFilter | None
    ) -> tuple[list[Compared], NDArray[np.float64]]:
        """The pieces that most likely bear on it by their features, with (N, F) rows of `RERANKED`."""
        compared, rows, likely = self.first_order(question, people, time)
        most = _how_many(likely, _READ, _LEAST_READ)
        asked, told = asked_by(question, self.asker), [passage_of(one, self.when) for one in compared[:most]]
        read = self._readers.quick.logits(asked, told) if self._readers else np.zeros(len(told))
        return compared[:most], reread(rows[:most], likely[:most], read)

    def first_order(
        self, question: str, people: Iterable[str], time: TimeFilter | None
    ) -> tuple[list[Compared], NDArray[np.float64], NDArray[np.float64]]:
        """All that may bear on it, with (N, F) rows of `FEATURES` and (N,) how likely each does, best first."""
        compared, asked = self.compare(question, people, time)
        rows = features_of(asked, compared, self.words)
        likely = learned_weights().probabilities(rows)
        order = np.argsort(-likely, kind="stable")
        return [compared[k] for k in order], rows[order], likely[order]

    def read_closely(self, question: str, passages: Iterable[Passage]) -> NDArray[np.float64]:
        """(N,) how well each passage answers the question, as `Reader.logits`; 0 if nobody reads."""
        told = list(passages)
        if self._readers is None:
            return np.zeros(len(told))
        return self._readers.close.logits(asked_by(question, self.asker), told)

    def compare(self, question: str, people: Iterable[str], time: TimeFilter | None) -> tuple[list[Compared], Asked]:
        """Everything that may bear on it, with what lies around it."""
        named = frozenset(name.lower() for name in people)
        vector = self._vectors.embed(asked_by(question, self.asker))
        words = telling(question)
        asked = Asked(question, self.asker, self.rows.now_ns, words, self._rarity(words), named, time, vector)
        found = self._candidates(asked)
        around = self._with_neighbours(found)
        alike = dict(zip(around, self._vectors.likeness(around, vector), strict=True))
        tells = [one for one in found if one in around and self._tells_something(around[one], asked)]
        left_out = said_anew([around[one] for one in tells])
        tells = [one for one in tells if one not in left_out]
        return [self._compared(one, around, alike) for one in tells], asked

    def _tells_something(self, piece: Piece, asked: Asked) -> bool:
        """Whether it may be evidence: not the robot's own words, nor the same question asked before, nor a secret."""
        if piece.is_said and piece.speaker == self.robot and not _ASKS_ME.search(asked.text):
            return False
        if piece.is_question and set(telling(piece.text)) <= set(asked.words):
            return False
        return self._may_hear(piece)

    def _candidates(self, asked: Asked) -> list[int]:
        ids = self.rows.with_words(asked.text, _BY_WORDS)
        ids += [record_id for record_id, _ in self._vectors.alike(asked.vector, _BY_MEANING)]
        for name in sorted(asked.people):
            ids += self.rows.by(name, _BY_NAME)
        if asked.time is not None:
            ids += self.rows.within(asked.time.start_ns, asked.time.end_ns, _BY_TIME)
        return list(dict.fromkeys(ids))

    def _with_neighbours(self, ids: Sequence[int]) -> dict[int, Piece]:
        """The pieces, and those recorded right before and after each."""
        wanted = {number for one in ids for number in (one - 1, one, one + 1)}
        return {piece.record_id: piece for piece in self.rows.of_ids(wanted)}

    def _compared(self, record_id: int, around: dict[int, Piece], alike: dict[int, float]) -> Compared:
        piece = around[record_id]
        before, after = around.get(record_id - 1), around.get(record_id + 1)
        before = before if before is not None and is_next(before, piece) else None
        after = after if after is not None and is_next(piece, after) else None
        return Compared(
            piece,
            float(alike[record_id]),
            before,
            float(alike[before.record_id]) if before else 0.0,
            float(alike[after.record_id]) if after else 0.0,
        )

    def _rarity(self, words: Sequence[str]) -> NDArray[np.float64]:
        """How much each word tells: the log of how few pieces have it."""
        total = max(1, len(self._vectors))
        counts = [self.rows.count_of(word) for word in words]
        return np.array([max(0.1, math.log((total + 1) / (count + 0.5))) for count in counts], np.float64)


def _how_many(likely: NDArray[np.float64], bounds: tuple[int, int], least: float) -> int:
    """Of probabilities from the highest on, so many are worth reading. bounds: at least and at most so many."""
    return min(len(likely), bounds[1], max(bounds[0], int((likely >= least).sum())))
