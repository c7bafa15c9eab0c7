"""What tells whether a piece answers a question: shared words, like words, names, time, and what comes before it."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from embodied_memory.memory.log.piece import Piece
from embodied_memory.memory.retrieval.pieces.answer_sort import AnswerSort, likely_sorts, sort_asked, sort_of, tells
from embodied_memory.memory.retrieval.query_plan.query_plan import TimeFilter
from embodied_memory.words.said import RecordSort
from embodied_memory.words.wording.words import content_stems, split_words

FEATURES = (
    "alike", "before alike", "after alike", "same stems", "like words", "like words cubed", "least like word",
    "speaker named", "names somebody named", "is question", "length", "after a question", "tells when",
    "tells where", "tells how much", "tells why", "tells who", "question before told", "near in time asked",
    "is deed", "deed for when", "deed for who", "asker spoke", "asker spoke, of themselves", "asker heard", "age",
    "rarest word", "second rarest word", "misses who is named", "words of it asked",
    "tells the sort asked", "lacks the sort asked",
    "likely of its sort", "log likely of its sort", "done out of time asked", "said out of time asked",
    "less alike than best", "fewer like words than best",
)  # fmt: skip
_HARDLY = 0.01
"""Added to how likely a sort of record is, whose logarithm is taken."""
_HOUR_NS = 3600 * 10**9
_TALK_NS = 120 * 10**9
"""Who answers within so long, in the same room, answers what was said before."""
_OF_QUESTIONS = frozenset(
    split_words(
        "a an the of to in on at for with and or but is are was were be been being am do does did has have had it its"
        " this that these those what who when where why how which whom whose i you he she they we me him her them us"
        " my your his their our not no s t there would will can could should must about ever any please tell know"
        " remember robot happened happen say said"
    )
)
_TIME = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|morning|afternoon|evening|night|noon|weeks?|weekend|months?|years?|days?"
    r"|hours?|minutes?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august"
    r"|september|october|november|december|o'?clock|ago|later|soon|until|since)\b|\d+ ?[ap]\.?m|\d+:\d\d",
    re.I,
)
_PLACE = re.compile(
    r"\b(?:in|on|at|under|behind|near|inside|to the|from the|upstairs|downstairs|there|here|room|house|home)\b", re.I
)
_AMOUNT = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|half|quarter|dozen)\b",
    re.I,
)

if TYPE_CHECKING:  # telling words apart needs none of what finds pieces
    from embodied_memory.memory.retrieval.pieces.piece_rows import WordVectors
_REASON = re.compile(r"\b(?:because|cause|since|so that|so|due|in order|reason|to)\b", re.I)
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+")
_HOW_MUCH = re.compile(r"\bhow (?:many|much|old|long|often|big|far|tall)\b", re.I)


@dataclass(frozen=True)
class Asked:
    """A question as pieces are compared with it. people: those named in it, in lower case; rarity: of each word
    asked, by how many pieces have it; vector: what it means; asker: in lower case, "" if that is not known.
    """

    text: str
    asker: str
    now_ns: int
    words: tuple[str, ...]
    rarity: NDArray[np.float64]
    people: frozenset[str]
    time: TimeFilter | None
    vector: NDArray[np.float32]

    @cached_property
    def sort(self) -> AnswerSort | None:
        """What has to be in an answer. Not kept beyond the question: words of people stay in no cache."""
        return sort_asked(self.text)

    @cached_property
    def records(self) -> dict[RecordSort, float]:
        """How likely each sort of record answers it."""
        return likely_sorts(self.text)


@dataclass(frozen=True)
class Compared:
    """A piece beside the question. alike: cosine; before, after: what is next to it in the same talk, with theirs."""

    piece: Piece
    alike: float
    before: Piece | None = None
    before_alike: float = 0.0
    after_alike: float = 0.0


def sort_told(sort: AnswerSort | None, question: str, text: str, is_said: bool) -> tuple[float, float]:
    """(whether a text tells the sort of thing asked for, whether it lacks it); neither where no sort is asked for."""
    if sort is None:
        return 0.0, 0.0
    has = tells(sort, text, question, is_said)
    return float(has), float(not has)


def telling(text: str) -> tuple[str, ...]:
    """The words of a question that say what it is about, each once."""
    return tuple(dict.fromkeys(word for word in split_words(text) if word not in _OF_QUESTIONS))


def is_next(one: Piece, other: Piece) -> bool:
    """Whether the other was said or done right after the one, in the same room."""
    return one.place == other.place and 0 <= other.stamp_ns - one.stamp_ns <= _TALK_NS


def features_of(asked: Asked, those: Sequence[Compared], vectors: WordVectors) -> NDArray[np.float64]:
    """(N, F), a row a piece, a column for each of FEATURES."""
    if not those:
        return np.zeros((0, len(FEATURES)))
    rows = np.array([_row(asked, one, vectors) for one in those])
    alike, told = rows[:, FEATURES.index("alike")], rows[:, FEATURES.index("like words")]
    return np.column_stack((rows, alike - alike.max(), told - told.max()))


def _row(asked: Asked, one: Compared, vectors: WordVectors) -> list[float]:
    piece, text = one.piece, one.piece.text
    told = tuple(word for word in split_words(piece.words) if word not in _OF_QUESTIONS)
    said = vectors.told_by(asked.words, told)
    weight = asked.rarity / max(asked.rarity.sum(), 1e-9)
    begins = asked.text.lower().split()
    first = next((word for word in begins if word in ("who", "when", "where", "why", "how")), "what")
    after_question = one.before is not None and one.before.is_question
    is_deed = not piece.is_said
    spoke = bool(asked.asker) and piece.speaker.lower() == asked.asker
    likely = asked.records.get(sort_of(piece), 0.0)
    is_untimely = asked.time is not None and not asked.time.holds(piece.stamp_ns)
    return [
        one.alike,
        one.before_alike,
        one.after_alike,
        _same_stems(asked, piece),
        float(said @ weight),
        float(said**3 @ weight),
        float(said.min(initial=1.0)) if len(said) else 0.0,
        float(piece.speaker.lower() in asked.people),
        float(any(name in told for name in asked.people)),
        float(piece.is_question),
        math.log(1 + len(text.split())),
        float(after_question),
        float(first == "when" and bool(_TIME.search(text))),
        float(first == "where" and bool(_PLACE.search(text))),
        float(bool(_HOW_MUCH.search(asked.text)) and bool(_AMOUNT.search(text))),
        float(first == "why" and bool(_REASON.search(text))),
        float(first == "who" and bool(_NAME.search(text))),
        one.before_alike * after_question,
        float(asked.time is not None and asked.time.holds(piece.stamp_ns)) - float(asked.time is None) * 0.5,
        float(is_deed),
        float(is_deed and first == "when"),
        float(is_deed and first == "who"),
        float(spoke),
        float(spoke and asked.asker in asked.people),
        float(bool(asked.asker) and asked.asker in (name.lower() for name in piece.audience)),
        math.log(1 + max(0, asked.now_ns - piece.stamp_ns) / _HOUR_NS) if asked.asker else 2.0,
        *_rarest(said, asked.rarity),
        float(bool(asked.people) and not any(name in told or name == piece.speaker.lower() for name in asked.people)),
        float(vectors.told_by(told, asked.words).mean()) if told and asked.words else 0.0,
        *sort_told(asked.sort, asked.text, piece.text, piece.is_said),
        likely,
        math.log(likely + _HARDLY),
        float(is_deed and is_untimely),
        float(not is_deed and is_untimely),
    ]


def _rarest(said: NDArray[np.float32], rarity: NDArray[np.float64]) -> tuple[float, float]:
    """How nearly the two rarest words asked are said; 1 for one that there is not."""
    order = np.argsort(-rarity, kind="stable")[:2]
    first, second, *_ = [*(float(said[k]) for k in order), 1.0, 1.0]
    return first, second


def _same_stems(asked: Asked, piece: Piece) -> float:
    stems = content_stems(piece.words)
    shared = sum(rare for word, rare in zip(asked.words, asked.rarity, strict=True) if content_stems(word) <= stems)
    return float(shared / max(asked.rarity.sum(), 1e-9))
