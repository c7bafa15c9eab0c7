"""What sort a saying is of: what telling others of it would do, by a network of its own (all-mpnet-base-v2's
lower nine layers, Song et al. 2020, learned anew over sayings that readers labelled; int8, 103 MB; a head over
the encoder of the one reading leaked twice as much, docs/evaluation.md); and what is needed, talked about,
would do harm, on what an order depends, what is wanted of the robot's remembering: a linear head each over that
network and the encoder of the one reading. A new sort costs a file of examples (`make learn`).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from embodied_memory.words.one_reading import Encoder, the_reading
from embodied_memory.words.reading_network import LinearHead, Matrix, installed_encoder, whole_and_mean
from embodied_memory.words.said import SayingSort, SpeechAct

ENCODER = Path(__file__).with_name("saying_encoder.onnx")
HEAD = Path(__file__).with_name("saying_head.npz")
_MOST_CHARACTERS = 1000
"""Of a longer saying, the beginning is read."""
_FORM = 3
"""Of what is kept beside a record: a new number where other numbers are kept."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_RATHER, _SURELY = 0.5, 0.9


class SayingSorts:
    """Deterministic; never fails for a text. Keeps none. Safe to call from several threads."""

    def __init__(
        self, head: LinearHead, encoder: Encoder, confides: Callable[[str], float] = lambda text: 0.0
    ) -> None:
        """head: in the order of `SayingSort`, over the vector of a text as a whole and the mean of its tokens;
        confides: how likely something is told in confidence, for a second opinion.
        """
        self._head, self._encoder, self._confides = head, encoder, confides

    def sorts(self, text: str) -> dict[SayingSort, float]:
        """How likely a saying is of each sort; what has no words is plain."""
        beginning = text[:_MOST_CHARACTERS]
        if not any(map(str.isalnum, beginning)):
            return {sort: float(sort is SayingSort.PLAIN) for sort in SayingSort}
        shares = self._head.shares(SayingSort, _features(beginning, self._encoder))
        if shares[SayingSort.PLAIN] < _RATHER:
            return shares
        confided = max(map(self._confides, {beginning, *_SENTENCE.split(beginning)}))
        if confided < _SURELY:
            return shares
        rest = {sort: share * (1.0 - confided) for sort, share in shares.items()}
        return {**rest, SayingSort.CONFIDED: rest[SayingSort.CONFIDED] + confided}


def _features(text: str, encoder: Encoder) -> Matrix:
    """(2 D,) what a head reads."""
    return whole_and_mean(encoder.encode(text[:_MOST_CHARACTERS]).vectors)


@lru_cache(maxsize=1)
def sorts_version() -> bytes:
    """Tells what was learned, and kept, from anything later: four bytes."""
    return zlib.crc32(HEAD.read_bytes(), _FORM).to_bytes(4, "little")


@lru_cache(maxsize=1)
def the_sorts() -> SayingSorts | None:
    """The ones of this process; None where the language model's files are not installed."""
    encoder, reading = installed_encoder(ENCODER), the_reading()
    if encoder is None or reading is None:
        return None
    return SayingSorts(LinearHead.read(HEAD), encoder, lambda text: reading.acts(text).get(SpeechAct.CONFIDE, 0.0))


_MOST_READ = 300
Sort = TypeVar("Sort", bound=Enum)
_SURELY_TOPIC, _SURELY_DEPENDS = 0.6, 0.6
"""Of what is talked about in two households by the other, 83 and 74 % are rightly found, and 2 % of all else is taken
for a topic.
"""
_SURELY_REMEMBERED = 0.6
"""Of what is wanted of remembering, three quarters of our own examples by the fourth: 67 % of 243 are found; 10 of
308 near misses ("remember to lock up", "you never remember anything") and 3 of 4,500 at large are taken for one.
"""
_LIKELY, _ONE_KIND = 0.6, 0.5
"""That there is any harm, and that it is of one kind: of two households by the other 55 and 59 % of such orders are
found so, 4 and 6 % of near misses ("put the bleach under the sink") are taken for one, and of 289 orders at large one
or two.
"""


class Need(str, Enum):
    """What is the matter (`tests/words/needs/format_second.md`)."""

    DARK = "dark"
    BRIGHT = "bright"
    COLD = "cold"
    DRAUGHT = "draught"
    HOT = "hot"
    LOUD = "loud"
    THIRSTY = "thirsty"
    HUNGRY = "hungry"
    HURT = "hurt"
    SPILL = "spill"
    SIGHT = "sight"
    WET = "wet"
    TISSUE = "tissue"
    NONE = "none"


class ChatTopic(str, Enum):
    """See `tests/words/chat/format.md`. NONE: anything else that is said to a robot in a home."""

    HOW_ARE_YOU = "how_are_you"
    ABILITIES = "abilities"
    WHO = "who"
    CANNOT = "cannot"
    FEELINGS = "feelings"
    FAMILY = "family"
    LIKES = "likes"
    JOKE_TOLD = "joke_told"
    JOKE_WANTED = "joke_wanted"
    GOT_IT = "got_it"
    PRAISE = "praise"
    SCORN = "scorn"
    AFFECTION = "affection"
    SAD = "sad"
    UNWELL = "unwell"
    BORED = "bored"
    TRUST = "trust"
    WORLD = "world"
    TEASING_OVER = "teasing_over"
    SORRY = "sorry"
    CHEER = "cheer"
    NONE = "none"


class Risk(str, Enum):
    """See `tests/words/risks/format.md`. NONE: it does no harm."""

    HURT = "hurt"
    DAMAGE = "damage"
    DANGER = "danger"
    MEAN = "mean"
    NONE = "none"


class Condition(str, Enum):
    """See `tests/words/conditions/format.md`. NOW: on nothing."""

    AFTER = "after"
    CLOCK = "clock"
    ARRIVAL = "arrival"
    LEAVING = "leaving"
    ASKED = "asked"
    STATE = "state"
    BECOMES = "becomes"
    UNSEEN = "unseen"
    STANDING = "standing"
    NOW = "now"


class Remembering(str, Enum):
    """See `tests/words/remembering/format.md`. NONE: it is not about what the robot keeps in mind."""

    KEEP = "keep"
    LET_GO = "let_go"
    NONE = "none"


UNNOTICED = (Condition.BECOMES, Condition.UNSEEN, Condition.LEAVING)
"""What the robot would not notice."""
HEADS: Mapping[type[Enum], Path] = {
    sorts: Path(__file__).with_name(f"{name}_head.npz")
    for sorts, name in (
        (Need, "need"), (ChatTopic, "chat"), (Risk, "risk"), (Condition, "condition"), (Remembering, "remembering"),
    )
}  # fmt: skip
"""The head that tells the sorts of each apart."""


class SortReader(Generic[Sort]):
    """Deterministic; never fails for a text."""

    def __init__(self, none: Sort, head: LinearHead, encoders: tuple[Encoder, Encoder]) -> None:
        """none: of what is of no other sort; the head has the order of its class."""
        self._none, self._head, self._encoders = none, head, encoders

    def read(self, text: str) -> dict[Sort, float]:
        """How likely it is of each sort; together 1."""
        if not any(map(str.isalnum, text)):
            return {self._none: 1.0}
        return self._head.shares(type(self._none), features(text, self._encoders))

    def surely(self, text: str, least: float) -> Sort:
        """The likeliest sort, if it is at least so likely; else none of them."""
        likely = self.read(text)
        best = max(likely, key=lambda one: likely[one])
        return best if likely[best] >= least else self._none


def features(text: str, encoders: tuple[Encoder, Encoder]) -> NDArray[np.float32]:
    """(F,) the text as each encoder has it."""
    read = (one.encode(text[:_MOST_READ]).vectors for one in encoders)
    return np.concatenate([whole_and_mean(vectors) for vectors in read]).astype(np.float32)


@lru_cache(maxsize=1)
def sort_encoders() -> tuple[Encoder, Encoder] | None:
    """The encoders of this process; None where the language model's files are not installed."""
    reading, sayings = installed_encoder(), installed_encoder(ENCODER)
    return (reading, sayings) if reading is not None and sayings is not None else None


def _installed(none: Sort) -> SortReader[Sort] | None:
    encoders = sort_encoders()
    return SortReader(none, LinearHead.read(HEADS[type(none)]), encoders) if encoders is not None else None


@lru_cache(maxsize=1)
def the_needs() -> SortReader[Need] | None:
    """As `sort_encoders`."""
    return _installed(Need.NONE)


@lru_cache(maxsize=1)
def the_chat_topics() -> SortReader[ChatTopic] | None:
    """As `sort_encoders`."""
    return _installed(ChatTopic.NONE)


@lru_cache(maxsize=1)
def the_risks() -> SortReader[Risk] | None:
    """As `sort_encoders`."""
    return _installed(Risk.NONE)


@lru_cache(maxsize=1)
def the_conditions() -> SortReader[Condition] | None:
    """As `sort_encoders`."""
    return _installed(Condition.NOW)


@lru_cache(maxsize=1)
def the_rememberings() -> SortReader[Remembering] | None:
    """As `sort_encoders`."""
    return _installed(Remembering.NONE)


def remembering_wanted(text: str) -> Remembering:
    """What is surely wanted of the robot's remembering; NONE where nothing was learned."""
    reader = the_rememberings()
    return reader.surely(text, _SURELY_REMEMBERED) if reader is not None else Remembering.NONE


def topic_of(text: str) -> ChatTopic:
    """NONE for what is not surely about one of the others."""
    reader = the_chat_topics()
    return reader.surely(text, _SURELY_TOPIC) if reader is not None else ChatTopic.NONE


def risk_of(order: str) -> tuple[Risk, float]:
    """(the likeliest harm, how likely there is any); NONE where harm is not likely."""
    reader = the_risks()
    likely = reader.read(order) if reader is not None else {Risk.NONE: 1.0}
    harm = 1.0 - likely[Risk.NONE]
    best = max(likely, key=lambda one: likely[one])
    return (best if harm >= _LIKELY and likely[best] >= _ONE_KIND else Risk.NONE), harm


def depends_on(order: str, *conditions: Condition) -> bool:
    """Whether it surely depends on one of these; False where nothing was learned."""
    reader = the_conditions()
    likely = reader.read(order) if reader is not None else {}
    return sum(likely.get(one, 0.0) for one in conditions) >= _SURELY_DEPENDS
