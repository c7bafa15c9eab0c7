"""Finding the pieces that bear on a question: by words, meaning, names and time together, then one learned
order. For a second and a third order the question and each piece are read together, quickly, then the best of
them closely.

What was said right after a saying and belongs to it: the reply to a question, and what put it right.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.answer_sort import sort_asked, tells
from embodied_memory.memory.retrieval.pieces.choice_weights import BearingWeights
from embodied_memory.memory.retrieval.pieces.piece_features import (
    FEATURES,
    Asked,
    Compared,
    features_of,
    is_next,
    telling,
)
from embodied_memory.memory.retrieval.pieces.piece_rows import PieceRows, PieceVectors, WordVectors
from embodied_memory.memory.retrieval.query_plan.query_plan import TimeFilter
from embodied_memory.perception.cross_encoder import Passage
from embodied_memory.perception.readers import Readers
from embodied_memory.words.one_reading import OneReading
from embodied_memory.words.said import SpeechAct
from embodied_memory.words.wording.words import content_stems

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


RERANKED = (
    *FEATURES,
    "log odds of the first order", "read together", "read together, less than best", "likely read together",
    "nothing answers, read together",
)  # fmt: skip
CLOSELY = (
    *RERANKED,
    "log odds of the second order", "read closely", "read closely, less than best", "likely read closely",
    "nothing answers, read closely", "newer than others that answer",
)  # fmt: skip
_ADDED = len(RERANKED) - len(FEATURES)
_LEAST, _MOST = 1e-4, 1 - 1e-4


@lru_cache(maxsize=1)
def learned_reranking() -> BearingWeights:
    """As they come with this package. ValueError if they are of other features."""
    return BearingWeights.read(Path(__file__).with_name("reranking_weights.json"), RERANKED)


@lru_cache(maxsize=1)
def learned_close_order() -> BearingWeights:
    """As they come with this package. ValueError if they are of other features."""
    return BearingWeights.read(Path(__file__).with_name("close_weights.json"), CLOSELY)


def newer(stamps: NDArray[np.int64], logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N,) by how much likelier it is that an older one answers than a newer one, -1 to 1: of two that do, the newer
    has put the older right. stamps, logits: (N,), when each was recorded, and what the close reader makes of it.
    """
    likely, _ = with_none(logits)
    after = np.sign(stamps[:, None] - stamps[None, :])
    found: NDArray[np.float64] = after @ likely
    return found


def unread(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rows of what was not read closely, with as many features as what was."""
    return np.pad(rows, ((0, 0), (0, len(CLOSELY) - len(RERANKED))))


def reread(rows: NDArray[np.float64], first: NDArray[np.float64], logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, F + 5) of (N, F) features, (N,) probabilities of the order before and (N,) logits of a cross-encoder."""
    if not len(rows):
        return np.zeros((0, rows.shape[1] + _ADDED))
    odds = np.clip(first, _LEAST, _MOST)
    likely, none = with_none(logits)
    return np.column_stack(
        (rows, np.log(odds / (1 - odds)), logits, logits - logits.max(), likely, np.full(len(rows), none))
    )


def with_none(logits: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
    """(how likely each answers, how likely none does): what the cross-encoder has learned to tell."""
    weights = np.exp(np.append(logits, 0.0) - max(0.0, logits.max(initial=0.0)))
    shares = weights / weights.sum()
    return shares[:-1], float(shares[-1])


def passage_of(one: Compared, when: Callable[[int], str]) -> Passage:
    """As the cross-encoder reads it: of two that tell the same, the time tells which is asked for."""
    return f"{when(one.piece.stamp_ns)}: {one.piece.words}", one.before.words if one.before else ""


def asked_by(question: str, asker: str) -> str:
    """A question as the cross-encoder reads it: who asks tells whom "I" means."""
    return f"{asker}: {question}" if asker else question


_CORRECTED_NS = 300 * 10**9
_PUTS_RIGHT = 0.5
_LEAST_RESTATED, _RESTATED = 3, 0.6


def belonging_to(
    piece: Piece, after: Iterable[Piece], question: str, robot: str, reading: OneReading | None
) -> Sequence[Piece]:
    """At most one reply, and what the speaker put right. after: what was recorded after it, in that order."""
    if not piece.is_said:
        return ()
    said = [one for one in after if one.is_said and one.speaker != robot]
    return tuple(dict.fromkeys((*_replies(piece, said, question), *_put_right(piece, said, reading))))


def said_anew(pieces: Iterable[Piece]) -> frozenset[int]:
    """What its speaker said anew with other words in it, as what is put right in a talk with the robot is kept: "she
    comes at Christmas", then "she comes at New Year".
    """
    said = sorted((one for one in pieces if one.is_said and not one.is_question), key=lambda one: one.record_id)
    stems = {one.record_id: content_stems(one.text) for one in said}
    return frozenset(
        one.record_id
        for k, one in enumerate(said)
        for other in said[k + 1 :]
        if other.speaker == one.speaker
        and other.stamp_ns - one.stamp_ns <= _CORRECTED_NS
        and _is_restated(stems[one.record_id], stems[other.record_id])
    )


def _is_restated(before: frozenset[str], after: frozenset[str]) -> bool:
    """Nearly all of it again; what is the same word for word has nothing new in it."""
    return len(before) >= _LEAST_RESTATED and before != after and len(before & after) >= _RESTATED * len(before)


def _replies(piece: Piece, said: Sequence[Piece], question: str) -> Iterator[Piece]:
    """To what was asked; or what tells the sort of thing that is now asked for, where the piece itself does not."""
    reply = next(iter(said), None)
    if reply is None or not is_next(piece, reply):
        return
    sort = sort_asked(question)
    answers = (
        sort is not None and not tells(sort, piece.text, question, True) and tells(sort, reply.text, question, True)
    )
    if answers or (piece.is_question and reply.speaker != piece.speaker and not reply.is_question):
        yield reply


def _put_right(piece: Piece, said: Sequence[Piece], reading: OneReading | None) -> Iterator[Piece]:
    """ "No, I got that wrong, it's New Year", as the next that the speaker said in that talk."""
    own = next((one for one in said if one.speaker == piece.speaker), None)
    if reading is None or own is None or own.stamp_ns - piece.stamp_ns > _CORRECTED_NS:
        return
    if reading.read(own.text).share(SpeechAct.CORRECT) >= _PUTS_RIGHT:
        yield own
